"""The way into the ledger: what a new memory is put to before it is recorded, in two steps.

`prepare` does what needs no lock (secrets, vectors, near-duplicates, contradictions), with short reads that no search
has to wait for; `admit` passes the gate inside a unit of work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from domain import audit, ledger
from domain.context import Caller, Checkpoint, Progress, World, unhindered, unwatched
from domain.duplicates import Judgement, Verdict, differences, judge, refused_as_rejected
from domain.embedding import Embedded, embed_bodies
from domain.injection import suspicion
from domain.ledger import Draft
from domain.presenting import headline
from domain.rejections import resembling
from domain.restating import in_doubt, named_as_retired, spared_doubt, successor_of
from domain.rivals import Beside, Saying, beside, contradicted, last_row, likeliest, written_since
from domain.secrets import allowed_secret, refuse_secrets
from domain.texts import texts_of
from domain.trust import first_trust, opposed_to_verified, spared_review
from ports.answers import Action, Contradicted, Near, Problem, Stored
from ports.embedder import Space
from ports.errors import PalimpsestError, Refused
from ports.records import Instant, Revision
from ports.store import Chunk, Filter, Reader, Validity, Writer
from ports.vocabulary import AuditOutcome, Trust, Verb

_NEAR_AT_MOST = 3
_RIVALS_AT_MOST = 3


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft with all that was made for it outside the lock; `problem` says why it may not be stored.

    `contradicts` is what it contradicts of what was stored when the audit log stood at the row `seen`, and `beside` of
    its own batch. `opposed` tells which verified revisions say the opposite.
    """

    draft: Draft
    space: Space | None = None
    vectors: Sequence[Chunk] | None = None
    near: tuple[Near, ...] = ()
    contradicts: tuple[Contradicted, ...] = ()
    beside: Sequence[Beside] = ()
    opposed: Mapping[str, bool] | None = None
    seen: int = 0
    notice: str | None = None
    problem: Problem | None = None
    secret: str | None = None
    """The weaker policy that lets a secret in it through."""


def prepare(
    world: World,
    drafts: Sequence[Draft],
    progress: Progress = unwatched,
    checkpoint: Checkpoint = unhindered,
) -> list[Prepared]:
    """Look for secrets, make the vectors of what looks new, and find what says nearly the same or the opposite."""
    with world.store.read() as reader:
        seen = last_row(reader)
    problems = [_secret(world, draft) for draft in drafts]
    fresh = _fresh(world, drafts, problems, checkpoint)
    embedded = embed_bodies(world.embedder, [drafts[index].body for index in fresh], progress, checkpoint)
    prepared = [
        Prepared(draft, space=embedded.space, problem=problem, seen=seen, secret=_allowed(world, draft))
        for draft, problem in zip(drafts, problems, strict=True)
    ]
    rivals = beside([drafts[index] for index in fresh], world.clock.now(), checkpoint) if len(fresh) > 1 else {}
    for place, index in enumerate(fresh):
        checkpoint()
        prepared[index] = _compared(world, replace(prepared[index], beside=rivals.get(place, ())), embedded, place)
    return prepared


def _compared(world: World, prepared: Prepared, embedded: Embedded, place: int) -> Prepared:
    """A draft with its vectors, and with what says nearly the same or the opposite."""
    now = world.clock.now()
    saying = _saying(prepared.draft)
    with world.store.read() as reader:
        near = _nearest(reader, world, prepared.draft, embedded, place)
        likely = likeliest(reader, saying, now)
    return replace(
        prepared,
        vectors=embedded.of(place),
        near=near,
        contradicts=contradicted(saying, likely, now),
        opposed=opposed_to_verified(world, prepared.draft.body, prepared.draft.project),
        notice=embedded.notice,
    )


def _saying(draft: Draft) -> Saying:
    return Saying(draft.body, draft.project)


def _labels(draft: Draft) -> list[str]:
    return [*draft.tags, *(text for text in (draft.source, draft.project) if text)]


def make_room(writer: Writer, prepared: Sequence[Prepared]) -> None:
    """Open the first embedding space, once there is something to keep in it."""
    space = next((one.space for one in prepared if one.space is not None), None)
    if space is not None and writer.active_space() is None:
        writer.open_space(space)


def look_again(writer: Writer, prepared: Sequence[Prepared], at: Instant) -> list[Prepared]:
    """The drafts with what they contradict of what was written since they were prepared: nothing, as a rule."""
    written = written_since(writer, min((one.seen for one in prepared), default=0), at)
    if not written.memory_ids:
        return list(prepared)
    return [replace(one, contradicts=written.settled(_saying(one.draft), one.contradicts, at)) for one in prepared]


def admit(
    writer: Writer, world: World, caller: Caller, prepared: Prepared, at: Instant, *, withhold: str | None = None
) -> Stored:
    """Pass one draft through the gate and record what passes. A refusal is in the answer, and in the audit log.

    `withhold` says why it has to wait for a person whatever it says itself.
    """
    draft = prepared.draft
    if prepared.problem is not None:
        return _refuse(writer, caller, at, prepared.problem)
    judgement = _judge(writer, draft, at)
    if judgement.rejection is not None:
        return _refuse(writer, caller, at, problem_of(refused_as_rejected(judgement.rejection)))
    if judgement.twin is not None:
        return _corroborate(writer, caller.under(prepared.secret), draft, at, judgement)
    if withhold is not None:
        trust, notice = Trust.PENDING, withhold
    else:
        trust, notice = first_trust(
            writer, world, caller, draft.body, draft.project, labels=_labels(draft), opposed=prepared.opposed
        )
    living = successor_of(writer, draft.body, judgement.retired, draft.interval(at), at)
    spared = _spared(writer, world, caller, prepared, trust, living)
    trust, notice = in_doubt(writer, world, caller, trust, living, notice)
    rivals = [*prepared.contradicts, *(one for other in prepared.beside for one in other.stored(writer))]
    author = caller.under(prepared.secret, spared)
    revision = ledger.add(writer, world, author, draft, at, trust=trust, vectors=prepared.vectors, space=prepared.space)
    return Stored(
        id=revision.memory_id,
        action=Action.PENDING if trust is Trust.PENDING else Action.ADDED,
        trust=trust,
        retired_before=named_as_retired(writer, judgement.retired, at) or None,
        near=(*prepared.near, *_nearly_rejected(writer, draft, prepared.near)) or None,
        contradicts=tuple(rivals[:_RIVALS_AT_MOST]) or None,
        notice=notice or prepared.notice,
    )


def _spared(
    writer: Writer, world: World, caller: Caller, prepared: Prepared, trust: Trust, living: Revision | None
) -> str | None:
    """The weaker policy under which a draft that does not wait would have waited."""
    if trust is Trust.PENDING:
        return None
    draft, opposed = prepared.draft, prepared.opposed
    spared = spared_review(writer, world, caller, draft.body, draft.project, _labels(draft), opposed)
    return spared or spared_doubt(writer, world, caller, trust, living)


def accepted(stored: Stored) -> Stored:
    """The outcome itself. Raises Refused where the draft was refused."""
    if stored.problem is not None:
        raise Refused(stored.problem.code, stored.problem.message, **(stored.problem.details or {}))
    return stored


def problem_of(error: PalimpsestError) -> Problem:
    """An error as a part of an answer."""
    return Problem(code=error.code, message=error.message, details=error.details or None)


def _allowed(world: World, draft: Draft) -> str | None:
    return allowed_secret(world, *texts_of(draft.body), *_labels(draft))


def _secret(world: World, draft: Draft) -> Problem | None:
    try:
        refuse_secrets(world, draft.body, draft.tags, draft.source, draft.project)
    except Refused as refusal:
        return problem_of(refusal)
    return None


def _fresh(
    world: World, drafts: Sequence[Draft], problems: Sequence[Problem | None], checkpoint: Checkpoint
) -> list[int]:
    """The drafts that look new, so that no vector is made for a repetition."""
    fresh: list[int] = []
    for index, (draft, problem) in enumerate(zip(drafts, problems, strict=True)):
        checkpoint()
        if problem is None:
            with world.store.read() as reader:
                verdict = _judge(reader, draft, world.clock.now()).verdict
            if verdict in (Verdict.NEW, Verdict.RETIRED):
                fresh.append(index)
    return fresh


def _judge(reader: Reader, draft: Draft, now: Instant) -> Judgement:
    return judge(reader, draft.body, draft.project, draft.interval(now), now)


def _nearest(reader: Reader, world: World, draft: Draft, embedded: Embedded, place: int) -> tuple[Near, ...]:
    """Memories of the same kind, live or rejected, that say nearly the same as a draft."""
    chunks = embedded.of(place)
    if not chunks or embedded.space is None or not reader.can_search(embedded.space):
        return ()
    where = Filter(
        now=world.clock.now(), kinds=(draft.body.kind,), project=draft.project, subject_id=draft.body.subject_id
    )
    rejected = replace(where, trust=(Trust.REJECTED,), validity=Validity.ANY)
    # Few stores hold anything rejected, and counting it is cheap: it has a small index of its own.
    filters = (where, rejected) if reader.count(rejected) else (where,)
    close = [
        hit
        for filtered in filters
        for hit in reader.nearest(
            embedded.space, chunks[0].vector, filtered, _NEAR_AT_MOST, world.policy.near_duplicate
        )
    ]
    texts = reader.load(hit.revision_id for hit in close)
    return tuple(_near_copy(texts[hit.revision_id], round(hit.score, 4)) for hit in close if hit.revision_id in texts)


def _nearly_rejected(reader: Reader, draft: Draft, named: tuple[Near, ...]) -> list[Near]:
    """What was rejected and is written nearly as the draft is, beyond what was named already. Needs no model."""
    known = {one.id for one in named}
    found = resembling(reader, draft.body, draft.project)
    memories = [reader.current(one.memory_id) for one in found if one.memory_id not in known]
    return [_near_copy(one, None) for one in memories[:_NEAR_AT_MOST] if one is not None]


def _near_copy(memory: Revision, similarity: float | None) -> Near:
    told = headline(memory.body)
    rejected = memory.trust is Trust.REJECTED
    if rejected and suspicion(told) is not None:
        told = "(it reads like an instruction to a model)"
    return Near(id=memory.memory_id, text=told, similarity=similarity, rejected=rejected or None)


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
