"""What callers may ask about the memory as a whole, and about the person it is of, and what they are told."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from ports.answers import Answer, Found
from ports.bodies import ProfileBody, Shape
from ports.commands import Reference, briefly
from ports.graph import Share, TypeName
from ports.numbers import NotBoolean
from ports.records import Instant
from ports.texts import LongText, Name
from ports.vocabulary import Kind, Trust

Days = Annotated[int, Field(ge=1, le=365), NotBoolean, briefly(type="integer")]


class Compared(StrEnum):
    """Which memories are held against each other."""

    LEARNING = "learning"
    OBSERVATION = "observation"


class Contradictions(Shape):
    """memory_contradictions"""

    entity_id: Reference | None = None
    entity_name: Name | None = None
    entity_type: TypeName | None = None
    project: Name | None = None
    kind: Compared | None = None
    min_cosine: SkipJsonSchema[Share] = 0.75
    """The reference's clients send these thresholds; an assistant has no grounds to choose others."""
    min_confidence_drift: SkipJsonSchema[Share] = 0.2
    limit: Annotated[int, Field(ge=1, le=200), NotBoolean, briefly(type="integer")] = 20
    max_observations_per_entity: SkipJsonSchema[Annotated[int, Field(ge=2, le=2_000), NotBoolean]] = 200


class Reflect(Shape):
    """memory_reflect"""

    project: Name | None = None
    lookback_days: Days = 7
    stale_threshold_days: Days = 30
    limit: Annotated[int, Field(ge=1, le=50), NotBoolean, briefly(type="integer")] = 5


class Insights(Shape):
    """memory_insights"""

    project: Name | None = None


class Keeping(StrEnum):
    """What to do with a value of which there is one."""

    GET = "get"
    SET = "set"
    CLEAR = "clear"


class Profile(Shape):
    """memory_profile"""

    action: Keeping
    field: Annotated[str, Field(pattern=ProfileBody.FIELD_PATTERN, max_length=100), briefly(type="string")] | None = (
        None
    )
    value: LongText | None = None


class Goal(Shape):
    """memory_goal"""

    action: Keeping
    goal: LongText | None = None
    project: Name | None = None


class Side(Shape):
    """One of two statements that contradict each other."""

    id: str
    content: str
    valid_from: Instant
    confidence: float
    trust: Trust | None = None


class Pair(Shape):
    """Two statements that cannot both stand. `cosine_sim` is absent where words alone were compared."""

    kind: Compared
    entity_id: str | None = None
    entity_name: str | None = None
    entity_type: str | None = None
    project: str | None = None
    reasons: tuple[str, ...]
    detail: str
    cosine_sim: float | None = None
    confidence_drift: float
    older: Side
    newer: Side
    suggestion: str
    cut: bool | None = None


class Thresholds(Shape):
    """What the pairs were held to."""

    min_cosine: float
    min_confidence_drift: float


class ContradictionsAnswer(Answer):
    """Contradictions, the surest first; `left_out` statements were too many to be compared."""

    pairs: tuple[Pair, ...]
    count: int
    scope: str
    compared: int
    pairs_left_out: int | None = None
    thresholds: Thresholds
    notice: str | None = None


class Recollected(Found):
    """A memory and how often it was recalled."""

    recalled_count: int = 0
    last_recalled_at: Instant | None = None


class HotEntity(Shape):
    """An entity that much was observed of lately."""

    id: str
    name: str
    entity_type: str
    new_observations: int
    cut: bool | None = None


class ReflectAnswer(Answer):
    """What deserves a look. `summary` is Markdown in which everything recalled stands fenced, as data."""

    lookback_days: int
    stale_threshold_days: int
    project: str | None = None
    counts: dict[Kind, int]
    retired: dict[Kind, int]
    pending: int
    most_used: tuple[Recollected, ...]
    stale: tuple[Recollected, ...]
    hot_entities: tuple[HotEntity, ...]
    open_decisions: tuple[Found, ...]
    summary: str


class InsightsAnswer(Answer):
    """How much there is, of what is live, retired and pending."""

    days_of_memory: int
    total_sessions: int
    total_learnings: int
    total_decisions: int
    total_entities: int
    total_observations: int
    total_relations: int
    retired: dict[Kind, int]
    pending: dict[Kind, int]
    category_breakdown: dict[str, int]
    entity_type_breakdown: dict[str, int]


class ProfileAnswer(Answer):
    """The profile, one field of it, or what became of one. `trust` names what is not simply unverified."""

    action: str | None = None
    profile: dict[str, str] | None = None
    field: str | None = None
    value: str | None = None
    id: str | None = None
    trust: dict[str, Trust] | None = None
    notice: str | None = None


class GoalAnswer(Answer):
    """What is being worked towards, or what became of it; no `goal` where there is none."""

    action: str | None = None
    goal: str | None = None
    id: str | None = None
    project: str | None = None
    trust: Trust | None = None
    notice: str | None = None
