"""An import that is interrupted is taken up again, and one that is interfered with says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.context import Caller, World
from domain.doctor import chain_problems
from domain.importing import work
from domain.importing.run import import_
from entrypoints.transfers import beside
from ports.errors import InvalidInput
from ports.transfer import Import, ImportAnswer, Way
from ports.vocabulary import Trust
from tests.making import AGENT, PERSON, learned
from tests.transfer.conftest import Filled
from tests.transfer.stores import believed, imported, knows, new_store, records, text_of


class PowerCutError(Exception):
    pass


def after(batches: int, then: Callable[[], Any]) -> Callable[[int, int], None]:
    """Progress that does something after a number of batches."""
    calls = 0

    def progress(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls == batches:
            then()

    return progress


def power_cut() -> None:
    raise PowerCutError


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "BATCH", 5)


def cut_off(target: World, caller: Caller, path: str, batches: int) -> None:
    """An import that ends in the middle, after a number of batches."""
    with pytest.raises(PowerCutError):
        import_(target, caller, beside(target), Import(path=path), after(batches, power_cut))


def part(answer: ImportAnswer) -> str:
    """Where a restore was cut off, by what the one that took it up found here already."""
    if not answer.unchanged:
        return "in the log"
    return "in the memories" if answer.revisions else "after the memories"


CUTS = {"in the log": 3, "in the memories": 14, "after the memories": 18}
everywhere = pytest.mark.parametrize("where", CUTS)


@everywhere
def test_it_is_taken_up_where_it_was_cut_off(filled: Filled, target: World, where: str) -> None:
    """A person gets the whole store back, with every word that a person vouched for."""
    cut_off(target, PERSON, filled.path, CUTS[where])
    answer = imported(target, filled.path, PERSON)
    assert (answer.way, part(answer)) == (Way.RESTORED, where)
    assert answer.results == ()
    assert text_of(target) == text_of(filled.world)
    assert chain_problems(target.store) == []


@everywhere
def test_an_assistants_restore_is_the_same_in_two_parts(
    filled: Filled, target: World, tmp_path: Path, where: str
) -> None:
    at_once = new_store(tmp_path, "at once")
    imported(at_once, filled.path, AGENT)
    cut_off(target, AGENT, filled.path, CUTS[where])
    answer = imported(target, filled.path, AGENT)
    assert (answer.way, part(answer)) == (Way.RESTORED, where)
    assert text_of(target) == text_of(at_once)
    assert chain_problems(target.store) == []
    at_once.store.close()


@pytest.mark.parametrize(
    ("first", "second", "where", "vouched"),
    [
        (PERSON, AGENT, "in the log", False),
        (PERSON, AGENT, "after the memories", True),
        (AGENT, PERSON, "in the log", True),
        (AGENT, PERSON, "after the memories", False),
    ],
)
def test_a_persons_word_comes_with_what_the_person_brought(
    filled: Filled, target: World, first: Caller, second: Caller, where: str, vouched: bool
) -> None:
    """Whoever takes a restore up speaks for the rest of it only."""
    cut_off(target, first, filled.path, CUTS[where])
    answer = imported(target, filled.path, second)
    assert (answer.way, part(answer)) == (Way.RESTORED, where)
    trust = believed(target, filled.ids["verified"]).trust
    assert trust is (Trust.VERIFIED if vouched else Trust.UNVERIFIED)
    assert (Trust.VERIFIED in {one["trust"] for one in records(target)}) is vouched
    assert chain_problems(target.store) == []


def test_a_merge_is_taken_up_where_it_was_cut_off(filled: Filled, target: World) -> None:
    learned(target, "Something of our own.")
    cut_off(target, AGENT, filled.path, 3)
    answer = imported(target, filled.path)
    assert answer.way is Way.MERGED
    assert answer.unchanged > 0
    assert knows(target, filled.ids["plain"])
    assert chain_problems(target.store) == []


def test_a_write_into_the_log_that_is_being_restored_is_noticed(filled: Filled, target: World) -> None:
    write = after(3, lambda: learned(target, "Somebody else writes."))
    with pytest.raises(InvalidInput) as raised:
        import_(target, AGENT, beside(target), Import(path=filled.path), write)
    assert raised.value.code == "RESTORE_INTERRUPTED"
    answer = imported(target, filled.path)
    assert answer.way is Way.MERGED
    assert "another program wrote" in (answer.notice or "")
    assert knows(target, filled.ids["plain"])
    assert chain_problems(target.store) == []
    assert target.store.check() == []


def test_a_write_after_the_log_simply_follows_it(filled: Filled, target: World) -> None:
    ids: list[str] = []
    write = after(18, lambda: ids.append(learned(target, "Somebody else writes.")))
    answer = import_(target, AGENT, beside(target), Import(path=filled.path), write)
    assert answer.way is Way.RESTORED
    assert len(ids) == 1
    assert knows(target, ids[0])
    assert chain_problems(target.store) == []
    rows = records(filled.world, "audit")
    assert records(target, "audit")[: len(rows)] == rows


def test_progress_is_told(filled: Filled, target: World) -> None:
    told: list[tuple[int, int]] = []
    import_(target, AGENT, beside(target), Import(path=filled.path), lambda done, total: told.append((done, total)))
    assert len(told) > 3
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert all(done <= total for done, total in told)
