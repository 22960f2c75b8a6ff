"""Ten thousand records go through a process that holds only a batch of them at a time.

benchmarks/transfer measures the same in megabytes, for a hundred thousand.
"""

from __future__ import annotations

import gc
import json
from pathlib import Path

from domain.context import World
from domain.exporting import Choice, Contents, envelope_lines
from domain.importing import work
from domain.importing.run import import_
from entrypoints.transfers import beside
from ports.records import Revision
from ports.transfer import Import
from ports.vocabulary import Kind
from tests.making import AGENT

RECORDS = 10_000


def held() -> int:
    """How many revisions the process holds."""
    return sum(isinstance(one, Revision) for one in gc.get_objects())


def write_sessions(file: Path) -> None:
    """Sessions that left nothing: the cheapest memories there are, so that there can be many."""
    sessions = ({"id": str(number), "startedAt": "2026-01-01 00:00:00"} for number in range(RECORDS))
    with file.open("w") as stream:
        stream.write('{"format":"studiomeyer-memory-export","version":1,"sessions":[')
        stream.writelines(f"{',' * (place > 0)}{json.dumps(one)}" for place, one in enumerate(sessions))
        stream.write("]}")


def test_an_import_and_an_export_hold_a_batch_at_a_time(target: World, tmp_path: Path) -> None:
    write_sessions(tmp_path / "many.json")
    before, seen = held(), list[int]()
    command = Import(path=str(tmp_path / "many.json"))
    answer = import_(target, AGENT, beside(target), command, lambda done, total: seen.append(held() - before))
    assert answer.added == {Kind.SESSION: RECORDS}
    assert len(seen) == RECORDS // work.BATCH
    assert 0 < max(seen) <= 3 * work.BATCH < RECORDS

    with target.store.snapshot() as reader:
        lines = envelope_lines(reader, Choice(), Contents(), "2026-01-01T00:00:00.000000Z")
        most = max(held() - before for number, _ in enumerate(lines) if number % 2_000 == 1)
    assert most <= 10
