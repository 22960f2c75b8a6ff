"""Several processes write one file while others read it: no row is lost, and nobody sees an error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from domain.doctor import chain_problems
from ports.store import Filter
from ports.vocabulary import Kind
from tests.making import make_world
from tests.process.guarding import wait_until
from tests.wire.talking import PATIENCE_SECONDS, ROOT

WRITERS, WRITES = 3, 25

# Each waits for the others at the file `go`, so that they also race for the making of the store.
WRITING = """
import sys, time
from pathlib import Path
from tests.making import learned, make_world
folder, name = Path(sys.argv[1]), sys.argv[2]
world = make_world(folder / "memory.sqlite")
(folder / name).touch()
while not (folder / "go").exists():
    time.sleep(0.001)
for number in range(int(sys.argv[3])):
    learned(world, f"Fact {number} of {name}.")
world.store.close()
"""
READING = """
import sys
from pathlib import Path
from domain.search import search
from ports.commands import Search
from tests.making import make_world
folder = Path(sys.argv[1])
world = make_world(folder / "memory.sqlite")
(folder / sys.argv[2]).touch()
searches = 0
while not (folder / "done").exists():
    search(world, Search(query=f"fact {searches} of writer"))
    searches += 1
world.store.close()
print(searches)
"""


def start(script: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_writers_and_a_reader_share_one_file(tmp_path: Path) -> None:
    names = [f"writer{number}" for number in range(WRITERS)]
    writers = [start(WRITING, str(tmp_path), name, str(WRITES)) for name in names]
    reader = start(READING, str(tmp_path), "reader")
    try:
        wait_until(lambda: all((tmp_path / name).exists() for name in [*names, "reader"]))
        (tmp_path / "go").touch()
        for writer in writers:
            _, errors = writer.communicate(timeout=PATIENCE_SECONDS)
            assert (writer.returncode, errors) == (0, "")
        (tmp_path / "done").touch()
        searches, errors = reader.communicate(timeout=PATIENCE_SECONDS)
        assert (reader.returncode, errors) == (0, "")
    finally:
        for process in [*writers, reader]:
            process.kill()
            process.wait(PATIENCE_SECONDS)
    assert int(searches) > 0
    world = make_world(tmp_path / "memory.sqlite")
    with world.store.read() as snapshot:
        texts = {one.body.text for one in snapshot.revisions(Filter(now=world.clock.now(), kinds=(Kind.LEARNING,)))}
        assert snapshot.last_audit().sequence == WRITERS * WRITES
    assert texts == {f"Fact {number} of {name}." for name in names for number in range(WRITES)}
    assert world.store.check() == []
    assert list(chain_problems(world.store)) == []
    world.store.close()
