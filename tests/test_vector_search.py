"""Above a few thousand chunks codes choose what to compare: the answers stay those of an exact search."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from adapters.sqlite.vectors import Near, Passage, VectorIndex, load_extension
from adapters.sqlite.vectors.codes import Coder
from adapters.sqlite.vectors.ranking import by_rank

SPACE = 1
DIMENSIONS = 96
NUMBER = 3_000

Rows = NDArray[np.float32]


def made(number: int, seed: int) -> Rows:
    """Vectors like a model's: a common direction, clusters, and dimensions of unequal weight; of norm 1."""
    draw = np.random.default_rng(seed)
    weights = 1 / np.sqrt(1 + np.arange(DIMENSIONS))
    clusters = np.random.default_rng(1).normal(size=(40, DIMENSIONS))[draw.integers(40, size=number)]
    raw = 1.5 * weights.max() + weights * (clusters + draw.normal(size=(number, DIMENSIONS)))
    return (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def vectors() -> Rows:
    return made(NUMBER, seed=2)


@pytest.fixture(scope="module")
def index(vectors: Rows, tmp_path_factory: pytest.TempPathFactory) -> Iterator[VectorIndex]:
    """Every vector as a text of its row's number: a third each in projects 0 to 2, every tenth live."""
    connection = apsw.Connection(str(tmp_path_factory.mktemp("large") / "vectors.db"))
    assert load_extension(connection) is None
    index = VectorIndex(connection)
    with connection:
        index.create()
        index.add_space(SPACE, DIMENSIONS)
        connection.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(row,) for row in range(NUMBER)])
        for row, vector in enumerate(vectors):
            index.put(SPACE, row, row % 3, row % 5, row % 10 == 0, [Passage(0, 9, vector.tobytes())])
    assert connection.execute("SELECT count(*) FROM vector_chunks WHERE code IS NULL").get == 0
    yield index
    connection.close()


def nearest(
    index: VectorIndex,
    query: Rows,
    k: int,
    *,
    live_only: bool = False,
    projects: list[int] | None = None,
    kinds: list[int] | None = None,
    texts: tuple[str, dict[str, int]] | None = None,
    least: float = -math.inf,
) -> list[Near]:
    return index.nearest(
        SPACE, query.tobytes(), k, live_only=live_only, projects=projects, kinds=kinds, texts=texts, least=least
    )


def exactly(vectors: Rows, query: Rows, k: int, allowed: NDArray[np.bool_]) -> list[int]:
    return sorted(np.flatnonzero(allowed), key=lambda row: -float(vectors[row] @ query))[:k]


def recall(index: VectorIndex, vectors: Rows, k: int, allowed: NDArray[np.bool_], **scope: object) -> float:
    shares: list[float] = []
    for query in made(30, seed=3):
        found = {near.text_id for near in nearest(index, query, k, **scope)}  # type: ignore[arg-type]
        assert len(found) == k
        shares.append(len(found & set(exactly(vectors, query, k, allowed))) / k)
    return sum(shares) / len(shares)


rows = np.arange(NUMBER)
BROAD = ("SELECT n FROM numbers WHERE n % 7 <> :not", {"not": 3})
NARROW = ("SELECT n FROM numbers WHERE n % 100 = :rest", {"rest": 3})


@pytest.mark.parametrize(
    ("allowed", "scope"),
    [
        pytest.param(rows >= 0, {}, id="all"),
        pytest.param(rows % 3 != 1, {"projects": [0, 2]}, id="projects"),
        pytest.param(rows % 10 == 0, {"live_only": True}, id="live"),
        pytest.param((rows % 5 > 1) & (rows % 3 == 0), {"kinds": [2, 3, 4], "projects": [0]}, id="kinds"),
        pytest.param(rows % 7 != 3, {"texts": BROAD}, id="broad texts"),
        pytest.param(rows % 100 == 3, {"texts": NARROW}, id="narrow texts"),
    ],
)
def test_finds_what_an_exact_search_finds(
    index: VectorIndex, vectors: Rows, allowed: NDArray[np.bool_], scope: dict[str, object]
) -> None:
    assert recall(index, vectors, 10, allowed, **scope) >= 0.99
    assert recall(index, vectors, 30, allowed, **scope) >= 0.98


def test_leaves_out_what_is_below_the_least_cosine(index: VectorIndex, vectors: Rows) -> None:
    query = made(1, seed=4)[0]
    every = nearest(index, query, 50)
    least = every[19].cosine
    assert nearest(index, query, 50, least=least) == [near for near in every if near.cosine >= least]
    assert nearest(index, query, 5, least=least) == every[:5]
    assert nearest(index, query, 50, least=1.1) == []


def test_cosines_are_exact_and_in_order(index: VectorIndex, vectors: Rows) -> None:
    query = made(1, seed=4)[0]
    found = nearest(index, query, 50)
    assert len(found) == 50
    assert [near.cosine for near in found] == sorted((near.cosine for near in found), reverse=True)
    assert [near.cosine for near in found] == pytest.approx(
        [float(vectors[near.text_id] @ query) for near in found], abs=1e-5
    )


def test_asking_for_more_than_there_is_returns_everything(index: VectorIndex) -> None:
    assert len(nearest(index, made(1, seed=4)[0], 10 * NUMBER)) == NUMBER
    assert nearest(index, made(1, seed=4)[0], 0) == []


def test_many_chunks_of_one_text_do_not_crowd_out_others(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "long.db"))
    assert load_extension(connection) is None
    index = VectorIndex(connection)
    near, far = made(2_500, seed=5), made(30, seed=6)
    with connection:
        index.create()
        index.add_space(SPACE, DIMENSIONS)
        index.put(SPACE, 1, 0, 0, True, [Passage(at, at + 1, row.tobytes()) for at, row in enumerate(near)])
        for row, vector in enumerate(far):
            index.put(SPACE, 10 + row, 0, 0, True, [Passage(0, 1, (-vector).tobytes())])
    found = nearest(index, near[7], 20)
    assert len({one.text_id for one in found}) == 20
    assert (found[0].text_id, found[0].start) == (1, 7)
    connection.close()


@given(st.integers(0, 10_000), st.sampled_from([1, 3, 64, 65, 384]))
def test_estimates_lie_around_the_true_cosines(seed: int, dimensions: int) -> None:
    draw = np.random.default_rng(seed)
    vectors = draw.normal(loc=0.5, size=(400, dimensions)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    coder = Coder(vectors.mean(axis=0))
    codes = coder.decode(coder.encode(vectors[1:]))
    errors = coder.estimate(vectors[0], codes) - vectors[1:] @ vectors[0]
    assert codes.words.shape == (coder.width, 399)
    assert float(np.sqrt(np.mean(errors**2))) < 1.5 / np.sqrt(dimensions)


def test_a_vector_at_the_centre_has_a_code_too() -> None:
    centre = np.full(64, 0.125, np.float32)
    coder = Coder(centre)
    codes = coder.decode(coder.encode(centre[np.newaxis]))
    assert coder.estimate(centre, codes) == pytest.approx([1.0])


@given(
    st.lists(st.sampled_from([0.0, 0.1, 0.2, 0.3]) | st.floats(-1, 1, width=32), max_size=3_000),
    st.integers(1, 50),
)
def test_runs_hold_every_position_once_and_the_largest_values_first(values: list[float], first: int) -> None:
    array = np.array(values, np.float32)
    seen: list[int] = []
    for run in by_rank(array, first):
        seen.extend(run.positions.tolist())
        later = np.delete(array, seen)
        assert later.max(initial=-np.inf) <= run.rest
    assert sorted(seen) == list(range(len(values)))
    assert array[seen].tolist() == sorted(array.tolist(), reverse=True)
