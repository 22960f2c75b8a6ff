"""Rejected values stay out: which texts a memory asserts, and which rejection refuses them.

A rejection is keyed on the value, not on the row, so every write path consults it through `refusal`.
"""

from __future__ import annotations

from typing import assert_never

from domain.keys import folded_key
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
            return (f"{body.name} ({body.entity_type})", *((body.summary,) if body.summary else ()))
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
    """The folded key of a body's value; a body that asserts nothing, as a session's may, has that of no text."""
    return folded_key(next(iter(claims(body)), ""))


def subject_key(body: Body) -> str | None:
    """The folded key of the entity that a body is about; None where the text stands for itself."""
    return folded_key(body.entity_name) if isinstance(body, ObservationBody) else None


def applies(rejection: Rejection, project: str | None, subject: str | None) -> bool:
    """Whether a rejection refuses its value in a project, said of a subject.

    A memory without a project is seen in every project, so it may not carry what any project rejected. What was
    rejected of one entity may be said of another, but not without naming one.
    """
    same_scope = rejection.project is None or project is None or rejection.project == project
    same_subject = rejection.subject_key is None or subject is None or rejection.subject_key == subject
    return same_scope and same_subject


def refusal(reader: Reader, body: Body, project: str | None) -> Rejection | None:
    """The standing rejection of anything the body asserts, or None where it may be stored."""
    subject = subject_key(body)
    for text in claims(body):
        for rejection in reader.rejections(folded_key(text)):
            if applies(rejection, project, subject):
                return rejection
    return None
