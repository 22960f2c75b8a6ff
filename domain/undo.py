"""Undoing: one audited mutation is taken back, by another one. What stands on it is not pulled away."""

from __future__ import annotations

from typing import Any

from domain import audit, ledger
from domain.context import Caller, World
from domain.duplicates import refuse_rejected
from domain.forgetting import is_forgotten
from domain.keys import folded_key
from domain.leaning import resting_on
from domain.rejections import claims, refusal
from domain.retire import reject_value
from domain.trust import require_person
from ports.answers import Undone
from ports.commands import Undo
from ports.errors import InvalidInput, NotFound, Refused
from ports.records import AuditEntry, Closing, Instant, Revision
from ports.store import Reader, Writer
from ports.vocabulary import ActorKind, AuditOutcome, RetireReason, Verb

_UNDOABLE = (
    Verb.ADD, Verb.REVISE, Verb.RETIRE, Verb.REINSTATE, Verb.VERIFY, Verb.DISPUTE, Verb.APPROVE, Verb.REJECT, Verb.UNDO,
)  # fmt: skip


def undo(world: World, caller: Caller, command: Undo) -> Undone:
    """Take back the audit row named, or the newest one that this session (or this person) left.

    Raises InvalidInput(`NOT_UNDOABLE`) and Refused(`STANDS_ON_IT`, `PERSON_REQUIRED`); then nothing changes.
    """
    try:
        with world.store.write() as writer:
            return _undo(writer, world, caller, _entry(writer, caller, command))
    except Refused as error:
        audit.record_refusal(world, caller, Verb.UNDO, error.code)
        raise


def _entry(reader: Reader, caller: Caller, command: Undo) -> AuditEntry:
    if command.sequence is not None:
        rows = reader.audit(command.sequence - 1, 1)
        if rows and rows[0].sequence == command.sequence:
            return rows[0]
        raise NotFound("NOT_FOUND", f"The audit log has no row {command.sequence}.")
    last = reader.last_audit()
    start = max((last.sequence if last else 0) - _LOOKED_BACK, 0)
    mine = [row for row in reader.audit(start, _LOOKED_BACK) if _is_mine(row, caller)]
    if mine and mine[-1].verb is Verb.FORGET:
        raise _forgotten(f"Your last change, row {mine[-1].sequence},", "; to take back an earlier one, name its row")
    if not mine:
        raise NotFound("NOTHING_TO_UNDO", "There is no recent change of yours; name a row's sequence.")
    return mine[-1]


_LOOKED_BACK = 1_000


def _is_mine(row: AuditEntry, caller: Caller) -> bool:
    same = row.session_id == caller.session_id and row.actor is caller.actor and row.actor_name == caller.name
    changes = row.verb is Verb.FORGET or (row.verb in _UNDOABLE and row.verb is not Verb.UNDO)
    return same and row.outcome is AuditOutcome.DONE and changes


def _forgotten(row: str, more: str = "") -> InvalidInput:
    return InvalidInput(
        "NOT_UNDOABLE", f"{row} forgot a memory for good: nothing of it is left, so it cannot be undone{more}."
    )


def _undo(writer: Writer, world: World, caller: Caller, entry: AuditEntry) -> Undone:
    if entry.outcome is AuditOutcome.DONE and entry.verb is Verb.FORGET:
        raise _forgotten(f"Row {entry.sequence}")
    if entry.outcome is not AuditOutcome.DONE or entry.verb not in _UNDOABLE or entry.memory_id is None:
        raise InvalidInput("NOT_UNDOABLE", f"Row {entry.sequence} ({entry.verb}) cannot be taken back.")
    if entry.actor is ActorKind.PERSON:
        require_person(caller, "undo what a person did")
    at = world.clock.now()
    if is_forgotten(writer, entry.memory_id):
        raise InvalidInput("NOT_UNDOABLE", f"The memory of row {entry.sequence} was forgotten; nothing of it is left.")
    current = ledger.find(writer, entry.memory_id)
    _refuse_if_built_upon(writer, entry, current, at)
    before = writer.load([entry.before_id]).get(entry.before_id) if entry.before_id else None
    updates = _withdrawn(current, at) if before is None else _restored(before)
    if before is not None:
        _readmit(writer, caller, entry, before, at)
    after = ledger.change(writer, world, caller, current, at, Verb.UNDO, reason=f"row {entry.sequence}", **updates)
    _reject_again(writer, world, caller, after, at)
    return Undone(sequence=entry.sequence, verb=entry.verb, id=entry.memory_id, action="undone")


def _refuse_if_built_upon(reader: Reader, entry: AuditEntry, current: Revision, now: Instant) -> None:
    if current.id != entry.after_id:
        later = [row for row in reader.audit(entry.sequence, 1_000, current.memory_id) if row.after_id is not None]
        names = ", ".join(f"{row.sequence} ({row.verb})" for row in later[:5])
        raise Refused("STANDS_ON_IT", f"Later changes of the same memory stand on it; undo them first: row {names}.")
    if entry.verb is Verb.ADD:
        leaning = resting_on(reader, current, now)
        if leaning:
            names = ", ".join(f"{one.id} ({one.how})" for one in leaning[:5])
            raise Refused("STANDS_ON_IT", f"Other memories rest on {current.memory_id}: {names}.")


def _withdrawn(current: Revision, at: Instant) -> dict[str, Any]:
    """An addition taken back leaves a memory that was never true."""
    closing = Closing(reason=RetireReason.OTHER, note="undone")
    return ledger.close(closing, current, at)


def _restored(before: Revision) -> dict[str, Any]:
    kept = ("body", "project", "tags", "trust", "confidence", "importance", "valid_from", "valid_to", "closing")
    return {name: getattr(before, name) for name in kept}


def _reject_again(writer: Writer, world: World, caller: Caller, restored: Revision, at: Instant) -> None:
    """Where an undo had lifted a rejection, undoing that undo lays it down anew."""
    closing = restored.closing
    if closing and closing.reason.rejects and refusal(writer, restored.body, restored.project) is None:
        reject_value(writer, world, caller, restored, closing, at)


def _readmit(writer: Writer, caller: Caller, entry: AuditEntry, before: Revision, at: Instant) -> None:
    """Undoing a rejection lifts it; anything else may not bring a rejected value back."""
    if entry.verb in (Verb.RETIRE, Verb.REJECT) and not before.trust.withheld:
        for rejection in writer.rejections(folded_key(claims(before.body)[0])):
            if rejection.memory_id == before.memory_id and rejection.rejected_at == entry.at:
                writer.lift(rejection.id, at, caller.name)
    if not before.trust.withheld:
        refuse_rejected(writer, before.body, before.project)
