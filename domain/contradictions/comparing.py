"""Comparing statements, two at a time and many together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from domain.contradictions.negation import negating_words, negation
from domain.contradictions.values import value_change
from domain.contradictions.words import content, roughly, words
from ports.records import Instant

_LEXICAL_FLOOR = 0.5
_LEAST_OVERLAP = 1 / 3
"""Below this share of common words neither rule finds anything: a changed value leaves more than that in place."""
_COMMON = 200
"""A word that more statements share than this tells none of them apart."""


class ConflictReason(StrEnum):
    """Why two statements cannot both stand."""

    NEGATION = "negation_diff"
    VALUE = "value_change"
    CONFIDENCE = "confidence_drift"


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that is held true, and since when."""

    id: str
    text: str
    valid_from: Instant
    recorded_at: Instant
    confidence: float = 0.7


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two statements that contradict each other; the newer became true, or was recorded, later."""

    older: Statement
    newer: Statement
    reasons: tuple[ConflictReason, ...]
    similarity: float
    detail: str


def compare(
    one: Statement,
    other: Statement,
    similarity: float | None,
    *,
    min_similarity: float = 0.75,
    min_confidence_drift: float = 0.2,
) -> Conflict | None:
    """The conflict between two statements, or None.

    `similarity` is their vectors' cosine where there is one; without it the share of their content words decides.
    """
    older, newer = sorted((one, other), key=lambda each: (each.valid_from, each.recorded_at))
    shared = overlap(older.text, newer.text)
    near = shared if similarity is None else similarity
    floor = _LEXICAL_FLOOR if similarity is None else min_similarity
    if near < floor:
        return None
    reasons: list[ConflictReason] = []
    details: list[str] = []
    denied = _denied(older.text, newer.text) if shared >= _LEXICAL_FLOOR else None
    if denied:
        reasons.append(ConflictReason.NEGATION)
        details.append(denied)
    change = value_change(words(older.text), words(newer.text), f"{older.text} {newer.text}")
    if change and not denied:
        reasons.append(ConflictReason.VALUE)
        details.append(f"{change.before} → {change.after}")
    if abs(older.confidence - newer.confidence) >= min_confidence_drift and shared >= _LEXICAL_FLOOR:
        reasons.append(ConflictReason.CONFIDENCE)
        details.append(f"confidence {older.confidence} → {newer.confidence}")
    return Conflict(older, newer, tuple(reasons), round(near, 4), "; ".join(details)) if reasons else None


def conflicts(
    statements: Sequence[Statement],
    similarity: Callable[[str, str], float | None],
    *,
    limit: int = 20,
    min_similarity: float = 0.75,
    min_confidence_drift: float = 0.2,
) -> list[Conflict]:
    """The conflicts among statements: contradictions before mere drifts of confidence, then the most similar first.

    Only statements that share a telling word are compared, and near-repeats that contradict nothing take no place.
    """
    found = [
        conflict
        for left, right in _candidates(statements)
        if (
            conflict := compare(
                left,
                right,
                similarity(left.id, right.id),
                min_similarity=min_similarity,
                min_confidence_drift=min_confidence_drift,
            )
        )
    ]
    found.sort(key=lambda one: (one.reasons == (ConflictReason.CONFIDENCE,), -one.similarity))
    return found[:limit]


def overlap(left: str, right: str) -> float:
    """The share of content words, negating words left out, that two statements have in common (Dice)."""
    return _dice(_telling(left), _telling(right))


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


@lru_cache(maxsize=4_096)
def _telling(text: str) -> frozenset[str]:
    denying = negating_words(text)
    return frozenset(roughly(word) for word in content(words(text)) if word not in denying)


def _denied(older: str, newer: str) -> str | None:
    """The negation that exactly one of the two has, if the rest is about the same."""
    old, new = negation(older), negation(newer)
    if (old is None) == (new is None):
        return None
    return f"negated by “{old or new}”"


def _candidates(statements: Sequence[Statement]) -> Iterable[tuple[Statement, Statement]]:
    """Pairs that share a telling word, and enough words for either rule."""
    telling = [_telling(statement.text) for statement in statements]
    holders: dict[str, list[int]] = defaultdict(list)
    for place, told in enumerate(telling):
        for word in told:
            holders[word].append(place)
    pairs = {pair for places in holders.values() if len(places) <= _COMMON for pair in combinations(places, 2)}
    return [
        (statements[left], statements[right])
        for left, right in sorted(pairs)
        if _dice(telling[left], telling[right]) >= _LEAST_OVERLAP
    ]
