"""The clock and id ports: the only sources of time and of identity."""

from __future__ import annotations

from typing import Protocol

from ports.records import Instant


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> Instant:
        """The present, never earlier than, nor equal to, an answer given before in this process."""
        ...

    def ahead(self) -> float:
        """By how many seconds it goes before the machine's own clock, 0 where it does not."""
        ...


class Ids(Protocol):
    """Makes identities."""

    def new(self) -> str:
        """A fresh UUIDv7 (RFC 9562) in its 36-character lower-case form."""
        ...
