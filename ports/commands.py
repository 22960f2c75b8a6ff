"""What callers may ask, parsed once at the boundary. The tools' input schemas are generated from these."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from ports.bodies import Shape
from ports.instants import Moment
from ports.records import Unit
from ports.texts import LongText, Name, ShortText, Tag
from ports.vocabulary import Category, Kind, MemoryType, Trust

Tags = Annotated[tuple[Tag, ...], Field(max_length=100)]
Reference = Annotated[str, Field(min_length=1, max_length=200)]
Task = Annotated[ShortText, Field(max_length=1_000)]


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


class Ranking(Shape):
    """The tie-breakers' weights for one search; they never outweigh relevance (domain/fusion.py)."""

    recency_weight: Unit | None = None
    usage_weight: Unit | None = None
    importance_weight: Unit | None = None
    half_life_days: Annotated[float, Field(gt=0)] | None = None


class Search(Shape):
    """memory_search"""

    query: LongText
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    offset: Annotated[int, Field(ge=0, le=1_000)] = 0
    types: Annotated[tuple[Kind, ...], Field(alias="types")] = ()
    mode: Mode = Mode.HYBRID
    project: Name | None = None
    tags: Tags = ()
    trust: tuple[Trust, ...] = ()
    since: Moment | None = None
    until: Moment | None = None
    as_of: Moment | None = None
    known_at: Moment | None = None
    ranking: Ranking | None = None
    detail: Detail = Detail.BRIEF
    explain: bool = False
    max_characters: Annotated[int, Field(ge=200, le=200_000)] | None = None


class Recall(Shape):
    """memory_recall"""

    query: str | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    project: Name | None = None
    tags: Tags = ()
    as_of: Moment | None = None
    known_at: Moment | None = None
    detail: Detail = Detail.BRIEF


class Get(Shape):
    """memory_get"""

    ids: Annotated[tuple[Reference, ...], Field(min_length=1, max_length=20)]
    project: Name | None = None
    as_of: Moment | None = None
    known_at: Moment | None = None


class SessionStart(Shape):
    """memory_session_start"""

    project: Name | None = None
    detail: Detail = Detail.BRIEF
    max_characters: Annotated[int, Field(ge=500, le=200_000)] = 6_000


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
