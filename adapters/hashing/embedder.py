"""Token hashes as vectors: deterministic and instant, for tests. They know nothing of meaning."""

from __future__ import annotations

import hashlib
import math
import re
import sys
from collections.abc import Sequence

from ports.embedder import Role, Space, Vector

_WORD = re.compile(r"\w+")
_DIMENSIONS = 384
_SPACE = Space(
    model="hashing (no semantic model)",
    content_hash=hashlib.sha256(b"palimpsest hashing 2").hexdigest(),
    dimensions=_DIMENSIONS,
    pooling="none",
    query_prefix="",
    passage_prefix="",
    chunking="",
)


class HashingEmbedder:
    """Implements ports.embedder.Embedder by signed feature hashing (Weinberger et al., ICML 2009) of case-folded words.

    Texts that share words are near; texts that share only their meaning are not. Says so once on stderr.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        if not quiet:
            print("PALIMPSEST_EMBEDDER=hashing is no semantic model: vectors compare words only.", file=sys.stderr)

    @property
    def space(self) -> Space:
        return _SPACE

    @property
    def semantic(self) -> bool:
        return False

    @property
    def window(self) -> int:
        return 510

    def count_tokens(self, text: str) -> int:
        return len(_WORD.findall(text))

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        del role
        return [_hashed(text) for text in texts]

    def close(self) -> None:
        """There is nothing to let go of."""


def _hashed(text: str) -> list[float]:
    vector = [0.0] * _DIMENSIONS
    for word in _WORD.findall(text.casefold()):
        place, sign = _feature(word)
        vector[place] += sign
    length = math.hypot(*vector)
    if length == 0.0:
        # No words, or words that cancel each other out: the text as a whole gives the direction.
        place, sign = _feature(text)
        vector[place] = length = sign
    return [value / abs(length) for value in vector]


def _feature(word: str) -> tuple[int, float]:
    digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=5).digest()
    return int.from_bytes(digest[:4], "big") % _DIMENSIONS, 1.0 if digest[4] & 1 else -1.0
