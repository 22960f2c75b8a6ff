"""Keeping the process from ending while a thread is inside of a C++ library.

A daemon thread that comes back from C++ to an interpreter that is being finalised is ended there, and C++ takes that
for an uncaught exception and aborts the process
(https://docs.python.org/3/c-api/init.html#c.PyEval_RestoreThread). So at exit nobody enters any more, whoever is
inside is asked to stop, and the exit waits a moment for them.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from ports.errors import EmbedderUnavailable

Stop = Callable[[], None]


def _keep_running() -> None:
    """For calls that are short and cannot be stopped."""


class Gate:
    """Counts the calls inside, and lets no more in once it is closed."""

    def __init__(self, closing_waits_seconds: float = 1.5) -> None:
        self._patience = closing_waits_seconds
        self._changed = threading.Condition()
        self._closed = False
        self._inside: dict[object, Stop] = {}

    @contextmanager
    def inside(self, stop: Stop = _keep_running) -> Generator[None]:
        """Around a call; `stop` asks it to end early. Raises EmbedderUnavailable(`LEAVING`) once closed."""
        ticket = object()
        with self._changed:
            self.check_open()
            self._inside[ticket] = stop
        try:
            yield
        finally:
            with self._changed:
                del self._inside[ticket]
                self._changed.notify_all()

    def check_open(self) -> None:
        """Raise EmbedderUnavailable(`LEAVING`) once closed."""
        if self._closed:
            raise EmbedderUnavailable("LEAVING", "The program is ending; the rest is done at its next start.")

    def close(self) -> None:
        """Let nobody in, ask those inside to stop, and wait for them, but not for long."""
        with self._changed:
            self._closed = True
            for stop in self._inside.values():
                stop()
            self._changed.wait_for(lambda: not self._inside, self._patience)


GATE = Gate()
atexit.register(GATE.close)
