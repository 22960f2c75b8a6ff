"""Vectors by the million, shaped like a model's: as many as are wanted, the same ones each time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]

DIMENSIONS = 384
_COMMON = 0.87
"""The norm of the mean of e5's passages: any two texts have a cosine above 0.7."""
_LARGEST, _DECAY = 0.026, 0.85
"""The variances of e5's principal components are about 0.026 / rank ** 0.85."""
_CLUSTER = 20
"""Texts to a topic; a topic explains half of where a text lies."""
_BATCH = 50_000


def made(number: int, queries: int) -> tuple[Rows, Rows]:
    """Passages and queries with the mean and the spectrum of e5's vectors, in clusters."""
    draw = np.random.default_rng(0)
    axes = np.linalg.qr(draw.normal(size=(DIMENSIONS, DIMENSIONS)))[0]
    spread = (np.sqrt(_LARGEST / np.arange(1, DIMENSIONS + 1) ** _DECAY)[:, np.newaxis] * axes).astype(np.float32)
    topics = draw.standard_normal((max(1, number // _CLUSTER), DIMENSIONS), np.float32)
    rows = np.empty((number + queries, DIMENSIONS), np.float32)
    for start in range(0, len(rows), _BATCH):
        part = rows[start : start + _BATCH]
        own = draw.standard_normal(part.shape, np.float32)
        own += topics[draw.integers(len(topics), size=len(part))]
        part[:] = normalised(own * np.float32(np.sqrt(0.5)) @ spread + _COMMON * axes[-1].astype(np.float32))
    return rows[:number], rows[number:]


def grown(real: Rows, number: int) -> Rows:
    """Real vectors and, beyond them, mixtures of two of them with noise of their own covariance."""
    draw = np.random.default_rng(0)
    mean = real.mean(axis=0)
    around = real - mean
    variances, axes = np.linalg.eigh(np.cov(around.T))
    spread = (np.sqrt(np.maximum(variances, 0)) * axes).T.astype(np.float32)
    rows = np.empty((number, real.shape[1]), np.float32)
    kept = min(number, len(real))
    rows[:kept] = real[draw.permutation(len(real))[:kept]]
    for start in range(kept, number, _BATCH):
        part = rows[start : start + _BATCH]
        first, second = draw.integers(len(real), size=(2, len(part)))
        share = draw.uniform(0.5, 1, (len(part), 1)).astype(np.float32)
        mixed = around[first] * share + around[second] * (1 - share)
        mixed += 0.5 * draw.standard_normal(part.shape, np.float32) @ spread
        mixed *= np.linalg.norm(around[first], axis=1, keepdims=True) / np.linalg.norm(mixed, axis=1, keepdims=True)
        part[:] = normalised(mixed + mean)
    return rows[draw.permutation(number)]


def normalised(rows: Rows) -> Rows:
    """The rows at norm 1."""
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
