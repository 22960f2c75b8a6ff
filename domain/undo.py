"""Undoing: one audited mutation is taken back, by another one. What stands on it is not pulled away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import audit, ledger
from domain.context import Caller, World
from domain.duplicates import live_twin, refuse_rejected
from domain.forgetting import is_forgotten
from domain.intervals import has_ended, interval_of
from domain.leaning import resting_on
from domain.rejections import own_rejections, refusal
from domain.restating import in_doubt, successor_of
from domain.retire import reject_value
from domain.trust import require_person
from domain.undoing import because_of, restored_revision, taken_back, undone
from ports.answers import Undone
from ports.commands import Undo
from ports.errors import InvalidInput, NotFound, Refused
from ports.records import AuditEntry, Closing, Instant, Revision
from ports.store import Reader, Writer
from ports.vocabulary import ActorKind, AuditOutcome, RetireReason, Trust, Verb

_UNDOABLE = (
    Verb.ADD, Verb.REVISE, Verb.RETIRE, Verb.REINSTATE, Verb.VERIFY, Verb.DISPUTE, Verb.APPROVE, Verb.REJECT, Verb.UNDO,
)  # fmt: skip


def undo(world: World, caller: Caller, command: Undo) -> Undone:
    """Take back the audit row named, or the newest that this session (or this person) left and that still stands.

    With `redo`, bring back the row named, or the last that was taken back since the newest change. Raises
    InvalidInput(`NOT_UNDOABLE`, `ALREADY_UNDONE`), NotFound(`NOTHING_TO_UNDO`, `NOTHING_TO_REDO`) and
    Refused(`STANDS_ON_IT`, `PERSON_REQUIRED`, `DUPLICATE`, `VALUE_REJECTED`); then nothing changes.
    """
    try:
        with world.store.write() as writer:
            if command.redo:
                return _redo(writer, world, caller, command)
            return _undo(writer, world, caller, _entry(writer, caller, command))
    except Refused as error:
        audit.record_refusal(world, caller, Verb.UNDO, error.code)
        raise


def _redo(writer: Writer, world: World, caller: Caller, command: Undo) -> Undone:
    """Bringing back is taking back the undo."""
    taken = _undo_of(writer, caller, command)
    change = _row(writer, taken_back(taken) or 0)
    _undo(writer, world, caller, taken)
    return Undone(sequence=change.sequence, verb=change.verb, id=change.memory_id or "", action="redone")


def _undo_of(reader: Reader, caller: Caller, command: Undo) -> AuditEntry:
    """The undo to take back."""
    if command.sequence is not None:
        entry = _row(reader, command.sequence)
        standing = undone(_rows_of(reader, entry)).get(entry.sequence)
    else:
        rows = _recent(reader)
        last = max((row.sequence for row in rows if _is_my_change(row, caller)), default=0)
        taken = undone(rows)
        mine = (row for row in rows if _is_mine(row, caller) and row.sequence > last and row.sequence not in taken)
        standing = next((row for row in reversed([*mine]) if _took_back_a_change(row, rows)), None)
    if standing is None:
        raise NotFound("NOTHING_TO_REDO", "Nothing was undone that could be brought back.")
    return standing


def _took_back_a_change(row: AuditEntry, rows: Sequence[AuditEntry]) -> bool:
    """Whether a row is an undo of something that is no undo itself."""
    target = taken_back(row)
    return target is not None and not any(one.sequence == target and one.verb is Verb.UNDO for one in rows)


def _entry(reader: Reader, caller: Caller, command: Undo) -> AuditEntry:
    if command.sequence is not None:
        return _row(reader, command.sequence)
    rows = _recent(reader)
    taken = undone(rows)
    mine = [row for row in rows if _is_my_change(row, caller) and row.sequence not in taken]
    if mine and mine[-1].verb is Verb.FORGET:
        raise _forgotten(f"Your last change, row {mine[-1].sequence},", "; to take back an earlier one, name its row")
    if not mine:
        raise NotFound("NOTHING_TO_UNDO", "There is no recent change of yours that stands; name a row's sequence.")
    return mine[-1]


def _row(reader: Reader, sequence: int) -> AuditEntry:
    rows = reader.audit(sequence - 1, 1)
    if rows and rows[0].sequence == sequence:
        return rows[0]
    raise NotFound("NOT_FOUND", f"The audit log has no row {sequence}.")


def _recent(reader: Reader) -> Sequence[AuditEntry]:
    last = reader.last_audit()
    return reader.audit(max((last.sequence if last else 0) - _LOOKED_BACK, 0), _LOOKED_BACK)


def _rows_of(reader: Reader, entry: AuditEntry) -> Sequence[AuditEntry]:
    """The audit rows of a row's memory."""
    return reader.audit(0, _ROWS_AT_MOST, entry.memory_id) if entry.memory_id is not None else ()


_LOOKED_BACK = 1_000
_ROWS_AT_MOST = 100_000


def _is_mine(row: AuditEntry, caller: Caller) -> bool:
    same = row.session_id == caller.session_id and row.actor is caller.actor and row.actor_name == caller.name
    return same and row.outcome is AuditOutcome.DONE


def _is_my_change(row: AuditEntry, caller: Caller) -> bool:
    changes = row.verb is Verb.FORGET or (row.verb in _UNDOABLE and row.verb is not Verb.UNDO)
    return changes and _is_mine(row, caller)


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
        updates["trust"] = _trust_beside_its_successor(writer, world, caller, current, before, at)
    after = ledger.change(writer, world, caller, current, at, Verb.UNDO, reason=because_of(entry), **updates)
    _reject_again(writer, world, caller, after, at)
    return Undone(sequence=entry.sequence, verb=entry.verb, id=entry.memory_id, action="undone")


def _refuse_if_built_upon(reader: Reader, entry: AuditEntry, current: Revision, now: Instant) -> None:
    rows = _rows_of(reader, entry)
    taken = undone(rows)
    if entry.sequence in taken:
        by = taken[entry.sequence].sequence
        raise InvalidInput(
            "ALREADY_UNDONE", f"Row {entry.sequence} was undone by row {by} already; redo brings it back."
        )
    if restored_revision(rows, current.id) != restored_revision(rows, entry.after_id or ""):
        later = [row for row in rows if row.sequence > entry.sequence and row.after_id and row.sequence not in taken]
        changes = [row for row in later if row.verb is not Verb.UNDO] or later
        names = ", ".join(f"{row.sequence} ({row.verb})" for row in changes[:5])
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


def _trust_beside_its_successor(
    reader: Reader, world: World, caller: Caller, current: Revision, before: Revision, at: Instant
) -> Trust:
    """The trust as it was; what took its place may have been verified since, and then it waits for a person."""
    living = successor_of(reader, before.body, [current], interval_of(before), at)
    trust, _ = in_doubt(reader, world, caller, before.trust, living)
    return trust if trust is Trust.PENDING else before.trust


def _reject_again(writer: Writer, world: World, caller: Caller, restored: Revision, at: Instant) -> None:
    """Where an undo had lifted a rejection, undoing that undo lays it down anew."""
    closing = restored.closing
    if closing and closing.reason.rejects and refusal(writer, restored.body, restored.project) is None:
        reject_value(writer, world, caller, restored, closing, at)


def _readmit(writer: Writer, caller: Caller, entry: AuditEntry, before: Revision, at: Instant) -> None:
    """Undoing a rejection lifts it; anything else may not bring a rejected value back, or a second copy of a live one.

    A rejection that was laid down anew by redoing is the newer of the two, and lifted as well.
    """
    if before.trust.withheld:
        return
    for rejection in own_rejections(writer, before.body, before.memory_id):
        if rejection.rejected_at >= entry.at:
            if rejection.provenance.actor is ActorKind.PERSON:
                require_person(caller, "lift a person's rejection")
            writer.lift(rejection.id, at, caller.name)
    refuse_rejected(writer, before.body, before.project)
    twin = live_twin(writer, before, interval_of(before), at)
    if twin is not None and not has_ended(before, at):
        raise Refused("DUPLICATE", f"{twin.memory_id} says the same already, and is live.", duplicateOf=twin.memory_id)
