"""What took a memory's place, and what took the place of that."""

from __future__ import annotations

from ports.store import Reader


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
