"""The embedder over an endpoint that speaks OpenAI's protocol."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Sequence
from typing import assert_never

from adapters.http.endpoint import Connection, Endpoint
from ports.embedder import Role, Space, Vector
from ports.errors import EmbedderUnavailable

_TEXTS_A_REQUEST = 32
_WORD_OR_SIGN = re.compile(r"[A-Za-z]+|\S")
_LETTERS_A_TOKEN = 3


class HttpEmbedder:
    """Implements ports.embedder.Embedder with a model that another program serves.

    What the model is cannot be hashed from here: its name and dimensions are its identity, so a model that is
    exchanged under its name goes unnoticed. Its tokenizer is not known either: tokens are estimated, rather too many
    than too few.
    """

    def __init__(self, endpoint: Endpoint, window: int = 512, query_prefix: str = "", passage_prefix: str = "") -> None:
        self._endpoint = endpoint
        self._connection = Connection(endpoint)
        self._space: Space | None = None
        self._window = window
        self._query_prefix, self._passage_prefix = query_prefix, passage_prefix

    @property
    def space(self) -> Space:
        if self._space is None:
            self._space = self._described()
        return self._space

    def _described(self) -> Space:
        (probe,) = self._connection.ask(["ready"])
        return Space(
            model=self._endpoint.model,
            content_hash=hashlib.sha256(f"served as {self._endpoint.model}".encode()).hexdigest(),
            dimensions=len(probe),
            pooling="none",
            query_prefix=self._query_prefix,
            passage_prefix=self._passage_prefix,
            chunking="",
        )

    @property
    def semantic(self) -> bool:
        return True

    @property
    def window(self) -> int:
        return self._window - self.count_tokens(self._passage_prefix)

    def count_tokens(self, text: str) -> int:
        return sum(-(-len(part) // _LETTERS_A_TOKEN) for part in _WORD_OR_SIGN.findall(text))

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        prefix = self._prefix(role)
        whole = [_well_formed(prefix + text) for text in texts]
        batches = [whole[place : place + _TEXTS_A_REQUEST] for place in range(0, len(whole), _TEXTS_A_REQUEST)]
        return [self._unit(vector) for batch in batches for vector in self._connection.ask(batch)]

    def close(self) -> None:
        self._connection.close()

    def _prefix(self, role: Role) -> str:
        match role:
            case Role.QUERY:
                return self._query_prefix
            case Role.PASSAGE:
                return self._passage_prefix
            case _:
                assert_never(role)

    def _unit(self, vector: Sequence[float]) -> list[float]:
        length = math.hypot(*vector)
        if len(vector) != self.space.dimensions or not math.isfinite(length) or length == 0.0:
            raise EmbedderUnavailable(
                "BAD_VECTORS",
                f"{self._endpoint.address} gave {len(vector)} numbers of norm {length:g} where {self._endpoint.model} "
                f"gives {self.space.dimensions} of a finite one; restart it, or name another model.",
            )
        return [value / length for value in vector]


def _well_formed(text: str) -> str:
    """The text with what UTF-8 cannot carry, lone surrogates, replaced."""
    return text.encode("utf-8", "replace").decode()
