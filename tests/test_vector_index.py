"""The vector index answers as a plain scan over every vector would, whatever was put, moved and removed before."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.sqlite.vectors import Near, Passage, VectorIndex, load_extension
from ports.errors import InvalidInput, StoreUnavailable

SPACE = 1
DIMENSIONS = 16


def unit(seed: int, dimensions: int = DIMENSIONS) -> list[float]:
    """A vector of norm 1 that only the seed decides; like a model's, it leans to a common direction."""
    draw = random.Random(seed)  # noqa: S311
    raw = [draw.gauss(1.0, 1.0) for _ in range(dimensions)]
    norm = math.sqrt(sum(value * value for value in raw))
    return [value / norm for value in raw]


def packed(vector: list[float]) -> bytes:
    return array("f", vector).tobytes()


def passage(seed: int, start: int = 0) -> Passage:
    return Passage(start, start + 10, packed(unit(seed)))


def open_index(path: Path | str) -> tuple[apsw.Connection, VectorIndex]:
    connection = apsw.Connection(str(path))
    connection.transaction_mode = "IMMEDIATE"
    connection.pragma("secure_delete", True)
    connection.pragma("journal_mode", "wal")
    assert load_extension(connection) is None
    return connection, VectorIndex(connection)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.db"


@pytest.fixture
def opened(path: Path) -> Iterator[tuple[apsw.Connection, VectorIndex]]:
    connection, index = open_index(path)
    with connection:
        index.create()
        index.add_space(SPACE, DIMENSIONS)
    yield connection, index
    connection.close()


def put(index: VectorIndex, text_id: int, *seeds: int, project: int = 0, kind: int = 0, live: bool = True) -> None:
    index.put(SPACE, text_id, project, kind, live, [passage(seed, 100 * at) for at, seed in enumerate(seeds)])


def search(
    index: VectorIndex,
    seed: int,
    k: int = 10,
    *,
    space: int = SPACE,
    live_only: bool = False,
    projects: list[int] | None = None,
    kinds: list[int] | None = None,
    texts: tuple[str, dict[str, int]] | None = None,
) -> list[Near]:
    return index.nearest(space, packed(unit(seed)), k, live_only=live_only, projects=projects, kinds=kinds, texts=texts)


def ids(found: list[Near]) -> list[int]:
    return [near.text_id for near in found]


@dataclass
class Model:
    """The index as a plain dictionary and a full scan."""

    texts: dict[int, tuple[int, int, bool, tuple[int, ...]]] = field(default_factory=dict)

    def nearest(
        self,
        seed: int,
        k: int,
        live_only: bool,
        projects: list[int] | None,
        kinds: list[int] | None,
        allowed: list[int] | None,
    ) -> list[tuple[float, int]]:
        scored = [
            (max(cosine(seed, one) for one in seeds), text_id)
            for text_id, (project, kind, live, seeds) in self.texts.items()
            if seeds
            and (live or not live_only)
            and (projects is None or project in projects)
            and (kinds is None or kind in kinds)
            and (allowed is None or text_id in allowed)
        ]
        return sorted(scored, key=lambda one: (-one[0], one[1]))[:k]


def cosine(left: int, right: int) -> float:
    return sum(a * b for a, b in zip(unit(left), unit(right), strict=True))


some_ids = st.integers(1, 12)
some_seeds = st.integers(1, 10_000)
scope = st.none() | st.lists(st.integers(0, 2), max_size=2)
steps = st.lists(
    st.one_of(
        st.tuples(
            st.just("put"),
            some_ids,
            st.integers(0, 2),
            st.integers(0, 2),
            st.booleans(),
            st.lists(some_seeds, max_size=3),
        ),
        st.tuples(st.just("move"), some_ids, st.booleans()),
        st.tuples(st.just("remove"), some_ids),
        st.tuples(st.just("rollback"), some_ids, some_seeds),
        st.tuples(
            st.just("search"),
            some_seeds,
            st.integers(1, 6),
            st.booleans(),
            scope,
            scope,
            st.none() | st.lists(some_ids, max_size=6),
        ),
    ),
    min_size=1,
    max_size=30,
)


@contextmanager
def rolled_back(connection: apsw.Connection) -> Iterator[None]:
    """A write transaction of which nothing stays."""
    connection.execute("BEGIN IMMEDIATE")
    yield
    connection.execute("ROLLBACK")


def apply(step: tuple, model: Model, connection: apsw.Connection, index: VectorIndex) -> None:
    match step:
        case ("put", text_id, project, kind, live, seeds):
            with connection:
                put(index, text_id, *seeds, project=project, kind=kind, live=live)
            model.texts[text_id] = (project, kind, live, tuple(seeds))
        case ("move", text_id, live):
            with connection:
                index.move(text_id, live)
            if text_id in model.texts:
                project, kind, _, seeds = model.texts[text_id]
                model.texts[text_id] = (project, kind, live, seeds)
        case ("remove", text_id):
            with connection:
                index.remove(text_id)
            model.texts.pop(text_id, None)
        case ("rollback", text_id, seed):
            with rolled_back(connection):
                put(index, text_id, seed)
                assert search(index, seed, 1)[0].cosine == pytest.approx(1.0, abs=1e-5)
        case ("search", seed, k, live_only, projects, kinds, allowed):
            texts = None
            if allowed is not None:
                texts = (
                    "SELECT value FROM json_each(:allowed)",
                    {"allowed": str(allowed)},
                )
            found = index.nearest(
                SPACE, packed(unit(seed)), k, live_only=live_only, projects=projects, kinds=kinds, texts=texts
            )
            expected = model.nearest(seed, k, live_only, projects, kinds, allowed)
            assert [near.cosine for near in found] == pytest.approx([score for score, _ in expected], abs=1e-5)
            assert set(ids(found)) == {text_id for _, text_id in expected}


@settings(max_examples=80, deadline=None)
@given(steps)
def test_answers_as_a_full_scan_would_through_two_connections(
    tmp_path_factory: pytest.TempPathFactory, history: list[tuple]
) -> None:
    path = tmp_path_factory.mktemp("model") / "vectors.db"
    lanes = [open_index(path), open_index(path)]
    with lanes[0][0]:
        lanes[0][1].create()
        lanes[0][1].add_space(SPACE, DIMENSIONS)
    model = Model()
    for at, step in enumerate(history):
        apply(step, model, *lanes[at % 2])
    for connection, index in lanes:
        apply(("search", 5, 12, False, None, None, None), model, connection, index)
        apply(("search", 5, 12, True, None, None, None), model, connection, index)
        connection.close()


def test_a_text_is_found_by_its_best_chunk(opened: tuple[apsw.Connection, VectorIndex]) -> None:
    connection, index = opened
    with connection:
        put(index, 7, 1, 2, 3)
        put(index, 8, 4)
    found = search(index, 2)
    assert ids(found) == [7, 8]
    assert (found[0].start, found[0].end) == (100, 110)
    assert found[0].cosine == pytest.approx(1.0, abs=1e-5)
    assert found[1].cosine == pytest.approx(cosine(2, 4), abs=1e-5)


def test_putting_again_replaces(opened: tuple[apsw.Connection, VectorIndex]) -> None:
    connection, index = opened
    with connection:
        put(index, 7, 1, 2, 3)
        put(index, 7, 4)
    assert index.count(SPACE) == 1
    assert search(index, 1)[0].cosine == pytest.approx(cosine(1, 4), abs=1e-5)


def test_a_rare_match_is_found_however_many_nearer_texts_lie_outside_the_filter(
    opened: tuple[apsw.Connection, VectorIndex],
) -> None:
    connection, index = opened
    with connection:
        for text_id in range(1, 200):
            put(index, text_id, 1, project=1)
        put(index, 500, 99, project=2, kind=3)
        put(index, 501, 98, project=2, kind=4, live=False)
    assert set(ids(search(index, 1, 5, projects=[2]))) == {500, 501}
    assert ids(search(index, 1, 5, projects=[2], live_only=True)) == [500]
    assert ids(search(index, 1, 5, kinds=[4])) == [501]
    assert ids(search(index, 1, 5, texts=("SELECT :wanted", {"wanted": 501}))) == [501]


def test_spaces_do_not_mix(opened: tuple[apsw.Connection, VectorIndex]) -> None:
    connection, index = opened
    with connection:
        index.add_space(2, 4)
        put(index, 7, 1)
        index.put(2, 7, 0, 0, True, [Passage(0, 3, packed(unit(1, 4)))])
        index.put(2, 8, 0, 0, True, [Passage(0, 3, packed(unit(2, 4)))])
    in_second = index.nearest(2, packed(unit(2, 4)), 5, live_only=True, projects=None, kinds=None, texts=None)
    assert ids(in_second) == [8, 7]
    assert ids(search(index, 1)) == [7]
    assert (index.has(SPACE, 7), index.has(SPACE, 8), index.has(2, 8)) == (True, False, True)
    with connection:
        index.drop_space(2)
    assert (index.count(SPACE), index.count(2), index.has(2, 8)) == (1, 0, False)
    assert index.nearest(2, packed(unit(2, 4)), 5, live_only=True, projects=None, kinds=None, texts=None) == []


def test_moving_and_removing_reach_every_space(opened: tuple[apsw.Connection, VectorIndex]) -> None:
    connection, index = opened
    with connection:
        index.add_space(2, DIMENSIONS)
        for space in (SPACE, 2):
            index.put(space, 7, 0, 0, True, [passage(1)])
            index.put(space, 8, 0, 0, True, [passage(2)])
        index.move(7, False)
    for space in (SPACE, 2):
        assert ids(search(index, 1, space=space, live_only=True)) == [8]
        assert ids(search(index, 1, space=space)) == [7, 8]
    with connection:
        index.remove(7)
    for space in (SPACE, 2):
        assert ids(search(index, 1, space=space)) == [8]
        assert not index.has(space, 7)


def test_similarity_is_the_best_cosine_between_chunks(opened: tuple[apsw.Connection, VectorIndex]) -> None:
    connection, index = opened
    with connection:
        put(index, 7, 1, 2)
        put(index, 8, 3, 2)
        put(index, 9, 3)
    assert index.similarity(SPACE, 7, 8) == pytest.approx(1.0, abs=1e-5)
    assert index.similarity(SPACE, 7, 9) == pytest.approx(max(cosine(1, 3), cosine(2, 3)), abs=1e-5)
    assert index.similarity(SPACE, 7, 404) is None


def test_another_connection_sees_commits_and_never_what_was_rolled_back(
    opened: tuple[apsw.Connection, VectorIndex], path: Path
) -> None:
    connection, index = opened
    other_connection, other = open_index(path)
    with connection:
        put(index, 7, 1)
    assert ids(search(other, 1)) == [7]
    with rolled_back(connection):
        put(index, 8, 2)
        index.move(7, False)
        assert ids(search(index, 2, live_only=True)) == [8]
        assert ids(search(other, 2, live_only=True)) == [7]
    assert ids(search(index, 2, live_only=True)) == [7]
    with other_connection:
        put(other, 9, 3)
    assert ids(search(index, 3)) == [9, 7]
    assert ids(search(other, 3)) == [9, 7]
    other_connection.close()


def test_a_snapshot_does_not_change_under_its_reader(opened: tuple[apsw.Connection, VectorIndex], path: Path) -> None:
    connection, index = opened
    other_connection, other = open_index(path)
    with connection:
        put(index, 7, 1)
    other_connection.execute("BEGIN")
    assert ids(search(other, 1)) == [7]
    with connection:
        put(index, 8, 2)
        index.remove(7)
    assert ids(search(other, 1)) == [7]
    other_connection.execute("ROLLBACK")
    assert ids(search(other, 1)) == [8]
    other_connection.close()


def test_removed_bytes_leave_the_file(opened: tuple[apsw.Connection, VectorIndex], path: Path) -> None:
    connection, index = opened
    with connection:
        put(index, 7, 1)
        put(index, 8, 2)
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    assert packed(unit(1)) in path.read_bytes()
    with connection:
        index.remove(7)
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    assert packed(unit(1)) not in path.read_bytes()
    assert packed(unit(2)) in path.read_bytes()


def test_a_vector_of_another_size_is_refused(opened: tuple[apsw.Connection, VectorIndex]) -> None:
    _, index = opened
    with pytest.raises(InvalidInput) as caught:
        index.put(SPACE, 7, 0, 0, True, [Passage(0, 3, packed(unit(1, 4)))])
    assert caught.value.code == "WRONG_DIMENSIONS"
    assert index.count(SPACE) == 0


def test_without_sqlite_vec_writing_works_and_searching_says_why(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "bare.db"))
    index = VectorIndex(connection)
    with connection:
        index.create()
        index.add_space(SPACE, DIMENSIONS)
        put(index, 7, 1)
        index.move(7, False)
    assert index.has(SPACE, 7)
    with pytest.raises(StoreUnavailable) as caught:
        search(index, 1)
    assert caught.value.code == "VECTORS_UNAVAILABLE"
    assert load_extension(connection) is None
    assert ids(search(index, 1)) == [7]
    connection.close()
