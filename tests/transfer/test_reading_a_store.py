"""Reading a whole store in one snapshot, and trying something out on a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.sqlite.reader import LEDGER
from adapters.sqlite.store import SqliteStore
from domain.context import World
from ports.store import Filter
from ports.vocabulary import Kind
from tests.making import learned
from tests.transfer.conftest import Filled
from tests.transfer.stores import knows


def test_the_ledger_comes_memory_by_memory_and_oldest_first(filled: Filled) -> None:
    with filled.world.store.snapshot() as reader:
        for kind in Kind:
            told = [(one.memory_id, one.recorded_at) for one in reader.ledger(kind)]
            assert told
            assert told == sorted(told)
        uses = [one.memory_id for one in reader.all_uses()]
    assert uses == sorted(uses) != []


def test_the_ledger_is_read_in_the_order_of_an_index(filled: Filled) -> None:
    """So that the store need not sort it first, which would hold all of it."""
    with filled.world.store.snapshot() as reader:
        plan = reader._sql.plan(LEDGER, (Kind.LEARNING,))  # type: ignore[attr-defined]
    assert plan
    assert not [step for step in plan if "TEMP B-TREE" in step]


def test_a_snapshot_does_not_see_what_is_written_meanwhile_and_holds_nobody_up(target: World) -> None:
    first = learned(target, "The kettle is blue.")
    with target.store.snapshot() as reader:
        ledger = reader.ledger(Kind.LEARNING)
        assert next(ledger).memory_id == first
        second = learned(target, "The kettle is red.")
        with target.store.read() as other:
            assert other.current(second) is not None
        assert list(ledger) == []
        assert reader.current(second) is None


def test_ids_that_are_known(filled: Filled) -> None:
    with filled.world.store.read() as reader:
        held = [one.id for one in reader.ledger(Kind.DECISION)]
        assert reader.known([*held, "nobody"]) == frozenset(held)


def test_a_rehearsal_begins_with_what_is_here_and_leaves_nothing(target: World) -> None:
    memory_id = learned(target, "The kettle is blue.")
    with target.store.rehearsal() as copy:
        assert isinstance(copy, SqliteStore)
        folder = Path(copy.path).parent
        with copy.write() as writer:
            assert writer.current(memory_id) is not None
            writer.expire(writer.history(memory_id)[0].id, "2030-01-01T00:00:00.000000Z")
        assert copy.status().counts == {}
    assert not folder.exists()
    assert knows(target, memory_id)
    with target.store.read() as reader:
        assert reader.count(Filter(now="2031-01-01T00:00:00.000000Z")) == {Kind.LEARNING: 1}


def test_a_rehearsal_that_fails_leaves_nothing(target: World) -> None:
    folders: list[Path] = []

    def fail() -> None:
        with target.store.rehearsal() as copy:
            folders.append(Path(copy.status().path).parent)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert len(folders) == 1
    assert folders[0].name.startswith("palimpsest-")
    assert not folders[0].exists()
