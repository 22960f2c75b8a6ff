"""Value changes: two statements that say the same but for one value, such as a port, a day, an owner or a place."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

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


Key = tuple[Type, str, str]


@dataclass(frozen=True, slots=True)
class _Read:
    """A text read once for all that it is compared with: its tokens, and of those that tell what is looked up."""

    every: tuple[Token, ...]
    told: tuple[Token, ...]
    keys: tuple[Key, ...]
    counts: Mapping[Key, int]
    values: Mapping[Key, int]
    beginnings: tuple[frozenset[str], ...]
    normals: Mapping[str, int]
    bland: frozenset[int]
    said: frozenset[str]
    of_event: bool


@lru_cache(maxsize=4_096)
def _read(text: str) -> _Read:
    every = tokens(text)
    told = tuple(token for token in every if not token.empty)
    words = [token for token in told if token.type is Type.WORD]
    keys = tuple(token.key for token in told)
    return _Read(
        every=every,
        told=told,
        keys=keys,
        counts=Counter(keys),
        values=Counter(key for key in keys if key[0] is not Type.WORD),
        beginnings=tuple(map(_beginnings, told)),
        normals=Counter(token.normal for token in words if len(token.normal) >= 3),
        bland=frozenset(place for place, token in enumerate(told) if _said(token) in BLAND),
        said=frozenset(map(_said, every)),
        of_event=_EVENT.search(text) is not None,
    )


def value_change(older: str, newer: str) -> ValueChange | None:
    """The one value in which two statements differ, or None.

    Where both also differ in something else, they are about two things: another subject, step, day or environment.
    """
    if not _may_change_one_value(_read(older), _read(newer)):
        return None
    old, new = sides(older, newer)
    every = _read(older).said | _read(newer).said
    if not old.own or not new.own:
        return _swapped(old, new, every) if not old.own and not new.own else None
    if every & MORE:
        return None
    if old.values or new.values:
        return _typed(old, new, every, older, newer)
    return _worded(old, new, every, older, newer)


def _may_change_one_value(old: _Read, new: _Read) -> bool:
    """Whether the values that one statement alone has are none, or one on each side: a look before all is compared."""
    gone = sum(max(number - new.values.get(key, 0), 0) for key, number in old.values.items())
    come = sum(max(number - old.values.get(key, 0), 0) for key, number in new.values.items())
    return gone == come <= 1


def differ(older: str, newer: str, without: frozenset[str]) -> bool:
    """Whether each of two statements says something that the other does not, or holds under a condition of its own."""
    old, new = (_leaving(side, without) for side in sides(older, newer))
    return bool(old.own and new.own) or any(_said(token) in QUALIFIERS for token in (*old.words, *new.words))


def sides(older: str, newer: str) -> tuple[Side, Side]:
    """Two statements with what each has and the other has not, in whatever order they say it."""
    left, right = _read(older), _read(newer)
    own_left, own_right = _own(left, right), _own(right, left)
    twins = _twins(left, own_left, right, own_right)
    taken = set(twins.values())
    return (
        _told(left, [place for place in own_left if place not in twins]),
        _told(right, [place for place in own_right if place not in taken]),
    )


def _own(mine: _Read, others: _Read) -> list[int]:
    if len(mine.counts) == len(mine.keys):
        return [place for place, key in enumerate(mine.keys) if key not in others.counts]
    left = dict(others.counts)
    own: list[int] = []
    for place, key in enumerate(mine.keys):
        if left.get(key):
            left[key] -= 1
        else:
            own.append(place)
    return own


def _twins(left: _Read, own_left: Sequence[int], right: _Read, own_right: Sequence[int]) -> dict[int, int]:
    """The places of words that each side alone has, and the other in another form.

    Only words that begin alike are compared: all with all would be millions in two long texts.
    """
    beginning: dict[str, list[int]] = defaultdict(list)
    for place in own_right:
        for part in right.beginnings[place]:
            beginning[part].append(place)
    twins: dict[int, int] = {}
    taken: set[int] = set()
    for place in own_left:
        near = {other for part in left.beginnings[place] if part in beginning for other in beginning[part]}
        for other in sorted(near - taken):
            if _alike(left.told[place], right.told[other]):
                twins[place] = other
                taken.add(other)
                break
    return twins


def _beginnings(token: Token) -> frozenset[str]:
    """What a word shares one of with each of its other forms (`_alike`); nothing where it can have none."""
    word = token.shown.casefold()
    if token.type is not Type.WORD or len(word) < 4 or not word.isalpha():
        return frozenset()
    return frozenset(word[:length] for length in range(max(3, len(word) - 5), len(word) + 1))


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


def _told(text: _Read, own: Sequence[int]) -> Side:
    return Side(text.every, text.told, tuple(place for place in own if place not in text.bland))


def _leaving(side: Side, without: frozenset[str]) -> Side:
    return Side(side.every, side.told, tuple(place for place in side.own if _said(side.told[place]) not in without))


def _said(token: Token) -> str:
    return token.shown.casefold()


def _typed(old: Side, new: Side, every: frozenset[str], older: str, newer: str) -> ValueChange | None:
    """Another value of one kind: a day for a day, a time for a time, a number for a number of the same unit."""
    if len(old.values) != 1 or len(new.values) != 1:
        return None
    before, after = old.values[0], new.values[0]
    if (before.type, before.unit) != (after.type, after.unit) or _tells_event(older, newer):
        return None
    if not all(_part_of_the_rest(token, _read(older), _read(newer)) for token in (*old.words, *new.words)):
        return None
    if before.type is Type.LANGUAGE and every & MANY:
        return None
    if before.type is Type.NUMBER and (_is_name(before, old) or _is_name(after, new)):
        return None
    return ValueChange(before.shown, after.shown)


def _tells_event(older: str, newer: str) -> bool:
    return _read(older).of_event or _read(newer).of_event


def _part_of_the_rest(extra: Token, old: _Read, new: _Read) -> bool:
    """Whether a further word is another form of one that both have, as `sshd` is of `SSH`."""
    word = extra.normal
    if any(word[:length] in text.normals for text in (old, new) for length in range(3, len(word))):
        return True
    return old.normals.get(word, 0) + new.normals.get(word, 0) > 1


def _is_name(number: Token, side: Side) -> bool:
    """Whether a number names its subject: it stands first, or as in `step 2` and `worker one`."""
    place = side.told.index(number)
    if place == 0:
        return True
    spelled = place == 1 and number.shown.isalpha() and side.every[:2] == side.told[:2]
    return not number.unit and (spelled or _said(side.told[place - 1]) in LABELS)


def _worded(old: Side, new: Side, every: frozenset[str], older: str, newer: str) -> ValueChange | None:
    """Another name, place or state in the place of one."""
    change = ValueChange(old.shown(), new.shown())
    if (change.before.casefold(), change.after.casefold()) in OPPOSITE_OF:
        return change
    for side in (old, new):
        if len(side.own) > MOST_WORDS or not side.together() or any(_said(token) in QUALIFIERS for token in side.words):
            return None
    if every & MANY or _tells_event(older, newer) or _labelled(old) or _labelled(new):
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


def _swapped(old: Side, new: Side, every: frozenset[str]) -> ValueChange | None:
    """Tabs over spaces, or spaces over tabs: the same words, two of them in each other's place."""
    if not every & _COMPARING or len(old.told) != len(new.told):
        return None
    moved = [place for place, token in enumerate(old.told) if token.key != new.told[place].key]
    if len(moved) != 2:
        return None
    return ValueChange(old.told[moved[0]].shown, new.told[moved[0]].shown)
