"""Looking for contradictions among what is held true: per entity, and among the learnings of a project."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from domain.context import World
from domain.contradictions import Conflict, ConflictReason, Statement, conflicts
from domain.naming import Mention, entity_of, to_read
from domain.presenting import BRIEF, label, shortened
from ports.looking_back import Compared, Contradictions, ContradictionsAnswer, Pair, Side, Thresholds
from ports.records import Revision
from ports.store import Filter, Reader
from ports.vocabulary import Kind

_LEARNINGS_AT_MOST = 2_000
Similarity = Callable[[str, str], float | None]


@dataclass(frozen=True, slots=True)
class Group:
    """Statements that may contradict each other, and how many more there are."""

    kind: Compared
    members: Sequence[Revision]
    entity: Revision | None = None
    left_out: int = 0


def contradictions(world: World, command: Contradictions) -> ContradictionsAnswer:
    """Pairs of live memories that cannot both stand, the surest first. Proposes, and changes nothing.

    Vectors, where the store has those of a real model, say how near two statements are; words do where it has none.
    Raises NotFound and InvalidInput(`AMBIGUOUS_ENTITY`) for an entity.
    """
    with world.store.read() as reader:
        groups = list(_groups(reader, world, command))
        similarity, notice = _similarity(reader, world)
        found = [(group, conflict) for group in groups for conflict in _within(group, similarity, command)]
    # A conflict between learnings without a project shows in the group of every project.
    distinct = {(one.older.id, one.newer.id): (group, one) for group, one in reversed(found)}
    best = sorted(distinct.values(), key=lambda each: _order(each[1]))[: command.limit]
    pairs = tuple(_pair(group, conflict, by_vector=notice is None) for group, conflict in best)
    return ContradictionsAnswer(
        pairs=pairs,
        count=len(pairs),
        scope=_scope(command, groups),
        compared=len({one.memory_id for group in groups for one in group.members}),
        left_out=sum(group.left_out for group in groups) or None,
        thresholds=Thresholds(min_cosine=command.min_cosine, min_confidence_drift=command.min_confidence_drift),
        notice=notice,
    )


def _groups(reader: Reader, world: World, command: Contradictions) -> Iterator[Group]:
    where = Filter(now=world.clock.now(), project=command.project)
    if command.entity_id is not None or command.entity_name is not None:
        mention = Mention(
            command.entity_id, command.entity_name, command.entity_type, ("entityId", "entityName", "entityType")
        )
        yield _about(reader, where, to_read(reader, mention, where), command)
        return
    if command.kind is not Compared.LEARNING:
        for entity in reader.revisions(replace(where, kinds=(Kind.ENTITY,))):
            yield _about(reader, where, entity, command)
    if command.kind is not Compared.OBSERVATION:
        yield from _learnings(reader, where)


def _about(reader: Reader, where: Filter, entity: Revision, command: Contradictions) -> Group:
    about = replace(where, kinds=(Kind.OBSERVATION,), subject_id=entity.memory_id)
    members = reader.revisions(about, limit=command.max_observations_per_entity)
    left_out = 0
    if len(members) == command.max_observations_per_entity:
        left_out = reader.count(about).get(Kind.OBSERVATION, 0) - len(members)
    return Group(Compared.OBSERVATION, members, entity, left_out)


def _learnings(reader: Reader, where: Filter) -> Iterator[Group]:
    """One group for each project, with what has none: two projects may hold opposite things."""
    scope = replace(where, kinds=(Kind.LEARNING,))
    learnings = reader.revisions(scope, limit=_LEARNINGS_AT_MOST)
    left_out = 0
    if len(learnings) == _LEARNINGS_AT_MOST:
        left_out = reader.count(scope).get(Kind.LEARNING, 0) - len(learnings)
    projects = {one.project for one in learnings if one.project is not None} or {None}
    for project in sorted(projects, key=str):
        members = [one for one in learnings if one.project in (None, project)]
        yield Group(Compared.LEARNING, members, left_out=left_out)
        left_out = 0


def _similarity(reader: Reader, world: World) -> tuple[Similarity, str | None]:
    """How near two memories are by their stored vectors, or why words alone have to say so."""
    space = reader.active_space()
    if space is None or not world.embedder.semantic or not reader.can_search(space):
        return (lambda _one, _other: None), "There are no vectors to compare by meaning; words alone were compared."
    return (lambda one, other: reader.similarity(space, one, other)), None


def _within(group: Group, similarity: Similarity, command: Contradictions) -> list[Conflict]:
    statements = [
        Statement(one.memory_id, one.body.text, one.valid_from, one.recorded_at, one.confidence)
        for one in group.members
    ]
    return conflicts(
        statements,
        similarity,
        limit=command.limit,
        min_similarity=command.min_cosine,
        min_confidence_drift=command.min_confidence_drift,
    )


def _order(conflict: Conflict) -> tuple[bool, float, str]:
    return conflict.reasons == (ConflictReason.CONFIDENCE,), -conflict.similarity, conflict.older.id


def _scope(command: Contradictions, groups: Sequence[Group]) -> str:
    asked = command.entity_id is not None or command.entity_name is not None
    entity = groups[0].entity if asked and groups else None
    return f"entity:{entity.memory_id}" if entity is not None else "all"


def _pair(group: Group, conflict: Conflict, *, by_vector: bool) -> Pair:
    members = {one.memory_id: one for one in group.members}
    older, newer = members[conflict.older.id], members[conflict.newer.id]
    body = entity_of(group.entity) if group.entity is not None else None
    return Pair(
        kind=group.kind,
        entity_id=group.entity.memory_id if group.entity is not None else None,
        entity_name=body.name if body is not None else None,
        entity_type=body.entity_type if body is not None else None,
        project=newer.project or older.project,
        reasons=tuple(conflict.reasons),
        detail=conflict.detail,
        cosine_sim=conflict.similarity if by_vector else None,
        confidence_drift=round(abs(older.confidence - newer.confidence), 4),
        older=_side(older),
        newer=_side(newer),
        suggestion=_suggestion(group.kind, older, newer),
    )


def _side(revision: Revision) -> Side:
    return Side(
        id=revision.memory_id,
        content=shortened(revision.body.text, BRIEF),
        valid_from=revision.valid_from,
        confidence=revision.confidence,
        trust=label(revision),
    )


def _suggestion(kind: Compared, older: Revision, newer: Revision) -> str:
    """The call that retires the older one, should the newer one be right."""
    match kind:
        case Compared.OBSERVATION:
            tool, given = "memory_observation_supersede", {"observationId": older, "supersededById": newer}
        case Compared.LEARNING:
            tool, given = "memory_retire", {"id": older, "successorId": newer, "reason": "superseded"}
    arguments = {name: one if isinstance(one, str) else one.memory_id for name, one in given.items()}
    return f"If the newer one is right: {tool} {json.dumps(arguments)}"
