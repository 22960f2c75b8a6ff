"""Storing something: the gate, the vectors, the ledger. Every verb that adds a memory goes through `remember`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from domain.admission import accepted, admit, look_again, make_room, prepare
from domain.context import Caller, World
from domain.ledger import Draft
from ports.answers import Action, Stored, StoredItem, StoredMany
from ports.bodies import DecisionBody, LearningBody
from ports.commands import Decide, Learn, LearnBulk
from ports.vocabulary import Category, MemoryType

_EVENT_WORDS = re.compile(
    r"\b(today|heute|yesterday|gestern|happened|passiert|incident|vorfall|just now|gerade)\b", re.IGNORECASE
)


def learn(world: World, caller: Caller, command: Learn) -> Stored:
    """Store one learning. Raises Refused where its value was rejected or it holds a secret."""
    stored = remember(world, caller, [_learning(command)])[0]
    return accepted(stored).model_copy(update={"memory_type": _memory_type(command)})


def learn_bulk(world: World, caller: Caller, command: LearnBulk) -> StoredMany:
    """Store many learnings in one unit of work. A refused item is reported in its place; the others are stored."""
    outcomes = remember(world, caller, [_learning(item) for item in command.items])
    counted = [outcome.action for outcome in outcomes]
    return StoredMany(
        total=len(outcomes),
        added=counted.count(Action.ADDED) + counted.count(Action.PENDING),
        skipped=counted.count(Action.DUPLICATE),
        refused=counted.count(Action.REFUSED),
        results=tuple(StoredItem(index=index, **_fields(outcome)) for index, outcome in enumerate(outcomes)),
    )


def decide(world: World, caller: Caller, command: Decide) -> Stored:
    """Store one decision with its reasoning. Raises Refused where its value was rejected or it holds a secret."""
    body = DecisionBody(
        headline=command.title,
        decision=command.decision,
        reasoning=command.reasoning,
        alternatives=command.alternatives,
    )
    draft = Draft(
        body=body,
        project=command.project,
        tags=command.tags,
        confidence=command.confidence,
        source=command.source,
        valid_from=command.valid_from,
    )
    return accepted(remember(world, caller, [draft])[0])


def remember(world: World, caller: Caller, drafts: Sequence[Draft]) -> list[Stored]:
    """Put each draft to the gate and store what passes, all in one unit of work; refusals leave their audit row."""
    prepared = prepare(world, drafts, caller.progress, caller.checkpoint)
    with world.store.write() as writer:
        at = world.clock.now()
        make_room(writer, prepared)
        outcomes: list[Stored] = []
        for one in look_again(writer, prepared, at):
            caller.checkpoint()
            outcomes.append(admit(writer, world, caller, one, at))
        return outcomes


def _learning(command: Learn) -> Draft:
    body = LearningBody(category=command.category, content=command.content, memory_type=_memory_type(command))
    return Draft(
        body=body,
        project=command.project,
        tags=command.tags,
        confidence=command.confidence,
        importance=command.importance,
        source=command.source,
        valid_from=command.valid_from,
    )


def _memory_type(command: Learn) -> MemoryType:
    if command.memory_type is not None:
        return command.memory_type
    tells_of_event = command.category is Category.MISTAKE or _EVENT_WORDS.search(command.content)
    return MemoryType.EPISODIC if tells_of_event else MemoryType.SEMANTIC


def _fields(stored: Stored) -> dict[str, Any]:
    return {name: getattr(stored, name) for name in Stored.model_fields}
