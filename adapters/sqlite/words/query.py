"""A query as an FTS5 expression. Whatever the text, the expression is well-formed: every word is quoted.

https://www.sqlite.org/fts5.html#full_text_query_syntax
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from adapters.sqlite.words.identifiers import identifiers
from adapters.sqlite.words.joined import compounds, without_elision
from adapters.sqlite.words.languages import languages_of
from adapters.sqlite.words.segments import exact_words, folded
from adapters.sqlite.words.stems import folded_short, language_of, stems_of

_MOST_WORDS = 64
"""Words of a query that count; a longer one is a text, and its first words say what it is about."""
_MOST_CHARACTERS = 4_000


def match(query: str) -> str | None:
    """Any of the query's words, as they stand or by what they are folded and stemmed to; None where it has none.

    A word that is there as it stands counts twice, so it ranks above its other forms.
    """
    text = query[:_MOST_CHARACTERS]
    words = _telling(_words(text))
    if not words:
        return None
    together = [form for forms in _together(text).values() for form in forms]
    exact = dict.fromkeys([*words, *folded_short(words)])
    stems = dict.fromkeys([*stems_of(words), *together])
    told = f"{{title body}} : ({_any(exact)})"
    return f"{told} OR stems : ({_any(stems)})" if stems else told


def each(query: str) -> list[str]:
    """An expression for each of the query's telling words: as it stands, by its other forms, or written together."""
    text = query[:_MOST_CHARACTERS]
    together = _together(text)
    return [
        f"({_any(dict.fromkeys([word, *folded_short([word]), *stems_of([word]), *together.get(word, ())]))})"
        for word in _telling(_words(text))
    ]


def match_all(query: str) -> str | None:
    """Every one of the query's telling words; None where it has none."""
    return " AND ".join(each(query)) or None


def _words(text: str) -> list[str]:
    return list(dict.fromkeys([*exact_words(text), *identifiers(text)]))[:_MOST_WORDS]


def _together(text: str) -> dict[str, list[str]]:
    """The forms of each hyphenated word where it is written together, by the word and by each of its parts."""
    found: dict[str, list[str]] = {}
    for compound, each in islice(compounds(folded(text)), _MOST_WORDS):
        for word in (compound, *exact_words(compound)):
            found.setdefault(word, []).extend(stems_of(each))
    return found


def _telling(words: list[str]) -> list[str]:
    """The words that say what is asked; all of them where nothing else is said."""
    spoken = {"english", language_of(words)}
    return [word for word in words if spoken.isdisjoint(languages_of(without_elision(word)))] or words


def _any(words: Iterable[str]) -> str:
    return " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
