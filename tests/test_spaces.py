"""Moving a store between embedding spaces: a kill in the middle, two servers at once, and what wins."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from domain import spaces
from domain.context import World
from domain.embedding import space_of
from domain.ledger import Draft, add
from domain.spaces import Standing, standing
from features.steps.swapping import OtherEmbedder
from ports.bodies import LearningBody
from ports.embedder import Role
from ports.store import Filter
from ports.vocabulary import Category, Kind
from tests.making import AGENT, PERSON, learned, make_world

ROOT = Path(__file__).resolve().parent.parent
MANY = 5_000


@pytest.fixture
def other(world: World, tmp_path: Path) -> Iterator[World]:
    """A second server on the same file, with another embedder."""
    made = make_world(tmp_path / "memory.sqlite", embedder=OtherEmbedder(quiet=True))
    yield made
    made.store.close()


def stands(world: World) -> Standing:
    with world.store.read() as reader:
        return standing(reader, space_of(world.embedder))


def silent(done: int, total: int) -> None:
    """Progress that nobody watches."""
    del done, total


def test_a_server_moves_the_store_to_a_space_it_never_had(world: World, other: World) -> None:
    learned(world, "Written under the first model.")
    assert (stands(world), stands(other)) == (Standing.ACTIVE, Standing.NEW)
    assert spaces.maintain(other, AGENT) == 1
    assert (stands(world), stands(other)) == (Standing.LEFT, Standing.ACTIVE)


def test_a_server_does_not_take_the_store_back(world: World, other: World) -> None:
    """Two servers would otherwise take it from each other in turns."""
    learned(world, "Written under the first model.")
    spaces.maintain(other, AGENT)
    assert spaces.maintain(world, AGENT) == 0
    assert stands(other) is Standing.ACTIVE
    assert spaces.reindex(world, PERSON, silent) == 1, "a person may"
    assert (stands(world), stands(other)) == (Standing.ACTIVE, Standing.LEFT)


def test_what_is_written_while_a_space_is_built_is_in_it(world: World, other: World) -> None:
    for number in range(40):
        learned(world, f"Fact number {number}.")
    seen: list[int] = []

    def meanwhile(done: int, total: int) -> None:
        seen.append(done)
        if len(seen) == 1:
            learned(world, "Written in the meantime.")

    assert spaces.reindex(other, PERSON, meanwhile) == 41
    with other.store.read() as reader:
        space = space_of(other.embedder)
        assert space is not None
        assert reader.pending_count(space) == 0
        vector = other.embedder.embed(["Written in the meantime."], Role.QUERY)[0]
        (hit,) = reader.nearest(space, vector, Filter(now=other.clock.now()), 1)
        assert hit.score > 0.99


def test_a_kill_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    world = make_world(tmp_path / "memory.sqlite")
    with world.store.write() as writer:
        for number in range(MANY):
            body = LearningBody(category=Category.INSIGHT, content=f"Fact {number} of five thousand.")
            add(writer, world, AGENT, Draft(body=body), world.clock.now())
    spaces.maintain(world, AGENT)
    assert stands(world) is Standing.ACTIVE
    filled = _killed_at(tmp_path / "memory.sqlite", MANY // 3)
    assert 0 < filled < MANY
    assert stands(world) is Standing.ACTIVE, "the old space is searched until the new one is whole"
    vector = world.embedder.embed(["Fact 7 of five thousand."], Role.QUERY)[0]
    space = space_of(world.embedder)
    assert space is not None
    with world.store.read() as reader:
        assert len(reader.nearest(space, vector, Filter(now=world.clock.now()), 5)) == 5
    other = make_world(tmp_path / "memory.sqlite", embedder=OtherEmbedder(quiet=True))
    assert spaces.reindex(other, PERSON, silent) == MANY - filled, "it goes on where it was"
    assert stands(other) is Standing.ACTIVE
    status = other.store.status()
    assert (status.pending, status.counts) == (0, {Kind.LEARNING: MANY})
    assert other.store.check() == []
    world.store.close()
    other.store.close()


def _killed_at(path: Path, done: int) -> int:
    """Reindex in a process that ends without notice once so many are done; how many it had filled."""
    program = textwrap.dedent(
        f"""
        import os
        from pathlib import Path
        from domain import spaces
        from features.steps.swapping import OtherEmbedder
        from tests.making import PERSON, make_world

        def progress(done, total):
            if done >= {done}:
                print(done, flush=True)
                os._exit(9)

        world = make_world(Path({str(path)!r}), embedder=OtherEmbedder(quiet=True))
        spaces.reindex(world, PERSON, progress)
        """
    )
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=False
    )
    assert told.returncode == 9, told.stderr
    return int(told.stdout)


def test_another_rule_of_cutting_is_another_space(world: World) -> None:
    space = space_of(world.embedder)
    assert space is not None
    assert replace(space, chunking="another").key != space.key
