"""Observations: one fact about one entity, for the interval in which it is true, which may lie in the past."""

from __future__ import annotations

from dataclasses import replace

from domain import audit
from domain.admission import Prepared, accepted, admit, look_again, make_room, prepare
from domain.context import Caller, World
from domain.ledger import Draft
from domain.naming import Mention, entity_of, not_found, to_write
from ports.bodies import EntityBody, ObservationBody
from ports.errors import Refused
from ports.graph import EntityObserve, Observed
from ports.records import Instant, Revision
from ports.store import Writer
from ports.vocabulary import ActorKind, Trust, Verb

_ENTITY_WAITS = "It waits for a person's review, as what it is about does: `palimpsest review`."


def observe(world: World, caller: Caller, command: EntityObserve) -> Observed:
    """Store an observation, and its entity with it where there is none of the name and the type is given.

    Raises NotFound(`NOT_FOUND`), InvalidInput(`MISSING_ENTITY_REF`, `AMBIGUOUS_ENTITY`, `EMPTY_INTERVAL`) and Refused;
    then neither is stored.
    """
    mention = Mention(
        command.entity_id, command.entity_name, command.entity_type, ("entityId", "entityName", "entityType")
    )
    with world.store.read() as reader:
        entity = to_write(reader, mention, command.project, world.clock.now())
    newcomer = None if entity is not None else _entity_draft(mention, command, world.clock.now())
    drafts = [_draft(command, entity, mention), *([newcomer] if newcomer else [])]
    prepared = prepare(world, drafts, checkpoint=caller.checkpoint)
    try:
        with world.store.write() as writer:
            make_room(writer, prepared)
            return _observe(writer, world, caller, mention, command, prepared)
    except Refused as error:
        audit.record_refusal(world, caller, Verb.ADD, error.code)
        raise


def withholding(caller: Caller, *entities: Revision) -> str | None:
    """Why what an agent says of entities that wait for review has to wait too: it carries their names."""
    waits = any(one.trust is Trust.PENDING for one in entities)
    return _ENTITY_WAITS if waits and caller.actor is not ActorKind.PERSON else None


def _entity_draft(mention: Mention, command: EntityObserve, now: Instant) -> Draft:
    if mention.name is None or mention.entity_type is None:
        raise not_found(mention, "give entityType as well, and it is made.")
    return Draft(
        body=EntityBody(name=mention.name, entity_type=mention.entity_type),
        project=command.project,
        source=command.source,
        valid_from=min(command.valid_from or now, now),
    )


def _draft(command: EntityObserve, entity: Revision | None, mention: Mention) -> Draft:
    name = entity_of(entity).name if entity is not None else mention.name or ""
    return Draft(
        body=ObservationBody(
            entity_id=entity.memory_id if entity is not None else "", entity_name=name, content=command.content
        ),
        project=command.project or (entity.project if entity is not None else None),
        tags=command.tags,
        confidence=command.confidence,
        source=command.source,
        valid_from=command.valid_from,
        valid_to=command.valid_to,
    )


def _observe(
    writer: Writer,
    world: World,
    caller: Caller,
    mention: Mention,
    command: EntityObserve,
    prepared: list[Prepared],
) -> Observed:
    """In one unit of work: the entity as it is now, or made, and then the observation about it."""
    at = world.clock.now()
    entity = to_write(writer, mention, command.project, at)
    created = entity is None
    if entity is None:
        entity = _made(writer, world, caller, mention, command, prepared, at)
    (about,) = look_again(writer, [replace(prepared[0], draft=_draft(command, entity, mention))], at)
    stored = accepted(admit(writer, world, caller, about, at, withhold=withholding(caller, entity)))
    return Observed(
        observation_id=stored.id or "",
        entity_id=entity.memory_id,
        action=stored.action,
        entity_created=True if created else None,
        trust=stored.trust,
        usage_count=stored.usage_count,
        differs=stored.differs,
        retired_before=stored.retired_before,
        near=stored.near,
        contradicts=stored.contradicts,
        notice=stored.notice,
    )


def _made(
    writer: Writer,
    world: World,
    caller: Caller,
    mention: Mention,
    command: EntityObserve,
    prepared: list[Prepared],
    at: Instant,
) -> Revision:
    if len(prepared) == 1:
        raise not_found(mention, "it was retired a moment ago.")
    made = accepted(admit(writer, world, caller, prepared[1], at))
    entity = writer.current(made.id or "")
    if entity is None:
        raise ValueError(f"{mention} was admitted without leaving a revision")
    return entity
