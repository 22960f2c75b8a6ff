"""What each kind of memory holds. A body says what it is found by (`title`, `text`) and what makes it the same."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel

from ports.texts import LongText, MediumText, Name, ShortText
from ports.vocabulary import Category, Kind, MemoryType


class Shape(BaseModel):
    """A frozen record: camelCase on the wire, snake_case accepted, unknown fields refused."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        defer_build=True,
        alias_generator=to_camel,
        populate_by_name=True,
        validate_by_alias=True,
    )


class _Body(Shape):
    @property
    def title(self) -> str:
        """A short name, indexed with more weight than the text; may be empty."""
        return ""

    @property
    def text(self) -> str:
        """The text that search finds and that vectors stand for; may be empty."""
        return ""

    @property
    def value(self) -> tuple[str, ...]:
        """The texts that make two memories the same one (see domain/duplicates.py)."""
        return (self.text,)

    @property
    def subject_id(self) -> str | None:
        """The memory this one is about, if any."""
        return None

    @property
    def object_id(self) -> str | None:
        """The second memory this one links, if any."""
        return None


class LearningBody(_Body):
    """A free-text learning."""

    kind: Literal[Kind.LEARNING] = Kind.LEARNING
    category: Category
    content: LongText
    memory_type: MemoryType = MemoryType.SEMANTIC

    @property
    def text(self) -> str:
        return self.content


class DecisionBody(_Body):
    """A decision with its reasoning."""

    kind: Literal[Kind.DECISION] = Kind.DECISION
    headline: Annotated[Name, Field(alias="title")]
    decision: LongText
    reasoning: LongText
    alternatives: LongText | None = None

    @property
    def title(self) -> str:
        return self.headline

    @property
    def text(self) -> str:
        return "\n".join(part for part in (self.decision, self.reasoning, self.alternatives) if part)

    @property
    def value(self) -> tuple[str, ...]:
        return (self.headline, self.decision)


class SessionBody(_Body):
    """One sitting of one client: what was done and what is left to do."""

    kind: Literal[Kind.SESSION] = Kind.SESSION
    summary: LongText | None = None
    tasks: tuple[Annotated[ShortText, Field(max_length=1_000)], ...] = ()
    ended_at: str | None = None

    @property
    def text(self) -> str:
        return "\n".join((self.summary or "", *self.tasks)).strip()


class EntityBody(_Body):
    """A person, thing or idea that observations and relations are about."""

    kind: Literal[Kind.ENTITY] = Kind.ENTITY
    name: Name
    entity_type: Annotated[Name, Field(max_length=50)]
    summary: ShortText | None = None

    @property
    def title(self) -> str:
        return self.name

    @property
    def text(self) -> str:
        return f"{self.summary or ''} {self.entity_type}".strip()

    @property
    def value(self) -> tuple[str, ...]:
        return (self.name, self.entity_type)


class ObservationBody(_Body):
    """One fact about an entity. `entity_name` is the name at the time, kept so that the fact is found by it."""

    kind: Literal[Kind.OBSERVATION] = Kind.OBSERVATION
    entity_id: str
    entity_name: Name
    content: MediumText

    @property
    def title(self) -> str:
        return self.entity_name

    @property
    def text(self) -> str:
        return self.content

    @property
    def subject_id(self) -> str | None:
        return self.entity_id

    @property
    def value(self) -> tuple[str, ...]:
        return (self.entity_id, self.content)


class RelationBody(_Body):
    """A directed, weighted link between two entities."""

    kind: Literal[Kind.RELATION] = Kind.RELATION
    from_entity_id: str
    to_entity_id: str
    relation_type: Annotated[Name, Field(max_length=50)]
    from_name: Name
    to_name: Name
    weight: Annotated[float, Field(ge=0, le=1)] = 1.0

    @property
    def text(self) -> str:
        return f"{self.from_name} {self.relation_type} {self.to_name}"

    @property
    def subject_id(self) -> str | None:
        return self.from_entity_id

    @property
    def object_id(self) -> str | None:
        return self.to_entity_id

    @property
    def value(self) -> tuple[str, ...]:
        return (self.from_entity_id, self.relation_type, self.to_entity_id)


class ProfileBody(_Body):
    """One field of the person's profile."""

    kind: Literal[Kind.PROFILE] = Kind.PROFILE
    FIELD_PATTERN: ClassVar[str] = r"^[A-Za-z0-9_.-]+$"
    field: Annotated[str, Field(pattern=FIELD_PATTERN, max_length=100)]
    content: Annotated[LongText, Field(alias="value")]

    @property
    def title(self) -> str:
        return self.field

    @property
    def text(self) -> str:
        return self.content

    @property
    def value(self) -> tuple[str, ...]:
        return (self.field,)


class GoalBody(_Body):
    """What is being worked towards now."""

    kind: Literal[Kind.GOAL] = Kind.GOAL
    goal: LongText

    @property
    def text(self) -> str:
        return self.goal


Body = Annotated[
    LearningBody | DecisionBody | SessionBody | EntityBody | ObservationBody | RelationBody | ProfileBody | GoalBody,
    Field(discriminator="kind"),
]
BODY: TypeAdapter[Body] = TypeAdapter(Body, config=ConfigDict(defer_build=True))
