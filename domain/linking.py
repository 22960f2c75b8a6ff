"""What an entity's page shows: its observations, newest first, and its relations, weightiest first."""

from __future__ import annotations

from dataclasses import replace

from domain.intervals import is_retired
from domain.naming import entity_of
from domain.presenting import BRIEF, label, shortened
from ports.bodies import RelationBody
from ports.commands import Detail
from ports.graph import Direction, Fact, Link
from ports.records import Revision
from ports.store import Filter, Reader, Validity
from ports.vocabulary import Kind


def facts(reader: Reader, where: Filter, entity_id: str, limit: int, detail: Detail) -> tuple[list[Fact], int]:
    """The newest observations of an entity that pass the filter, and how many more there are."""
    about = replace(where, kinds=(Kind.OBSERVATION,), subject_id=entity_id)
    shown = [_fact(one, detail) for one in reader.revisions(about, limit=limit)]
    total = reader.count(about).get(Kind.OBSERVATION, 0)
    return shown, total - len(shown)


def links(reader: Reader, where: Filter, entity_id: str, limit: int) -> tuple[list[Link], int]:
    """The weightiest relations of an entity that pass the filter, and how many more there are.

    A relation whose other end the filter's project may not see, or that has ended, is no relation to be shown.
    """
    relations = replace(where, kinds=(Kind.RELATION,))
    going = reader.revisions(replace(relations, subject_id=entity_id))
    coming = reader.revisions(replace(relations, object_id=entity_id))
    directed = [(one, Direction.OUT, one.body.object_id or "") for one in going]
    directed += [(one, Direction.IN, one.body.subject_id or "") for one in coming if one.body.subject_id != entity_id]
    others = standing(reader, where, [other for _, _, other in directed])
    found = [_link(one, direction, others[other]) for one, direction, other in directed if other in others]
    found.sort(key=lambda link: (-link.weight, link.name, link.relation_type))
    return found[:limit], len(found[limit:])


def standing(reader: Reader, where: Filter, entity_ids: list[str]) -> dict[str, Revision]:
    """Those of the entities, by id, that the filter's project may see and that have not ended by its instant."""
    if not entity_ids:
        return {}
    wanted = Filter(
        now=where.now,
        kinds=(Kind.ENTITY,),
        project=where.project,
        validity=Validity.ANY,
        known_at=where.known_at,
        memory_ids=tuple(entity_ids),
    )
    return {one.memory_id: one for one in reader.revisions(wanted) if not is_retired(one, where.instant)}


def _fact(revision: Revision, detail: Detail) -> Fact:
    text = revision.body.text
    shown = shortened(text, BRIEF) if detail is Detail.BRIEF else text
    return Fact(
        id=revision.memory_id,
        revision_id=revision.id if detail is Detail.FULL else None,
        content=shown,
        cut=True if len(shown) < len(text) else None,
        source=revision.provenance.source,
        project=revision.project,
        trust=label(revision),
        confidence=revision.confidence,
        valid_from=revision.valid_from,
        valid_to=revision.valid_to,
        recorded_at=revision.recorded_at,
    )


def _link(relation: Revision, direction: Direction, other: Revision) -> Link:
    body, entity = relation.body, entity_of(other)
    if not isinstance(body, RelationBody):
        raise TypeError(f"{relation.memory_id} is no relation")
    return Link(
        relation_id=relation.memory_id,
        relation_type=body.relation_type,
        weight=body.weight,
        direction=direction,
        id=other.memory_id,
        name=entity.name,
        entity_type=entity.entity_type,
        trust=label(relation),
        valid_from=relation.valid_from,
        valid_to=relation.valid_to,
    )
