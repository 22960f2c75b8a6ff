"""Value changes: two statements that say the same but for one value, such as a port, a day, an owner or a place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from domain.contradictions.tokens import Token, Type, tokens
from domain.contradictions.vocabulary import (
    BLAND,
    LABELS,
    MANY,
    MORE,
    ONE,
    OPPOSITE_OF,
    PLACING,
    PURPOSE,
    QUALIFIERS,
    ROLES,
)

_EVENT = re.compile(
    r"\b(?:met|released|shipped|deployed|fixed|visited|happened|incident|outage|said|sent|merged|paid|"
    r"traf|getroffen|veröffentlicht|besucht|rencontré|visité|visitó|incontrato|started|finished|restarted)\b",
    re.IGNORECASE,
)
"""What happened once may have happened again: another date or number then contradicts nothing."""
MOST_WORDS = 3
"""A value is no longer than this."""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """What one statement says in the place where the other says something else."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Side:
    """One of two statements: its telling tokens, and the places of those that the other does not have."""

    every: tuple[Token, ...]
    told: tuple[Token, ...]
    own: tuple[int, ...]

    @property
    def values(self) -> list[Token]:
        return [self.told[place] for place in self.own if self.told[place].type is not Type.WORD]

    @property
    def words(self) -> list[Token]:
        return [self.told[place] for place in self.own if self.told[place].type is Type.WORD]

    def first(self) -> bool:
        return self.own[0] == 0

    def last(self) -> bool:
        return self.own[-1] == len(self.told) - 1

    def together(self) -> bool:
        return self.own[-1] - self.own[0] == len(self.own) - 1

    def shown(self) -> str:
        return " ".join(self.told[place].shown for place in self.own)


def value_change(older: str, newer: str) -> ValueChange | None:
    """The one value in which two statements differ, or None.

    Where both also differ in something else, they are about two things: another subject, step, day or environment.
    """
    old, new = sides(older, newer)
    every = {_said(token) for text in (older, newer) for token in tokens(text)}
    if not old.own or not new.own:
        return _swapped(old, new, every) if not old.own and not new.own else None
    if every & MORE:
        return None
    if old.values or new.values:
        told = _typed(old, new, every, f"{older} {newer}")
    else:
        told = _worded(old, new, every, older, newer)
    return told


def differ(older: str, newer: str, without: frozenset[str]) -> bool:
    """Whether each of two statements says something that the other does not, or holds under a condition of its own."""
    old, new = (_leaving(side, without) for side in sides(older, newer))
    return bool(old.own and new.own) or any(_said(token) in QUALIFIERS for token in (*old.words, *new.words))


def sides(older: str, newer: str) -> tuple[Side, Side]:
    """Two statements with what each has and the other has not, in whatever order they say it."""
    left = tuple(token for token in tokens(older) if not token.empty)
    right = tuple(token for token in tokens(newer) if not token.empty)
    own_left, own_right = _own(left, right), _own(right, left)
    for place in list(own_left):
        twin = next((other for other in own_right if _alike(left[place], right[other])), None)
        if twin is not None:
            own_left.remove(place)
            own_right.remove(twin)
    return _told(tokens(older), left, own_left), _told(tokens(newer), right, own_right)


def _own(mine: Sequence[Token], others: Sequence[Token]) -> list[int]:
    left = Counter(token.key for token in others)
    own: list[int] = []
    for place, token in enumerate(mine):
        if left[token.key]:
            left[token.key] -= 1
        else:
            own.append(place)
    return own


def _alike(one: Token, other: Token) -> bool:
    """Two forms of one word: `contains` and `containing`, `Chef` and `Chefin`."""
    if one.type is not Type.WORD or other.type is not Type.WORD:
        return False
    short, long = sorted((one.shown.casefold(), other.shown.casefold()), key=len)
    if len(short) < 4 or not (short.isalpha() and long.isalpha()):
        return False
    if long.startswith(short):
        return len(long) - len(short) <= 3
    return (
        one.shown.islower()
        and other.shown.islower()
        and len(long) - len(short) <= 4
        and short[:-1] == long[: len(short) - 1]
    )


def _told(every: tuple[Token, ...], told: tuple[Token, ...], own: Sequence[int]) -> Side:
    return Side(every, told, tuple(place for place in own if _said(told[place]) not in BLAND))


def _leaving(side: Side, without: frozenset[str]) -> Side:
    return Side(side.every, side.told, tuple(place for place in side.own if _said(side.told[place]) not in without))


def _said(token: Token) -> str:
    return token.shown.casefold()


def _typed(old: Side, new: Side, every: set[str], text: str) -> ValueChange | None:
    """Another value of one kind: a day for a day, a time for a time, a number for a number of the same unit."""
    if len(old.values) != 1 or len(new.values) != 1:
        return None
    before, after = old.values[0], new.values[0]
    if (before.type, before.unit) != (after.type, after.unit) or _EVENT.search(text):
        return None
    if not all(_part_of_the_rest(token, old, new) for token in (*old.words, *new.words)):
        return None
    if before.type is Type.LANGUAGE and every & MANY:
        return None
    if before.type is Type.NUMBER and (_is_name(before, old) or _is_name(after, new)):
        return None
    return ValueChange(before.shown, after.shown)


def _part_of_the_rest(extra: Token, old: Side, new: Side) -> bool:
    """Whether a further word is another form of one that both have, as `sshd` is of `SSH`."""
    return any(
        token.type is Type.WORD and len(token.normal) >= 3 and extra.normal.startswith(token.normal)
        for side in (old, new)
        for token in side.told
        if token is not extra
    )


def _is_name(number: Token, side: Side) -> bool:
    """Whether a number names its subject: it stands first, or as in `step 2` and `worker one`."""
    place = side.told.index(number)
    if place == 0:
        return True
    spelled = place == 1 and number.shown.isalpha() and side.every[:2] == side.told[:2]
    return not number.unit and (spelled or _said(side.told[place - 1]) in LABELS)


def _worded(old: Side, new: Side, every: set[str], older: str, newer: str) -> ValueChange | None:
    """Another name, place or state in the place of one."""
    change = ValueChange(old.shown(), new.shown())
    if (change.before.casefold(), change.after.casefold()) in OPPOSITE_OF:
        return change
    for side in (old, new):
        if len(side.own) > MOST_WORDS or not side.together() or any(_said(token) in QUALIFIERS for token in side.words):
            return None
    if every & MANY or _EVENT.search(f"{older} {newer}") or _labelled(old) or _labelled(new):
        return None
    own = {_said(token) for token in (*old.words, *new.words)}
    if (every - own) & ROLES:
        return change
    if old.first() or new.first() or not (_one_name(old) and _one_name(new)):
        return None
    if old.last() and new.last():
        return change if every & ONE or (_placed(old) and _placed(new)) else None
    return change if every & PURPOSE else None


def _labelled(side: Side) -> bool:
    place = side.own[0]
    return place > 0 and _said(side.told[place - 1]) in LABELS


def _one_name(side: Side) -> bool:
    """Whether what a statement says for itself is a word or a name, rather than a verb and more."""
    return len(side.own) == 1 or not side.words[0].shown.islower()


def _placed(side: Side) -> bool:
    """Whether what a statement says for itself stands behind a preposition of place."""
    place = side.every.index(side.told[side.own[0]])
    return any(_said(token) in PLACING for token in side.every[max(0, place - 2) : place] if token.empty)


_COMPARING = frozenset({"prefer", "prefers", "bevorzugt", "préfère", "prefiere", "preferisce"})


def _swapped(old: Side, new: Side, every: set[str]) -> ValueChange | None:
    """Tabs over spaces, or spaces over tabs: the same words, two of them in each other's place."""
    if not every & _COMPARING or len(old.told) != len(new.told):
        return None
    moved = [place for place, token in enumerate(old.told) if token.key != new.told[place].key]
    if len(moved) != 2:
        return None
    return ValueChange(old.told[moved[0]].shown, new.told[moved[0]].shown)
