"""Whether two statements contradict each other: one negates the other, or gives another value for the same thing."""

from domain.contradictions.comparing import (
    LONGEST_COMPARED,
    Conflict,
    ConflictReason,
    Effort,
    Statement,
    compare,
    conflicts,
    telling_words,
)

__all__ = [
    "LONGEST_COMPARED",
    "Conflict",
    "ConflictReason",
    "Effort",
    "Statement",
    "compare",
    "conflicts",
    "telling_words",
]
