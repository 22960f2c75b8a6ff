"""Confusable letters: words in which letters of another alphabet pose as letters of their own.

The lookalikes are those of Unicode Technical Standard #39, section 4 (https://www.unicode.org/reports/tr39/). Its
skeletons compare identifiers and would fold far too much in prose (`rn` with `m`, `1` with `l`, `0` with `O`), so here:

1. Only a letter is replaced, only by one letter, and only in a text that mixes alphabets. What is written in one
   alphabet is left alone: `не` stays apart from `he`, and a Russian text is not a Latin one.
2. A letter without a twin in another alphabet is *telling*: nobody can pass it off as something else, so whatever
   twins are swapped around it, it says which alphabet its word is of. A word without one follows its text; a text
   without one is Latin.
3. A mixed word is read in that alphabet, so `Cервер` is Russian and `sеrver` is not. A small Cyrillic letter is
   drawn like a small capital and may stand for what its capital looks like (`т` for `t`).
4. A whole word of another alphabet is read in its text's only where every letter looks the same (`соре` in an English
   sentence). One letter standing alone is a symbol (`α`), unless it is Latin or Cyrillic.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

_LATIN, _CYRILLIC, _PHONETIC = "LATIN", "CYRILLIC", "PHONETIC"
_ALPHABETS = frozenset({_LATIN, _CYRILLIC, "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "DESERET"})
"""Alphabets whose words can look like Latin ones, by the first word of their letters' Unicode names."""
_WRITTEN_ALONE = frozenset({_LATIN, _CYRILLIC})
_PHONETIC_LETTERS = {"ɑ": "a", "ɡ": "g"}
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
_WORD = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+")


def unmixed(text: str) -> str:
    """The text with every mixed word in one alphabet. Expects no invisible characters; NFC where anything changes."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    alphabets = _alphabets(decomposed)
    if len(alphabets) < 2 and _PHONETIC not in alphabets:
        return text
    main = _told(decomposed, alphabets) or _LATIN
    read = _WORD.sub(lambda match: _read(match.group(), main, alphabets), decomposed)
    return unicodedata.normalize("NFC", read)


def _read(word: str, main: str, alphabets: frozenset[str]) -> str:
    if word.isascii() and main == _LATIN:
        return word
    own = _alphabets(word)
    if not own or own == frozenset({main}):
        return word
    told = _told(word, alphabets)
    if len(own) > 1 or own == frozenset({_PHONETIC}):
        return "".join(_turned(letter, told or main, drawn_small=True) for letter in word)
    if told or (len(word) == 1 and not own <= _WRITTEN_ALONE):
        return word
    turned = "".join(_turned(letter, main, drawn_small=False) for letter in word)
    return turned if all(_alphabet(letter) in (main, None) for letter in turned) else word


def _told(letters: str, alphabets: frozenset[str]) -> str | None:
    """The alphabet that most of the telling letters are of."""
    telling: Counter[str] = Counter()
    for letter, times in Counter(letters).items():
        alphabet = _tells(letter, alphabets)
        if alphabet:
            telling[alphabet] += times
    return min(telling, key=lambda alphabet: (-telling[alphabet], alphabet != _LATIN, alphabet), default=None)


@cache
def _tells(letter: str, alphabets: frozenset[str]) -> str | None:
    own = _alphabet(letter)
    if own in (None, _PHONETIC):
        return None
    others = alphabets - {own, _PHONETIC}
    return own if all(_turned(letter, other, drawn_small=True) == letter for other in others) else None


def _alphabets(letters: str) -> frozenset[str]:
    return frozenset(alphabet for letter in set(letters) if (alphabet := _alphabet(letter)))


@cache
def _alphabet(letter: str) -> str | None:
    if not letter.isalpha():
        return None
    name = unicodedata.name(letter, "")
    if letter in _PHONETIC_LETTERS or (name.startswith(_SMALL_CAPITAL) and len(name) == len(_SMALL_CAPITAL) + 1):
        return _PHONETIC
    first = name.partition(" ")[0]
    return first if first in _ALPHABETS else None


@cache
def _turned(letter: str, alphabet: str, *, drawn_small: bool) -> str:
    """A letter as the one it looks like in an alphabet, by way of Latin; itself where there is none."""
    own = _alphabet(letter)
    if own in (alphabet, None):
        return letter
    latin = letter if own == _LATIN else _latin_twin(letter, drawn_small)
    if latin is None or alphabet == _LATIN:
        return latin or letter
    return _twin_in(alphabet, latin, drawn_small) or letter


def _latin_twin(letter: str, drawn_small: bool) -> str | None:
    if _alphabet(letter) == _PHONETIC:
        return _PHONETIC_LETTERS.get(letter) or unicodedata.name(letter)[-1].lower()
    for twin in _twins(letter):
        if twin.isascii():
            # Unicode's prototype of every letter that is one upright stroke is `l`; a capital one is meant as `I`.
            return "I" if twin == "l" and letter.isupper() else twin
    if drawn_small and _alphabet(letter) == _CYRILLIC and letter.islower():
        capital = _latin_twin(letter.upper(), drawn_small=False)
        return capital.lower() if capital else None
    return None


def _twin_in(alphabet: str, latin: str, drawn_small: bool) -> str | None:
    candidates = [twin for twin in _twins("l" if latin == "I" else latin) if _alphabet(twin) == alphabet]
    # The lowest code point is the plain letter: those of a few languages, and variants, come after it.
    cased = [twin for twin in candidates if twin.isupper() == latin.isupper()]
    if cased:
        return min(cased)
    if drawn_small and alphabet == _CYRILLIC and latin.islower():
        capital = _twin_in(alphabet, latin.upper(), drawn_small=False)
        return capital.lower() if capital else None
    return None


def _twins(letter: str) -> list[str]:
    """The single letters that Unicode's table calls confusable with a letter."""
    # Costs 90 ms and is needed only by a text that mixes alphabets.
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

    return [twin for entry in confusables_data.get(letter, ()) if len(twin := str(entry["c"])) == 1 and twin.isalpha()]
