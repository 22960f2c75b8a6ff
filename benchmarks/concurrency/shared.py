"""What the processes of the benchmark agree on."""

from __future__ import annotations

from pathlib import Path

from adapters.hashing.embedder import HashingEmbedder
from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite.store import SqliteStore
from adapters.system import SystemClock, Uuid7Ids
from domain.context import Caller, World
from ports.vocabulary import ActorKind

CALLER = Caller(actor=ActorKind.AGENT, name="benchmark")
GO, DONE = "go", "done"
"""Files by which the processes wait for one another."""


def opened(folder: Path) -> World:
    """The real store in a folder, with token hashes for vectors."""
    return World(
        SqliteStore(folder / "memory.sqlite"),
        HashingEmbedder(quiet=True),
        SystemClock(),
        Uuid7Ids(),
        DetectSecretsScanner(),
    )
