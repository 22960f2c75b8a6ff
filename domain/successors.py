"""What took a memory's place, and what took the place of that."""

from __future__ import annotations

from collections.abc import Iterator

from domain.intervals import is_live
from ports.records import Instant, Revision
from ports.store import Reader
from ports.vocabulary import RetireReason


def leads_back(reader: Reader, memory_id: str, successor_id: str | None) -> bool:
    """Whether a memory would take its own place, directly or by way of others."""
    seen: set[str] = set()
    while successor_id is not None and successor_id not in seen:
        if successor_id == memory_id:
            return True
        seen.add(successor_id)
        successor = reader.current(successor_id)
        successor_id = successor.closing.successor_id if successor is not None and successor.closing else None
    return False


def living_successor(reader: Reader, retired: Revision, now: Instant) -> Revision | None:
    """The live memory that took a retired one's place, directly or by way of others that were retired since."""
    return next((one for one, _ in _line(reader, retired) if is_live(one, now)), None)


def superseder(reader: Reader, retired: Revision, now: Instant) -> Revision | None:
    """The living successor of a memory, unless it is only the copy that was kept of several."""
    reasons: set[RetireReason] = set()
    for one, reason in _line(reader, retired):
        reasons.add(reason)
        if is_live(one, now):
            return one if reasons - {RetireReason.DUPLICATE} else None
    return None


def _line(reader: Reader, retired: Revision) -> Iterator[tuple[Revision, RetireReason]]:
    """What took a memory's place, what took the place of that, and so on; with why the one before it was retired."""
    seen: set[str] = set()
    one: Revision | None = retired
    while one is not None and one.closing is not None and one.memory_id not in seen:
        seen.add(one.memory_id)
        reason = one.closing.reason
        one = reader.current(one.closing.successor_id) if one.closing.successor_id else None
        if one is not None:
            yield one, reason
