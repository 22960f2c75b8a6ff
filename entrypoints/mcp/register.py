"""What a connection was shown so far, so that it is told what others changed since."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.context import Sightings

AT_MOST = 10_000
"""Memories that are remembered as shown; of more, the ones that were met last."""


class Register:
    """Up to which audit row a connection was shown each memory, and its sessions. Safe to use from several threads."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._shown: OrderedDict[str, int] = OrderedDict()
        self._sessions: frozenset[str] = frozenset()

    def begin(self, session_id: str) -> None:
        """A session of this connection: what is written in it is its own."""
        with self._turn:
            self._sessions |= {session_id}

    def note(self, memories: Iterable[tuple[str, bool]], up_to: int) -> None:
        """Memories of an answer, and whether all of each was shown; the log went up to a row before it was asked for.

        Who has read all of a text has not read it anew by its beginning.
        """
        with self._turn:
            for memory_id, whole in memories:
                if whole or memory_id not in self._shown:
                    self._shown[memory_id] = up_to
                self._shown.move_to_end(memory_id)
            while len(self._shown) > AT_MOST:
                self._shown.popitem(last=False)

    def sightings(self) -> Sightings:
        """All of it, for the rules."""
        from domain.context import Sightings

        return Sightings(MappingProxyType(self._shown), self._sessions)
