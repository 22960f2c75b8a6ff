"""Retiring: a memory stops being held true, with a reason. `wrong` and `retracted` reject the value itself."""

from __future__ import annotations

from typing import Any

from domain import audit, ledger
from domain.context import Caller, World
from domain.intervals import has_ended, was_retired
from domain.leaning import resting_on, still_asserting
from domain.rejections import subject_id, subject_key, value_key
from domain.secrets import allowed_secret, refuse_secret_texts
from domain.staleness import changed_by_others, refuse_stale
from domain.successors import leads_back, living_successor
from domain.trust import note_for, require_authority_over
from ports.answers import RetiredAnswer
from ports.commands import LearnArchive, ObservationSupersede, Retire
from ports.errors import InvalidInput, Refused
from ports.records import Closing, Instant, Rejection, Revision
from ports.store import Reader, Writer
from ports.vocabulary import ActorKind, Kind, RetireReason, Trust, Verb


def retire(world: World, caller: Caller, command: Retire) -> RetiredAnswer:
    """End a memory's validity, keep why, and tell what else rests on it or still asserts the same.

    Raises InvalidInput(`EMPTY_INTERVAL`, `SELF_SUPERSEDE`, `SUPERSEDER_NOT_FOUND`, `SUCCESSOR_RETIRED`, …) and
    Refused(`VERIFIED_BY_PERSON`); then nothing is stored.
    """
    try:
        refuse_secret_texts(world, command.note)
        note_for(caller, command.note)
        return _retire(world, caller, command)
    except Refused as error:
        audit.record_refusal(world, caller, Verb.RETIRE, error.code, command.id)
        raise


def learn_archive(world: World, caller: Caller, command: LearnArchive) -> RetiredAnswer:
    """The reference's name for retiring a learning. A reason that begins with a known word is that reason."""
    with world.store.read() as reader:
        ledger.find(reader, command.learning_id, Kind.LEARNING)
    reason, note = parse_reason(command.reason)
    retiring = Retire(id=command.learning_id, revision_id=command.revision_id, reason=reason, note=note)
    answer = retire(world, caller, retiring)
    return answer.model_copy(update={"action": answer.action.replace("retired", "archived")})


def observation_supersede(world: World, caller: Caller, command: ObservationSupersede) -> RetiredAnswer:
    """The reference's name for closing an observation; the link to its successor is kept."""
    with world.store.read() as reader:
        ledger.find(reader, command.observation_id, Kind.OBSERVATION)
    answer = retire(
        world,
        caller,
        Retire(
            id=command.observation_id,
            revision_id=command.revision_id,
            reason=RetireReason.SUPERSEDED,
            successor_id=command.superseded_by_id,
            valid_to=command.valid_to,
        ),
    )
    return answer.model_copy(update={"action": answer.action.replace("retired", "superseded")})


def parse_reason(text: str | None) -> tuple[RetireReason, str | None]:
    """A free reason as one of the vocabulary, with the rest as its note: `wrong: never was` is WRONG."""
    if text is None:
        return RetireReason.OTHER, None
    head, _, rest = text.strip().partition(" ")
    word = head.rstrip(":,.;-").lower()
    if word in set(RetireReason):
        return RetireReason(word), rest.strip() or None
    return RetireReason.OTHER, text.strip()


def _retire(world: World, caller: Caller, command: Retire) -> RetiredAnswer:
    noting = caller.under(allowed_secret(world, command.note))
    with world.store.write() as writer:
        at = world.clock.now()
        before = ledger.find(writer, command.id)
        refuse_stale(writer, before, command.revision_id)
        overtaken = changed_by_others(writer, caller, before) if command.revision_id is None else None
        if was_retired(before, at) and not _worsens(before, command) and not _confirms(caller, before, command):
            return _already(before)
        require_authority_over(writer, caller, before, "retire it")
        successor = _successor(writer, before, command, at)
        closing = Closing(reason=command.reason, note=command.note, successor_id=command.successor_id)
        updates = _ended(before, command, closing, successor, at)
        after = ledger.change(writer, world, noting, before, at, Verb.RETIRE, reason=command.reason, **updates)
        if command.reason.rejects:
            reject_value(writer, world, caller, after, closing, at)
        leaning = resting_on(writer, before, world.clock.now())
        marked = tuple(_mark(writer, world, caller, one) for one in command.mark)
    return RetiredAnswer(
        id=after.memory_id,
        action="retired",
        reason=command.reason,
        valid_to=after.valid_to,
        superseded_by_id=command.successor_id,
        value_rejected=True if command.reason.rejects else None,
        still_asserting=still_asserting(world, before) or None,
        resting_on_it=leaning or None,
        marked=marked or None,
        notice=overtaken,
    )


def reject_value(
    writer: Writer, world: World, caller: Caller, revision: Revision, closing: Closing, at: Instant
) -> None:
    """Remember that a memory's value may not be stored again."""
    writer.reject(
        Rejection(
            id=world.ids.new(),
            key=value_key(revision.body),
            subject_key=subject_key(revision.body),
            subject_id=subject_id(revision.body),
            project=revision.project,
            memory_id=revision.memory_id,
            reason=closing.reason,
            note=closing.note,
            rejected_at=at,
            provenance=caller.provenance(),
        )
    )


def _worsens(before: Revision, command: Retire) -> bool:
    """Whether a memory that is retired already is now said to have been wrong, which also rejects its value."""
    return command.reason.rejects and before.trust is not Trust.REJECTED


def _confirms(caller: Caller, before: Revision, command: Retire) -> bool:
    """Whether a person rejects what somebody else rejected already, which makes the rejection the person's."""
    persons = caller.actor is ActorKind.PERSON and before.provenance.actor is not ActorKind.PERSON
    return persons and command.reason.rejects


def _already(before: Revision) -> RetiredAnswer:
    closing = before.closing
    return RetiredAnswer(
        id=before.memory_id,
        action="already_retired",
        reason=closing.reason if closing else None,
        valid_to=before.valid_to,
        superseded_by_id=closing.successor_id if closing else None,
    )


def _successor(reader: Reader, before: Revision, command: Retire, now: Instant) -> Revision | None:
    if command.successor_id is None:
        return None
    if command.successor_id == before.memory_id:
        raise InvalidInput("SELF_SUPERSEDE", "A memory cannot take its own place; name another successor.")
    if leads_back(reader, before.memory_id, command.successor_id):
        raise InvalidInput(
            "SELF_SUPERSEDE", f"{before.memory_id} took the place of that one; reinstate it first, or name another."
        )
    successor = reader.current(command.successor_id)
    if successor is None or successor.trust is Trust.PENDING:
        raise InvalidInput("SUPERSEDER_NOT_FOUND", f"No memory has the id {command.successor_id}.")
    _refuse_ended(reader, successor, command.reason, now)
    if successor.body.subject_id != before.body.subject_id and before.kind is Kind.OBSERVATION:
        raise InvalidInput("CROSS_ENTITY_SUPERSEDE", "The successor is about another entity; name one about the same.")
    return successor


def _refuse_ended(reader: Reader, successor: Revision, reason: RetireReason, now: Instant) -> None:
    """A duplicate says what its successor says, so that one has to stand; a value may be superseded by a past one."""
    rejected = successor.trust is Trust.REJECTED
    if not rejected and not (reason is RetireReason.DUPLICATE and has_ended(successor, now)):
        return
    living = living_successor(reader, successor, now)
    instead = f"name {living.memory_id}, which took its place" if living else "name one that is live"
    raise InvalidInput(
        "SUCCESSOR_RETIRED",
        f"{successor.memory_id} is {'rejected' if rejected else 'retired'}, so none would be left; {instead}.",
        livingSuccessorId=living.memory_id if living else None,
    )


def _ended(
    before: Revision, command: Retire, closing: Closing, successor: Revision | None, at: Instant
) -> dict[str, Any]:
    end = command.valid_to or _start_of(successor, after=before) or at
    if command.valid_to is not None and end <= before.valid_from:
        raise InvalidInput(
            "EMPTY_INTERVAL",
            f"It is valid from {before.valid_from} and would end at {end}, so it would never have been true; "
            "give a later validTo, or none to end it now. If it was never true, retire it as wrong.",
        )
    updates = ledger.close(closing, before, end)
    if command.reason.rejects:
        updates["trust"] = Trust.REJECTED
    return updates


def _start_of(successor: Revision | None, *, after: Revision) -> Instant | None:
    """When a successor took a memory's place; None where it was there already, so that the memory ends now."""
    return successor.valid_from if successor is not None and successor.valid_from > after.valid_from else None


def _mark(writer: Writer, world: World, caller: Caller, memory_id: str) -> str:
    """Label something that rested on the retired memory as in doubt."""
    before = ledger.find(writer, memory_id)
    if before.trust in (Trust.UNVERIFIED, Trust.VERIFIED):
        ledger.change(writer, world, caller, before, world.clock.now(), Verb.DISPUTE, trust=Trust.DISPUTED)
    return memory_id
