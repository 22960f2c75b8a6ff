"""Near-copies do not fill an answer: one stands for all, and names the others.

Only what says the same in the same order is a near-copy here: the same words but for articles, case and what stands
around a word.
Vectors do not decide it, for two values of one thing lie as near as two copies, and a contradiction must be seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from domain.keys import normal
from domain.ranking import Ranked

_ARTICLES = frozenset(
    "a an the der die das den dem des ein eine einen einem einer el la los las un una le les une".split()
)
_BEFORE, _AFTER = "\"'`“„«(", ".,;:!\"'`”“’»)"
Folded = tuple[Ranked, tuple[str, ...]]
"""A candidate, and the ids of those it stands for."""


def fold(ranked: Sequence[Ranked]) -> list[Folded]:
    """The candidates in order, each with the ids of its near-copies further down, which are left out."""
    copies: dict[Hashable, list[Ranked]] = {}
    for one in ranked:
        copies.setdefault(_said(one), []).append(one)
    return [(first, tuple(copy.revision.memory_id for copy in rest)) for first, *rest in copies.values()]


def _said(one: Ranked) -> Hashable:
    """What is said, of what and where, and how far it is trusted; whatever has no words says only what it is itself."""
    body = one.revision.body
    told = tuple(word for word in _words(f"{body.title}\n{body.text}") if word not in _ARTICLES)
    said = (body.kind, body.subject_id, one.revision.project, one.revision.trust, told)
    return said if any(told) else one.revision.memory_id


def _words(text: str) -> Iterator[str]:
    return (word.lstrip(_BEFORE).rstrip(_AFTER) for word in normal(text).split())
