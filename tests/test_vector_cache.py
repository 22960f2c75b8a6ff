"""What a vector index remembers between searches never differs from the file, whoever changed or undid what."""

from __future__ import annotations

import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import numpy as np
import pytest

from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors import Passage, VectorIndex, load_extension
from adapters.sqlite.vectors.cache import Cache
from adapters.sqlite.vectors.index import MILESTONES
from adapters.sqlite.vectors.tables import REMEMBERED_CHANGES

SPACE = 1
DIMENSIONS = 8


def vector(seed: int) -> bytes:
    """A vector of norm 1 that only the seed decides."""
    draw = random.Random(seed)  # noqa: S311
    raw = [draw.gauss(0.5, 1.0) for _ in range(DIMENSIONS)]
    norm = sum(value * value for value in raw) ** 0.5
    return array("f", [value / norm for value in raw]).tobytes()


class Lane:
    """One connection of several to one file, with its index."""

    def __init__(self, path: Path) -> None:
        self.connection = apsw.Connection(str(path))
        self.connection.transaction_mode = "IMMEDIATE"
        assert load_extension(self.connection) is None
        self.index = VectorIndex(self.connection, exact_up_to=16)

    def put(self, *text_ids: int) -> None:
        for text_id in text_ids:
            self.index.put(SPACE, text_id, 0, 0, True, [Passage(0, 1, vector(text_id))])

    def finds(self, text_id: int) -> bool:
        """Whether the text is live and the nearest to its own vector, which is compared exactly."""
        found = self.index.nearest(SPACE, vector(text_id), 1, live_only=True, projects=None, kinds=None, texts=None)
        return bool(found) and found[0].text_id == text_id and found[0].cosine > 0.9999

    @contextmanager
    def undone(self) -> Iterator[None]:
        """A write transaction of which nothing stays."""
        self.connection.execute("BEGIN IMMEDIATE")
        yield
        self.connection.execute("ROLLBACK")


@pytest.fixture
def lanes(tmp_path: Path) -> Iterator[tuple[Lane, Lane]]:
    one, other = Lane(tmp_path / "vectors.db"), Lane(tmp_path / "vectors.db")
    one.connection.pragma("journal_mode", "wal")
    with one.connection:
        one.index.create()
        one.index.add_space(SPACE, DIMENSIONS)
    yield one, other
    one.connection.close()
    other.connection.close()


def test_each_lane_sees_what_the_other_commits(lanes: tuple[Lane, Lane]) -> None:
    one, other = lanes
    for text_id in range(1, 40):
        with one.connection:
            one.put(text_id)
        assert other.finds(text_id)
        assert one.finds(text_id)
    with other.connection:
        other.index.move(5, False)
        other.index.remove(6)
    for lane in lanes:
        assert not lane.finds(5)
        assert not lane.finds(6)
        assert lane.finds(7)


def test_a_change_that_takes_the_number_of_an_undone_one_is_told_from_it(lanes: tuple[Lane, Lane]) -> None:
    one, other = lanes
    with one.undone():
        one.put(1)
        assert one.finds(1)
    with other.connection:
        other.put(2)
    assert one.finds(2)
    assert not one.finds(1)


def test_a_savepoint_can_be_undone_inside_a_transaction(lanes: tuple[Lane, Lane]) -> None:
    one, other = lanes
    with one.connection:
        one.put(1)
        one.connection.execute("SAVEPOINT inner")
        one.put(2)
        assert one.finds(2)
        one.connection.execute("ROLLBACK TO inner")
        one.put(3)
        assert one.finds(3)
        assert not one.finds(2)
    assert other.finds(1)
    assert other.finds(3)
    assert not other.finds(2)


def test_more_changes_than_are_remembered_are_not_missed(lanes: tuple[Lane, Lane]) -> None:
    one, other = lanes
    with one.connection:
        one.put(1, 2, 3)
    assert other.finds(1)
    with one.connection:
        one.index.move(1, False)
        for _ in range(REMEMBERED_CHANGES // 2 + 1):
            one.index.move(2, False)
            one.index.move(2, True)
    kept = one.connection.execute("SELECT count(*) FROM vector_changes").get
    assert kept == REMEMBERED_CHANGES
    assert not other.finds(1)
    assert other.finds(2)


def test_taking_a_centre_reaches_the_other_lane_and_can_be_undone(lanes: tuple[Lane, Lane]) -> None:
    one, other = lanes
    most = MILESTONES[0]
    with one.connection:
        one.put(*range(1, most))
    assert one.finds(5)
    assert other.finds(5)
    coded = "SELECT count(*) FROM vector_chunks WHERE code IS NOT NULL"
    with one.undone():
        one.put(most)
        assert one.connection.execute(coded).get == most
        assert one.finds(most)
        assert one.finds(5)
    assert one.connection.execute(coded).get == 0
    assert one.finds(5)
    assert not one.finds(most)
    with one.connection:
        one.put(most, most + 1)
    for lane in lanes:
        assert lane.connection.execute(coded).get == most + 1
        for text_id in (5, most, most + 1):
            assert lane.finds(text_id)


def test_a_cache_older_than_the_centre_gets_every_code(lanes: tuple[Lane, Lane]) -> None:
    one, other = lanes
    cache = Cache(Sql(other.connection), SPACE)
    with one.connection:
        one.put(*range(1, MILESTONES[0]))
    cache.refresh()
    query = np.frombuffer(vector(5), "<f4")
    assert cache.estimate(query, cache.select(live_only=True, projects=None, kinds=None)) is None
    with one.connection:
        one.put(MILESTONES[0])
    cache.refresh()
    estimates = cache.estimate(query, cache.select(live_only=True, projects=None, kinds=None))
    assert estimates is not None
    assert len(estimates) == MILESTONES[0]


def test_a_dropped_space_may_give_its_id_to_another(lanes: tuple[Lane, Lane]) -> None:
    one, other = lanes
    with one.connection:
        one.put(*range(1, MILESTONES[0] + 1))
    assert other.finds(1)
    with one.connection:
        for text_id in range(1, MILESTONES[0] + 1):
            one.index.remove(text_id)
    assert not other.finds(1)
    with one.connection:
        one.index.drop_space(SPACE)
        one.index.add_space(SPACE, DIMENSIONS)
    assert not other.finds(1)
    with one.connection:
        one.put(7)
    assert other.finds(7)
    assert one.finds(7)


def test_a_change_made_with_plain_sql_is_seen(lanes: tuple[Lane, Lane]) -> None:
    one, other = lanes
    with one.connection:
        one.put(1, 2)
    assert other.finds(1)
    one.connection.execute("UPDATE vector_chunks SET live = 0 WHERE text_id = 1")
    one.connection.execute("DELETE FROM vector_chunks WHERE text_id = 2")
    assert not other.finds(1)
    assert not other.finds(2)
    assert one.index.count(SPACE) == 1
    assert one.connection.execute("SELECT count(*) FROM vectors").get == 1


def test_numpy_is_not_imported_before_it_is_needed(tmp_path: Path) -> None:
    program = f"""
import sys, apsw
from adapters.sqlite.vectors import Passage, VectorIndex, load_extension
connection = apsw.Connection({str(tmp_path / "vectors.db")!r})
assert load_extension(connection) is None
index = VectorIndex(connection)
index.create()
index.add_space(1, 2)
index.put(1, 1, 0, 0, True, [Passage(0, 1, bytes(8))])
print("numpy" in sys.modules)
index.nearest(1, bytes(8), 1, live_only=False, projects=None, kinds=None, texts=None)
print("numpy" in sys.modules)
"""
    root = Path(__file__).parents[1]
    ran = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]
