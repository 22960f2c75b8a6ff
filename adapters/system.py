"""The machine's own clock and a source of identities."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

from ports.instants import instant
from ports.records import Instant

_TICK = timedelta(microseconds=1)


class SystemClock:
    """Implements ports.clock.Clock. Steps by a microsecond where the machine's clock stands still or is set back."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._last = datetime.min.replace(tzinfo=UTC)

    def now(self) -> Instant:
        with self._turn:
            self._last = max(datetime.now(UTC), self._last + _TICK)
            return instant(self._last)

    def ahead(self) -> float:
        return max(0.0, (self._last - datetime.now(UTC)).total_seconds())


class Uuid7Ids:
    """Implements ports.clock.Ids with RFC 9562 version 7."""

    def new(self) -> str:
        import uuid_utils

        return str(uuid_utils.uuid7())
