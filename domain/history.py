"""A memory's history: each revision with its four times, who made it, and what it changed."""

from __future__ import annotations

from collections.abc import Sequence, Set

from domain import audit
from domain.bounds import bounded
from domain.context import Caller, World
from domain.forgetting import is_forgotten
from domain.presenting import provenanced
from domain.rewriting import word_diff
from ports.answers import Change, HistoryAnswer, LogAnswer, PastRevision
from ports.commands import HistoryOf, Log
from ports.errors import NotFound
from ports.records import Revision
from ports.vocabulary import ActorKind, Trust, Verb

_DIFFED = 60
"""Characters from which on a changed text is shown as a diff."""
_LOG_AT_MOST = 100_000
_COMPARED = ("project", "tags", "trust", "confidence", "importance", "valid_from", "valid_to")


def history(world: World, caller: Caller, command: HistoryOf) -> HistoryAnswer:
    """Every revision of a memory, oldest first; the newest `limit` of them.

    What was once believed stays readable whatever became of it. Of what only ever waited for a person, and of its
    rejection, a person alone is shown the text; others learn when it was written and by whom. Raises NotFound, with
    code `FORGOTTEN` where it was forgotten; asking for that leaves its row in the audit log.
    """
    with world.store.read() as reader:
        revisions = reader.history(command.id)
        forgotten = not revisions and is_forgotten(reader, command.id)
    if forgotten:
        note_read_of_forgotten(world, caller, command.id)
        raise NotFound("FORGOTTEN", f"{command.id} was forgotten; nothing of it is left.")
    if not revisions:
        raise NotFound("NOT_FOUND", f"No memory has the id {command.id}.")
    veiled = frozenset[str]() if caller.actor is ActorKind.PERSON else _never_believed(revisions)
    shown: list[PastRevision] = []
    for one, before in _with_predecessors(revisions, veiled)[-command.limit :]:
        caller.checkpoint()
        shown.append(_veiled(one) if one.id in veiled else _past(one, before))
    answer = HistoryAnswer(
        id=command.id,
        type=revisions[-1].kind,
        revisions=tuple(shown),
        left_out=len(revisions) - len(shown) or None,
    )
    return bounded(answer, command.max_characters)


def log(world: World, command: Log) -> LogAnswer:
    """The newest rows of the audit log, oldest of them first."""
    with world.store.read() as reader:
        if command.id is not None:
            rows = list(reader.audit(0, _LOG_AT_MOST, command.id))
            if not rows:
                raise NotFound("NOT_FOUND", f"The audit log has no row of a memory {command.id}.")
        else:
            last = reader.last_audit()
            rows = list(reader.audit(max((last.sequence if last else 0) - command.limit, 0), command.limit))
    return LogAnswer(rows=tuple(rows[-command.limit :]))


def note_read_of_forgotten(world: World, caller: Caller, memory_id: str) -> None:
    """Leave a row where somebody asked for what was forgotten."""
    with world.store.write() as writer:
        audit.append(writer, caller, Verb.READ_FORGOTTEN, world.clock.now(), memory_id=memory_id)


def _never_believed(revisions: Sequence[Revision]) -> frozenset[str]:
    """The ids of the revisions that waited for a person, and of those that rejected what had waited."""
    veiled: set[str] = set()
    before: Revision | None = None
    for one in revisions:
        if one.trust is Trust.PENDING or (
            one.trust is Trust.REJECTED and (before is None or before.id in veiled or before.body != one.body)
        ):
            veiled.add(one.id)
        before = one
    return frozenset(veiled)


def _with_predecessors(revisions: Sequence[Revision], veiled: Set[str]) -> list[tuple[Revision, Revision | None]]:
    """Each revision with the last one before it whose text is shown."""
    told: list[tuple[Revision, Revision | None]] = []
    before: Revision | None = None
    for one in revisions:
        told.append((one, before))
        before = before if one.id in veiled else one
    return told


def _veiled(revision: Revision) -> PastRevision:
    """That there was a revision, without any text that came with it. Why it was rejected is the person's own word."""
    past, by = _past(revision, None), provenanced(revision.provenance)
    judged = revision.verb is Verb.REJECT and by.actor is ActorKind.PERSON
    return past.model_copy(
        update={
            "withheld": True,
            "changes": None,
            "note": past.note if judged else None,
            "by": by.model_copy(update={"source": None}),
        }
    )


def _past(revision: Revision, before: Revision | None) -> PastRevision:
    return PastRevision(
        revision_id=revision.id,
        verb=revision.verb,
        trust=revision.trust,
        valid_from=revision.valid_from,
        valid_to=revision.valid_to,
        recorded_at=revision.recorded_at,
        expired_at=revision.expired_at,
        by=provenanced(revision.provenance),
        reason=revision.closing.reason if revision.closing else None,
        note=revision.closing.note if revision.closing else None,
        superseded_by_id=revision.closing.successor_id if revision.closing else None,
        changes=_changes(revision, before) or None,
    )


def _changes(revision: Revision, before: Revision | None) -> tuple[Change, ...]:
    new = _fields(revision)
    if before is None:
        return tuple(Change(field=name, after=value) for name, value in _body(revision).items())
    old = _fields(before)
    return tuple(_change(name, old.get(name), new.get(name)) for name in new if new.get(name) != old.get(name))


def _fields(revision: Revision) -> dict[str, object]:
    shared = revision.model_dump(mode="json", by_alias=True, include=set(_COMPARED))
    return {**_body(revision), **shared}


def _body(revision: Revision) -> dict[str, object]:
    return revision.body.model_dump(mode="json", by_alias=True, exclude={"kind"}, exclude_none=True)


def _change(field: str, before: object, after: object) -> Change:
    if isinstance(before, str) and isinstance(after, str) and max(len(before), len(after)) >= _DIFFED:
        return Change(field=field, diff=word_diff(before, after))
    return Change(field=field, before=before, after=after)
