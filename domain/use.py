"""Counting use where it happens: a memory that a read returned was recalled."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from domain.context import World
from ports.errors import StoreUnavailable


def count_recalled(world: World, memory_ids: Sequence[str]) -> None:
    """Raise the recall counters of memories. A read never fails because its count could not be written."""
    if not memory_ids:
        return
    with suppress(StoreUnavailable), world.store.write(patient=False) as writer:
        writer.recalled(memory_ids, world.clock.now())
