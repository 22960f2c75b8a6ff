"""What words are found by besides themselves: folded, then without elisions, then stemmed.

Stems are by Snowball (https://snowballstem.org). Texts and queries take the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import cast

from adapters.sqlite.words.joined import without_elision, without_ending
from adapters.sqlite.words.languages import languages_of
from adapters.sqlite.words.letters import in_two_letters, is_alphabetic, plain

_SCRIPTS = (
    ("\u0370", "\u03ff", "greek"),
    ("\u0400", "\u04ff", "russian"),
    ("\u0530", "\u058f", "armenian"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
    ("\u0b80", "\u0bff", "tamil"),
)
"""Scripts that tell their language well enough to stem it."""

_SHORTEST, _LONGEST = 3, 40
_WITHOUT_STEMMER = frozenset({"vietnamese", "english"})


def stems_of(words: Sequence[str]) -> list[str]:
    """What the words are found by besides themselves: folded, without elisions, and stemmed; in the words' order."""
    language = language_of(words)
    return [stem for word in words for stem in _forms(word, language)]


def folded_short(words: Iterable[str]) -> Iterator[str]:
    """What words too short for a stem are where they are folded; they stand with the exact words, a little behind."""
    for word in words:
        if len(word) < _SHORTEST and is_alphabetic(word[0]):
            yield from {plain(word), plain(in_two_letters(word))} - {word, ""}


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
    if not _SHORTEST <= len(word) <= _LONGEST or (word[0].isdigit() and word.isascii()):
        return ()
    languages = {_script_language(word), language or "english"}
    bases = [without_elision(word), without_ending(word)]
    return tuple(sorted({form for base in bases if base for one in languages for form in _stems(one, base)} - {""}))


def _stems(language: str, word: str) -> set[str]:
    """Folded and then stemmed, and, where a language's endings have accents, also stemmed and then folded."""
    stem, bare = _stemmer(language), plain(word)
    stems = {stem(bare)}
    if bare != word:
        stems.add(stem(plain(in_two_letters(word))))
        if language != "english":
            stems.add(plain(stem(word)))
    return stems


def _script_language(word: str) -> str:
    first = word[0]
    return next((language for low, high, language in _SCRIPTS if low <= first <= high), "english")


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    # The library has no types.
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

    return cast("Callable[[str], str]", snowballstemmer.stemmer(language).stemWord)  # pyright: ignore
