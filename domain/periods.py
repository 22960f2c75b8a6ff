"""Spans of days before now."""

from __future__ import annotations

from datetime import datetime, timedelta

from ports.instants import instant
from ports.records import Instant


def days_before(now: Instant, days: int) -> Instant:
    """The instant some days earlier."""
    return instant(datetime.fromisoformat(now) - timedelta(days=days))


def days_between(start: Instant, end: Instant) -> float:
    """How many days lie between two instants; negative where the second is earlier."""
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() / 86_400
