"""What tests are made of: worlds over real files, and memories in few words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from adapters.hashing.embedder import HashingEmbedder
from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite.store import SqliteStore
from adapters.system import SystemClock, Uuid7Ids
from domain.context import Caller, Policy, World
from domain.ledger_clock import LedgerClock
from domain.rekeying import Keys
from domain.remember import learn
from entrypoints.arguments import parse
from ports.commands import Learn
from ports.vocabulary import ActorKind

AGENT = Caller(actor=ActorKind.AGENT, name="claude", client_name="claude-code", client_version="2.1")
PERSON = Caller(actor=ActorKind.PERSON, name="ada")
IMPORT = Caller(actor=ActorKind.IMPORT, name="import")


def make_world(path: Path, **changes: Any) -> World:
    """A world over a real file, with token hashes for vectors and the machine's clock."""
    store = SqliteStore(path, keys=Keys())
    world = World(
        store=store,
        embedder=HashingEmbedder(quiet=True),
        clock=LedgerClock(SystemClock(), store),
        ids=Uuid7Ids(),
        secrets=DetectSecretsScanner(),
        policy=Policy(),
    )
    return replace(world, **changes)


def learned(world: World, text: str, caller: Caller = AGENT, **fields: Any) -> str:
    """Store a learning; returns its id."""
    stored = learn(world, caller, parse(Learn, {"category": "insight", "content": text, **fields}))
    assert stored.id is not None
    return stored.id
