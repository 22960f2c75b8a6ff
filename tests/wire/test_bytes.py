"""Lines that are no message, or hold what is no text: each is answered in words, and the server goes on."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp.types import CallToolResult, Implementation

from entrypoints.mcp.server import build_server
from entrypoints.mcp.service import Service
from tests.making import make_world
from tests.wire.talking import RawServer, environment, problem_of


def call(content: bytes, identity: bytes = b'"odd"') -> bytes:
    """A call of memory_learn with the JSON of its content given byte for byte."""
    head = b'{"jsonrpc":"2.0","id":' + identity + b',"method":"tools/call","params":{"name":"memory_learn","arguments":'
    return head + b'{"category":"insight","content":' + content + b"}}}"


UNREADABLE = {
    "broken": b'{"jsonrpc": "2.0", "id": 77, "method": ',
    "no JSON": b"hello",
    "a raw NUL": call(b'"a \x00 b"'),
    "nested too deeply": call(b"[" * 100_000 + b"]" * 100_000),
    "a number without end": call(b"9" * 5_000),
    "not UTF-8 at all": b"\xff\xfe\x00h\x00i",
}
NO_MESSAGE = {
    "an array": b"[]",
    "a batch": b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    "a number": b"5",
    "null": b"null",
    "no method": b'{"jsonrpc":"2.0","id":1}',
    "another version": b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
}
NO_TEXT = {
    "a lone surrogate": b'"a \\ud800 b"',
    "a lone surrogate before a pair": b'"\\ud83d\\ud83d\\ude00"',
    "a low surrogate": b'"\\udC00"',
    "an escaped NUL": b'"\\u0000"',
    "a byte that is no UTF-8": b'"caf\xe9"',
    "a surrogate in UTF-8": b'"\xed\xa0\x80"',
    "an overlong form": b'"\xc0\x80"',
}


@pytest.mark.parametrize("line", UNREADABLE.values(), ids=UNREADABLE)
def test_a_line_that_cannot_be_read(server: RawServer, line: bytes) -> None:
    before = server.succeed("memory_insights")
    server.send(line)
    told = server.answer(None)
    assert told["error"]["code"] == -32700
    assert "no JSON" in told["error"]["message"]
    assert server.succeed("memory_insights") == before


@pytest.mark.parametrize("line", NO_MESSAGE.values(), ids=NO_MESSAGE)
def test_json_that_is_no_message(server: RawServer, line: bytes) -> None:
    server.send(line)
    assert server.answer(None)["error"]["code"] == -32600
    assert server.succeed("memory_guide")


@pytest.mark.parametrize("content", NO_TEXT.values(), ids=NO_TEXT)
def test_what_is_no_text_is_refused_by_name(server: RawServer, content: bytes) -> None:
    before = server.succeed("memory_insights")
    server.send(call(content))
    assert problem_of(server.answer("odd")["result"])["code"] == "INVALID_TEXT"
    assert server.succeed("memory_insights") == before


@pytest.mark.parametrize(
    ("content", "text"),
    [(b'"\\ud83c\\udf75 tea"', "🍵 tea"), (b'"escaped \\\\ud800"', "escaped \\ud800"), ('"ü 🍵"'.encode(), "ü 🍵")],
)
def test_what_is_text_is_taken(server: RawServer, content: bytes, text: str) -> None:
    server.send(call(content))
    result = server.answer("odd")["result"]
    assert not result["isError"]
    (memory,) = server.succeed("memory_get", ids=[result["structuredContent"]["id"]])["memories"]
    assert memory["body"]["content"] == text


@pytest.mark.parametrize(
    "identity",
    [b"1.5", b"true", b"null", b"[1]", b"{}", b'"a \\ud800"', b'"caf\xe9"', b'null, "\\u0069d": 2.5'],
)
def test_an_id_that_is_none_is_answered_without_one(server: RawServer, identity: bytes) -> None:
    before = server.succeed("memory_insights")
    server.send(call(b'"Never stored."', identity))
    told = server.answer(None)
    assert told["error"]["code"] == -32600
    assert "id" in told["error"]["message"]
    assert server.succeed("memory_insights") == before


def test_a_huge_line(server: RawServer) -> None:
    server.send(call(b'"' + b"x" * 20_000_000 + b'"'))
    assert problem_of(server.answer("odd")["result"])["code"] == "TEXT_TOO_LONG"
    assert server.succeed("memory_guide")


def test_empty_lines_are_passed_over(server: RawServer) -> None:
    server.send(b"")
    server.send(b"   ")
    before = len(server.received)
    assert server.succeed("memory_guide")
    assert len(server.received) == before + 1


@pytest.mark.parametrize("method", ["nobody/knows", "resources/list", "tools/\ud800"])
def test_a_method_that_there_is_not(server: RawServer, method: str) -> None:
    assert server.request(method, {})["error"]["code"] == -32601


def test_stdout_held_nothing_but_messages(server: RawServer) -> None:
    assert server.succeed("memory_guide")
    assert server.received
    for line in server.received:
        assert json.loads(line.decode("utf-8", "strict"))["jsonrpc"] == "2.0"


def test_what_was_asked_before_stdin_closed_is_answered(tmp_path: Path) -> None:
    """As it closes after `printf … | palimpsest`."""
    with RawServer(environment(tmp_path)) as server:
        assert server.succeed("memory_insights")["totalLearnings"] == 0
        server.send(call(b'"Piped in."'))
        assert server.leave() == 0
        result = server.answer("odd")["result"]
    assert result["structuredContent"]["action"] == "added"


@pytest.mark.parametrize("name", ["", "  ", "\x00", "\ud800", "x" * 1_000, "line\nbreak"])
def test_a_client_may_write_whatever_it_calls_itself(tmp_path: Path, name: str) -> None:
    async def write() -> CallToolResult:
        async with Client(made, client_info=Implementation(name=name, version=name)) as client:
            return await client.call_tool("memory_learn", {"category": "insight", "content": "Written."})

    world = make_world(tmp_path / "memory.sqlite")
    made = build_server(Service(lambda: world), "1")
    answer = anyio.run(write)
    world.store.close()
    assert not answer.is_error
