"""What the rules may expect of any clock and of any source of ids."""

from __future__ import annotations

import re
import threading
import uuid

import pytest

from adapters.system import SystemClock, Uuid7Ids
from features.steps.notebook import SteppingClock
from ports.clock import Clock, Ids

CLOCKS = {"system": SystemClock, "stepping": lambda: SteppingClock("2026-03-01T09:00:00Z")}
INSTANT = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$")


@pytest.fixture(params=CLOCKS)
def clock(request: pytest.FixtureRequest) -> Clock:
    return CLOCKS[request.param]()


def test_instants_have_one_width_and_text_order_is_time_order(clock: Clock) -> None:
    told = [clock.now() for _ in range(500)]
    assert all(INSTANT.match(moment) for moment in told)
    assert told == sorted(told)


def test_no_instant_is_told_twice(clock: Clock) -> None:
    told = [clock.now() for _ in range(500)]
    assert len(set(told)) == len(told)


def test_the_system_clock_never_repeats_itself_across_threads() -> None:
    clock, told = SystemClock(), list[str]()

    def look() -> None:
        told.extend(clock.now() for _ in range(500))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(told)) == 2_000


def test_ids_are_uuids_of_version_seven_and_never_the_same() -> None:
    ids: Ids = Uuid7Ids()
    told = [ids.new() for _ in range(1_000)]
    assert len(set(told)) == 1_000
    assert {uuid.UUID(one).version for one in told} == {7}
    assert all(one == str(uuid.UUID(one)) for one in told)
