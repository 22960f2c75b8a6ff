"""Work that is done once in a background thread, and waited for only so long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from ports.errors import EmbedderUnavailable

T = TypeVar("T")


class Errand(Generic[T]):
    """Runs `work` in a daemon thread when it is first wanted, and keeps what came of it.

    A failure is kept for `retry_seconds`, so that nobody pays for the same failure at every call; then the next one
    who wants it tries again, for what was wrong may have been put right.
    """

    def __init__(self, work: Callable[[], T], retry_seconds: float) -> None:
        self._work = work
        self._retry = retry_seconds
        self._turn = threading.Lock()
        self._running: Future[T] | None = None
        self._failed_at = 0.0

    def begin(self) -> Future[T]:
        """Start the work, if it is neither done nor running."""
        with self._turn:
            if self._running is None or self._has_failed_long_ago(self._running):
                self._running = Future()
                # A daemon: a process that ends does not wait for it.
                threading.Thread(target=self._run, args=[self._running], name="palimpsest model", daemon=True).start()
            return self._running

    def result(self, patience: float | None) -> T:
        """What came of the work, begun if need be; None waits as long as it takes.

        Raises EmbedderUnavailable: `MODEL_LOADING` where `patience` seconds were not enough, or what the work raised.
        """
        running = self.begin()
        try:
            return running.result(patience)
        except TimeoutError as error:
            raise EmbedderUnavailable(
                "MODEL_LOADING", "The model is still loading; what needs it is done a little later."
            ) from error

    def forget(self) -> None:
        """Let the work be done anew when it is wanted next; what runs is not waited for."""
        with self._turn:
            self._running = None

    def _has_failed_long_ago(self, running: Future[T]) -> bool:
        failed = running.done() and running.exception() is not None
        return failed and time.monotonic() - self._failed_at >= self._retry

    def _run(self, outcome: Future[T]) -> None:
        try:
            outcome.set_result(self._work())
        except EmbedderUnavailable as error:
            self._fail(outcome, error)
        except BaseException as error:
            self._fail(outcome, EmbedderUnavailable("EMBEDDER_FAILED", f"The embedder failed to load: {error!r}."))

    def _fail(self, outcome: Future[T], error: EmbedderUnavailable) -> None:
        self._failed_at = time.monotonic()
        outcome.set_exception(error)
