"""Reciprocal Rank Fusion, and tie-breakers that stay tie-breakers.

Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods",
SIGIR 2009: a candidate's score is the sum of weight / (k + rank) over the lists that hold it, ranks counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ports.store import Refinement

AGREEMENT = "agreement"
"""The name of the third ranking."""


@dataclass(frozen=True, slots=True)
class TieBreakers:
    """Shares, 0 to 1 each, of the most that the tie-breakers may move a hit; `half_life_days` is recency's."""

    recency: float = 0.1
    use: float = 0.2
    importance: float = 0.3
    verified: float = 0.4
    half_life_days: float = 30.0


@dataclass(frozen=True, slots=True)
class FusionSettings:
    """RRF's constant, how deep each leg goes, and what each leg weighs; what a short memory takes from the one before.

    domain/following.py says why; `refinement` is how near vectors are told apart. benchmarks/retrieval chose all.
    """

    k: float = 10.0
    depth: int = 200
    lexical_weight: float = 1.0
    vector_weight: float = 1.0
    agreement_weight: float = 2.0
    following_share: float = 0.3
    refinement: Refinement = field(default_factory=lambda: Refinement(centring=0.9, sentences=0.5))
    tie_breakers: TieBreakers = field(default_factory=TieBreakers)


@dataclass(frozen=True, slots=True)
class Fused:
    """A candidate with its fused score and its rank (from 1) in each leg that found it.

    `lifted` is how much of the score it has for answering the memory `follows`.
    """

    id: str
    score: float
    ranks: Mapping[str, int]
    lifted: float = 0.0
    follows: str | None = None


def fuse(legs: Mapping[str, Sequence[str]], weights: Mapping[str, float], k: float) -> list[Fused]:
    """Fuse ranked lists of ids, best first. Equal scores keep the order of the first leg that holds them."""
    scores: dict[str, float] = {}
    ranks: dict[str, dict[str, int]] = {}
    for leg, ids in legs.items():
        for rank, candidate in enumerate(ids, start=1):
            scores[candidate] = scores.get(candidate, 0.0) + weights[leg] / (k + rank)
            ranks.setdefault(candidate, {})[leg] = rank
    fused = [Fused(candidate, score, ranks[candidate]) for candidate, score in scores.items()]
    return sorted(fused, key=lambda one: -one.score)


def agreement(
    scores: Mapping[str, Mapping[str, float]], floors: Mapping[str, float], weights: Mapping[str, float]
) -> list[str]:
    """A third ranking, by the sum of the legs' scores, each scaled from its floor to its best.

    Ranks alone forget by how much one hit is better than the next; this list remembers (Bruch, Gai and Ingber, "An
    Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023).
    """
    total: dict[str, float] = {}
    for leg, told in scores.items():
        span = max(told.values(), default=0.0) - floors[leg]
        for candidate, score in told.items():
            scaled = (score - floors[leg]) / span if span > 0 else 1.0
            total[candidate] = total.get(candidate, 0.0) + weights[leg] * scaled
    return sorted(total, key=lambda candidate: -total[candidate])


def largest_tie_break(settings: FusionSettings) -> float:
    """The most a tie-breaker may add: half the gap between the first and the second rank of the lighter leg."""
    weight = min(settings.lexical_weight, settings.vector_weight)
    return weight * (1 / (settings.k + 1) - 1 / (settings.k + 2)) / 2


def recency(age_days: float, half_life_days: float) -> float:
    """1 for something new, halved with every half-life; something of the future counts as new."""
    return 0.5 ** (max(age_days, 0.0) / half_life_days)


def familiarity(times_recalled: int) -> float:
    """0 for something never recalled, towards 1 with use; the fifth recall brings it to one half."""
    return times_recalled / (times_recalled + 5)
