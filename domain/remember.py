"""Storing something: the gate, the vectors, the ledger. Every verb that adds a memory goes through `remember`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain import audit, ledger
from domain.context import Caller, World
from domain.duplicates import Judgement, Verdict, differences, judge, refused_as_rejected
from domain.embedding import Embedded, embed_bodies
from domain.ledger import Draft
from domain.presenting import headline, retired_of
from domain.secrets import refuse_secrets
from domain.trust import first_trust
from ports.answers import Action, Near, Problem, Stored, StoredItem, StoredMany
from ports.bodies import DecisionBody, LearningBody
from ports.commands import Decide, Learn, LearnBulk
from ports.errors import PalimpsestError, Refused
from ports.records import Instant
from ports.store import Filter, Reader, Writer
from ports.vocabulary import AuditOutcome, Category, MemoryType, Trust, Verb

_NEAR_AT_MOST = 3
_EVENT_WORDS = re.compile(
    r"\b(today|heute|yesterday|gestern|happened|passiert|incident|vorfall|just now|gerade)\b", re.IGNORECASE
)


def learn(world: World, caller: Caller, command: Learn) -> Stored:
    """Store one learning. Raises Refused where its value was rejected or it holds a secret."""
    stored = remember(world, caller, [_learning(command)])[0]
    return _accepted(stored).model_copy(update={"memory_type": _memory_type(command)})


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
    return _accepted(remember(world, caller, [draft])[0])


def remember(world: World, caller: Caller, drafts: Sequence[Draft]) -> list[Stored]:
    """Put each draft to the gate and store what passes, all in one unit of work; refusals leave their audit row."""
    problems = [_secret(world, draft) for draft in drafts]
    fresh = _fresh(world, drafts, problems)
    embedded = embed_bodies(world.embedder, [drafts[index].body for index in fresh])
    places = {index: place for place, index in enumerate(fresh)}
    near = _near(world, drafts, fresh, embedded)
    with world.store.write() as writer:
        at = world.clock.now()
        if embedded.space is not None and writer.active_space() is None:
            writer.open_space(embedded.space)
        return [
            _refuse(writer, caller, at, problem)
            if problem
            else _pass_gate(writer, world, caller, draft, at, embedded, places.get(index), near.get(index, ()))
            for index, (draft, problem) in enumerate(zip(drafts, problems, strict=True))
        ]


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


def _secret(world: World, draft: Draft) -> Problem | None:
    try:
        refuse_secrets(world, draft.body, draft.tags, draft.source, draft.project)
    except Refused as refusal:
        return _problem(refusal)
    return None


def _fresh(world: World, drafts: Sequence[Draft], problems: Sequence[Problem | None]) -> list[int]:
    """The drafts that look new, so that no vector is made for a repetition."""
    with world.store.read() as reader:
        now = world.clock.now()
        return [
            index
            for index, (draft, problem) in enumerate(zip(drafts, problems, strict=True))
            if problem is None and _judge(reader, draft, now).verdict in (Verdict.NEW, Verdict.RETIRED)
        ]


def _judge(reader: Reader, draft: Draft, now: Instant) -> Judgement:
    return judge(reader, draft.body, draft.project, draft.interval(now), now)


def _near(
    world: World, drafts: Sequence[Draft], fresh: Sequence[int], embedded: Embedded
) -> dict[int, tuple[Near, ...]]:
    """Live memories of the same kind that say nearly the same as each fresh draft."""
    if embedded.space is None or embedded.vectors is None or not fresh:
        return {}
    with world.store.read() as reader:
        if not reader.can_search(embedded.space):
            return {}
        return {index: _nearest(reader, world, drafts[index], embedded, place) for place, index in enumerate(fresh)}


def _nearest(reader: Reader, world: World, draft: Draft, embedded: Embedded, place: int) -> tuple[Near, ...]:
    chunks = embedded.of(place)
    if not chunks or embedded.space is None:
        return ()
    where = Filter(now=world.clock.now(), kinds=(draft.body.kind,), project=draft.project)
    hits = reader.nearest(embedded.space, chunks[0].vector, where, _NEAR_AT_MOST)
    close = [hit for hit in hits if hit.score >= world.policy.near_duplicate]
    texts = reader.load(hit.revision_id for hit in close)
    return tuple(
        Near(id=hit.memory_id, text=headline(texts[hit.revision_id].body), similarity=round(hit.score, 4))
        for hit in close
    )


def _pass_gate(
    writer: Writer,
    world: World,
    caller: Caller,
    draft: Draft,
    at: Instant,
    embedded: Embedded,
    place: int | None,
    near: tuple[Near, ...],
) -> Stored:
    judgement = _judge(writer, draft, at)
    if judgement.rejection is not None:
        return _refuse(writer, caller, at, _problem(refused_as_rejected(judgement.rejection)))
    if judgement.twin is not None:
        return _corroborate(writer, caller, draft, at, judgement)
    trust, notice = first_trust(writer, world, caller, draft.body, draft.project)
    vectors = None if place is None else embedded.of(place)
    revision = ledger.add(writer, world, caller, draft, at, trust=trust, vectors=vectors, space=embedded.space)
    return Stored(
        id=revision.memory_id,
        action=Action.PENDING if trust is Trust.PENDING else Action.ADDED,
        trust=trust,
        retired_before=tuple(retired_of(one) for one in judgement.retired) or None,
        near=near or None,
        notice=notice or embedded.notice,
    )


def _corroborate(writer: Writer, caller: Caller, draft: Draft, at: Instant, judgement: Judgement) -> Stored:
    twin = judgement.twin
    if twin is None:
        raise ValueError("only a judgement with a twin corroborates")
    use = writer.corroborate(twin.memory_id, at)
    audit.append(writer, caller, Verb.CORROBORATE, at, memory_id=twin.memory_id, after_id=twin.id)
    told = differences(twin, draft.body, tags=draft.tags, confidence=draft.confidence, importance=draft.importance)
    waits = "It is stored already and waits for a person's review." if twin.trust is Trust.PENDING else None
    return Stored(
        id=twin.memory_id,
        action=Action.DUPLICATE,
        trust=twin.trust,
        usage_count=use.corroborated_count,
        differs=tuple(told) or None,
        notice=waits,
    )


def _refuse(writer: Writer, caller: Caller, at: Instant, problem: Problem) -> Stored:
    audit.append(writer, caller, Verb.ADD, at, reason=problem.code, outcome=AuditOutcome.REFUSED)
    return Stored(action=Action.REFUSED, problem=problem)


def _accepted(stored: Stored) -> Stored:
    if stored.problem is not None:
        raise Refused(stored.problem.code, stored.problem.message, **(stored.problem.details or {}))
    return stored


def _problem(error: PalimpsestError) -> Problem:
    return Problem(code=error.code, message=error.message, details=error.details or None)


def _fields(stored: Stored) -> dict[str, object]:
    return {name: getattr(stored, name) for name in Stored.model_fields}
