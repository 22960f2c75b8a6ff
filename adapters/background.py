"""An embedder that loads in the background and leaves memory when it has been idle."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from ports.embedder import Embedder, Role, Space, Vector
from ports.errors import EmbedderUnavailable

T = TypeVar("T")


class BackgroundEmbedder:
    """Implements ports.embedder.Embedder around another one.

    A call waits at most `patience_seconds` for the model to load and then raises
    EmbedderUnavailable(`MODEL_LOADING`); None waits as long as it takes. The model is let go of after
    `idle_seconds` without a call and comes back on demand; 0 keeps it.
    """

    def __init__(self, inner: Embedder, patience_seconds: float | None = 1.0, idle_seconds: float = 300.0) -> None:
        self._inner = inner
        self._patience = patience_seconds
        self._idle = idle_seconds
        self._turn = threading.Lock()
        self._ready = threading.Event()
        self._loader: threading.Thread | None = None
        self._problem: EmbedderUnavailable | None = None
        self._last_use = 0.0
        self._unloader: threading.Timer | None = None

    @property
    def space(self) -> Space | None:
        return self._inner.space

    @property
    def semantic(self) -> bool:
        return self._inner.semantic

    @property
    def window(self) -> int:
        return self._inner.window

    def count_tokens(self, text: str) -> int:
        return self._when_ready(lambda: self._inner.count_tokens(text))

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        return self._when_ready(lambda: self._inner.embed(texts, role))

    def close(self) -> None:
        with self._turn:
            if self._unloader is not None:
                self._unloader.cancel()
            self._ready.clear()
        self._inner.close()

    def start(self) -> None:
        """Begin to load, if nothing is loaded or loading."""
        with self._turn:
            if self._ready.is_set() or (self._loader is not None and self._loader.is_alive()):
                return
            self._problem = None
            # A daemon: a process that ends does not wait for a model.
            self._loader = threading.Thread(target=self._load, name="palimpsest model", daemon=True)
            self._loader.start()

    def _load(self) -> None:
        try:
            self._inner.count_tokens("ready")
        except EmbedderUnavailable as error:
            self._problem = error
        self._ready.set()

    def _when_ready(self, call: Callable[[], T]) -> T:
        self.start()
        if not self._ready.wait(self._patience):
            raise EmbedderUnavailable("MODEL_LOADING", "The model is still loading; try again in a moment.")
        if self._problem is not None:
            # The next call tries again: a file may have been put right.
            problem, self._problem = self._problem, None
            self._ready.clear()
            raise problem
        result = call()
        self._last_use = time.monotonic()
        self._watch()
        return result

    def _watch(self) -> None:
        """Let go of the model once it has been idle long enough."""
        if not self._idle:
            return
        with self._turn:
            if self._unloader is None or not self._unloader.is_alive():
                wait = max(self._last_use + self._idle - time.monotonic(), 0.01)
                self._unloader = threading.Timer(wait, self._unload)
                self._unloader.daemon = True
                self._unloader.start()

    def _unload(self) -> None:
        idle = time.monotonic() - self._last_use
        if idle >= self._idle:
            with self._turn:
                self._ready.clear()
            self._inner.close()
            return
        with self._turn:
            self._unloader = threading.Timer(self._idle - idle, self._unload)
            self._unloader.daemon = True
            self._unloader.start()
