"""What callers may ask of the graph of entities, and what they are told."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from ports.answers import Action, Answer, Contradicted, Leaning, Near, Retired
from ports.bodies import Shape
from ports.commands import Detail, KnownAt, MaxCharactersInFull, Mode, Reference, Tags, briefly
from ports.instants import End, Moment
from ports.numbers import NotBoolean
from ports.numbers import Share as Unit
from ports.records import Instant
from ports.texts import LongText, MediumText, Name, ShortText
from ports.vocabulary import Kind, Trust

Labels = Annotated[Tags, briefly(type="array", items={"type": "string"})]
Share = Annotated[Unit, briefly(type="number")]
TypeName = Annotated[Name, Field(max_length=50)]


class EntityCreate(Shape):
    """memory_entity_create"""

    name: Name
    entity_type: TypeName
    summary: ShortText | None = None
    project: Name | None = None
    tags: Labels | None = None
    confidence: Share | None = None
    source: Name | None = None


class EntityObserve(Shape):
    """memory_entity_observe"""

    entity_id: Reference | None = None
    entity_name: Name | None = None
    entity_type: TypeName | None = None
    content: MediumText
    source: Name | None = None
    confidence: Share = 0.7
    project: Name | None = None
    tags: Labels = ()
    valid_from: Moment | None = None
    valid_to: End | None = None


class EntitySearch(Shape):
    """memory_entity_search"""

    query: LongText
    entity_type: TypeName | None = None
    limit: Annotated[int, Field(ge=1, le=100), NotBoolean, briefly(type="integer")] = 10
    project: Name | None = None
    as_of: End | None = None
    known_at: KnownAt | None = None


class EntityOpen(Shape):
    """memory_entity_open"""

    id: Reference | None = None
    name: Name | None = None
    entity_type: TypeName | None = None
    project: Name | None = None
    as_of: End | None = None
    known_at: KnownAt | None = None
    limit: Annotated[int, Field(ge=1, le=200), NotBoolean, briefly(type="integer")] = 20
    detail: Detail = Detail.BRIEF
    max_characters: MaxCharactersInFull | None = None


class RelateAction(StrEnum):
    """Whether a relation begins or ends."""

    ADD = "add"
    CLOSE = "close"


class EntityRelate(Shape):
    """memory_entity_relate"""

    from_entity_id: Reference | None = None
    from_name: Name | None = None
    from_type: TypeName | None = None
    to_entity_id: Reference | None = None
    to_name: Name | None = None
    to_type: TypeName | None = None
    relation_type: TypeName
    weight: Share | None = None
    project: Name | None = None
    valid_from: Moment | None = None
    action: RelateAction = RelateAction.ADD
    reason: ShortText | None = None
    valid_to: End | None = None


class EntityDelete(Shape):
    """memory_entity_delete"""

    id: Reference
    reason: Annotated[ShortText, Field(max_length=500)] | None = None


class EntityAction(StrEnum):
    """What became of an entity that a caller wanted to exist."""

    CREATED = "created"
    PENDING = "pending_review"
    EXISTING = "existing"
    UPDATED = "updated"


class EntityKept(Answer):
    """An entity that exists now; `differs` is what the caller said otherwise and was not taken over."""

    id: str
    action: EntityAction
    trust: Trust | None = None
    changed: tuple[str, ...] | None = None
    usage_count: int | None = None
    differs: tuple[str, ...] | None = None
    retired_before: tuple[Retired, ...] | None = None
    near: tuple[Near, ...] | None = None
    notice: str | None = None


class Observed(Answer):
    """What became of an observation, and the entity it is about."""

    observation_id: str
    entity_id: str
    action: Action
    entity_created: bool | None = None
    trust: Trust | None = None
    usage_count: int | None = None
    differs: tuple[str, ...] | None = None
    retired_before: tuple[Retired, ...] | None = None
    near: tuple[Near, ...] | None = None
    contradicts: tuple[Contradicted, ...] | None = None
    notice: str | None = None


class Related(Answer):
    """What became of a relation."""

    id: str
    action: str
    from_entity_id: str
    to_entity_id: str
    weight: float | None = None
    valid_to: Instant | None = None
    trust: Trust | None = None
    usage_count: int | None = None
    differs: tuple[str, ...] | None = None
    retired_before: tuple[Retired, ...] | None = None
    notice: str | None = None


class EntityHit(Shape):
    """One entity, found by itself or by what is observed of it."""

    id: str
    name: str
    entity_type: str
    summary: str | None = None
    project: str | None = None
    trust: Trust | None = None
    match_id: str | None = None
    match: str | None = None
    rank: float
    cut: bool | None = None


class EntitySearchAnswer(Answer):
    """Entities, best first, each by the best of its hits."""

    results: tuple[EntityHit, ...]
    count: int
    mode: Mode
    legs: dict[str, int] | None = None
    hidden: dict[str, int] | None = None
    notice: str | None = None


class EntityFace(Shape):
    """An entity itself."""

    id: str
    revision_id: str
    name: str
    entity_type: str
    summary: str | None = None
    project: str | None = None
    tags: tuple[str, ...] | None = None
    trust: Trust | None = None
    confidence: float
    valid_from: Instant
    valid_to: Instant | None = None
    recorded_at: Instant
    cut: bool | None = None


class Fact(Shape):
    """One observation; `cut` where the text goes on. `revision_id` is given with the whole text."""

    id: str
    revision_id: str | None = None
    content: str
    cut: bool | None = None
    source: str | None = None
    project: str | None = None
    trust: Trust | None = None
    confidence: float
    valid_from: Instant
    valid_to: Instant | None = None
    recorded_at: Instant


class Direction(StrEnum):
    """Which end of a relation the opened entity is; a relation to itself goes out."""

    OUT = "out"
    IN = "in"


class Link(Shape):
    """One relation, with the entity at its other end."""

    relation_id: str
    relation_type: str
    weight: float
    direction: Direction
    id: str
    name: str
    entity_type: str
    trust: Trust | None = None
    valid_from: Instant
    valid_to: Instant | None = None
    cut: bool | None = None


class EntityView(Answer):
    """An entity with what is held true of it at the instant asked about."""

    entity: EntityFace
    observations: tuple[Fact, ...]
    relations: tuple[Link, ...]
    observations_left_out: int | None = None
    relations_left_out: int | None = None
    as_of: Instant | None = None
    known_at: Instant | None = None


class EntityDeleted(Answer):
    """What an entity's end took with it: counts by kind, and ids, the first hundred of them."""

    id: str
    action: str
    retired: dict[Kind, int]
    ids: tuple[str, ...]
    ids_left_out: int | None = None
    value_rejected: bool | None = None
    citing: tuple[Leaning, ...] | None = None
