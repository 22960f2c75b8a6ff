"""The embedder over a model folder. Nothing heavy is imported before the first vector is asked for."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adapters.onnx.card import ModelCard
from ports.embedder import Role, Space, Vector

if TYPE_CHECKING:
    from adapters.onnx.session import Session


class OnnxEmbedder:
    """Implements ports.embedder.Embedder with a model that runs in this process."""

    def __init__(self, card: ModelCard, threads: int = 2) -> None:
        self._card = card
        self._threads = threads
        self._turn = threading.Lock()
        self._session: Session | None = None
        self._space: Space | None = None

    @property
    def space(self) -> Space:
        if self._space is None:
            self._space = self._card.space
        return self._space

    @property
    def semantic(self) -> bool:
        return True

    @property
    def window(self) -> int:
        # The prefix is short in every model known; sixteen tokens are room enough for it and the special tokens.
        return self._card.window - 16

    def count_tokens(self, text: str) -> int:
        with self._turn:
            return self._loaded().tokenizer.count(text)

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        match role:
            case Role.QUERY:
                prefix = self._card.query_prefix
            case Role.PASSAGE:
                prefix = self._card.passage_prefix
        with self._turn:
            return [vector.tolist() for vector in self._loaded().embed([prefix + text for text in texts])]

    def close(self) -> None:
        with self._turn:
            self._session = None

    def _loaded(self) -> Session:
        if self._session is None:
            from adapters.onnx.session import Session

            self._session = Session(self._card, self._threads)
        return self._session
