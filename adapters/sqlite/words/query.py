"""A query as an FTS5 expression. Whatever the text, the expression is well-formed: every word is quoted.

https://www.sqlite.org/fts5.html#full_text_query_syntax
"""

from __future__ import annotations

from collections.abc import Iterable

from adapters.sqlite.words.identifiers import identifiers
from adapters.sqlite.words.languages import languages_of
from adapters.sqlite.words.segments import exact_words
from adapters.sqlite.words.stems import language_of, stems_of

_MOST_WORDS = 64
"""Words of a query that count; a longer one is a text, and its first words say what it is about."""
_MOST_CHARACTERS = 4_000


def match(query: str) -> str | None:
    """Any of the query's words, as they stand or by their stems; None where it has none."""
    words = _telling(_words(query))
    if not words:
        return None
    exact = f"{{title body}} : ({_any(words)})"
    stems = list(dict.fromkeys(stems_of(words)))
    return f"{exact} OR stems : ({_any(stems)})" if stems else exact


def each(query: str) -> list[str]:
    """An expression for each of the query's telling words: the word as it stands or by its stem."""
    return [f"({_any([word, *stems_of([word])])})" for word in _telling(_words(query))]


def match_all(query: str) -> str | None:
    """Every one of the query's telling words; None where it has none."""
    return " AND ".join(each(query)) or None


def _words(query: str) -> list[str]:
    text = query[:_MOST_CHARACTERS]
    return list(dict.fromkeys([*exact_words(text), *identifiers(text)]))[:_MOST_WORDS]


def _telling(words: list[str]) -> list[str]:
    """The words that say what is asked; all of them where nothing else is said."""
    spoken = {"english", language_of(words)}
    return [word for word in words if spoken.isdisjoint(languages_of(word))] or words


def _any(words: Iterable[str]) -> str:
    return " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
