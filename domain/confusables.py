"""Confusable letters: a Latin word in which another script's lookalikes stand, read as the Latin word it looks like.

The lookalikes are those of Unicode Technical Standard #39 (https://www.unicode.org/reports/tr39/). Its skeletons are
made for comparing identifiers and would fold far too much here (`rn` with `m`, `1` with `l`), so only letters are
folded, only one for one, and only where a word mixes scripts or a whole lookalike word stands in Latin text: a Russian
sentence stays Russian, and `не` stays apart from `he`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_WORD = re.compile(r"[^\W\d_]+")


def unmixed(text: str) -> str:
    """The text with lookalikes in Latin words replaced by the Latin letters they look like."""
    if text.isascii():
        return text
    words = _WORD.findall(text)
    latin = sum(1 for word in words if _is_latin(word))
    mostly_latin = latin > len(words) - latin
    return _WORD.sub(lambda match: _read(match.group(), mostly_latin), text)


def _read(word: str, in_latin_text: bool) -> str:
    if _is_latin(word):
        return word
    replaced = "".join(_lookalike(letter) or letter for letter in word)
    mixes = any(_is_latin(letter) for letter in word)
    if mixes or (in_latin_text and _is_latin(replaced)):
        return replaced
    return word


def _is_latin(text: str) -> bool:
    return text.isascii() or all(unicodedata.name(letter, "").startswith("LATIN") for letter in text)


@cache
def _lookalike(letter: str) -> str | None:
    """The one ASCII letter that another script's letter, or its capital, looks like."""
    if _is_latin(letter):
        return None
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

    for form in (letter, letter.upper()):
        for entry in confusables_data.get(form, ()):
            twin = str(entry["c"])
            if len(twin) == 1 and twin.isascii() and twin.isalpha():
                return twin.lower()
    return None
