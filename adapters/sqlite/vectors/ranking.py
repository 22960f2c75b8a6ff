"""The best of many estimates first, without ordering them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

_POOL = 8
"""How many times a first run's length is ordered at once."""
_SAMPLED = 128
"""How many values of a sample stand above a threshold: it errs by about a tenth."""


@dataclass(frozen=True)
class Run:
    """Positions of values, largest first, and an upper bound of every value that comes in a later run."""

    positions: NDArray[np.intp]
    rest: float


def by_rank(values: NDArray[np.float32], first: int) -> Iterator[Run]:
    """Runs of the positions of all values, largest first, each about half as long as all before it together."""
    ceiling, wanted = np.inf, _POOL * first
    while ceiling > -np.inf:
        floor = _threshold(values, wanted)
        pool = np.flatnonzero((values >= floor) & (values < ceiling))
        pool = pool[np.argsort(-values[pool])]
        yield from _runs(values, pool, first if ceiling == np.inf else wanted // (2 * _POOL), floor)
        ceiling, wanted = floor, wanted * _POOL


def _threshold(values: NDArray[np.float32], wanted: int) -> float:
    """A value that about `wanted` are not below, judged by a sample; minus infinity when that is most of them."""
    if 2 * wanted >= len(values):
        return -np.inf
    step = max(1, wanted // _SAMPLED)
    sample, rank = values[::step], wanted // step
    return float(np.partition(sample, -rank)[-rank])


def _runs(values: NDArray[np.float32], pool: NDArray[np.intp], first: int, floor: float) -> Iterator[Run]:
    cuts = [0]
    length = first
    while cuts[-1] + length < len(pool):
        cuts.append(cuts[-1] + length)
        length = max(first, cuts[-1] // 2)
    for start, end in pairwise([*cuts, len(pool)]):
        yield Run(pool[start:end], float(values[pool[end]]) if end < len(pool) else floor)
