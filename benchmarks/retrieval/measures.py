"""How good a ranking is: recall, hit, MRR and nDCG, and whether a difference is more than chance."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from statistics import mean


def recall(ranking: Sequence[str], gold: frozenset[str], k: int) -> float:
    """The fraction of gold among the first k."""
    return len(gold & set(ranking[:k])) / len(gold)


def hit(ranking: Sequence[str], gold: frozenset[str], k: int) -> float:
    """1 where any gold is among the first k."""
    return float(bool(gold & set(ranking[:k])))


def reciprocal_rank(ranking: Sequence[str], gold: frozenset[str]) -> float:
    """1 / the rank of the first gold, 0 where there is none."""
    return next((1 / rank for rank, name in enumerate(ranking, start=1) if name in gold), 0.0)


def ndcg(ranking: Sequence[str], gold: frozenset[str], k: int) -> float:
    """Normalised discounted cumulative gain with binary relevance (Järvelin and Kekäläinen, 2002)."""
    gained = sum(1 / math.log2(rank + 1) for rank, name in enumerate(ranking[:k], start=1) if name in gold)
    return gained / sum(1 / math.log2(rank + 1) for rank in range(1, min(len(gold), k) + 1))


def by_chance(floor: Sequence[float], other: Sequence[float], rounds: int = 2_000) -> float:
    """The p-value of a paired randomisation test (Smucker et al., CIKM 2007) of two systems' scores per question."""
    differences = [right - left for left, right in zip(floor, other, strict=True)]
    told = abs(mean(differences))
    chance = random.Random(0)  # noqa: S311 - a test statistic, not a secret
    as_large = sum(
        abs(mean(difference * chance.choice((-1, 1)) for difference in differences)) >= told for _ in range(rounds)
    )
    return (as_large + 1) / (rounds + 1)
