"""Rejected values stay out: which texts a memory asserts, and which rejection refuses them.

A rejection is keyed on the value, not on the row, so every write path consults it through `refusal`. Where the rejected
text is still here, the two texts are compared; where it is gone, the key alone decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, assert_never

from domain.former_keys import former_key
from domain.keys import name_form
from domain.statements import rejection_key, same_when_seen
from ports.bodies import (
    Body,
    DecisionBody,
    EntityBody,
    GoalBody,
    LearningBody,
    ObservationBody,
    ProfileBody,
    RelationBody,
    SessionBody,
)
from ports.records import Rejection
from ports.store import Reader
from ports.vocabulary import Trust


def claims(body: Body) -> tuple[str, ...]:
    """The texts a body asserts. The first is its value, the one that is rejected with it."""
    match body:
        case LearningBody():
            return (body.content,)
        case DecisionBody():
            return (body.decision, body.headline)
        case SessionBody():
            return tuple(text for text in (body.summary, *body.tasks) if text)
        case EntityBody():
            return (
                f"{name_form(body.name)} ({name_form(body.entity_type)})",
                *((body.summary,) if body.summary else ()),
            )
        case ObservationBody():
            return (body.content,)
        case RelationBody():
            return (body.text,)
        case ProfileBody():
            return (body.content,)
        case GoalBody():
            return (body.goal,)
    assert_never(body)


def value_key(body: Body) -> str:
    """The key of a body's value."""
    return rejection_key(_value_text(body))


def _value_text(body: Body) -> str:
    """The text that is rejected with a body; empty where it asserts nothing, as a session's may."""
    return next(iter(claims(body)), "")


def subject_key(body: Body) -> str | None:
    """The key of the name of the entity that a body is about; None where the text stands for itself."""
    return former_key(body.entity_name) if isinstance(body, ObservationBody) else None


def subject_id(body: Body) -> str | None:
    """The entity that a body is about, whatever its name; None where the text stands for itself."""
    return body.entity_id if isinstance(body, ObservationBody) else None


def applies(reader: Reader, rejection: Rejection, project: str | None, body: Body) -> bool:
    """Whether a rejection refuses its value in a project, said of what the body says it of.

    A memory without a project is seen in every project, so it may not carry what any project rejected. What was
    rejected of one entity may be said of another, but not without naming one. Another entity of the same name takes
    the place of one that is gone.
    """
    if rejection.project is not None and project is not None and rejection.project != project:
        return False
    if subject_id(body) is None or (rejection.subject_id is None and rejection.subject_key is None):
        return True
    if rejection.subject_id is not None and rejection.subject_id == subject_id(body):
        return True
    return rejection.subject_key == subject_key(body) and not _stands(reader, rejection.subject_id)


def _stands(reader: Reader, entity_id: str | None) -> bool:
    entity = reader.current(entity_id) if entity_id is not None else None
    return entity is not None and entity.closing is None and entity.trust is not Trust.REJECTED


def refusal(reader: Reader, body: Body, project: str | None, *, apart_from: str | None = None) -> Rejection | None:
    """The standing rejection of anything the body asserts, or None where it may be stored.

    `apart_from` is a memory whose own rejection does not count.
    """
    for text in claims(body):
        for rejection, said in _found(reader, text):
            refuses = not said or any(same_when_seen(one, text) for one in said)
            if refuses and rejection.memory_id != apart_from and applies(reader, rejection, project, body):
                return rejection
    return None


def resembling(reader: Reader, body: Body, project: str | None) -> list[Rejection]:
    """Rejections of what is written nearly as the body's value is, and says something else."""
    found = [
        rejection
        for text in claims(body)
        for rejection, said in _found(reader, text)
        if said and applies(reader, rejection, project, body)
    ]
    return list({one.memory_id: one for one in found}.values())


def own_rejections(reader: Reader, body: Body, memory_id: str) -> list[Rejection]:
    """The standing rejections of a memory's value that came with the memory itself."""
    return [one for one, _ in _found(reader, _value_text(body)) if one.memory_id == memory_id]


R = TypeVar("R", bound=Rejection)


def renewed(reader: Reader, rejection: R) -> R:
    """A rejection of before under the key that its text has now; as it is where the text is gone."""
    for one in reversed(reader.history(rejection.memory_id)):
        key = renewed_key(one.body, rejection.key)
        if key is not None:
            return rejection.model_copy(update={"key": key, "subject_id": rejection.subject_id or subject_id(one.body)})
    return rejection


def renewed_key(body: Body, key: str) -> str | None:
    """The key of a body's value now, where a rejection's key is that of the body, now or in the form of before."""
    text = _value_text(body)
    return rejection_key(text) if key in (former_key(text), rejection_key(text)) else None


def _found(reader: Reader, text: str) -> Iterator[tuple[Rejection, list[str]]]:
    """The rejections that a text may fall under, each with what it rejected as far as that is still here."""
    for key in dict.fromkeys((rejection_key(text), former_key(text))):
        for rejection in reader.rejections(key):
            history = reader.history(rejection.memory_id)
            yield (
                rejection,
                [claims(one.body)[0] for one in history if claims(one.body) and renewed_key(one.body, key) is not None],
            )
