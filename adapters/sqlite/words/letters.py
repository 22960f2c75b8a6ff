"""Letters that are written in more than one way.

Two steps: `alike` takes away what is typography (a curly apostrophe, vowel points, an Arabic yeh from a Persian
keyboard), and what is left counts as the word as it stands. `plain` takes away what people leave out when they type
in a hurry or on another keyboard (accents, strokes), and what is left is found too, but ranks lower.
"""

from __future__ import annotations

import re
import unicodedata

_APOSTROPHES = "\u2018\u2019\u201b\u02bb\u02bc\u02b9\u2032\u05f3\ua78c\u055a"
_HYPHENS = "\u2010\u2011\u058a\u05be"
_ARABIC = {"\u06cc": "\u064a", "\u0649": "\u064a", "\u06a9": "\u0643", "\u06aa": "\u0643", "\u06c1": "\u0647"}
"""Persian and Urdu yeh, alef maksura, two kafs and heh goal: by the letter that an Arabic keyboard has for them."""
_DIGITS = {
    chr(code): str(unicodedata.digit(chr(code)))
    for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50)
    for code in range(zero, zero + 10)
}
_ALIKE = {
    **dict.fromkeys(_APOSTROPHES, "'"),
    **dict.fromkeys(_HYPHENS, "-"),
    "\u05f4": '"',  # gershayim
    **_ARABIC,
    **_DIGITS,
}
_VARIANT = re.compile(f"[{''.join(_ALIKE)}]")
_PERSIAN_JOIN = re.compile("(?<=[\u0600-\u06ff])\u200c(?=[\u0600-\u06ff])")
"""The mark between the parts of a Persian word, which others write together or apart: it counts as a hyphen."""
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]")
"""Hebrew points and accents, Arabic vowel signs and tatweel."""
_DOTTED_I = "i\u0307"
"""What Unicode's case folding makes of the Turkish capital."""

_STROKES = {
    "ł": "l", "ø": "o", "œ": "oe", "æ": "ae", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n",
    "ə": "e", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ƴ": "y", "ё": "е", "'": "", '"': "", "·": "",
}  # fmt: skip
_HAMZA = {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ة": "ه", "ؤ": "و", "ئ": "ي"}
_NAGARI = {"\u093c": "", "\u0901": "\u0902"}
"""The dot below that is often left out, and the nasal sign that is written in two ways."""
_PLAIN = str.maketrans({**_STROKES, **_HAMZA, **_NAGARI})
_IN_TWO = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_OF_THE_LETTER = frozenset("\u0306\u0308")
"""Marks that make another letter of a Cyrillic one: `й`, `ї`."""


def alike(text: str) -> str:
    """A folded text with one sign for each that people do not tell apart."""
    joined = _PERSIAN_JOIN.sub("-", text)
    bare = _POINTS.sub("", _UNSEEN.sub("", joined)).replace(_DOTTED_I, "i")
    return _VARIANT.sub(lambda sign: _ALIKE[sign.group()], bare)


def plain(word: str) -> str:
    """A word without accents, strokes, apostrophes and the like."""
    bare = word.translate(_PLAIN)
    if bare.isascii():
        return bare
    kept = "".join(letter for letter in unicodedata.normalize("NFD", bare) if not _is_accent(letter, bare))
    return unicodedata.normalize("NFC", kept)


def in_two_letters(word: str) -> str:
    """A word with `ue` for `ü` and the like, as it is written where the keyboard has none."""
    return word if word.isascii() else word.translate(_IN_TWO)


def is_alphabetic(letter: str) -> bool:
    """Whether it is a Latin, Greek or Cyrillic one; elsewhere marks are letters."""
    return letter <= "\u052f" or "\u1e00" <= letter <= "\u1fff"


def _is_accent(letter: str, word: str) -> bool:
    if not unicodedata.combining(letter) or not is_alphabetic(word[0]):
        return False
    return letter not in _OF_THE_LETTER or not "\u0400" <= word[0] <= "\u052f"
