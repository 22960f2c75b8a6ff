"""Instants on the wire: what a caller may write, and the one form the store keeps."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from ports.records import Instant


def instant(moment: datetime) -> Instant:
    """The fixed-width form of an aware datetime. Raises ValueError on a naive one."""
    if moment.tzinfo is None:
        raise ValueError("a naive datetime names no instant")
    utc = moment.astimezone(UTC)
    return f"{utc.year:04d}-" + utc.strftime("%m-%dT%H:%M:%S.%fZ")


def parse_instant(text: str) -> Instant:
    """An instant from ISO 8601: a date is its start in UTC, a time without an offset is UTC, an offset is converted.

    Raises PydanticCustomError of type `invalid_instant`.
    """
    stripped = text.strip()
    try:
        if _may_be_date(stripped):
            day = date.fromisoformat(stripped)
            return instant(datetime(day.year, day.month, day.day, tzinfo=UTC))
        moment = datetime.fromisoformat(stripped)
        return instant(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise PydanticCustomError(
            "invalid_instant",
            "is no ISO 8601 date or time; write it like 2026-12-01 or 2026-12-01T13:46:28Z",
        ) from None


def day_of(text: str) -> str | None:
    """The day, as 2026-12-01, that a text names where it names a date without a time."""
    stripped = text.strip()
    try:
        return date.fromisoformat(stripped).isoformat() if _may_be_date(stripped) else None
    except ValueError:
        return None


def _may_be_date(stripped: str) -> bool:
    return len(stripped) <= len("2026-12-01")


Moment = Annotated[str, AfterValidator(parse_instant)]
"""A field that takes any of these and holds an Instant."""
