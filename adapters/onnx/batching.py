"""Putting texts of like length into batches, so that little is computed for padding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from adapters.onnx.graph import Ids

TOKENS_A_BATCH = 512
"""Keeps two cores busy; more is slower, for its vectors leave the caches, and takes memory (benchmarks/embedders)."""


def length_buckets(lengths: Sequence[int], tokens_a_batch: int = TOKENS_A_BATCH) -> Iterator[list[int]]:
    """Places in batches, shortest first, each of at most so many tokens with its padding (or of one place)."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and lengths[place] * (len(batch) + 1) > tokens_a_batch:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def padded(rows: Sequence[Sequence[int]], pad_id: int) -> tuple[Ids, Ids]:
    """Ids and mask, each of shape (rows, longest row)."""
    shape = len(rows), max(len(row) for row in rows)
    ids, mask = np.full(shape, pad_id, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row
        mask[number, : len(row)] = 1
    return ids, mask
