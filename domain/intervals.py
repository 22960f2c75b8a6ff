"""When a fact is true: half-open intervals of instants.

After Snodgrass, "Developing Time-Oriented Database Applications in SQL" (1999).
"""

from __future__ import annotations

from dataclasses import dataclass

from ports.errors import InvalidInput
from ports.records import Instant, Revision
from ports.vocabulary import Trust


@dataclass(frozen=True, slots=True)
class Interval:
    """From `start`, included, to `end`, excluded; open where `end` is None.

    Raises InvalidInput(`EMPTY_INTERVAL`) where it would hold no instant at all: such a fact would never be true.
    """

    start: Instant
    end: Instant | None = None

    def __post_init__(self) -> None:
        if self.end is not None and self.end <= self.start:
            raise InvalidInput(
                "EMPTY_INTERVAL",
                f"The interval from {self.start} to {self.end} holds no instant; let it end after it begins.",
            )

    def covers(self, moment: Instant) -> bool:
        """Whether the fact is true at the instant."""
        return self.start <= moment and (self.end is None or moment < self.end)

    def overlaps(self, other: Interval) -> bool:
        """Whether some instant lies in both."""
        return (other.end is None or self.start < other.end) and (self.end is None or other.start < self.end)

    def closed_at(self, moment: Instant) -> Interval:
        """The same interval, ended at the instant. An end set before stays where it is the earlier one."""
        end = moment if self.end is None else min(self.end, moment)
        return Interval(self.start, end)


def interval_of(revision: Revision) -> Interval:
    """The validity of a revision."""
    return Interval(revision.valid_from, revision.valid_to)


def is_live(revision: Revision, now: Instant) -> bool:
    """Whether a revision is current, valid now, and not withheld by its trust."""
    return revision.current and not revision.trust.withheld and interval_of(revision).covers(now)


def is_retired(revision: Revision, now: Instant) -> bool:
    """Whether the memory is no longer held true; an end in the future retires nothing yet."""
    return revision.valid_to is not None and revision.valid_to <= now


def was_retired(revision: Revision, now: Instant) -> bool:
    """Whether somebody ended it. A fact told of the past has an end too, and still stands for its interval."""
    return revision.closing is not None and is_retired(revision, now)


def has_ended(revision: Revision, now: Instant) -> bool:
    """Whether somebody ended or rejected it, so that it has to be reinstated before it can change."""
    return revision.trust is Trust.REJECTED or was_retired(revision, now)


def stands_for(revision: Revision, valid: Interval, now: Instant) -> bool:
    """Whether a revision is held, or waits to be held, true of some instant of an interval."""
    return not has_ended(revision, now) and interval_of(revision).overlaps(valid)
