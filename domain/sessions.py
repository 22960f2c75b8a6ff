"""Sittings: what to know at the start, what to leave behind at the end."""

from __future__ import annotations

from domain import audit, ledger
from domain.authorship import Authorship, authors
from domain.bounds import bounded
from domain.context import Caller, World
from domain.duplicates import refuse_rejected
from domain.embedding import embed_bodies
from domain.intervals import has_ended
from domain.ledger import Draft
from domain.presenting import author, changed_by, found, labelled, ruled_by, shortened
from domain.secrets import allowed_secret, refuse_secret_texts, refuse_secrets
from domain.staleness import changed_by_others
from domain.texts import texts_of
from domain.trust import first_trust, require_authority_over, spared_review
from ports.answers import Ended, PastSession, Started
from ports.bodies import SessionBody
from ports.commands import Detail, SessionEnd, SessionStart
from ports.errors import InvalidInput, Refused
from ports.records import Revision
from ports.store import Filter, Order, Reader
from ports.vocabulary import Kind, Trust, Verb

_SESSIONS_AT_MOST = 3
_LEARNINGS_AT_MOST = 10
_SESSIONS_LOOKED_AT = 50
_SUMMARY_BRIEF = 600


def open_session(world: World, caller: Caller, project: str | None) -> str:
    """Record that a sitting has begun, and return its id. Raises Refused(`SECRET_REFUSED`) where its project is one."""
    try:
        refuse_secret_texts(world, project)
    except Refused as error:
        audit.record_refusal(world, caller, Verb.ADD, error.code)
        raise
    author = caller.under(allowed_secret(world, project))
    with world.store.write() as writer:
        draft = Draft(body=SessionBody(), project=project)
        return ledger.add(writer, world, author, draft, world.clock.now()).memory_id


def start(world: World, caller: Caller, command: SessionStart) -> Started:
    """Begin a sitting, and tell what its project may know, newest first, within the bound of characters."""
    session_id = open_session(world, caller, command.project)
    with world.store.read() as reader:
        now = world.clock.now()
        where = Filter(now=now, kinds=(Kind.SESSION,), project=command.project)
        total = reader.count(where).get(Kind.SESSION, 0)
        previous = _previous(reader, where, session_id, command.detail)
        learnings = reader.revisions(
            Filter(now=now, kinds=(Kind.LEARNING,), project=command.project), limit=_LEARNINGS_AT_MOST
        )
        by = authors(reader, learnings)
    told = Started(
        session_id=session_id,
        total_sessions=total,
        previous_sessions=tuple(previous),
        recent_learnings=tuple(
            labelled(found(one, by[one.memory_id], command.detail), one, by[one.memory_id]) for one in learnings
        ),
        notice=" ".join(world.store.warnings()) or None,
    )
    return bounded(told, command.max_characters)


def end(world: World, caller: Caller, command: SessionEnd) -> Ended:
    """End a sitting: the caller's own, unless another is named. What is left out stays as it was."""
    session_id = command.session_id or caller.session_id
    if session_id is None:
        raise InvalidInput(
            "NO_ACTIVE_SESSION", "This connection has no session yet; call memory_session_start, or name a sessionId."
        )
    try:
        return _end(world, caller, session_id, command)
    except Refused as error:
        audit.record_refusal(world, caller, Verb.REVISE, error.code, session_id)
        raise


def _end(world: World, caller: Caller, session_id: str, command: SessionEnd) -> Ended:
    said = SessionBody(summary=command.summary, tasks=command.tasks or ())
    refuse_secrets(world, said)
    secret = allowed_secret(world, *texts_of(said))
    with world.store.read() as reader:
        planned = _ended(ledger.find(reader, session_id, Kind.SESSION), command, world.clock.now())
    embedded = embed_bodies(world.embedder, [planned], checkpoint=caller.checkpoint)
    with world.store.write() as writer:
        at = world.clock.now()
        before = ledger.find(writer, session_id, Kind.SESSION)
        body = _ended(before, command, at)
        if has_ended(before, at):
            raise InvalidInput("RETIRED", f"{before.memory_id} is retired; begin another session.")
        require_authority_over(writer, caller, before, "change it")
        refuse_rejected(writer, body, before.project)
        trust, notice = first_trust(writer, world, caller, body, before.project, before.trust)
        overtaken = changed_by_others(writer, caller, before)
        spared = spared_review(writer, world, caller, body, before.project) if trust is not Trust.PENDING else None
        after = ledger.change(
            writer,
            world,
            caller.under(secret, spared),
            before,
            at,
            Verb.REVISE,
            trust=trust,
            vectors=embedded.of(0) if body.text == planned.text else None,
            space=embedded.space,
            body=body,
        )
    return Ended(
        session_id=after.memory_id,
        ended_at=body.ended_at or "",
        summary=body.summary,
        tasks=body.tasks or None,
        notice=" ".join(filter(None, (notice, overtaken))) or None,
    )


def _ended(before: Revision, command: SessionEnd, now: str) -> SessionBody:
    body = before.body
    if not isinstance(body, SessionBody):
        raise TypeError(f"{before.memory_id} is no session")
    return SessionBody(
        summary=command.summary or body.summary,
        tasks=body.tasks if command.tasks is None else command.tasks,
        ended_at=body.ended_at or now,
    )


def _previous(reader: Reader, where: Filter, session_id: str, detail: Detail) -> list[PastSession]:
    """The newest sittings that left something behind; those of the project itself come first."""
    sessions = reader.revisions(where, order=Order.NEWEST, limit=_SESSIONS_LOOKED_AT)
    telling = [one for one in sessions if one.memory_id != session_id and one.body.text]
    telling.sort(key=lambda one: one.project != where.project)
    shown = telling[:_SESSIONS_AT_MOST]
    by = authors(reader, shown)
    return [_past(one, by[one.memory_id], detail) for one in shown]


def _past(revision: Revision, authorship: Authorship, detail: Detail) -> PastSession:
    body = revision.body
    if not isinstance(body, SessionBody):
        raise TypeError(f"{revision.memory_id} is no session")
    summary = body.summary
    if summary is not None and detail is Detail.BRIEF:
        summary = shortened(summary, _SUMMARY_BRIEF)
    return PastSession(
        id=revision.memory_id,
        started_at=revision.valid_from,
        ended_at=body.ended_at,
        project=revision.project,
        summary=summary,
        tasks=body.tasks or None,
        trust=revision.trust,
        by=author(authorship.wrote),
        changed_by=changed_by(authorship),
        ruled_by=ruled_by(authorship),
    )
