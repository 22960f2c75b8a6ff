"""Stems by Snowball (https://snowballstem.org), and letters without their accents, beside the exact words."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import cast

from adapters.sqlite.words.languages import languages_of

_SCRIPTS = (
    ("\u0370", "\u03ff", "greek"),
    ("\u0400", "\u04ff", "russian"),
    ("\u0530", "\u058f", "armenian"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
    ("\u0b80", "\u0bff", "tamil"),
)
"""Scripts that tell their language well enough to stem it."""

_LONGEST = 40
_WITHOUT_STEMMER = frozenset({"vietnamese", "english"})


def stems_of(words: Sequence[str]) -> list[str]:
    """The stems and accent-free forms of words that differ from them, one for each occurrence."""
    language = language_of(words)
    return [stem for word in words for stem in _forms(word, language)]


def language_of(words: Sequence[str]) -> str | None:
    """The language in Latin script that the function words speak for, if it is not English."""
    votes: dict[str, int] = {}
    for word in words:
        for language in languages_of(word):
            votes[language] = votes.get(language, 0) + 1
    best = max(votes, key=lambda language: votes[language], default="english")
    return None if best in _WITHOUT_STEMMER else best


@lru_cache(maxsize=65_536)
def _forms(word: str, language: str | None) -> tuple[str, ...]:
    """What else a word is found by: its stem in its script's language or in English, and without accents."""
    if len(word) < 3 or len(word) > _LONGEST or word[0].isdigit():
        return ()
    forms = {_stem(_script_language(word), word)}
    if language is not None:
        forms.add(_stem(language, word))
    bare = without_accents(word)
    if bare != word:
        forms.add(bare)
    return tuple(sorted(forms))


def _script_language(word: str) -> str:
    first = word[0]
    return next((language for low, high, language in _SCRIPTS if low <= first <= high), "english")


def _stem(language: str, word: str) -> str:
    return _stemmer(language)(word)


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    # The library has no types.
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

    return cast("Callable[[str], str]", snowballstemmer.stemmer(language).stemWord)  # pyright: ignore


def without_accents(word: str) -> str:
    """A Latin, Greek or Cyrillic word without its accents; other scripts keep their marks, which are letters there."""
    if word.isascii() or word[0] > "\u04ff":
        return word
    return "".join(mark for mark in unicodedata.normalize("NFD", word) if not unicodedata.combining(mark))
