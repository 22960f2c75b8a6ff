"""An embedder such as a user may write: it imports nothing of Palimpsest's."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass


@dataclass(frozen=True)
class OwnSpace:
    """The attributes of a space, in a type of the user's own."""

    model: str = "pairs of letters"
    content_hash: str = "0" * 64
    dimensions: int = 64
    pooling: str = "none"
    query_prefix: str = ""
    passage_prefix: str = ""
    chunking: str = ""


class PairsOfLetters:
    """Counts pairs of letters."""

    space = OwnSpace()
    semantic = False
    window = 200

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def embed(self, texts: list[str], role: str) -> list[list[float]]:
        return [self._counted(text) for text in texts]

    def close(self) -> None:
        pass

    def _counted(self, text: str) -> list[float]:
        vector = [0.0] * self.space.dimensions
        for pair in zip(f" {text}", f"{text} ", strict=True):
            vector[zlib.crc32("".join(pair).encode("utf-8", "replace")) % len(vector)] += 1.0
        length = math.hypot(*vector)
        return [value / length for value in vector]


class Broken(PairsOfLetters):
    """Fails where it can."""

    def embed(self, texts: list[str], role: str) -> list[list[float]]:
        raise ZeroDivisionError("the sum of nothing")


class CannotBeMade:
    """Fails at once."""

    def __init__(self) -> None:
        raise RuntimeError("no licence found")
