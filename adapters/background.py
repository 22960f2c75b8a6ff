"""An embedder that loads in the background and leaves memory when it has been idle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from adapters.errand import Errand
from adapters.idle import IdleWatch
from ports.embedder import Embedder, Role, Space, Vector
from ports.errors import EmbedderUnavailable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Description:
    space: Space | None
    window: int
    semantic: bool


class BackgroundEmbedder:
    """Implements ports.embedder.Embedder around another one.

    A call waits at most `patience_seconds` for the model and then raises EmbedderUnavailable(`MODEL_LOADING`);
    None waits as long as it takes. The model is let go of after `idle_seconds` without a call and comes back on
    demand; 0 keeps it. A failure to load is reported for `retry_seconds` before it is tried again.
    """

    def __init__(
        self,
        inner: Embedder,
        patience_seconds: float | None = 1.0,
        idle_seconds: float = 300.0,
        retry_seconds: float = 10.0,
    ) -> None:
        self._inner = inner
        self._patience = patience_seconds
        self._described = Errand(self._describe, retry_seconds)
        self._loaded = Errand(self._load, retry_seconds)
        self._idle = IdleWatch(idle_seconds, self._unload)

    @property
    def space(self) -> Space | None:
        return self._described.result(self._patience).space

    @property
    def semantic(self) -> bool:
        try:
            return self._described.result(self._patience).semantic
        except EmbedderUnavailable:
            return False

    @property
    def window(self) -> int:
        return self._described.result(self._patience).window

    def count_tokens(self, text: str) -> int:
        return self._when_ready(lambda: self._inner.count_tokens(text))

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        return self._when_ready(lambda: self._inner.embed(texts, role))

    def start(self) -> None:
        """Begin to load, if nothing is loaded or loading; returns at once."""
        self._loaded.begin()

    def wait(self) -> None:
        """Return when the model is ready: for work in bulk, which has time. Raises EmbedderUnavailable."""
        with self._idle.in_use():
            self._loaded.result(None)

    def close(self) -> None:
        self._idle.stop()
        self._unload()

    def _describe(self) -> _Description:
        return _Description(self._inner.space, self._inner.window, self._inner.semantic)

    def _load(self) -> None:
        # A first vector loads all there is, and its pages, so that no caller pays for that.
        self._inner.embed(["ready"], Role.QUERY)

    def _unload(self) -> None:
        self._loaded.forget()
        self._inner.close()

    def _when_ready(self, call: Callable[[], T]) -> T:
        with self._idle.in_use():
            self._loaded.result(self._patience)
            return call()
