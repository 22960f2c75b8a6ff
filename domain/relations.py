"""Relations: directed, weighted links between two entities, which begin and end and are never deleted."""

from __future__ import annotations

from domain.context import Caller, World
from domain.keeping import Update, keep
from domain.keys import name_form
from domain.ledger import Draft
from domain.naming import Mention, entity_of, not_found, to_write
from domain.observations import withholding
from domain.retire import parse_reason, retire
from ports.answers import Revised, Stored
from ports.bodies import RelationBody
from ports.commands import Changes, Retire
from ports.errors import InvalidInput, NotFound
from ports.graph import EntityRelate, RelateAction, Related
from ports.records import Revision
from ports.store import Filter, Reader
from ports.vocabulary import Kind, RetireReason


def relate(world: World, caller: Caller, command: EntityRelate) -> Related:
    """Link two entities, give their link another weight, or end it.

    A relation that is there already is corroborated; another weight is a new revision of it. An entity may be related
    to itself. Raises NotFound, InvalidInput(`AMBIGUOUS_ENTITY`, `CROSS_PROJECT`) and Refused.
    """
    with world.store.read() as reader:
        origin, target = _ends(reader, world, command)
    match command.action:
        case RelateAction.ADD:
            return _add(world, caller, command, origin, target)
        case RelateAction.CLOSE:
            return _close(world, caller, command, origin, target)


def _ends(reader: Reader, world: World, command: EntityRelate) -> tuple[Revision, Revision]:
    origin = Mention(
        command.from_entity_id, command.from_name, command.from_type, ("fromEntityId", "fromName", "fromType")
    )
    target = Mention(command.to_entity_id, command.to_name, command.to_type, ("toEntityId", "toName", "toType"))
    return _end(reader, world, origin, command.project), _end(reader, world, target, command.project)


def _end(reader: Reader, world: World, mention: Mention, project: str | None) -> Revision:
    entity = to_write(reader, mention, project, world.clock.now())
    if entity is None:
        raise not_found(mention, "make it with memory_entity_create first.")
    return entity


def _add(world: World, caller: Caller, command: EntityRelate, origin: Revision, target: Revision) -> Related:
    draft = Draft(
        body=RelationBody(
            from_entity_id=origin.memory_id,
            to_entity_id=target.memory_id,
            relation_type=command.relation_type,
            from_name=entity_of(origin).name,
            to_name=entity_of(target).name,
            weight=1.0 if command.weight is None else command.weight,
        ),
        project=command.project or _shared_project(origin, target),
        valid_from=command.valid_from,
        valid_to=command.valid_to,
    )
    update = Update(None if command.weight is None else Changes(weight=command.weight))

    def both_stand(reader: Reader) -> str | None:
        return withholding(caller, *_ends(reader, world, command))

    return _related(keep(world, caller, draft, update, both_stand), origin, target, command.weight)


def _shared_project(origin: Revision, target: Revision) -> str | None:
    """The project of the link: that of its ends, which may not lie in two."""
    projects = {one.project for one in (origin, target)} - {None}
    if len(projects) > 1:
        raise InvalidInput(
            "CROSS_PROJECT",
            f"The two belong to the projects {' and '.join(sorted(str(one) for one in projects))}, and no project "
            "would see both; relate entities of one project, or ones without any.",
        )
    return next(iter(projects), None)


def _related(outcome: Stored | Revised, origin: Revision, target: Revision, weight: float | None) -> Related:
    stored = outcome if isinstance(outcome, Stored) else None
    return Related(
        id=outcome.id or "",
        action=outcome.action,
        from_entity_id=origin.memory_id,
        to_entity_id=target.memory_id,
        weight=weight,
        trust=outcome.trust,
        usage_count=stored.usage_count if stored else None,
        differs=stored.differs if stored else None,
        retired_before=stored.retired_before if stored else None,
        notice=outcome.notice,
    )


def _close(world: World, caller: Caller, command: EntityRelate, origin: Revision, target: Revision) -> Related:
    with world.store.read() as reader:
        relation = _live(reader, world, command, origin, target)
    reason, note = parse_reason(command.reason) if command.reason else (RetireReason.OBSOLETE, None)
    answer = retire(world, caller, Retire(id=relation.memory_id, reason=reason, note=note, valid_to=command.valid_to))
    return Related(
        id=answer.id,
        action=answer.action.replace("retired", "closed"),
        from_entity_id=origin.memory_id,
        to_entity_id=target.memory_id,
        valid_to=answer.valid_to,
        notice=answer.notice,
    )


def _live(reader: Reader, world: World, command: EntityRelate, origin: Revision, target: Revision) -> Revision:
    where = Filter(
        now=world.clock.now(),
        kinds=(Kind.RELATION,),
        project=command.project,
        subject_id=origin.memory_id,
        object_id=target.memory_id,
    )
    wanted = name_form(command.relation_type)
    for one in reader.revisions(where):
        if isinstance(one.body, RelationBody) and name_form(one.body.relation_type) == wanted:
            return one
    raise NotFound(
        "NOT_FOUND",
        f"No relation {command.relation_type} leads from {entity_of(origin).name} to {entity_of(target).name}; "
        "memory_entity_open lists those there are.",
    )
