"""Review: what waits for a person, and the verdicts that only a person gives. Anyone may dispute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain import audit, cases, ledger
from domain.authorship import Authorship, authors
from domain.context import Caller, World
from domain.escapes import escaped, escaped_lines
from domain.presenting import author, changed_by
from domain.reinstate import lift_orphans, lift_rejections
from domain.retire import reject_value
from domain.secrets import allowed_secret, refuse_secret_texts
from domain.trust import note_for, require_person
from ports.answers import ReviewAnswer, Waiting
from ports.commands import Forget, Review, ReviewAction
from ports.errors import InvalidInput, Refused
from ports.records import Closing, Instant, Revision
from ports.store import Filter, Order, Validity, Writer
from ports.vocabulary import ActorKind, RetireReason, Trust, Verb

_NO_TEXT = (
    "Their text is shown to a person only, by `palimpsest review` at a terminal. Where the client can ask its user, "
    "action approve or reject with an id asks."
)

_ASKED_AT_MOST = 4_000
"""Characters of a question: a client's form is small, and what is not seen there is not agreed to."""
_FROM = {
    Verb.APPROVE: (Trust.PENDING,),
    Verb.REJECT: (Trust.PENDING, Trust.UNVERIFIED, Trust.VERIFIED, Trust.DISPUTED),
    Verb.VERIFY: (Trust.UNVERIFIED, Trust.DISPUTED),
    Verb.DISPUTE: (Trust.UNVERIFIED, Trust.VERIFIED),
}
"""From which trust each verdict may be given."""
_TO = {
    Verb.APPROVE: Trust.VERIFIED,
    Verb.REJECT: Trust.REJECTED,
    Verb.VERIFY: Trust.VERIFIED,
    Verb.DISPUTE: Trust.DISPUTED,
}


def review(world: World, caller: Caller, command: Review) -> ReviewAnswer:
    """List what waits, or give a verdict on one memory.

    Raises Refused(`PERSON_REQUIRED`, `REVISION_CHANGED`) and InvalidInput(`FORBIDDEN_TRANSITION`, `MISSING_ARGUMENT`).
    """
    match command.action:
        case ReviewAction.LIST:
            return queue(world, caller, command)
        case ReviewAction.APPROVE:
            return verdict(world, caller, command, Verb.APPROVE)
        case ReviewAction.REJECT:
            return verdict(world, caller, command, Verb.REJECT)
        case ReviewAction.VERIFY:
            return verdict(world, caller, command, Verb.VERIFY)
        case ReviewAction.DISPUTE:
            return verdict(world, caller, command, Verb.DISPUTE)
        case ReviewAction.LIFT:
            return verdict(world, caller, command, Verb.LIFT)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that only a person may do to a memory. `vouches` says that its text is believed from then on."""

    verb: str
    memory_id: str
    vouches: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked, and the revision that it shows."""

    message: str
    revision_id: str


def needs_person(command: object) -> Deed | None:
    """The deed for which a person has to be asked, if the command is one."""
    match command:
        case Forget(id=memory_id):
            return Deed("forget for good", memory_id)
        case Review(action=action, id=str(memory_id)) if action not in (ReviewAction.LIST, ReviewAction.DISPUTE):
            vouches = action in (ReviewAction.APPROVE, ReviewAction.VERIFY)
            return Deed({ReviewAction.LIFT: "lift the rejection of"}.get(action, str(action)), memory_id, vouches)
        case _:
            return None


def question(world: World, deed: Deed) -> Question | None:
    """What the person is asked, with the memory, which the assistant is not shown.

    None where what a person would vouch for is too long for a client's form: it is shown at a terminal only. Raises
    NotFound where there is no such memory.
    """
    about = cases.case(world, deed.memory_id)
    told = [f"An assistant asks you to {deed.verb} this {about.revision.kind} ({about.revision.trust}):", ""]
    for name, value in about.fields:
        first, *more = escaped_lines(value)
        told += [f"| {name}: {first}", *(f"|   {line}" for line in more)]
    told += [f"It waits because: {escaped(reason)}" for reason in about.why]
    message = "\n".join(told)
    if len(message) > _ASKED_AT_MOST:
        if deed.vouches:
            return None
        left_out = len(message) - _ASKED_AT_MOST
        message = f"{message[:_ASKED_AT_MOST]}\n[{left_out} more characters are shown at a terminal only]"
    return Question(message, about.revision.id)


def queue(world: World, caller: Caller, command: Review) -> ReviewAnswer:
    """What waits for a person, oldest first. An agent is not shown the texts: they are withheld from it."""
    where = Filter(now=world.clock.now(), trust=(Trust.PENDING,), validity=Validity.ANY, project=command.project)
    person = caller.actor is ActorKind.PERSON
    with world.store.read() as reader:
        waiting = reader.revisions(where, order=Order.OLDEST, limit=command.limit)
        by = authors(reader, waiting)
    return ReviewAnswer(
        waiting=tuple(_waiting(one, by[one.memory_id], shown=person) for one in waiting),
        notice=None if person or not waiting else _NO_TEXT,
    )


def verdict(world: World, caller: Caller, command: Review, verb: Verb) -> ReviewAnswer:
    """Move one memory to another trust."""
    if command.id is None:
        raise InvalidInput("MISSING_ARGUMENT", "Name the memory by its id.")
    try:
        refuse_secret_texts(world, command.note)
        note_for(caller, command.note)
        if verb is not Verb.DISPUTE:
            require_person(caller, f"{verb} a memory")
        noting = caller.under(allowed_secret(world, command.note))
        with world.store.write() as writer:
            at = world.clock.now()
            if (
                verb is Verb.LIFT
                and writer.current(command.id) is None
                and lift_orphans(writer, caller, command.id, at)
            ):
                return ReviewAnswer(id=command.id, notice="Its value may be stored again.")
            before = ledger.find(writer, command.id)
            ledger.require_shown(before, command.revision_id)
            if verb is Verb.LIFT:
                return _lift(writer, world, caller, before, at)
            return _judge(writer, world, noting, command, before, verb, at)
    except Refused as error:
        audit.record_refusal(world, caller, verb, error.code, command.id)
        raise


def _judge(
    writer: Writer, world: World, caller: Caller, command: Review, before: Revision, verb: Verb, at: Instant
) -> ReviewAnswer:
    if before.trust not in _FROM[verb]:
        raise InvalidInput(
            "FORBIDDEN_TRANSITION", f"{before.memory_id} is {before.trust}; one cannot {verb} it from there."
        )
    updates: dict[str, Any] = {"trust": _TO[verb]}
    closing = Closing(reason=RetireReason.WRONG, note=command.note)
    if verb is Verb.REJECT:
        updates |= ledger.close(closing, before, at)
    after = ledger.change(writer, world, caller, before, at, verb, **updates)
    if verb is Verb.REJECT:
        reject_value(writer, world, caller, after, closing, at)
    return ReviewAnswer(id=after.memory_id, trust=after.trust)


def _lift(writer: Writer, world: World, caller: Caller, before: Revision, at: Instant) -> ReviewAnswer:
    if not lift_rejections(writer, world, caller, before, at):
        raise InvalidInput("NOT_REJECTED", f"The value of {before.memory_id} stands under no rejection.")
    return ReviewAnswer(id=before.memory_id, trust=before.trust, notice="Its value may be stored again.")


def _waiting(revision: Revision, authorship: Authorship, *, shown: bool) -> Waiting:
    return Waiting(
        id=revision.memory_id,
        type=revision.kind,
        trust=revision.trust,
        recorded_at=revision.recorded_at,
        by=author(authorship.wrote),
        changed_by=changed_by(authorship),
        text="\n".join(part for part in (revision.body.title, revision.body.text) if part) if shown else None,
    )
