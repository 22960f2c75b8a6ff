"""The server as a client starts it: how long until it has answered `initialize`, and what it then holds in memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.memory import Memory, memory_of

ROOT = Path(__file__).parent.parent.parent
_ROUNDS = 11
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}},
}


@dataclass(frozen=True)
class Start:
    """Medians of rounds in which the two take turns: milliseconds, and the first as a ratio to the second."""

    ours: float
    import_mcp: float
    ratio: float


def start(database: Path) -> Start:
    """From starting the server to its answer to `initialize`, beside `python -c "import mcp"`."""
    pairs = [(_handshake(database), _import_mcp()) for _ in range(_ROUNDS + 1)][1:]
    ours, floor = (statistics.median(column) for column in zip(*pairs, strict=True))
    return Start(ours, floor, statistics.median(one / other for one, other in pairs))


def memory_after_initialize(database: Path) -> Memory:
    """What the server holds once it has answered `initialize`, before anything asks for the store or the model."""
    with _answered(database) as server:
        return memory_of(server.pid)


def _handshake(database: Path) -> float:
    began = time.perf_counter()
    with _answered(database):
        return (time.perf_counter() - began) * 1e3


@contextmanager
def _answered(database: Path) -> Generator[subprocess.Popen[bytes]]:
    """A server that has answered `initialize`; it ends with the block."""
    server = subprocess.Popen(
        [sys.executable, str(ROOT / "palimpsest.py"), "serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PALIMPSEST_DB": str(database)},
    )
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        server.stdin.write(json.dumps(_HELLO).encode() + b"\n")
        server.stdin.flush()
        assert b'"result"' in server.stdout.readline()
        yield server
    finally:
        server.kill()
        server.communicate()


def _import_mcp() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import mcp"], check=True)
    return (time.perf_counter() - began) * 1e3
