"""Reading the graph: entities found by themselves or by what is observed of them, and one entity with all about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from domain.bounds import bounded
from domain.context import World
from domain.keys import name_form
from domain.linking import facts, links, standing
from domain.naming import Mention, entity_of, not_found, to_read
from domain.presenting import BRIEF, label, shortened
from domain.ranking import Ranked
from domain.search import Findings, filter_of, find
from domain.use import count_recalled
from ports.commands import Search
from ports.graph import EntityFace, EntityHit, EntityOpen, EntitySearch, EntitySearchAnswer, EntityView
from ports.overview import Facet
from ports.records import Revision
from ports.store import Filter, Validity
from ports.vocabulary import Kind

_DEEPER = 4
_DEEPEST = 3_000


def search_entities(world: World, command: EntitySearch) -> EntitySearchAnswer:
    """Entities that match the query by name, summary or observation, best first. Counts the use of what it returns."""
    asked = Search(
        query=command.query,
        types=(Kind.ENTITY, Kind.OBSERVATION),
        project=command.project,
        as_of=command.as_of,
        known_at=command.known_at,
    )
    where = filter_of(world, asked)
    if command.entity_type is not None:
        where = replace(where, entity_types=_spellings(world, where, command.entity_type))
    findings, hits = _grouped(world, asked, where, command.limit)
    count_recalled(world, [one for hit in hits for one in (hit.id, hit.match_id) if one is not None])
    return EntitySearchAnswer(
        results=tuple(hits),
        count=len(hits),
        mode=findings.legs.mode,
        legs={name: len(found) for name, found in findings.legs.hits.items()},
        hidden=dict(findings.hidden) or None if command.entity_type is None else None,
        notice=findings.legs.notice,
    )


def open_entity(world: World, command: EntityOpen) -> EntityView:
    """An entity with the observations and relations that hold at an instant. Counts the use of what it returns.

    Raises NotFound(`NOT_FOUND`) and InvalidInput(`MISSING_ENTITY_REF`, `AMBIGUOUS_ENTITY`).
    """
    mention = Mention(command.id, command.name, command.entity_type)
    where = Filter(now=world.clock.now(), project=command.project, as_of=command.as_of, known_at=command.known_at)
    with world.store.read() as reader:
        entity = to_read(reader, mention, where)
        observations, more_observations = facts(reader, where, entity.memory_id, command.limit, command.detail)
        relations, more_relations = links(reader, where, entity.memory_id, command.limit)
    if entity.valid_from > where.instant and not observations and not relations:
        raise not_found(mention, f"nothing is known of it before {entity.valid_from}.")
    view = EntityView(
        entity=_face(entity),
        observations=tuple(observations),
        relations=tuple(relations),
        observations_left_out=more_observations or None,
        relations_left_out=more_relations or None,
        as_of=command.as_of,
        known_at=command.known_at,
    )
    view = bounded(view, command.max_characters)
    shown = [view.entity.id, *(one.id for one in view.observations), *(one.relation_id for one in view.relations)]
    count_recalled(world, shown)
    return view


def _spellings(world: World, where: Filter, entity_type: str) -> tuple[str, ...]:
    """The ways in which the stored entities spell a type; the type itself where none does, so that nothing is found."""
    entities = replace(where, kinds=(Kind.ENTITY,), validity=Validity.ANY, as_of=None)
    with world.store.read() as reader:
        stored = reader.tally(entities, Facet.ENTITY_TYPE)
    return tuple(one for one in stored if name_form(one) == name_form(entity_type)) or (entity_type,)


def _grouped(world: World, asked: Search, where: Filter, limit: int) -> tuple[Findings, list[EntityHit]]:
    """Search deeper until there are enough entities: many observations of one must not crowd the others out."""
    depth = world.policy.fusion.depth
    enough = min(limit, _entity_count(world, where))
    while True:
        findings = find(world, asked, where, depth)
        hits = _entities(world, findings.ranked, where, limit)
        exhausted = all(len(found) < depth for found in findings.legs.hits.values())
        if len(hits) >= enough or exhausted or depth >= _DEEPEST:
            return findings, hits
        depth *= _DEEPER


def _entity_count(world: World, where: Filter) -> int:
    with world.store.read() as reader:
        return reader.count(replace(where, kinds=(Kind.ENTITY,), validity=Validity.ANY)).get(Kind.ENTITY, 0)


def _entities(world: World, ranked: Sequence[Ranked], where: Filter, limit: int) -> list[EntityHit]:
    best: dict[str, Ranked] = {}
    for one in ranked:
        best.setdefault(one.revision.body.subject_id or one.revision.memory_id, one)
    with world.store.read() as reader:
        entities = standing(reader, where, list(best))
    hits = [_hit(entities[entity_id], one) for entity_id, one in best.items() if entity_id in entities]
    return hits[:limit]


def _hit(entity: Revision, best: Ranked) -> EntityHit:
    body = entity_of(entity)
    by_observation = best.revision.kind is Kind.OBSERVATION
    return EntityHit(
        id=entity.memory_id,
        name=body.name,
        entity_type=body.entity_type,
        summary=shortened(body.summary, BRIEF) if body.summary else None,
        project=entity.project,
        trust=label(entity),
        match_id=best.revision.memory_id if by_observation else None,
        match=shortened(best.revision.body.text, BRIEF) if by_observation else None,
        rank=round(best.score, 6),
    )


def _face(entity: Revision) -> EntityFace:
    body = entity_of(entity)
    return EntityFace(
        id=entity.memory_id,
        revision_id=entity.id,
        name=body.name,
        entity_type=body.entity_type,
        summary=body.summary,
        project=entity.project,
        tags=entity.tags or None,
        trust=label(entity),
        confidence=entity.confidence,
        valid_from=entity.valid_from,
        valid_to=entity.valid_to,
        recorded_at=entity.recorded_at,
    )
