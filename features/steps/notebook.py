"""One person's notebook: the real rules over the real SQLite adapter, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pytest_bdd import given

from adapters.hashing.embedder import HashingEmbedder
from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite.store import SqliteStore
from adapters.system import Uuid7Ids
from domain.cases import Case
from domain.context import Caller, Policy, World
from domain.ledger_clock import LedgerClock
from domain.rekeying import Keys
from entrypoints.arguments import parse
from entrypoints.mcp.service import Service
from ports.bodies import Shape
from ports.errors import PalimpsestError
from ports.instants import parse_instant
from ports.records import Instant
from ports.vocabulary import ActorKind


class SteppingClock:
    """A clock that a scenario sets, and that moves on by a millisecond with every look."""

    def __init__(self, start: str) -> None:
        self.set(start)

    def set(self, moment: str) -> None:
        self._base = parse_instant(moment)
        self._looks = 0

    def now(self) -> Instant:
        self._looks += 1
        return f"{self._base[:20]}{self._looks * 1000:06d}Z"

    def ahead(self) -> float:
        return 0.0


@dataclass
class Notebook:
    """What a scenario acts on, and what came of its last act."""

    world: World
    clock: SteppingClock
    caller: Caller
    answer: Any = None
    error: PalimpsestError | None = None
    shown: Case | None = None
    ids: dict[str, str] = field(default_factory=dict)
    connections: dict[str, Service] = field(default_factory=dict)

    def act(self, handler: Callable[..., Shape], command: type[Shape], arguments: Mapping[str, Any]) -> None:
        """Run a rule as the current caller; keep its answer, or the error it ended with."""
        self.answer, self.error = None, None
        given_arguments = {name: value for name, value in arguments.items() if value is not None}
        try:
            self.answer = handler(self.world, self.caller, parse(command, given_arguments))
        except PalimpsestError as error:
            self.error = error

    def succeeded(self) -> Any:
        """The last act's answer; fails where it ended with an error."""
        assert self.error is None, f"{self.error.code}: {self.error}"
        assert self.answer is not None
        return self.answer

    def failed(self, code: str) -> PalimpsestError:
        """The last act's error; fails where it succeeded or failed otherwise."""
        assert self.error is not None, f"expected {code}, got {self.answer}"
        assert self.error.code == code, str(self.error)
        return self.error


AGENT = Caller(actor=ActorKind.AGENT, name="claude", client_name="claude-code", client_version="2.1")
PERSON = Caller(actor=ActorKind.PERSON, name="ada", client_name="palimpsest cli", client_version="1")


def make_world(path: Path, clock: SteppingClock, policy: Policy | None = None) -> World:
    """A world over a real file, with token hashes in place of a model."""
    store = SqliteStore(path, keys=Keys())
    return World(
        store=store,
        embedder=HashingEmbedder(),
        clock=LedgerClock(clock, store),
        ids=Uuid7Ids(),
        secrets=DetectSecretsScanner(),
        policy=policy or Policy(),
    )


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Notebook]:
    clock = SteppingClock("2026-03-01T09:00:00Z")
    world = make_world(tmp_path / "memory.sqlite", clock)
    yield Notebook(world, clock, AGENT)
    world.store.close()


@given("an empty notebook")
def _(notebook: Notebook) -> None:
    with notebook.world.store.read() as reader:
        assert reader.last_audit() is None
