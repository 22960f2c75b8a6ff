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
        if len(stripped) <= len("2026-12-01"):
            day = date.fromisoformat(stripped)
            return instant(datetime(day.year, day.month, day.day, tzinfo=UTC))
        moment = datetime.fromisoformat(stripped)
        return instant(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise PydanticCustomError(
            "invalid_instant",
            "is no ISO 8601 date or time; write it like 2026-12-01 or 2026-12-01T13:46:28Z",
        ) from None


Moment = Annotated[str, AfterValidator(parse_instant)]
"""A field that takes any of these and holds an Instant."""
