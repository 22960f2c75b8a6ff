"""What stands in the way of a word at its joints: an elided article before it, a hyphen within it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_ELIDED = frozenset(
    # French and Catalan
    "c d j l m n s t qu jusqu lorsqu puisqu quoiqu quelqu presqu "
    # Italian
    "un gl dell all dall nell sull coll quell quest bell sant degl agl dagl negl sugl tutt anch dov cos mezz".split()
)
_CONTRACTED = frozenset("t ll re ve d m".split())
"""What English hangs on a word without leaving the word itself."""
_SHORTEST_NAME = 3
_COMPOUND = re.compile(r"(?<![\w-])[^\W_]+(?:[-_][^\W_]+){1,3}(?![\w-])")
"""Two to four parts; what has more is an identifier such as a UUID."""
_JOINT = re.compile("[-_]")
_LONGEST = 40


def without_elision(word: str) -> str:
    """The word behind an elided article or pronoun: `équipe` of `l'équipe`."""
    head, mark, rest = word.partition("'")
    return rest if mark and head in _ELIDED and len(rest) > 1 else word


def without_ending(word: str) -> str | None:
    """What stands before an apostrophe, where an ending hangs on a name: `istanbul` of `istanbul'da`."""
    head, mark, ending = word.partition("'")
    return head if mark and len(head) >= _SHORTEST_NAME and ending not in _CONTRACTED else None


def compounds(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each hyphenated word of a folded text, with what it is where it is written together."""
    if "-" not in text and "_" not in text:
        return
    for compound in _COMPOUND.findall(text):
        parts = _JOINT.split(compound)
        together = dict.fromkeys(["".join(parts), *(first + second for first, second in pairwise(parts))])
        yield compound, tuple(one for one in together if len(one) <= _LONGEST and not one.isdigit())
