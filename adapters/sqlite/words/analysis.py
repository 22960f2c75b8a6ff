"""What a text is indexed by: exact words, parts of identifiers, n-grams of scripts without spaces, and stems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adapters.sqlite.words.identifiers import identifiers
from adapters.sqlite.words.joined import compounds
from adapters.sqlite.words.segments import exact_words, folded
from adapters.sqlite.words.stems import folded_short, stems_of

TOKENIZER = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
"""Splits at white space and folds case, no more: what is inserted is analysed already."""

WEIGHTS = (2.0, 1.0, 1.2)
"""bm25's weights of title, body and stems."""


@dataclass(frozen=True, slots=True)
class Words:
    """White-space separated words, one string for each column of the index."""

    title: str
    body: str
    stems: str


def analyse(title: str, text: str) -> Words:
    """The words of a memory."""
    title_words, body_words = list(_words(title)), list(_words(text))
    together = [one for _, each in compounds(folded(f"{title}\n{text}")) for one in each]
    return Words(
        title=" ".join(title_words),
        body=" ".join(body_words),
        stems=" ".join(stems_of([*title_words, *body_words, *together])),
    )


def _words(text: str) -> Iterator[str]:
    """The words of a text as they stand, short ones folded too, and the names that programs use in it."""
    exact = list(exact_words(text))
    yield from exact
    yield from folded_short(exact)
    yield from identifiers(text)
