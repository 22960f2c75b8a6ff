"""Stems by Snowball (https://snowballstem.org), and letters without their accents, beside the exact words."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

_SCRIPTS = (
    ("\u0370", "\u03ff", "greek"),
    ("\u0400", "\u04ff", "russian"),
    ("\u0530", "\u058f", "armenian"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
    ("\u0b80", "\u0bff", "tamil"),
)
"""Scripts that tell their language well enough to stem it."""

_FUNCTION_WORDS = {
    "german": "der die das und ist nicht ein eine einen dem den mit auf für von zu im wie wir sich wird werden",
    "french": "le la les des est une et dans pour que qui pas sur avec nous du au ce cette sont",
    "spanish": "el los las una es en por para con no que se del al como está son fue lo",
    "italian": "il lo gli una è di per con non che si del della sono nel come alla",
    "portuguese": "o os uma é em por para com não que se do da no na são foi ao como",
    "dutch": "de het een is niet en van met voor op dat wij zijn wordt naar aan",
    "swedish": "och att det som en är på för med av till inte den har",
    "turkish": "ve bir bu için ile da de değil olarak olan çok en",
    "romanian": "și este în pe cu nu din la care pentru o un sunt a",
}
"""The commonest words of languages in Latin script: one or two of them tell which stemmer fits."""
_LANGUAGES_OF = {
    word: tuple(language for language, words in _FUNCTION_WORDS.items() if word in words.split())
    for words in _FUNCTION_WORDS.values()
    for word in words.split()
}
_LONGEST = 40


def stems_of(words: Sequence[str]) -> list[str]:
    """The stems and accent-free forms of words that differ from them, one for each occurrence."""
    language = language_of(words)
    return [stem for word in words for stem in _forms(word, language)]


def language_of(words: Sequence[str]) -> str | None:
    """The language in Latin script that the function words speak for, if it is not English."""
    votes: dict[str, int] = {}
    for word in words:
        for language in _LANGUAGES_OF.get(word, ()):
            votes[language] = votes.get(language, 0) + 1
    best = max(votes, key=lambda language: votes[language], default=None)
    return best if best is not None and votes[best] >= _needed(words) else None


def _needed(words: Sequence[str]) -> int:
    return 1 if len(words) < 8 else 2


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
    import snowballstemmer

    stem: Callable[[str], str] = snowballstemmer.stemmer(language).stemWord  # type: ignore[no-untyped-call]
    return stem


def without_accents(word: str) -> str:
    """A Latin, Greek or Cyrillic word without its accents; other scripts keep their marks, which are letters there."""
    if word.isascii() or word[0] > "\u04ff":
        return word
    return "".join(mark for mark in unicodedata.normalize("NFD", word) if not unicodedata.combining(mark))
