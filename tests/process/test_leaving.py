"""The server leaves when its client does, or when it is told to, in the middle of work too, with nothing half-done."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from ports.store import Filter
from tests.making import make_world
from tests.process.guarding import ENDLESS, SLOW, guarded, wait_until
from tests.wire.talking import PATIENCE_SECONDS, SERVE, RawServer, environment

HELLO = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},'
    b'"clientInfo":{"name":"raw","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)
WORDS = ("lighthouse", "red", "tower")
MANY = [{"category": "insight", "content": f"Fact number {number}."} for number in range(20)]


@pytest.mark.parametrize("told", [None, signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=str)
def test_leaves_while_embedding(tmp_path: Path, told: signal.Signals | None) -> None:
    """The embedder would go on for ever, so that the server ends at all shows that it does not wait for it."""
    with RawServer(guarded(tmp_path, EMBEDDER=ENDLESS, PATIENCE_SECONDS="60")) as server:
        assert server.succeed("memory_learn", category="insight", content="Done before.")["action"] == "added"
        server.ask("tools/call", {"name": "memory_learn_bulk", "arguments": {"items": MANY}})
        wait_until((tmp_path / "begun").exists)
        if told is None:
            assert server.leave() == 0
        else:
            server.process.send_signal(told)
            assert server.process.wait(PATIENCE_SECONDS) == 0
    world = make_world(tmp_path / "memory.sqlite")
    with world.store.read() as reader:
        assert [one.body.text for one in reader.revisions(Filter(now=world.clock.now()))][:1] == ["Done before."]
        assert sum(reader.count(Filter(now=world.clock.now())).values()) == 2, "the learning and its session"
    assert world.store.check() == []
    world.store.close()


def test_leaves_when_its_answers_are_not_taken(tmp_path: Path) -> None:
    """The pipe is full and stays open, so that the server cannot write, and sees nothing of the client's end."""
    server = subprocess.Popen(SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(tmp_path))
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(HELLO)
    server.stdin.write(b'{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n' * 8)
    server.stdin.flush()
    assert server.stdout.readline()
    server.stdin.close()
    assert server.wait(PATIENCE_SECONDS) == 0
    server.stdout.close()


@pytest.mark.parametrize("told", [None, signal.SIGTERM], ids=str)
def test_the_one_file_holds_everything_afterwards(tmp_path: Path, told: signal.Signals | None) -> None:
    with RawServer(environment(tmp_path)) as server:
        memory_id = server.succeed("memory_learn", category="insight", content="Done before.")["id"]
        grown = server.succeed("memory_health")["sizeBytes"]
        if told is None:
            assert server.leave() == 0
        else:
            server.process.send_signal(told)
            assert server.process.wait(PATIENCE_SECONDS) == 0
    assert grown > 100_000, "what is only in the log counts"
    copy = tmp_path / "copy" / "memory.sqlite"
    copy.parent.mkdir()
    shutil.copy(tmp_path / "memory.sqlite", copy)
    world = make_world(copy)
    with world.store.read() as reader:
        assert reader.current(memory_id) is not None
    world.store.close()


def test_leaves_when_nobody_reads_its_answers(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    server = subprocess.Popen(SERVE, stdin=subprocess.PIPE, stdout=writing, env=environment(tmp_path))
    os.close(reading)
    os.close(writing)
    assert server.stdin is not None
    server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    server.stdin.flush()
    assert server.wait(PATIENCE_SECONDS) == 0
    server.stdin.close()


def test_answers_what_was_asked_before_stdin_closed(tmp_path: Path) -> None:
    """Each search takes longer than a second, and the client is gone before the first is done."""
    with RawServer(guarded(tmp_path, EMBEDDER=SLOW, PATIENCE_SECONDS="60")) as server:
        server.succeed("memory_learn", category="insight", content="The lighthouse is red.")
        asked = [server.ask("tools/call", {"name": "memory_search", "arguments": {"query": word}}) for word in WORDS]
        assert server.leave() == 0
        answers = {
            one["id"]: one["result"]["structuredContent"] for one in map(json.loads, server.received[-len(asked) :])
        }
    assert set(answers) == set(asked)
    assert {one["results"][0]["text"] for one in answers.values()} == {"The lighthouse is red."}


def test_stores_what_was_piped_in_at_once(tmp_path: Path) -> None:
    calls = [
        {"name": "memory_learn", "arguments": {"category": "insight", "content": f"The lighthouse has {number} steps."}}
        for number in range(9)
    ]
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": 10 + at, "method": "tools/call", "params": call})
        for at, call in enumerate(calls)
    ]
    told = subprocess.run(
        SERVE,
        input=HELLO + "".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        env=environment(tmp_path, EMBEDDER="e5-small"),
        check=True,
    )
    answers = {one["id"]: one["result"] for one in map(json.loads, told.stdout.splitlines())}
    assert set(answers) == {1, *range(10, 19)}
    assert {answers[identity]["structuredContent"]["action"] for identity in range(10, 19)} == {"added"}
