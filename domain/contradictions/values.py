"""Value changes: two statements that say the same but for one value, such as a port, a version, a date or a name."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from domain.contradictions.words import content, roughly

_NUMBER = re.compile(r"\d")
_EVENT = re.compile(
    r"\b(?:met|meeting|released|shipped|deployed|fixed|visited|called|happened|incident|outage|said|sent|merged|paid|"
    r"traf|getroffen|veröffentlicht|besucht|rencontré|visité|visitó|incontrato|started|finished|restarted)\b",
    re.IGNORECASE,
)
"""What happened once may have happened again: another date or number then contradicts nothing."""
_OPPOSITES = (
    ("on", "off"), ("enabled", "disabled"), ("true", "false"), ("allowed", "forbidden"), ("open", "closed"),
    ("active", "inactive"), ("public", "private"), ("required", "optional"), ("synchronous", "asynchronous"),
    ("always", "never"), ("up", "down"), ("primary", "secondary"), ("aktiviert", "deaktiviert"), ("an", "aus"),
    ("öffentlich", "privat"), ("activado", "desactivado"), ("activé", "désactivé"), ("attivo", "inattivo"),
    ("ativado", "desativado"), ("minimum", "maximum"), ("before", "after"), ("increases", "decreases"),
)  # fmt: skip
_OPPOSITE_OF = {pair for left, right in _OPPOSITES for pair in ((left, right), (right, left))}
_STATE = re.compile(
    r"\b(?:is|are|was|were|called|named|lives?|belongs?|stored|runs?|ist|sind|heißt|liegt|läuft|hat|"
    r"es|son|está|están|se llama|é|são|fica|chama-se|est|sont|s'appelle|è|sono|si chiama|és|són|es diu)\b",
    re.IGNORECASE,
)
"""Verbs that say how something is: then a name in the last place is its value. One may like both coffee and hiking."""
MOST_WORDS = 3
"""A value is no longer than this."""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """What one statement says in the place where the other says something else."""

    before: str
    after: str


def value_change(old: list[str], new: list[str], text: str) -> ValueChange | None:
    """The one place in which two statements differ by a value, or None.

    Everything else has to be the same and the difference has to stand in the same place. A subject that differs makes
    another statement, not another value.
    """
    left, right = content(old), content(new)
    blocks = difflib.SequenceMatcher(
        a=[roughly(word) for word in left], b=[roughly(word) for word in right], autojunk=False
    ).get_opcodes()
    changes = [block for block in blocks if block[0] != "equal"]
    shared = sum(b - a for kind, a, b, _, _ in blocks if kind == "equal")
    if len(changes) != 1 or changes[0][0] != "replace" or not shared:
        return None
    _, a, b, c, d = changes[0]
    before, after = left[a:b], right[c:d]
    if not _is_value(before, after, first=a == 0, last=b == len(left) and d == len(right), text=text):
        return None
    return ValueChange(" ".join(before), " ".join(after))


def _is_value(before: list[str], after: list[str], *, first: bool, last: bool, text: str) -> bool:
    if len(before) > MOST_WORDS or len(after) > MOST_WORDS:
        return False
    if (" ".join(before), " ".join(after)) in _OPPOSITE_OF:
        return True
    if _EVENT.search(text):
        return False
    numeric = all(any(_NUMBER.search(word) for word in side) for side in (before, after))
    if first:
        # What stands first is the subject: `server-1 …` and `server-2 …` are two servers.
        return False
    return numeric or (last and _STATE.search(text) is not None)
