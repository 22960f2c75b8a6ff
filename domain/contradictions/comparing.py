"""Comparing statements, two at a time and many together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from domain.contradictions.negation import negating_words, negation
from domain.contradictions.values import MOST_WORDS, ValueChange, differ, value_change
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
    return _compared(one, other, lambda _one, _other: similarity, min_similarity, min_confidence_drift)


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
    `similarity` is asked only of pairs whose words already contradict each other.
    """
    compared = (
        _compared(left, right, similarity, min_similarity, min_confidence_drift)
        for left, right in _candidates(statements)
    )
    found = [conflict for conflict in compared if conflict is not None]
    found.sort(key=lambda one: (one.reasons == (ConflictReason.CONFIDENCE,), -one.similarity))
    return found[:limit]


def _compared(
    one: Statement,
    other: Statement,
    similarity: Callable[[str, str], float | None],
    min_similarity: float,
    min_confidence_drift: float,
) -> Conflict | None:
    older, newer = sorted((one, other), key=lambda each: (each.valid_from, each.recorded_at))
    told = _reasons(older, newer, min_confidence_drift)
    if not told:
        return None
    cosine = similarity(one.id, other.id)
    near = overlap(older.text, newer.text) if cosine is None else cosine
    if near < (_least_overlap(told) if cosine is None else min_similarity):
        return None
    return Conflict(older, newer, tuple(told), round(near, 4), "; ".join(told.values()))


def _least_overlap(told: Iterable[ConflictReason]) -> float:
    # A changed value has been found by all the rest being the same; in a short statement that rest is a word or two.
    return _LEAST_OVERLAP if ConflictReason.VALUE in told else _LEXICAL_FLOOR


def _reasons(older: Statement, newer: Statement, min_confidence_drift: float) -> dict[ConflictReason, str]:
    """What the words and the confidences of two statements say against each other, in words."""
    told: dict[ConflictReason, str] = {}
    alike = overlap(older.text, newer.text) >= _LEXICAL_FLOOR
    denied = _denied(older.text, newer.text) if alike else None
    if denied:
        told[ConflictReason.NEGATION] = denied
    elif change := _changed(older.text, newer.text):
        told[ConflictReason.VALUE] = f"{change.before} → {change.after}"
    if alike and abs(older.confidence - newer.confidence) >= min_confidence_drift:
        told[ConflictReason.CONFIDENCE] = f"confidence {older.confidence} → {newer.confidence}"
    return told


def _changed(older: str, newer: str) -> ValueChange | None:
    # Typing two texts is dear; a value's few words cannot make their words differ by more than this.
    if len(_telling(older) ^ _telling(newer)) > 4 * MOST_WORDS or _negated_once(older, newer):
        return None
    return value_change(older, newer)


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
    if not _negated_once(older, newer) or differ(older, newer, negating_words(older) | negating_words(newer)):
        return None
    return f"negated by “{negation(older) or negation(newer)}”"


def _negated_once(older: str, newer: str) -> bool:
    return (negation(older) is None) != (negation(newer) is None)


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
