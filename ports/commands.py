"""What callers may ask, parsed once at the boundary. The tools' input schemas are generated from these."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, WithJsonSchema, model_validator
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticCustomError

from ports.bodies import Shape
from ports.instants import End, Moment
from ports.numbers import NotBoolean
from ports.numbers import Share as Unit
from ports.texts import LongText, Name, Query, ShortText, Stored, Tag
from ports.vocabulary import Category, Kind, MemoryType, RetireReason, Trust


def briefly(**schema: object) -> WithJsonSchema:
    """What `tools/list` says of a field whose whole schema would cost every conversation too much."""
    return WithJsonSchema(schema)


Tags = Annotated[tuple[Tag, ...], Field(max_length=100), briefly(type="array", items={"type": "string"})]
Reference = Annotated[str, Field(min_length=1, max_length=200), Stored]
Task = Annotated[ShortText, Field(max_length=1_000)]
MaxCharacters = Annotated[int, Field(ge=500, le=200_000), NotBoolean, briefly(type="integer")]
"""A bound on the whole answer, as JSON (domain/bounds.py)."""
MaxCharactersInFull = Annotated[int, Field(ge=1_000, le=200_000), NotBoolean, briefly(type="integer")]
"""The same where an item by itself has a few hundred characters."""
BasedOn = Annotated[Reference, Field(description="if current")]
KnownAt = Annotated[End, Field(description="believed then")]


class Mode(StrEnum):
    """Which legs a search runs."""

    HYBRID = "hybrid"
    FTS = "fts"
    VECTOR = "vector"


class Detail(StrEnum):
    """How much of each hit an answer carries."""

    BRIEF = "brief"
    FULL = "full"


class Topic(StrEnum):
    """The pages of memory_guide."""

    QUICKSTART = "quickstart"
    SESSION = "session"
    SEARCH = "search"
    ENTITIES = "entities"
    LEARN = "learn"
    CORRECT = "correct"
    PRIVACY = "privacy"


class Learn(Shape):
    """memory_learn"""

    category: Category
    content: LongText
    project: Name | None = None
    tags: Tags = ()
    confidence: Unit = 0.7
    importance: Unit | None = None
    source: Name | None = None
    memory_type: MemoryType | None = None
    valid_from: Moment | None = None


class LearnBulk(Shape):
    """memory_learn_bulk"""

    items: Annotated[tuple[Learn, ...], Field(min_length=1, max_length=500)]


class Decide(Shape):
    """memory_decide"""

    title: Name
    decision: LongText
    reasoning: LongText
    alternatives: LongText | None = None
    project: Name | None = None
    tags: Tags = ()
    confidence: Unit = 0.7
    source: Name | None = None
    valid_from: Moment | None = None


SEARCHABLE = [str(kind) for kind in Kind if kind.searchable]


class Ranking(Shape):
    """The tie-breakers' weights for one search; they never outweigh relevance (domain/fusion.py)."""

    recency_weight: Unit | None = None
    usage_weight: Unit | None = None
    importance_weight: Unit | None = None
    half_life_days: Annotated[float, Field(gt=0), NotBoolean] | None = None


class Search(Shape):
    """memory_search"""

    query: LongText
    limit: Annotated[int, Field(ge=1, le=100), NotBoolean] = 10
    offset: Annotated[int, Field(ge=0, le=1_000), NotBoolean] = 0
    types: Annotated[tuple[Kind, ...], briefly(type="array", items={"type": "string", "enum": SEARCHABLE})] = ()
    mode: Mode = Mode.HYBRID
    project: Name | None = None
    tags: Tags = ()
    trust: Annotated[tuple[Trust, ...], briefly(type="array", items={"type": "string"})] = ()
    since: Moment | None = None
    until: End | None = None
    as_of: End | None = None
    known_at: End | None = None
    ranking: Ranking | None = None
    detail: Detail = Detail.BRIEF
    explain: bool = False
    max_characters: MaxCharacters | None = None

    @model_validator(mode="after")
    def _since_before_until(self) -> Self:
        if self.since is not None and self.until is not None and self.since > self.until:
            raise PydanticCustomError(
                "empty_interval",
                "since {since} is after until {until}, so nothing can be found; exchange them",
                {"since": self.since, "until": self.until},
            )
        return self


class Recall(Shape):
    """memory_recall"""

    query: Query | None = None
    limit: Annotated[int, Field(ge=1, le=100), NotBoolean] = 10
    project: Name | None = None
    tags: Tags = ()
    as_of: End | None = None
    known_at: KnownAt | None = None
    detail: Detail = Detail.BRIEF
    max_characters: SkipJsonSchema[MaxCharacters | None] = None


class Get(Shape):
    """memory_get"""

    ids: Annotated[tuple[Reference, ...], Field(min_length=1, max_length=20)]
    project: Name | None = None
    as_of: End | None = None
    known_at: KnownAt | None = None
    max_characters: MaxCharactersInFull | None = None


class SessionStart(Shape):
    """memory_session_start"""

    project: Name | None = None
    detail: Detail = Detail.BRIEF
    max_characters: MaxCharacters = 6_000


class SessionEnd(Shape):
    """memory_session_end"""

    session_id: Reference | None = None
    summary: LongText | None = None
    tasks: Annotated[tuple[Task, ...], Field(max_length=100)] | None = None


class Guide(Shape):
    """memory_guide"""

    topic: Topic | None = None


class Health(Shape):
    """memory_health"""


class Changes(Shape):
    """New values for fields of a memory's body; which ones apply depends on its kind."""

    category: Category | None = None
    content: LongText | None = None
    memory_type: MemoryType | None = None
    title: Name | None = None
    decision: LongText | None = None
    reasoning: LongText | None = None
    alternatives: LongText | None = None
    summary: LongText | None = None
    tasks: Annotated[tuple[Task, ...], Field(max_length=100)] | None = None
    name: Name | None = None
    entity_type: Annotated[Name, Field(max_length=50)] | None = None
    relation_type: Annotated[Name, Field(max_length=50)] | None = None
    weight: Unit | None = None
    value: LongText | None = None
    goal: LongText | None = None


class Revise(Shape):
    """memory_revise. `revision_id` is the revision it is based on: if another is current, nothing is done."""

    id: Reference
    revision_id: BasedOn | None = None
    changes: Changes | None = None
    tags: Tags | None = None
    confidence: Unit | None = None
    importance: Unit | None = None
    valid_from: Moment | None = None
    valid_to: End | None = None


class LearnUpdate(Shape):
    """memory_learn_update"""

    learning_id: Reference
    revision_id: SkipJsonSchema[Reference | None] = None
    content: LongText | None = None
    confidence: Unit | None = None
    tags: Tags | None = None


class Retire(Shape):
    """memory_retire. `revision_id` is the revision it is based on: if another is current, nothing is done."""

    id: Reference
    revision_id: BasedOn | None = None
    reason: RetireReason
    note: ShortText | None = None
    successor_id: Reference | None = None
    valid_to: End | None = None
    mark: Annotated[
        tuple[Reference, ...],
        Field(max_length=100, description="ids to dispute"),
        briefly(type="array", items={"type": "string"}),
    ] = ()


class LearnArchive(Shape):
    """memory_learn_archive"""

    learning_id: Reference
    revision_id: SkipJsonSchema[Reference | None] = None
    reason: Annotated[ShortText, Field(max_length=500)] | None = None


class ObservationSupersede(Shape):
    """memory_observation_supersede"""

    observation_id: Reference
    revision_id: SkipJsonSchema[Reference | None] = None
    superseded_by_id: Reference | None = None
    valid_to: End | None = None


class Reinstate(Shape):
    """memory_reinstate"""

    id: Reference
    valid_from: Moment | None = None


class HistoryOf(Shape):
    """memory_history"""

    id: Reference
    limit: Annotated[int, Field(ge=1, le=200), NotBoolean] = 20
    max_characters: SkipJsonSchema[MaxCharactersInFull | None] = None


class Forget(Shape):
    """memory_forget. `revision_id` is the revision a person was shown: if another is current, nothing is done."""

    id: Reference
    revision_id: SkipJsonSchema[Reference | None] = None


class ReviewAction(StrEnum):
    """What memory_review does. Only a person may approve, reject, verify or lift."""

    LIST = "list"
    APPROVE = "approve"
    REJECT = "reject"
    VERIFY = "verify"
    DISPUTE = "dispute"
    LIFT = "lift"


class Review(Shape):
    """memory_review. `revision_id` is the revision a person was shown: if another is current, nothing is done."""

    action: ReviewAction = ReviewAction.LIST
    id: Reference | None = None
    revision_id: BasedOn | None = None
    note: ShortText | None = None
    project: Name | None = None
    limit: Annotated[int, Field(ge=1, le=200), NotBoolean] = 20


class Undo(Shape):
    """memory_undo"""

    sequence: Annotated[int, Field(ge=1, le=2**63 - 1, description="of an audit row"), NotBoolean] | None = None
    redo: bool = False


class Log(Shape):
    """palimpsest log"""

    id: Reference | None = None
    limit: Annotated[int, Field(ge=1, le=10_000), NotBoolean] = 20
