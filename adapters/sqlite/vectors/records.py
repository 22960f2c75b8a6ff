"""What goes into the vector index and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """One chunk of a text: character offsets, and the vector as little-endian float32 of L2 norm 1."""

    start: int
    end: int
    vector: bytes


@dataclass(frozen=True, slots=True)
class Near:
    """A text near to a query by its best chunk: that chunk's cosine (−1 to 1) and character offsets."""

    text_id: int
    cosine: float
    start: int
    end: int
