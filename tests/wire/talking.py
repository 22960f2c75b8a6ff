"""A real server process, and the lines that go to it and come from it."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mcp import Client, StdioServerParameters

from entrypoints.settings import PREFIX

ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = str(ROOT / "palimpsest.py")
SERVE = (sys.executable, LAUNCHER, "serve")
PATIENCE_SECONDS = 60
REVISION = "2025-11-25"


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """This process's environment with the settings of a notebook of its own in a folder, and none besides."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    own = {"DB": str(folder / "memory.sqlite"), "CONFIG": str(folder / "config.toml"), "EMBEDDER": "hashing"}
    return clean | {f"{PREFIX}{name}": value for name, value in {**own, **settings}.items()}


def client_of(environment: Mapping[str, str], **options: Any) -> Client:
    """The SDK's client, which starts a server of its own."""
    return Client(StdioServerParameters(command=SERVE[0], args=list(SERVE[1:]), env=dict(environment)), **options)


def problem_of(result: Mapping[str, Any]) -> dict[str, Any]:
    """The problem that a failed call reports: JSON in its one text block, and nowhere else."""
    assert result.get("isError") is True, result
    assert "structuredContent" not in result
    (block,) = result["content"]
    assert block["type"] == "text"
    return json.loads(block["text"])


class RawServer:
    """A server process that takes and gives lines of bytes, for tests in which the bytes matter."""

    def __init__(self, environment: Mapping[str, str], command: Sequence[str] = SERVE) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment),
            cwd=ROOT,
        )
        self.received: list[bytes] = []
        self._errors: list[bytes] = []
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()
        self._last_id = 0

    def __enter__(self) -> Self:
        self.handshake = self.initialize()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE_SECONDS)
        for reader in self._readers:
            reader.join(PATIENCE_SECONDS)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def send(self, line: bytes) -> None:
        """One line, as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next message. Fails where stdout ends, or says nothing for a minute."""
        line = self._lines.get(timeout=PATIENCE_SECONDS)
        assert line, f"the server ended: {self.errors()}"
        return json.loads(line)

    def answer(self, identity: object) -> dict[str, Any]:
        """The answer to a request; messages that came before it are passed over."""
        while True:
            message = self.receive()
            if message.get("id") == identity and "method" not in message:
                return message

    def ask(self, method: str, params: Mapping[str, Any]) -> int:
        """Send a request; returns its id."""
        self._last_id += 1
        message = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params}
        self.send(json.dumps(message).encode())
        return self._last_id

    def request(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request, and give its answer."""
        return self.answer(self.ask(method, params))

    def initialize(self) -> dict[str, Any]:
        """The handshake."""
        told = self.request(
            "initialize",
            {"protocolVersion": REVISION, "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}},
        )
        self.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        return told["result"]

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool."""
        told = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert "result" in told, told
        return told["result"]

    def succeed(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured content of a tool that has to succeed."""
        result = self.call(tool, **arguments)
        assert not result.get("isError"), result
        return result["structuredContent"]

    def fail(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The problem that a tool has to report."""
        return problem_of(self.call(tool, **arguments))

    def leave(self) -> int:
        """Close stdin, as a client that ends does; returns the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE_SECONDS)

    def errors(self) -> str:
        """What stderr held so far."""
        return b"".join(self._errors).decode()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.received.append(line)
            self._lines.put(line)
        self._lines.put(b"")

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self._errors.extend(self.process.stderr)
