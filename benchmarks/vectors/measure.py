"""One store of vectors: how fast it fills, answers and follows writes, how large it is, and what it misses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import apsw
import numpy as np

from adapters.sqlite.connection import connect, prepare
from adapters.sqlite.vectors import Near, Passage, VectorIndex, load_extension
from benchmarks.memory import memory_of
from benchmarks.vectors.made import Rows

SPACE = 1
PROJECTS = 20
"""Project 0 holds what has no project, so a scope is two of them: a tenth of the store."""
_DEPTH = 200
_BATCH = 5_000
_WRITES = 200
_EXACT_QUERIES = 5
_SCAN = "SELECT text_id, 1 - vec_distance_cosine(vector, ?) AS cosine FROM vectors ORDER BY cosine DESC LIMIT 200"


@dataclass(frozen=True)
class Times:
    """Milliseconds."""

    p50: float
    p95: float


@dataclass(frozen=True)
class Measures:
    """What one size gave. Times are of the deepest answer (200) unless named otherwise."""

    chunks: int
    puts_a_second: float
    moves_a_second: float
    slowest_put: float
    bytes_a_chunk: float
    numpy: Times
    exact: Times
    all: Times
    shallow: Times
    scoped: Times
    half: Times
    live_of_retired: Times
    all_of_retired: Times
    probe: Times
    put: Times
    recall_10: float
    recall_200: float
    recall_scoped: float
    first_search: float
    memory_before: float
    memory_after: float


def opened(path: Path) -> tuple[apsw.Connection, VectorIndex]:
    """A connection as the store opens it, and its index."""
    connection = connect(path, 1.0)
    assert load_extension(connection) is None
    prepare(connection, path)
    return connection, VectorIndex(connection)


def measure(path: Path, passages: Rows, queries: Rows) -> Measures:
    """Fill a new file with every passage as a live text, measure, and retire nine tenths of it."""
    connection, index = opened(path)
    puts, slowest = _fill(connection, index, passages)
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    size = path.stat().st_size / len(passages)
    projects = np.arange(len(passages)) % PROJECTS
    scope = [0, 7]
    searched = {
        "numpy": timed(queries, lambda query: np.argpartition(-(passages @ query), min(_DEPTH, len(passages) - 1))),
        "exact": timed(queries[:_EXACT_QUERIES], lambda q: connection.execute(_SCAN, (q.tobytes(),)).fetchall()),
        "all": timed(queries, lambda query: nearest(index, query)),
        "shallow": timed(queries, lambda query: nearest(index, query, 10)),
        "scoped": timed(queries, lambda query: nearest(index, query, projects=scope)),
        "half": timed(queries, lambda query: nearest(index, query, projects=list(range(PROJECTS // 2)))),
    }
    recalled = {
        "recall_10": _recall(index, passages, queries, 10, None, projects),
        "recall_200": _recall(index, passages, queries, 200, None, projects),
        "recall_scoped": _recall(index, passages, queries, 10, scope, projects),
    }
    probe, put = _writes(connection, index, passages)
    moves = _retire(connection, index, len(passages))
    retired = {
        "live_of_retired": timed(queries, lambda query: nearest(index, query, live_only=True)),
        "all_of_retired": timed(queries, lambda query: nearest(index, query)),
    }
    connection.close()
    return Measures(
        chunks=len(passages),
        puts_a_second=puts,
        moves_a_second=moves,
        slowest_put=slowest,
        bytes_a_chunk=size,
        probe=probe,
        put=put,
        first_search=0.0,
        memory_before=0.0,
        memory_after=0.0,
        **searched,
        **recalled,
        **retired,
    )


def first_search(path: Path, query: Rows) -> tuple[float, float, float]:
    """In a fresh process: milliseconds of the first search, and private memory in MB before and after it."""
    _, index = opened(path)
    before = memory_of().private
    start = time.perf_counter()
    nearest(index, query)
    return (time.perf_counter() - start) * 1e3, before, memory_of().private


def nearest(
    index: VectorIndex, query: Rows, k: int = _DEPTH, *, live_only: bool = False, projects: list[int] | None = None
) -> list[Near]:
    """A search by project and liveness."""
    return index.nearest(SPACE, query.tobytes(), k, live_only=live_only, projects=projects, kinds=None, texts=None)


def timed(queries: Iterable[Rows], ask: Callable[[Rows], object]) -> Times:
    """Each query once, after a first one that is not counted."""
    queries = list(queries)
    ask(queries[0])
    spent: list[float] = []
    for query in queries:
        start = time.perf_counter()
        ask(query)
        spent.append((time.perf_counter() - start) * 1e3)
    return _times(spent)


def _times(spent: list[float]) -> Times:
    return Times(float(np.quantile(spent, 0.5)), float(np.quantile(spent, 0.95)))


def _fill(connection: apsw.Connection, index: VectorIndex, passages: Rows) -> tuple[float, float]:
    spent: list[float] = []
    began = time.perf_counter()
    for start in range(0, len(passages), _BATCH):
        with connection:
            if not start:
                index.add_space(SPACE, passages.shape[1])
            for row in range(start, min(start + _BATCH, len(passages))):
                spent.append(_put(index, row, passages[row]))
    return len(passages) / (time.perf_counter() - began), max(spent)


def _put(index: VectorIndex, row: int, vector: Rows) -> float:
    start = time.perf_counter()
    index.put(SPACE, row + 1, row % PROJECTS, 0, True, [Passage(0, 100, vector.tobytes())])
    return (time.perf_counter() - start) * 1e3


def _writes(connection: apsw.Connection, index: VectorIndex, passages: Rows) -> tuple[Times, Times]:
    """One text a transaction, each looked up first among the live texts of its scope, as every write does."""
    draw = np.random.default_rng(1)
    probes: list[float] = []
    puts: list[float] = []
    for row in range(len(passages), len(passages) + _WRITES):
        vector = passages[draw.integers(len(passages))]
        connection.execute("BEGIN IMMEDIATE")
        start = time.perf_counter()
        nearest(index, vector, 3, live_only=True, projects=[0, row % PROJECTS])
        middle = time.perf_counter()
        _put(index, row, vector)
        connection.execute("COMMIT")
        probes.append((middle - start) * 1e3)
        puts.append((time.perf_counter() - middle) * 1e3)
    with connection:
        for row in range(len(passages), len(passages) + _WRITES):
            index.remove(row + 1)
    return _times(probes), _times(puts)


def _retire(connection: apsw.Connection, index: VectorIndex, number: int) -> float:
    began = time.perf_counter()
    for start in range(0, number, _BATCH):
        with connection:
            for row in range(start, min(start + _BATCH, number)):
                if row % 10:
                    index.move(row + 1, False)
    return 0.9 * number / (time.perf_counter() - began)


def _recall(
    index: VectorIndex, passages: Rows, queries: Rows, k: int, scope: list[int] | None, projects: Rows
) -> float:
    """The mean share of the k truly nearest that are found. An equal of the last of them counts as well as it."""
    inside = np.flatnonzero(np.isin(projects, scope)) if scope else np.arange(len(passages))
    k = min(k, len(inside))
    shares: list[float] = []
    for query in queries:
        cosines = passages[inside] @ query if scope else passages @ query
        last = np.partition(cosines, -k)[-k]
        found = nearest(index, query, k, projects=scope)
        shares.append(sum(near.cosine >= last - 1e-6 for near in found) / k)
    return float(np.mean(shares))
