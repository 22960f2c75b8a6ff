"""Which memories an answer shows, and whether it shows all of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast, get_args

from ports import answers, graph, looking_back
from ports.bodies import Shape

SHOWN: dict[type[Shape], str] = {
    answers.Found: "id",
    answers.Full: "id",
    answers.PastSession: "id",
    answers.HistoryAnswer: "id",
    answers.Stored: "id",
    answers.Revised: "id",
    answers.RetiredAnswer: "id",
    answers.Undone: "id",
    answers.ReviewAnswer: "id",
    answers.Ended: "session_id",
    graph.EntityKept: "id",
    graph.Observed: "observation_id",
    graph.Related: "id",
    graph.EntityFace: "id",
    graph.Fact: "id",
    graph.Link: "relation_id",
    looking_back.Recollected: "id",
    looking_back.ProfileAnswer: "id",
    looking_back.GoalAnswer: "id",
    answers.StoredItem: "id",
}
"""Shapes that show a memory or tell what became of it, each with the field that names it."""
SHOWN_IN_PART: dict[type[Shape], str] = {
    answers.Near: "id",
    answers.Contradicted: "id",
    answers.Leaning: "id",
    graph.EntityHit: "id",
    looking_back.Side: "id",
}
"""Shapes that show the beginning of a text: who has read all of it already has not read it anew by these."""


def memories_in(answer: Shape) -> Iterator[tuple[str, bool]]:
    """The ids of the memories that an answer shows, and whether it shows all of each."""
    name = SHOWN.get(type(answer)) or SHOWN_IN_PART.get(type(answer))
    memory_id = getattr(answer, name) if name else None
    if memory_id:
        yield memory_id, type(answer) in SHOWN and not getattr(answer, "cut", None)
    for field in type(answer).model_fields:
        value: Any = getattr(answer, field)
        for one in cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,):
            if isinstance(one, Shape):
                yield from memories_in(one)


@cache
def shows_memories(answer: type[Shape]) -> bool:
    """Whether answers of a shape can show any."""
    pending: list[Any] = [answer]
    seen: set[Any] = set()
    while pending:
        one = pending.pop()
        if one in SHOWN or one in SHOWN_IN_PART:
            return True
        if isinstance(one, type) and issubclass(one, Shape) and one not in seen:
            seen.add(one)
            pending += [field.annotation for field in one.model_fields.values()]
        pending += get_args(one)
    return False
