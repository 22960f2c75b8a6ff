"""Whether two statements contradict each other: one negates the other, or gives another value for the same thing."""

from domain.contradictions.comparing import Conflict, ConflictReason, Statement, compare, conflicts

__all__ = ["Conflict", "ConflictReason", "Statement", "compare", "conflicts"]
