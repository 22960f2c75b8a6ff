"""A kill, or a lost race, never leaves half a write."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from domain.doctor import chain_problems
from ports.store import Filter
from ports.vocabulary import Kind
from tests.making import learned, make_world
from tests.process.guarding import wait_until
from tests.process.killing import killed_at
from tests.wire.talking import PATIENCE_SECONDS, RawServer, environment

MANY = [{"category": "insight", "content": f"Fact number {number} of the batch."} for number in range(500)]


def sound(path: Path) -> int:
    """How many learnings a store holds that has nothing wrong with it."""
    world = make_world(path)
    assert world.store.check() == []
    assert list(chain_problems(world.store)) == []
    with world.store.read() as reader:
        count = reader.count(Filter(now=world.clock.now())).get(Kind.LEARNING, 0)
        audited = [row for row in reader.audit(0, 10_000) if row.memory_id]
        assert len(audited) == sum(reader.count(Filter(now=world.clock.now())).values()), "a row of the log for each"
    assert learned(world, "Written afterwards.")
    world.store.close()
    return count


@pytest.mark.parametrize("grown", [1, 500_000])
def test_a_server_killed_while_it_writes(tmp_path: Path, grown: int) -> None:
    """The kill comes when the write-ahead log has grown by so many bytes: before, in or after the commit."""
    log = tmp_path / "memory.sqlite-wal"
    with RawServer(environment(tmp_path)) as server:
        server.succeed("memory_session_start")
        before = log.stat().st_size
        server.ask("tools/call", {"name": "memory_learn_bulk", "arguments": {"items": MANY}})
        wait_until(lambda: log.stat().st_size >= before + grown)
        server.process.kill()
        server.process.wait(PATIENCE_SECONDS)
    assert sound(tmp_path / "memory.sqlite") in (0, len(MANY))


def test_a_process_killed_inside_a_unit_of_work(tmp_path: Path) -> None:
    """Between two statements of one write: nothing of it is there afterwards."""
    whole = write(tmp_path / "whole.sqlite", 0)
    assert whole.returncode == 0, whole.stderr
    statements = int(whole.stdout)
    assert statements >= 10
    for share in (0.3, 0.9):
        killed = write(tmp_path / f"killed at {share}.sqlite", int(statements * share))
        assert killed.returncode == -9
        assert sound(tmp_path / f"killed at {share}.sqlite") == 1


def write(path: Path, kill_at: int) -> subprocess.CompletedProcess[str]:
    return killed_at(path, kill_at, 'learned(world, "Stored before.")', 'learned(world, "Interrupted.")')
