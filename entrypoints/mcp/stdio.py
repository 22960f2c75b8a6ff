"""Standard input and output as the SDK's streams, such that whoever asks is answered.

Left alone, the SDK drops a line that it cannot read, and its sender waits for ever; and it drops the answers to what it
still works on when stdin closes, as it does after `printf … | palimpsest`.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from contextvars import Context
from typing import Any, TextIO, cast

import anyio
import anyio.to_thread
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)
from mcp.types.jsonrpc import jsonrpc_message_adapter
from pydantic import ValidationError

GRACE_SECONDS = 9.0
"""How long, after stdin has closed, what was asked before it did may still be answered."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_NUL = r"\\u0000"
_NO_ID = object()
_BAD_ID = "The id of a request has to be a string of Unicode text or an integer; nothing was done."


@asynccontextmanager
async def streams(on_end: Callable[[], None]) -> AsyncGenerator[tuple[Requests, Answers]]:
    """What a server runs on. While it does, nobody else reads stdin, and what else is printed goes to stderr.

    `on_end` is called as soon as stdin has closed.
    """
    lines = _Lines(_claimed_stdin(), on_end)
    async with stdio_server(stdin=lines) as (read, write):
        answers = Answers(write)
        yield Requests(read, answers, lines), answers


def _claimed_stdin() -> TextIO:
    own, empty = os.dup(sys.stdin.fileno()), os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, sys.stdin.fileno())
    os.close(empty)
    # A byte that is no UTF-8 becomes a lone surrogate, and is told from text that holds U+FFFD.
    return os.fdopen(own, encoding="utf-8", errors="surrogateescape", closefd=False)


class _Lines(anyio.AsyncFile[str]):
    """A file whose next line nobody has to wait for when the rest has come to its end."""

    def __init__(self, file: TextIO, on_end: Callable[[], None]) -> None:
        super().__init__(file)
        self.last = ""
        self._on_end = on_end

    async def readline(self) -> str:
        self.last = await anyio.to_thread.run_sync(self.wrapped.readline, abandon_on_cancel=True)
        if not self.last:
            self._on_end()
        return self.last


class Answers(ObjectSendStream[SessionMessage]):
    """Writes messages, and knows which requests still wait for theirs."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._waiting: set[RequestId] = set()
        self._fewer = anyio.Event()

    async def send(self, item: SessionMessage) -> None:
        await self._inner.send(item)
        if isinstance(item.message, JSONRPCResponse | JSONRPCError) and item.message.id is not None:
            self._settle(item.message.id)

    async def aclose(self) -> None:
        await self._inner.aclose()

    def expect(self, request: JSONRPCRequest) -> SessionMessage:
        """The request as a message whose answer is waited for, unless it is cancelled."""

        async def unanswered() -> None:
            self._settle(request.id)

        self._waiting.add(request.id)
        return SessionMessage(request, ServerMessageMetadata(on_request_unanswered=unanswered))

    async def settled(self, seconds: float) -> None:
        """Return when every request is answered, or when that takes too long."""
        with anyio.move_on_after(seconds):
            while self._waiting:
                self._fewer = anyio.Event()
                await self._fewer.wait()

    def _settle(self, identity: RequestId) -> None:
        self._waiting.discard(identity)
        self._fewer.set()


class Requests(ObjectReceiveStream[SessionMessage | Exception]):
    """Reads messages. What the SDK could not read is looked at again, and refused in words."""

    def __init__(self, inner: Any, answers: Answers, lines: _Lines) -> None:
        self._inner = inner
        self._answers = answers
        self._lines = lines

    @property
    def last_context(self) -> Context | None:
        """What the SDK carries beside a message."""
        return self._inner.last_context

    async def receive(self) -> SessionMessage | Exception:
        while True:
            message = await self._next()
            if message is None:
                continue
            if isinstance(message.message, JSONRPCRequest):
                return self._answers.expect(message.message)
            return message

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def _next(self) -> SessionMessage | None:
        try:
            item: SessionMessage | Exception = await self._inner.receive()
        except anyio.EndOfStream:
            await self._answers.settled(GRACE_SECONDS)
            raise
        if isinstance(item, Exception):
            return await self._read_again(item)
        # The SDK reads a request whose id is none as a notification; it reads no other line meanwhile.
        if isinstance(item.message, JSONRPCNotification) and _has_id(self._lines.last):
            await self._refuse(INVALID_REQUEST, _BAD_ID)
            return None
        return item

    async def _read_again(self, problem: Exception) -> SessionMessage | None:
        line = _unreadable_line(problem)
        if line is None:
            await self._refuse(INVALID_REQUEST, "That is no JSON-RPC message; nothing was done.")
        elif line.strip():
            try:
                message = jsonrpc_message_adapter.validate_json(_mended(line), by_name=False)
                if not _has_broken_id(line):
                    return SessionMessage(message)
                await self._refuse(INVALID_REQUEST, _BAD_ID)
            except (ValueError, RecursionError):
                await self._refuse(PARSE_ERROR, f"That line is no JSON that can be read: {_what(problem)}.")
        return None

    async def _refuse(self, code: int, message: str) -> None:
        error = JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=message))
        await self._answers.send(SessionMessage(error))


def _unreadable_line(problem: Exception) -> str | None:
    """The line that is no JSON for the SDK, or None where it is JSON but no message."""
    if isinstance(problem, ValidationError):
        first = problem.errors(include_url=False)[0]
        if first["type"] in ("json_invalid", "string_unicode"):
            return str(first["input"])
    return None


def _has_id(line: str) -> bool:
    return _id_of(line) is not _NO_ID


def _has_broken_id(line: str) -> bool:
    """Whether the id is no text, so that its answer would name another one."""
    identity = _id_of(line)
    return isinstance(identity, str) and _LONE_SURROGATE.search(identity) is not None


def _id_of(line: str) -> object:
    value: Any = json.loads(line)
    return cast("dict[str, Any]", value).get("id", _NO_ID) if isinstance(value, dict) else _NO_ID


def _mended(line: str) -> str:
    """The line with an escaped NUL for each lone surrogate, so that it is read, and refused by what it is meant for.

    Python reads what RFC 8259 leaves open: https://datatracker.ietf.org/doc/html/rfc8259#section-8.2
    """
    return _LONE_SURROGATE.sub(_ESCAPED_NUL, json.dumps(json.loads(line), ensure_ascii=False))


def _what(problem: Exception) -> str:
    told = problem.errors(include_url=False)[0]["msg"] if isinstance(problem, ValidationError) else str(problem)
    return told.removeprefix("Invalid JSON: ")
