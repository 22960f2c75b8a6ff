"""Comparing statements, two at a time and many together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, product

from domain.contradictions.negation import negating_words, negation
from domain.contradictions.values import MOST_WORDS, ValueChange, differ, value_change
from domain.contradictions.words import content, roughly, words
from ports.records import Instant

_LEXICAL_FLOOR = 0.5
_LEAST_OVERLAP = 1 / 3
"""Below this share of common words neither rule finds anything: a changed value leaves more than that in place."""
_COMMON = 200
"""A word that more statements share than this tells none of them apart."""
LONGEST_COMPARED = 2_000
"""Characters from the beginning of a text that are compared."""
_LOOKS_A_PAIR = 10
"""Counting the words that two statements share is so much cheaper than comparing them."""


def _unhindered() -> None:
    """Nobody waits, and nobody stops it."""


@dataclass(slots=True)
class Effort:
    """How many pairs may be compared, the likeliest first; `checkpoint` is called before each.

    What is left is known afterwards, so that several groups can share one effort: `pairs` of those that may be
    compared, `left_out` of those that were likely and were not.
    """

    pairs: int = 20_000
    checkpoint: Callable[[], None] = _unhindered
    left_out: int = 0

    def spend(self) -> bool:
        """Whether one more pair may be compared."""
        self.checkpoint()
        if self.pairs <= 0:
            self.left_out += 1
            return False
        self.pairs -= 1
        return True


class ConflictReason(StrEnum):
    """Why two statements cannot both stand."""

    NEGATION = "negation_diff"
    VALUE = "value_change"
    CONFIDENCE = "confidence_drift"


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that is held true, and since when. In two scopes opposite things may hold; no scope is every one."""

    id: str
    text: str
    valid_from: Instant
    recorded_at: Instant
    confidence: float = 0.7
    scope: str | None = None

    @property
    def compared(self) -> str:
        """The part of the text that is compared: of a long one its beginning, up to a word's end."""
        if len(self.text) <= LONGEST_COMPARED:
            return self.text
        return self.text[:LONGEST_COMPARED].rsplit(maxsplit=1)[0]


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
    effort: Effort | None = None,
) -> list[Conflict]:
    """The conflicts among statements: contradictions before mere drifts of confidence, then the most similar first.

    Only statements that share a telling word are compared, and near-repeats that contradict nothing take no place.
    `similarity` is asked only of pairs whose words already contradict each other.
    """
    found: list[tuple[bool, float, tuple[int, int], Conflict]] = []
    for pair in _candidates(statements, effort or Effort()):
        left, right = (statements[place] for place in pair)
        conflict = _compared(left, right, similarity, min_similarity, min_confidence_drift)
        if conflict is not None:
            found.append((conflict.reasons == (ConflictReason.CONFIDENCE,), -conflict.similarity, pair, conflict))
    return [conflict for *_, conflict in sorted(found, key=lambda one: one[:3])[:limit]]


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
    near = overlap(older.compared, newer.compared) if cosine is None else cosine
    if near < (_least_overlap(told) if cosine is None else min_similarity):
        return None
    return Conflict(older, newer, tuple(told), round(near, 4), "; ".join(told.values()))


def _least_overlap(told: Iterable[ConflictReason]) -> float:
    # A changed value has been found by all the rest being the same; in a short statement that rest is a word or two.
    return _LEAST_OVERLAP if ConflictReason.VALUE in told else _LEXICAL_FLOOR


def _reasons(older: Statement, newer: Statement, min_confidence_drift: float) -> dict[ConflictReason, str]:
    """What the words and the confidences of two statements say against each other, in words."""
    told: dict[ConflictReason, str] = {}
    said, then = newer.compared, older.compared
    shared = overlap(then, said)
    if shared < _LEAST_OVERLAP:
        return told
    alike = shared >= _LEXICAL_FLOOR
    denied = _denied(then, said) if alike else None
    if denied:
        told[ConflictReason.NEGATION] = denied
    elif change := _changed(then, said):
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


def telling_words(text: str, most: int) -> list[str]:
    """At most so many of the words that say what a text is about, the longest, which few others share."""
    found = dict.fromkeys(word for word in content(words(text)) if word not in negating_words(text))
    return sorted(found, key=len, reverse=True)[:most]


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


def _candidates(statements: Sequence[Statement], effort: Effort) -> Iterator[tuple[int, int]]:
    """The places of pairs that share a telling word, and enough words for either rule; the rarest words first."""
    telling: list[frozenset[str]] = []
    for statement in statements:
        effort.checkpoint()
        telling.append(_telling(statement.compared))
    holders: dict[str, list[int]] = defaultdict(list)
    for place, told in enumerate(telling):
        for word in told:
            holders[word].append(place)
    looked: set[tuple[int, int]] = set()
    looks = effort.pairs * _LOOKS_A_PAIR
    for places in sorted(holders.values(), key=lambda places: (len(places), places)):
        for pair in _meeting(places, statements):
            if pair in looked:
                continue
            if len(looked) >= looks:
                effort.left_out += 1
                return
            looked.add(pair)
            left, right = pair
            if _dice(telling[left], telling[right]) >= _LEAST_OVERLAP and effort.spend():
                yield pair


def _meeting(places: Sequence[int], statements: Sequence[Statement]) -> Iterator[tuple[int, int]]:
    """The pairs of those places whose statements may meet: in one scope, or without one."""
    scopes: dict[str | None, list[int]] = defaultdict(list)
    for place in places:
        scopes[statements[place].scope].append(place)
    everywhere = scopes.pop(None, [])
    if len(everywhere) <= _COMMON:
        yield from combinations(everywhere, 2)
    for own in scopes.values():
        if len(own) + len(everywhere) <= _COMMON:
            yield from combinations(own, 2)
            yield from ((min(pair), max(pair)) for pair in product(own, everywhere))
