"""The embedder over a model folder. Nothing heavy is imported before the first vector is asked for."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from adapters.onnx.card import ModelCard
from adapters.onnx.memory import give_back
from ports.embedder import Role, Space, Vector

if TYPE_CHECKING:
    from adapters.onnx.session import Session


class OnnxEmbedder:
    """Implements ports.embedder.Embedder with a model that runs in this process.

    The first vector or count of tokens loads the model. Calls from several threads run side by side: one question
    does not wait for a long batch.
    """

    def __init__(self, card: ModelCard, threads: int = 2) -> None:
        self._card = card
        self._threads = threads
        self._loading = threading.Lock()
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
        return self._card.passage_window

    def count_tokens(self, text: str) -> int:
        return self._loaded().tokenizer.count(text)

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        prefix = self._prefix(role)
        return self._loaded().embed([prefix + text for text in texts])

    def close(self) -> None:
        with self._loading:
            loaded, self._session = self._session, None
        if loaded is not None:
            del loaded
            give_back()

    def _prefix(self, role: Role) -> str:
        match role:
            case Role.QUERY:
                return self._card.query_prefix
            case Role.PASSAGE:
                return self._card.passage_prefix
            case _:
                assert_never(role)

    def _loaded(self) -> Session:
        with self._loading:
            if self._session is None:
                from adapters.onnx.session import Session

                self._session = Session(self._card, self._threads)
            return self._session
