"""A memory as it stands in an envelope: its revisions, oldest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from pydantic import ValidationError

from ports.answers import Problem
from ports.archive import Entry
from ports.bodies import Body, ObservationBody, RelationBody, Shape
from ports.records import Revision
from ports.vocabulary import Kind

Record = TypeVar("Record", bound=Shape)
_PROBLEMS_TOLD = 3


@dataclass(frozen=True, slots=True)
class Chain:
    """The revisions of one memory, and where they stand in the file."""

    record: str
    revisions: tuple[Revision, ...]

    @property
    def memory_id(self) -> str:
        """The memory they are of."""
        return self.revisions[0].memory_id

    @property
    def kind(self) -> Kind:
        """What the memory is."""
        return self.revisions[0].kind

    @property
    def last(self) -> Revision:
        """What was believed in the end."""
        return self.revisions[-1]


@dataclass(frozen=True, slots=True)
class Flawed:
    """Something in the file that is no record of ours, and why."""

    record: str
    problem: Problem
    id: str | None = None
    kind: Kind | None = None


def place_of(section: str, places: Sequence[int]) -> str:
    """Where records stand: `revisions[3]`, or `revisions[3-5]` for a run of them."""
    run = f"{places[0]}-{places[-1]}" if len(places) > 1 else f"{places[0]}"
    return f"{section}[{run}]"


def parsed(shape: type[Record], value: Any, record: str) -> Record | Flawed:
    """The record that a value spells, or what is wrong with it."""
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        return Flawed(record, problem_of(error), named_id(value))


def parsed_entry(shape: type[Record], entry: Entry) -> Record | Flawed:
    """The record that an entry spells, or what is wrong with it."""
    return parsed(shape, entry.value, place_of(entry.section, [entry.place or 0]))


def problem_of(error: ValidationError) -> Problem:
    """What is wrong with a record, without the text that is wrong."""
    problems = error.errors(include_url=False, include_input=False, include_context=False)
    told = [": ".join(filter(None, (".".join(map(str, one["loc"])), one["msg"]))) for one in problems[:_PROBLEMS_TOLD]]
    return Problem(code="BAD_RECORD", message="; ".join(told))


def named_id(value: Any) -> str | None:
    """The id that a flawed record gives itself, short enough to be told."""
    found: Any = value.get("memoryId", value.get("id")) if isinstance(value, Mapping) else None  # pyright: ignore
    return str(found)[:200] if isinstance(found, str | int) else None


def chain_problem(chain: Chain) -> Problem | None:
    """Why the revisions are no history of one memory, or None."""
    revisions = chain.revisions
    if any(one.kind is not chain.kind for one in revisions):
        return _broken("its revisions are of different kinds")
    if len({one.id for one in revisions}) < len(revisions):
        return _broken("two of its revisions have the same id")
    if any(one.current for one in revisions[:-1]) or not chain.last.current:
        return _broken("exactly its last revision has to be without an expiredAt")
    for before, after in pairwise(revisions):
        if before.expired_at is None or not before.recorded_at <= before.expired_at <= after.recorded_at:
            return _broken("its revisions overlap or are out of order")
    return None


def _broken(why: str) -> Problem:
    return Problem(code="BROKEN_HISTORY", message=f"It cannot be taken: {why}.")


def linked(revision: Revision, ids: Mapping[str, str]) -> Revision:
    """The revision with its links led to what stands here for what they named."""
    if not ids:
        return revision
    updates: dict[str, Any] = {}
    body = _linked_body(revision.body, ids)
    if body is not revision.body:
        updates["body"] = body
    closing, source = revision.closing, revision.provenance.source
    successor = ids.get(closing.successor_id or "") if closing is not None else None
    if closing is not None and successor is not None:
        updates["closing"] = closing.model_copy(update={"successor_id": successor})
    if source is not None and source in ids:
        updates["provenance"] = revision.provenance.model_copy(update={"source": ids[source]})
    return revision.model_copy(update=updates) if updates else revision


def _linked_body(body: Body, ids: Mapping[str, str]) -> Body:
    match body:
        case ObservationBody() if body.entity_id in ids:
            return body.model_copy(update={"entity_id": ids[body.entity_id]})
        case RelationBody() if body.from_entity_id in ids or body.to_entity_id in ids:
            origin, target = body.from_entity_id, body.to_entity_id
            return body.model_copy(
                update={"from_entity_id": ids.get(origin, origin), "to_entity_id": ids.get(target, target)}
            )
        case _:
            return body


_LINKS = {"entity_id", "entity_name", "from_entity_id", "to_entity_id", "from_name", "to_name"}


def same_belief(one: Revision, other: Revision) -> bool:
    """Whether two revisions of one id say the same; what they are about may be another entity here."""
    return (
        one.memory_id == other.memory_id
        and one.kind is other.kind
        and one.body.model_dump(exclude=_LINKS) == other.body.model_dump(exclude=_LINKS)
    )
