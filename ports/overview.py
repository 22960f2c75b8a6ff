"""What the looking-back tools ask of a store: counts and listings that no single memory's revision tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from ports.records import Instant, Revision

if TYPE_CHECKING:
    from ports.store import Filter


class Facet(StrEnum):
    """What a tally counts by."""

    CATEGORY = "category"
    ENTITY_TYPE = "entityType"


class Overview(Protocol):
    """The part of a Reader that looks at many memories at once. Every method applies the whole filter first."""

    def entities_named(self, name_key: str, where: Filter) -> Sequence[Revision]:
        """Entities whose key begins with that of a name, whatever their type (domain/duplicates.py: `name_key`)."""
        ...

    def tally(self, where: Filter, facet: Facet) -> Mapping[str, int]:
        """How many revisions pass the filter for each value of a facet, the most frequent first."""
        ...

    def subjects(self, where: Filter, recorded_since: Instant, limit: int) -> Sequence[tuple[str, int]]:
        """The memories that most revisions recorded since an instant are about, and how many those are."""
        ...

    def most_recalled(self, where: Filter, recalled_since: Instant, limit: int) -> Sequence[Revision]:
        """What was recalled since an instant, the most often recalled first."""
        ...

    def never_recalled(self, where: Filter, recorded_before: Instant, limit: int) -> Sequence[Revision]:
        """What was recorded before an instant and never recalled, the oldest first."""
        ...

    def first_recorded(self, project: str | None) -> Instant | None:
        """When the oldest revision, whatever became of it, was recorded in a project or without one."""
        ...
