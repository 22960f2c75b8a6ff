"""An import that is interrupted is taken up again, and one that is interfered with says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.context import World
from domain.doctor import chain_problems
from domain.importing import work
from domain.importing.run import import_
from entrypoints.transfers import beside
from ports.errors import InvalidInput
from ports.transfer import Import, Way
from tests.making import AGENT, learned
from tests.transfer.conftest import Filled
from tests.transfer.stores import imported, knows, records, text_of


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


@pytest.mark.parametrize(
    ("occupied", "batches"), [(False, 3), (False, 18), (True, 3)], ids=["in the log", "in the memories", "merging"]
)
def test_it_is_taken_up_where_it_was_cut_off(filled: Filled, target: World, occupied: bool, batches: int) -> None:
    if occupied:
        learned(target, "Something of our own.")
    with pytest.raises(PowerCutError):
        import_(target, AGENT, beside(target), Import(path=filled.path), after(batches, power_cut))
    answer = imported(target, filled.path)
    assert answer.way is (Way.MERGED if occupied else Way.RESTORED)
    assert chain_problems(target.store) == []
    assert knows(target, filled.ids["plain"])
    if occupied:
        assert answer.unchanged > 0
    else:
        assert text_of(target) == text_of(filled.world)


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
