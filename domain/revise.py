"""Revising: the same memory, better said. The old revision expires and stays readable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from domain import audit, ledger
from domain.context import Caller, World
from domain.duplicates import live_twin, refuse_rejected, twins, wording
from domain.embedding import embed_bodies
from domain.intervals import Interval, has_ended, interval_of, was_retired
from domain.restating import in_doubt, spared_doubt, successor_of
from domain.rivals import Saying, contradicted, last_row, likeliest, written_since
from domain.secrets import allowed_secret, refuse_secrets
from domain.staleness import changed_by_others, refuse_stale
from domain.texts import texts_of
from domain.trust import first_trust, opposed_to_verified, require_authority_over, spared_review
from ports.answers import Revised
from ports.bodies import BODY, Body
from ports.commands import Changes, LearnUpdate, Revise
from ports.errors import InvalidInput, Refused
from ports.records import Instant, Revision
from ports.store import Reader
from ports.vocabulary import Kind, Trust, Verb

_REVISABLE = {"tags", "trust", "confidence", "importance", "valid_from", "valid_to"}


def revise(world: World, caller: Caller, command: Revise) -> Revised:
    """Record a new revision of a memory. Raises Refused or InvalidInput; then nothing is stored."""
    with world.store.read() as reader:
        before = ledger.find(reader, command.id)
    body = changed_body(before.body, command.changes)
    try:
        refuse_secrets(world, body, command.tags or ())
        return _revise(world, caller, command, before, body)
    except Refused as error:
        audit.record_refusal(world, caller, Verb.REVISE, error.code, before.memory_id)
        raise


def learn_update(world: World, caller: Caller, command: LearnUpdate) -> Revised:
    """The reference's name for revising a learning."""
    with world.store.read() as reader:
        ledger.find(reader, command.learning_id, Kind.LEARNING)
    changes = None if command.content is None else Changes(content=command.content)
    return revise(
        world,
        caller,
        Revise(
            id=command.learning_id,
            revision_id=command.revision_id,
            changes=changes,
            tags=command.tags,
            confidence=command.confidence,
        ),
    )


def changed_body(body: Body, changes: Changes | None) -> Body:
    """The body with new values. Raises InvalidInput(`NO_SUCH_FIELD`) where its kind has no such field."""
    given = changes.model_dump(exclude_none=True, by_alias=True) if changes else {}
    fields = body.model_dump(by_alias=True)
    strangers = [name for name in given if name not in fields]
    if strangers:
        raise InvalidInput("NO_SUCH_FIELD", f"A {body.kind} has no {', '.join(strangers)}; it has {', '.join(fields)}.")
    try:
        return BODY.validate_python({**fields, **given})
    except ValidationError as error:
        problem = error.errors()[0]
        raise InvalidInput("INVALID_ARGUMENT", f"{problem['loc'][-1]}: {problem['msg']}.") from None


def _revise(world: World, caller: Caller, command: Revise, seen: Revision, body: Body) -> Revised:
    rewritten = body.text != seen.body.text
    embedded = embed_bodies(world.embedder, [body], checkpoint=caller.checkpoint) if rewritten else None
    saying = Saying(body, seen.project, own=seen.memory_id)
    with world.store.read() as reader:
        now, row = world.clock.now(), last_row(reader)
        likely = likeliest(reader, saying, now)
    against = contradicted(saying, likely, now)
    opposed = opposed_to_verified(world, body, seen.project)
    secret = allowed_secret(world, *texts_of(body), *(command.tags or ()))
    with world.store.write() as writer:
        at = world.clock.now()
        before = ledger.find(writer, command.id)
        refuse_stale(writer, before, command.revision_id)
        require_authority_over(writer, caller, before, "revise it")
        _check(writer, before, body, at)
        updates = _updates(before, command, body)
        if not updates:
            raise InvalidInput("NOTHING_TO_UPDATE", "Nothing differs from what is stored; name a field to change.")
        notice, spared = None, None
        if "body" in updates or "tags" in updates:
            updates["trust"], notice = first_trust(
                writer, world, caller, body, before.project, before.trust, command.tags or (), opposed
            )
            spared = spared_review(writer, world, caller, body, before.project, command.tags or (), opposed)
        if "body" in updates:
            living = _successor(writer, before, body, at)
            spared = spared or spared_doubt(writer, world, caller, updates["trust"], living)
            updates["trust"], notice = in_doubt(writer, world, caller, updates["trust"], living, notice)
        against = written_since(writer, row, at).settled(saying, against, at)
        overtaken = changed_by_others(writer, caller, before) if command.revision_id is None else None
        after = ledger.change(
            writer,
            world,
            caller.under(secret, spared if updates.get("trust") is not Trust.PENDING else None),
            before,
            at,
            Verb.REVISE,
            vectors=embedded.of(0) if embedded else None,
            space=embedded.space if embedded else None,
            **updates,
        )
    return Revised(
        id=after.memory_id,
        revision_id=after.id,
        action="updated",
        trust=after.trust,
        changed=_names(before, after),
        contradicts=against or None,
        notice=" ".join(filter(None, (notice, overtaken))) or None,
    )


def _names(before: Revision, after: Revision) -> tuple[str, ...]:
    """The fields that differ, by the names they have on the wire."""
    old, new = _told(before), _told(after)
    return tuple(name for name in new if new[name] != old.get(name))


def _told(revision: Revision) -> dict[str, Any]:
    shared = revision.model_dump(by_alias=True, include=_REVISABLE)
    return {**revision.body.model_dump(by_alias=True), **shared}


def _check(reader: Reader, before: Revision, body: Body, now: Instant) -> None:
    if has_ended(before, now):
        raise InvalidInput(
            "RETIRED", f"{before.memory_id} is retired; reinstate it with memory_reinstate before you revise it."
        )
    refuse_rejected(reader, body, before.project)
    twin = live_twin(reader, before.model_copy(update={"body": body}), interval_of(before), now)
    if twin is not None:
        raise Refused(
            "DUPLICATE",
            f"{twin.memory_id} says {_how(twin.body, body)} already; retire {before.memory_id} as a duplicate of it "
            "instead.",
            duplicateOf=twin.memory_id,
        )


def _successor(reader: Reader, before: Revision, body: Body, now: Instant) -> Revision | None:
    """The live memory that took the place of what the new text says again, unless it is the one that is revised."""
    said_before = [one for one in twins(reader, body, before.project) if was_retired(one, now)]
    living = successor_of(reader, body, said_before, interval_of(before), now)
    return None if living is None or living.memory_id == before.memory_id else living


def _how(kept: Body, body: Body) -> str:
    told = wording(kept, body)
    return f"the same, written otherwise ({told})," if told else "exactly this"


def _updates(before: Revision, command: Revise, body: Body) -> dict[str, Any]:
    """The fields that really change."""
    wanted: Mapping[str, object | None] = {
        "body": body,
        "tags": command.tags,
        "confidence": command.confidence,
        "importance": command.importance,
        "valid_from": command.valid_from,
        "valid_to": command.valid_to,
    }
    updates = {name: value for name, value in wanted.items() if value is not None and value != getattr(before, name)}
    if "valid_from" in updates or "valid_to" in updates:
        Interval(command.valid_from or before.valid_from, command.valid_to or before.valid_to)
    return updates
