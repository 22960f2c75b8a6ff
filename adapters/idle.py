"""Noticing that something has not been used for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager


class IdleWatch:
    """Calls `act` once nothing has been in use for `seconds`; 0 never does. Nothing is in use while `act` runs."""

    def __init__(self, seconds: float, act: Callable[[], None]) -> None:
        self._seconds = seconds
        self._act = act
        self._turn = threading.Lock()
        self._users = 0
        self._last_use = 0.0
        self._alarm: threading.Timer | None = None

    @contextmanager
    def in_use(self) -> Generator[None]:
        """Hold `act` off inside, and for `seconds` after."""
        with self._turn:
            self._users += 1
        try:
            yield
        finally:
            with self._turn:
                self._users -= 1
                self._last_use = time.monotonic()
                if self._seconds and self._alarm is None:
                    self._set_alarm(self._seconds)

    def stop(self) -> None:
        """Watch no more until the next use."""
        with self._turn:
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

    def _set_alarm(self, seconds: float) -> None:
        self._alarm = threading.Timer(seconds, self._look)
        self._alarm.daemon = True
        self._alarm.start()

    def _look(self) -> None:
        with self._turn:
            left = self._last_use + self._seconds - time.monotonic()
            if self._users or left > 0:
                self._set_alarm(max(left, self._seconds / 2))
                return
            self._alarm = None
            self._act()
