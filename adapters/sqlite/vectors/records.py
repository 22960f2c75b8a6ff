"""What goes into the vector index and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SQLiteValue = None | int | float | str | bytes

Texts = tuple[str, Mapping[str, SQLiteValue]]
"""A subquery of one column, the ids of texts that may be returned, and its named parameters."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One chunk of a text: character offsets, and the vector as little-endian float32 of L2 norm 1."""

    start: int
    end: int
    vector: bytes
    sentences: Sequence[Passage] = ()


@dataclass(frozen=True, slots=True)
class Near:
    """A text near to a query by its best chunk: that chunk's cosine (−1 to 1) and the best passage's offsets.

    `score` is what it is ordered by: the cosine, unless it was refined.
    """

    text_id: int
    chunk_id: int
    cosine: float
    score: float
    start: int
    end: int
