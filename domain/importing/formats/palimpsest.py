"""Our own envelope."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

from domain.importing.chains import Chain, Flawed, chain_problem, named_id, parsed_entry, place_of
from domain.importing.formats.translation import Stage
from ports.answers import Problem
from ports.archive import Entry, Source
from ports.envelope import ExportedAuditEntry, ExportedRejection, ExportedRevision, ExportedUse, Section
from ports.vocabulary import Kind

_MEMBERS = {"format", "version", "exportedAt", "complete", "counts", "auditHead"}
_SECTIONS = set(Section)


@dataclass(frozen=True, slots=True)
class PalimpsestTranslation:
    """Implements Translation on `palimpsest-export`: every record is one of the ledger's own."""

    source: Source

    def memories(self, stage: Stage | None) -> Iterator[Chain | Flawed]:
        for _, group in groupby(self._entries(Section.REVISIONS), key=_group):
            entries = list(group)
            if stage is None or _stage(entries) == stage:
                yield from _chain(entries)
        if stage in (None, Stage(False, False)):
            yield from self._strays()

    def uses(self) -> Iterator[ExportedUse | Flawed]:
        return (parsed_entry(ExportedUse, entry) for entry in self._entries(Section.USES))

    def rejections(self) -> Iterator[ExportedRejection | Flawed]:
        return (parsed_entry(ExportedRejection, entry) for entry in self._entries(Section.REJECTIONS))

    def audit(self) -> Iterator[ExportedAuditEntry | Flawed]:
        """The rows of the other store's audit log."""
        return (parsed_entry(ExportedAuditEntry, entry) for entry in self._entries(Section.AUDIT))

    def _entries(self, section: Section) -> Iterator[Entry]:
        return (entry for entry in self.source.entries(section) if entry.place is not None)

    def _strays(self) -> Iterator[Flawed]:
        """Members that this version of the format does not have, and arrays that are none."""
        told: set[str] = set()
        for entry in self.source.entries():
            known = entry.section in (_SECTIONS if entry.place is not None else _MEMBERS)
            if not known and entry.section not in told:
                told.add(entry.section)
                yield stray(entry, "is no array of this format")


def stray(entry: Entry, why: str) -> Flawed:
    """A member that cannot be read as anything."""
    name = entry.section[:100]
    return Flawed(name, Problem(code="BAD_RECORD", message=f"{name} {why}."))


def _chain(entries: list[Entry]) -> Iterator[Chain | Flawed]:
    revisions: list[ExportedRevision] = []
    record = place_of(Section.REVISIONS, [entry.place or 0 for entry in entries])
    for entry in entries:
        revision = parsed_entry(ExportedRevision, entry)
        if isinstance(revision, Flawed):
            yield Flawed(record, revision.problem, revision.id, _kind(entry))
            return
        revisions.append(revision)
    chain = Chain(record, tuple(revisions))
    problem = chain_problem(chain)
    yield chain if problem is None else Flawed(record, problem, chain.memory_id, chain.kind)


def _group(entry: Entry) -> object:
    """What stands together: the memory's id, or the place where there is none."""
    return named_id(entry.value) or entry.place


def _stage(entries: list[Entry]) -> Stage:
    succeeded = any(_member(_member(entry.value, "closing"), "successorId") is not None for entry in entries)
    return Stage(_kind(entries[0]) is Kind.ENTITY, succeeded)


def _kind(entry: Entry) -> Kind | None:
    kind = _member(_member(entry.value, "body"), "kind")
    return Kind(kind) if isinstance(kind, str) and kind in set(Kind) else None


def _member(value: Any, name: str) -> Any:
    return cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None
