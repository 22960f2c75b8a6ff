"""The ledger's time over a real file: it follows what any process recorded, whatever the machine's clock says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import apsw

from adapters.sqlite.search import later_statement
from adapters.sqlite.sql import Sql
from adapters.sqlite.store import LAST_INSTANT, SqliteStore
from domain.context import World
from domain.ledger_clock import LedgerClock
from domain.retire import retire
from entrypoints.arguments import parse
from entrypoints.health import health
from ports.commands import Health, Retire
from ports.records import Instant
from tests.making import PERSON, learned, make_world

AHEAD, RIGHT = "2031-01-01T09:00:00.000000Z", "2026-03-01T09:00:00.000000Z"


@dataclass
class Stopped:
    """A clock that stands still."""

    moment: Instant

    def now(self) -> Instant:
        return self.moment

    def ahead(self) -> float:
        return 0.0


def world_at(path: Path, moment: Instant) -> World:
    store = SqliteStore(path)
    return make_world(path, store=store, clock=LedgerClock(Stopped(moment), store))


def test_another_process_s_instants_count(tmp_path: Path) -> None:
    early, late = (world_at(tmp_path / "memory.sqlite", moment) for moment in (RIGHT, AHEAD))
    assert early.clock.now() == RIGHT
    learned(late, "The lighthouse is red.")
    second = learned(early, "The lighthouse is tall.")
    with early.store.read() as reader:
        revision = reader.current(second)
        told = [one.at for one in reader.audit(after=0, limit=10)]
    assert revision is not None
    assert revision.recorded_at > AHEAD
    assert told == sorted(told)
    assert len(told) == 2
    for world in (early, late):
        world.store.close()


def test_a_clock_that_is_behind_closes_nothing_before_it_began(tmp_path: Path) -> None:
    late = world_at(tmp_path / "memory.sqlite", AHEAD)
    memory_id = learned(late, "The lighthouse is red.")
    late.store.close()
    early = world_at(tmp_path / "memory.sqlite", RIGHT)
    retire(early, PERSON, parse(Retire, {"id": memory_id, "reason": "obsolete"}))
    with early.store.read() as reader:
        first, last = reader.history(memory_id)
    assert first.expired_at == last.recorded_at
    assert last.valid_to is not None
    assert last.valid_from < last.valid_to
    early.store.close()


def test_a_slow_read_and_an_open_write_do_not_hold_it_up(tmp_path: Path) -> None:
    world = world_at(tmp_path / "memory.sqlite", RIGHT)
    learned(world, "The lighthouse is red.")
    with world.store.read(), world.store.write():
        assert world.store.last_instant() is not None
        assert world.clock.now() > RIGHT
    world.store.close()


def test_doctor_tells_how_far_the_clock_is_behind(tmp_path: Path) -> None:
    ahead = world_at(tmp_path / "memory.sqlite", AHEAD)
    learned(ahead, "The lighthouse is red.")
    assert health(ahead, Health()).clock_behind_seconds is None
    ahead.store.close()
    behind = world_at(tmp_path / "memory.sqlite", "2031-01-01T08:00:00.000000Z")
    assert health(behind, Health()).clock_behind_seconds == 3600
    behind.store.close()


def test_the_hot_statements_look_at_few_rows(tmp_path: Path) -> None:
    world = world_at(tmp_path / "memory.sqlite", RIGHT)
    learned(world, "The lighthouse is red.")
    world.store.close()
    sql = Sql(apsw.Connection(str(tmp_path / "memory.sqlite")))
    assert sql.plan(LAST_INSTANT) == ["SCAN audit"], "by its primary key, backwards, one row"
    steps = sql.plan(later_statement("1"), {"query": "red", "now": RIGHT, "most": 100})
    assert any("USING INDEX revisions_newest (valid_from>?)" in step for step in steps), steps
    assert not any(step.startswith("SCAN r") for step in steps), steps
    sql.connection.close()
