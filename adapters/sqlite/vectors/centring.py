"""Giving a space its centre, and its chunks their codes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors.codes import Coder, Floats, as_rows
from adapters.sqlite.vectors.tables import FORGET_CHANGES

_BATCH = 1024

NEXT_VECTORS = (
    "SELECT c.chunk_id, v.vector FROM vector_chunks c JOIN vectors v USING (chunk_id) "
    f"WHERE c.chunk_id > ? AND c.space_id = ? ORDER BY c.chunk_id LIMIT {_BATCH}"
)


def centre(sql: Sql, space_id: int) -> None:
    """Take the mean of a space's vectors as its centre, and make every chunk's code anew."""
    total, chunks = np.zeros(1), 0
    for ids, vectors in _batches(sql, space_id):
        total = total + vectors.sum(axis=0, dtype=np.float64)
        chunks += len(ids)
    mean = (total / chunks).astype("<f4")
    coder = Coder(mean)
    for ids, vectors in _batches(sql, space_id):
        sql.run_many(
            "UPDATE vector_chunks SET code = ? WHERE chunk_id = ?", zip(coder.encode(vectors), ids, strict=True)
        )
    sql.run("UPDATE vector_spaces SET centre = ?, centred_at = chunks WHERE space_id = ?", (mean.tobytes(), space_id))
    sql.run(FORGET_CHANGES)


def _batches(sql: Sql, space_id: int) -> Iterator[tuple[list[int], Floats]]:
    last = 0
    while rows := sql.rows(NEXT_VECTORS, (last, space_id)):
        ids = [int(row[0]) for row in rows]
        yield ids, as_rows([row[1] for row in rows])
        last = ids[-1]
