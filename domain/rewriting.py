"""What changed of a text, word by word, at a cost that no text makes large."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Sequence

_COMPARED = 400
"""Words, or passages of a longer text, that are compared one by one."""
_MEETINGS = 10_000
"""Pairs of the same word, or passage, in both texts: comparing costs as many steps, and more."""
_PASSAGE_END = re.compile(r"(?<=[.!?])\s+|\n+")


def word_diff(before: str, after: str) -> str:
    """The change of a text: `[-gone-]` and `{+new+}` (the notation of git's --word-diff).

    A long text is compared by its sentences and lines, and those that changed by their words. What is too long for
    that as well is shown as gone and new in whole.
    """
    old, new = before.split(), after.split()
    parts = _by_words(old, new)
    if parts is None:
        parts = _by_passages(_PASSAGE_END.split(before), _PASSAGE_END.split(after))
    return " ".join(parts)


def _by_words(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    operations = _operations(old, new)
    if operations is None:
        return None
    return [part for gone, come in operations for part in _shown(gone, come)]


def _by_passages(old: Sequence[str], new: Sequence[str]) -> list[str]:
    operations = _operations(old, new)
    if operations is None:
        operations = _ends_apart(old, new)
    parts: list[str] = []
    for gone, come in operations:
        left, right = " ".join(gone).split(), " ".join(come).split()
        parts += (left != right and _by_words(left, right)) or _shown(left, right)
    return parts


def _operations(old: Sequence[str], new: Sequence[str]) -> list[tuple[Sequence[str], Sequence[str]]] | None:
    """What stands in each other's place, in order, the same or not; None where that costs too much to find."""
    if max(len(old), len(new)) > _COMPARED:
        return None
    counted = Counter(new)
    if sum(number * counted[one] for one, number in Counter(old).items()) > _MEETINGS:
        return None
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    return [(old[a:b], new[c:d]) for _, a, b, c, d in matcher.get_opcodes()]


def _ends_apart(old: Sequence[str], new: Sequence[str]) -> list[tuple[Sequence[str], Sequence[str]]]:
    """What both begin and end with, and all between."""
    start = _shared(old, new)
    end = _shared(old[start:][::-1], new[start:][::-1])
    middle = old[start : len(old) - end], new[start : len(new) - end]
    tail = old[len(old) - end :]
    return [(old[:start], old[:start]), middle, (tail, tail)]


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many both begin with."""
    number = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        number += 1
    return number


def _shown(gone: Sequence[str], come: Sequence[str]) -> Iterator[str]:
    if gone and gone == come:
        yield _kept(gone)
        return
    if gone:
        yield f"[-{' '.join(gone)}-]"
    if come:
        yield f"{{+{' '.join(come)}+}}"


def _kept(words: Sequence[str]) -> str:
    """An unchanged run, its middle left out where it is long."""
    return " ".join(words) if len(words) <= 10 else f"{' '.join(words[:4])} … {' '.join(words[-4:])}"
