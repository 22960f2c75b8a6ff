"""Naming what contradicts each other: at a write, among what is held true; in a search, among what it shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from domain.contradictions import ConflictReason, Statement, compare, conflicts
from domain.presenting import headline
from ports.answers import Contradicted
from ports.bodies import Body
from ports.records import Instant, Revision
from ports.store import Filter, Reader
from ports.vocabulary import Kind

_STATING = (Kind.LEARNING, Kind.DECISION, Kind.OBSERVATION)
_COMPARED_AT_MOST = 20
_NAMED_AT_MOST = 3
_LONGEST = 600
"""Characters of a text that is one statement; a longer one says many things, and differs in many."""


def contradicted_by(
    reader: Reader, body: Body, project: str | None, now: Instant, own: str | None = None
) -> tuple[Contradicted, ...]:
    """The live memories that a text contradicts, among the likeliest by their words. `own` is the memory itself."""
    if body.kind not in _STATING or not body.text or len(body.text) > _LONGEST:
        return ()
    where = Filter(now=now, kinds=(body.kind,), project=project, subject_id=body.subject_id)
    hits = reader.lexical(body.text, where, _COMPARED_AT_MOST)
    said = Statement("", body.text, now, now)
    found: list[Contradicted] = []
    for one in reader.load(hit.revision_id for hit in hits).values():
        if one.memory_id == own or len(one.body.text) > _LONGEST:
            continue
        conflict = compare(_statement(one), said, None)
        if conflict is not None and conflict.reasons != (ConflictReason.CONFIDENCE,):
            found.append(Contradicted(id=one.memory_id, text=headline(one.body), detail=conflict.detail))
    return tuple(found[:_NAMED_AT_MOST])


def rivals_among(revisions: Sequence[Revision]) -> dict[str, tuple[str, ...]]:
    """For each memory, by its id, those of the others that it contradicts. The first twenty are compared."""
    rivals: dict[str, list[str]] = defaultdict(list)
    for group in _comparable(revisions[:_COMPARED_AT_MOST]):
        projects = {one.memory_id: one.project for one in group}
        for conflict in conflicts([_statement(one) for one in group], lambda _one, _other: None):
            one, other = conflict.older.id, conflict.newer.id
            apart = None not in (projects[one], projects[other]) and projects[one] != projects[other]
            if not apart and conflict.reasons != (ConflictReason.CONFIDENCE,):
                rivals[one].append(other)
                rivals[other].append(one)
    return {memory_id: tuple(others) for memory_id, others in rivals.items()}


def _comparable(revisions: Iterable[Revision]) -> Iterable[list[Revision]]:
    """Those of one kind, and of observations those about one entity."""
    groups: dict[tuple[Kind, str | None], list[Revision]] = defaultdict(list)
    for one in revisions:
        if one.kind in _STATING and one.body.text and len(one.body.text) <= _LONGEST:
            groups[one.kind, one.body.subject_id].append(one)
    return groups.values()


def _statement(revision: Revision) -> Statement:
    return Statement(revision.memory_id, revision.body.text, revision.valid_from, revision.recorded_at)
