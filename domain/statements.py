"""Statements: the key under which two writings of one are found, and whether they really say the same.

The key folds the case of every word of two or more letters that is neither a unit nor a part of something written
together. What such a case means is decided by comparing: a capital that begins a sentence, a word of four capitals or
more, and any word of a text in capitals mean nothing; every other capital does. That is no equivalence (`TUESDAYS` is
`Tuesdays` and is `tuesdays`, which are two), so that no key alone could say it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from domain.confusables import unmixed
from domain.keys import digest, visible
from domain.typography import Plain, plain, unescaped

_TOKEN = re.compile(r"\S+|\s+")
_CORE = re.compile(
    r"""^(?P<before>["'(\[{¿¡]*)(?P<core>[^\W\d_](?:[^\W\d_]|[\u0300-\u036f'-])*)(?P<after>["')\]}.,;:!?…。！？]*)$"""
)
_ENDS_SENTENCE = re.compile(r"""[.!?…。！？]["')\]]*$""")
_NUMBER = re.compile(r"[\d.,/]*\d$")
_LONG = 4
_SHOUTED_AT_LEAST = 2
"""How many long words in capitals make a text without a small letter one that is written in capitals."""
_UNIT_AT_MOST = 3
_DOT_ABOVE = "\u0307"
_RECENT = 64
"""Keys that are kept: a write asks for those of its texts at several gates in a row."""


@lru_cache(maxsize=_RECENT)
def statement_key(*parts: str) -> str:
    """The key of a statement in parts."""
    return digest([_loose(plain(part)) for part in parts])


@lru_cache(maxsize=_RECENT)
def rejection_key(text: str) -> str:
    """The key of a rejected text: that of the statement, read in the letters that it seems to be written in."""
    return digest([_loose(_seeming(text))])


def same(left: str, right: str) -> bool:
    """Whether two texts are writings of one statement."""
    return left == right or _agree(plain(left), plain(right))


def same_when_seen(left: str, right: str) -> bool:
    """Whether two texts are writings of one statement to a person who cannot tell letters that look the same."""
    return left == right or _agree(_seeming(left), _seeming(right))


def _seeming(text: str) -> Plain:
    text = unescaped(text)
    return plain(text if text.isascii() else unmixed("".join(map(_seen, text))))


def _seen(letter: str) -> str:
    # What stands raised or lowered says something that the same sign on the line does not.
    raised = unicodedata.decomposition(letter).startswith(("<super>", "<sub>"))
    return letter if raised else visible(letter)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word or a run of blanks. `folded` is what it is found by; `free` whether its case means nothing."""

    written: str
    folded: str
    free: bool


def _loose(statement: Plain) -> str:
    found_by = "".join(word.folded for word in _words(statement.prose))
    return "\ue001".join((found_by, *statement.code))


def _agree(left: Plain, right: Plain) -> bool:
    if left == right:
        return True
    if left.code != right.code:
        return False
    one, other = list(_words(left.prose)), list(_words(right.prose))
    return len(one) == len(other) and all(map(_alike, one, other))


def _alike(one: _Word, other: _Word) -> bool:
    return one.written == other.written or (one.folded == other.folded and (one.free or other.free))


def _words(text: str) -> Iterator[_Word]:
    shouted = _is_shouted(text)
    begins, before = True, ""
    for token in _TOKEN.findall(text):
        if token.isspace():
            begins = begins or "\n" in token
            yield _Word(token, token, free=False)
            continue
        yield _word(token, before, begins=begins, shouted=shouted)
        begins, before = _ENDS_SENTENCE.search(token) is not None, token


def _word(token: str, before: str, *, begins: bool, shouted: bool) -> _Word:
    match = _CORE.match(token)
    if match is None or len(match["core"]) < 2 or _is_unit(match["core"], before):
        return _Word(token, token, free=False)
    core = match["core"]
    parts = core.split("-")
    rest_is_small = core[1:] == core[1:].lower()
    if rest_is_small:
        token = token.replace("İ", "I")
    opens = begins and rest_is_small and len(parts[0]) > 1
    loud = core.isupper() and (shouted or all(len(part) - part.count("'") >= _LONG for part in parts))
    return _Word(token, f"{match['before']}{_lower(core)}{match['after']}", free=opens or loud)


def _is_unit(core: str, before: str) -> bool:
    return len(core) <= _UNIT_AT_MOST and _NUMBER.search(before) is not None


def _lower(core: str) -> str:
    return core.lower().replace(f"i{_DOT_ABOVE}", "i")


def _is_shouted(text: str) -> bool:
    if any(letter.islower() for letter in text):
        return False
    words = [match["core"] for token in text.split() if (match := _CORE.match(token))]
    return sum(len(word) >= _LONG for word in words) >= _SHOUTED_AT_LEAST
