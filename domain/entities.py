"""Entities: making one, and ending one with all that rests on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from domain import audit, ledger
from domain.context import Caller, World
from domain.intervals import is_retired
from domain.keeping import Update, keep
from domain.leaning import resting_on
from domain.ledger import Draft
from domain.retire import parse_reason, reject_value
from domain.secrets import allowed_secret, refuse_secret_texts
from domain.trust import note_for, require_authority_over
from ports.answers import Action, Leaning, Revised, Stored
from ports.bodies import EntityBody
from ports.commands import Changes
from ports.errors import Refused
from ports.graph import EntityAction, EntityCreate, EntityDelete, EntityDeleted, EntityKept
from ports.records import Closing, Instant, Revision
from ports.store import Filter, Reader, Validity, Writer
from ports.vocabulary import Kind, RetireReason, Trust, Verb

_IDS_AT_MOST = 100
_NOT_REJECTED = tuple(trust for trust in Trust if trust is not Trust.REJECTED)


def create(world: World, caller: Caller, command: EntityCreate) -> EntityKept:
    """Make an entity, or bring the one of the same name, type and project up to date by a new revision.

    Raises Refused where its value was rejected, it holds a secret, or a person verified what would change.
    """
    body = EntityBody(name=command.name, entity_type=command.entity_type, summary=command.summary)
    draft = Draft(
        body=body,
        project=command.project,
        tags=command.tags or (),
        confidence=0.7 if command.confidence is None else command.confidence,
        source=command.source,
    )
    changes = None if command.summary is None else Changes(summary=command.summary)
    return _kept(keep(world, caller, draft, Update(changes, command.tags, command.confidence)))


def delete(world: World, caller: Caller, command: EntityDelete) -> EntityDeleted:
    """Retire an entity and every observation and relation that rests on it, in one unit of work.

    Nothing of them stays in the live indexes; their past stays readable with asOf, and the audit log names each.
    Raises Refused(`VERIFIED_BY_PERSON`) where a person verified any of them, and where the reason holds a secret or
    reads like an instruction; then nothing is retired.
    """
    try:
        refuse_secret_texts(world, command.reason)
        note_for(caller, command.reason)
        noting = caller.under(allowed_secret(world, command.reason))
        with world.store.write() as writer:
            return _delete(writer, world, caller, noting, command)
    except Refused as error:
        audit.record_refusal(world, caller, Verb.RETIRE, error.code, command.id)
        raise


def _kept(outcome: Stored | Revised) -> EntityKept:
    if isinstance(outcome, Revised):
        return EntityKept(
            id=outcome.id,
            action=EntityAction.UPDATED,
            trust=outcome.trust,
            changed=outcome.changed,
            notice=outcome.notice,
        )
    actions = {Action.DUPLICATE: EntityAction.EXISTING, Action.PENDING: EntityAction.PENDING}
    return EntityKept(
        id=outcome.id or "",
        action=actions.get(outcome.action, EntityAction.CREATED),
        trust=outcome.trust,
        usage_count=outcome.usage_count,
        differs=outcome.differs,
        retired_before=outcome.retired_before,
        near=outcome.near,
        notice=outcome.notice,
    )


def _delete(writer: Writer, world: World, caller: Caller, noting: Caller, command: EntityDelete) -> EntityDeleted:
    at = world.clock.now()
    entity = ledger.find(writer, command.id, Kind.ENTITY)
    if is_retired(entity, at):
        return EntityDeleted(id=entity.memory_id, action="already_retired", retired={}, ids=())
    going = [entity, *dependants(writer, entity.memory_id, at)]
    for one in going:
        require_authority_over(writer, caller, one, f"retire {entity.memory_id} and all that rests on it")
    reason, note = parse_reason(command.reason)
    _retire(writer, world, noting, entity, Closing(reason=reason, note=note), at)
    with_it = Closing(reason=RetireReason.OTHER, note=f"rested on {entity.memory_id}")
    for one in going[1:]:
        _retire(writer, world, caller, one, with_it, at)
    return _deleted(entity, going, reason, resting_on(writer, entity, world.clock.now()))


def dependants(reader: Reader, entity_id: str, now: Instant) -> list[Revision]:
    """The observations and relations, in every project, that rest on an entity and have not ended."""
    where = Filter(now=now, validity=Validity.ANY, trust=_NOT_REJECTED)
    resting = [
        *reader.revisions(replace(where, subject_id=entity_id)),
        *reader.revisions(replace(where, object_id=entity_id)),
    ]
    return list({one.memory_id: one for one in resting if not is_retired(one, now)}.values())


def _retire(writer: Writer, world: World, caller: Caller, memory: Revision, closing: Closing, at: Instant) -> None:
    updates = ledger.close(closing, memory, at)
    if closing.reason.rejects:
        updates["trust"] = Trust.REJECTED
    after = ledger.change(writer, world, caller, memory, at, Verb.RETIRE, reason=closing.reason, **updates)
    if closing.reason.rejects:
        reject_value(writer, world, caller, after, closing, at)


def _deleted(
    entity: Revision, going: list[Revision], reason: RetireReason, leaning: tuple[Leaning, ...]
) -> EntityDeleted:
    ids = [one.memory_id for one in going]
    return EntityDeleted(
        id=entity.memory_id,
        action="retired",
        retired=dict(Counter(one.kind for one in going)),
        ids=tuple(ids[:_IDS_AT_MOST]),
        ids_left_out=max(len(ids) - _IDS_AT_MOST, 0) or None,
        value_rejected=True if reason.rejects else None,
        citing=tuple(one for one in leaning if one.id not in ids) or None,
    )
