"""Reinstating: a retired memory is held true again."""

from __future__ import annotations

from domain import audit, ledger
from domain.context import Caller, World
from domain.duplicates import live_twin, refuse_rejected
from domain.intervals import Interval, has_ended
from domain.rejections import own_rejections
from domain.restating import in_doubt, successor_of
from domain.staleness import changed_by_others
from domain.trust import require_authority_over, require_person
from ports.answers import Revised
from ports.commands import Reinstate
from ports.errors import InvalidInput, Refused
from ports.records import Instant, Revision
from ports.store import Reader, Writer
from ports.vocabulary import ActorKind, Trust, Verb


def reinstate(world: World, caller: Caller, command: Reinstate) -> Revised:
    """Hold a retired memory true again: without an end, from when it was true before unless told otherwise.

    A rejected value is refused; a person's reinstating lifts the rejection first, which the audit log shows.
    """
    try:
        with world.store.write() as writer:
            return _reinstate(writer, world, caller, command)
    except Refused as error:
        audit.record_refusal(world, caller, Verb.REINSTATE, error.code, command.id)
        raise


def lift_rejections(writer: Writer, world: World, caller: Caller, memory: Revision, at: Instant) -> int:
    """Let a memory's value be stored again. Raises Refused(`PERSON_REQUIRED`) unless a person acts."""
    require_person(caller, "lift a rejection")
    standing = own_rejections(writer, memory.body, memory.memory_id)
    for rejection in standing:
        writer.lift(rejection.id, at, caller.name)
    if standing:
        audit.append(writer, caller, Verb.LIFT, at, memory_id=memory.memory_id)
    return len(standing)


def lift_orphans(writer: Writer, caller: Caller, memory_id: str, at: Instant) -> int:
    """Let the values be stored again that were rejected with a memory which is not here: forgotten, or not imported."""
    require_person(caller, "lift a rejection")
    standing = [one for one in writer.all_rejections() if one.memory_id == memory_id and one.lifted_at is None]
    for rejection in standing:
        writer.lift(rejection.id, at, caller.name)
    if standing:
        audit.append(writer, caller, Verb.LIFT, at, memory_id=memory_id)
    return len(standing)


def _reinstate(writer: Writer, world: World, caller: Caller, command: Reinstate) -> Revised:
    at = world.clock.now()
    before = ledger.find(writer, command.id)
    if not has_ended(before, at):
        raise InvalidInput("NOT_RETIRED", f"{before.memory_id} is not retired; there is nothing to reinstate.")
    if caller.actor is ActorKind.PERSON:
        lift_rejections(writer, world, caller, before, at)
    require_authority_over(writer, caller, before, "reinstate it")
    _check(writer, before, at)
    start = command.valid_from or before.valid_from
    valid = Interval(start)
    trust = Trust.UNVERIFIED if before.trust is Trust.REJECTED else before.trust
    living = successor_of(writer, before.body, [before], valid, at)
    trust, notice = in_doubt(writer, world, caller, trust, living)
    overtaken = changed_by_others(writer, caller, before)
    after = ledger.change(
        writer,
        world,
        caller,
        before,
        at,
        Verb.REINSTATE,
        closing=None,
        valid_from=valid.start,
        valid_to=None,
        trust=trust,
    )
    return Revised(
        id=after.memory_id,
        revision_id=after.id,
        action="reinstated",
        trust=after.trust,
        changed=("valid_to",),
        notice=" ".join(filter(None, (notice, overtaken))) or None,
    )


def _check(reader: Reader, before: Revision, now: Instant) -> None:
    refuse_rejected(reader, before.body, before.project)
    twin = live_twin(reader, before, Interval(before.valid_from), now)
    if twin is not None:
        raise Refused("DUPLICATE", f"{twin.memory_id} says the same already, and is live.")
