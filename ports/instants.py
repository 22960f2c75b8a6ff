"""Instants on the wire: what a caller may write, and the one form the store keeps."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
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
    return _parsed(text, time.min)


def parse_end(text: str) -> Instant:
    """Like `parse_instant`, but a date is its end in UTC: the last microsecond of the day."""
    return _parsed(text, time.max)


def _parsed(text: str, time_of_a_date: time) -> Instant:
    # RFC 3339 §5.6 allows t and z in lower case; Python reads the second only.
    stripped = text.strip().upper()
    try:
        if _may_be_date(stripped):
            return instant(datetime.combine(date.fromisoformat(stripped), time_of_a_date, UTC))
        moment = datetime.fromisoformat(stripped)
        return instant(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise PydanticCustomError(
            "invalid_instant",
            "is no ISO 8601 date or time; write it like 2026-12-01 or 2026-12-01T13:46:28Z",
        ) from None


def next_instant(moment: Instant) -> Instant:
    """The instant a microsecond later."""
    return instant(datetime.fromisoformat(moment) + timedelta(microseconds=1))


def _may_be_date(stripped: str) -> bool:
    return len(stripped) <= len("2026-12-01")


Moment = Annotated[str, AfterValidator(parse_instant)]
"""A field that takes any of these and holds an Instant; a date is its start."""

End = Annotated[str, AfterValidator(parse_end)]
"""A field for where something is bounded or looked back from; a date is its end."""
