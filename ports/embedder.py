"""The embedder port: text in, vectors of one embedding space out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Protocol, runtime_checkable

Vector = Sequence[float]
"""One embedding: `Space.dimensions` finite numbers of L2 norm 1 (a list, an array or a NumPy row)."""


class Role(StrEnum):
    """What a text is to the model; asymmetric models prefix the two differently."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Space:
    """An embedding space. Vectors are comparable within one space and never across two.

    `content_hash` is the SHA-256 of the model's files; `pooling` one of `mean`, `cls`, `last`, `none`;
    `chunking` names the rule by which long text was cut (it is part of what a vector stands for); embedders leave it
    empty, the rule is the domain's.
    """

    model: str
    content_hash: str
    dimensions: int
    pooling: str
    query_prefix: str
    passage_prefix: str
    chunking: str

    @property
    def key(self) -> str:
        """A short stable identity: 16 hexadecimal digits over every field."""
        return _key(self)


@lru_cache(maxsize=16)
def _key(space: Space) -> str:
    canonical = json.dumps(asdict(space), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


@runtime_checkable
class Embedder(Protocol):
    """Makes vectors. Implementations are safe to call from several threads, one call at a time or not."""

    @property
    def space(self) -> Space | None:
        """The space of this embedder's vectors, or None where it makes none (`off`).

        Raises EmbedderUnavailable where that cannot be said now: the model's files cannot be used, its endpoint does
        not answer, or either is still being asked.
        """
        ...

    @property
    def semantic(self) -> bool:
        """Whether near vectors mean near meaning; False of token hashes and of no embedder at all."""
        ...

    @property
    def window(self) -> int:
        """The most tokens of one passage, special tokens and prefix left out, that reach the vector."""
        ...

    def count_tokens(self, text: str) -> int:
        """The number of the model's tokens in `text`, without special tokens."""
        ...

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        """One vector a text, in order. A text's vector does not depend on its companions (cosine ≥ 0.9999).

        Raises EmbedderUnavailable where no vector can be made now (still loading, model missing, endpoint down).
        """
        ...

    def close(self) -> None:
        """Let go of the model. Idempotent; a later `embed` may load it again."""
        ...
