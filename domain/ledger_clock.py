"""The ledger's time, which never runs back: a clock that was ahead or is behind hides nothing."""

from __future__ import annotations

import threading
from datetime import datetime

from ports.clock import Clock
from ports.errors import StoreUnavailable
from ports.instants import next_instant
from ports.records import Instant
from ports.store import Store


class LedgerClock:
    """Implements ports.clock.Clock: the machine's time, or a microsecond after the last instant recorded in a store.

    It is the later of the two, so what is recorded next, by whichever process, follows what was recorded before, and a
    read sees all of it.
    """

    def __init__(self, machine: Clock, store: Store) -> None:
        self._machine = machine
        self._store = store
        self._turn = threading.Lock()
        self._last: Instant = ""

    def now(self) -> Instant:
        recorded = self._recorded()
        with self._turn:
            last = max(self._last, recorded)
            self._last = max(self._machine.now(), next_instant(last) if last else "")
            return self._last

    def ahead(self) -> float:
        machine = datetime.fromisoformat(self._machine.now())
        return max(0.0, (datetime.fromisoformat(self.now()) - machine).total_seconds())

    def _recorded(self) -> Instant:
        try:
            return self._store.last_instant() or ""
        except StoreUnavailable:
            # There is no ledger to go by; whoever uses the store next is told what is wrong with it.
            return ""
