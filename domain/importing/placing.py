"""Where a memory of another store belongs here: beside what is here, on top of it, or nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from domain.duplicates import twins
from domain.importing.chains import Chain
from domain.importing.gates import comparable
from domain.intervals import interval_of, is_retired
from domain.restating import successor_of
from ports.answers import Problem
from ports.records import Instant, Revision
from ports.store import Filter, Reader
from ports.vocabulary import Kind, Trust


def is_entity(reader: Reader, memory_id: str) -> bool:
    """Whether a memory here is an entity, so that something can be about it."""
    memory = reader.current(memory_id)
    return memory is not None and memory.kind is Kind.ENTITY


def namesakes(reader: Reader, revision: Revision) -> Sequence[Revision]:
    """Other memories here that have the revision's value. Two sittings may end with the same words: that is none."""
    if revision.kind is Kind.SESSION:
        return ()
    found = twins(reader, revision.body, revision.project)
    return [one for one in found if one.memory_id != revision.memory_id and one.trust is not Trust.REJECTED]


def twin(reader: Reader, revision: Revision, same: Sequence[Revision], now: Instant) -> Revision | None:
    """The memory here that already says what a revision holds true, or None. Of goals a project has one."""
    if revision.closing is not None or revision.trust is Trust.REJECTED:
        return None
    if revision.kind is Kind.GOAL:
        goals = Filter(now=now, kinds=(Kind.GOAL,), project=revision.project, only_project=True)
        return next((one for one in reader.revisions(goals) if one.memory_id != revision.memory_id), None)
    return next((one for one in same if _stands(one, now) and _overlap(one, revision)), None)


def problem(here: Revision | None, chain: Chain, fresh: Sequence[Revision], *, by_person: bool) -> Problem | None:
    """Why revisions that are new here cannot follow what is here of the same memory, or None."""
    if here is None:
        return None
    known = [one.id for one in chain.revisions]
    goes_on = here.id in known and list(chain.revisions[known.index(here.id) + 1 :]) == list(fresh)
    if not goes_on:
        return Problem(
            code="DIVERGED",
            message=f"{chain.memory_id} has been changed here as well since the two stores agreed; it stays as it is "
            "here. Compare the two and use memory_revise.",
        )
    if here.trust is Trust.VERIFIED and not by_person:
        return Problem(
            code="VERIFIED_BY_PERSON",
            message=f"A person verified {chain.memory_id} here, so only a person may let an import change it: run "
            "`palimpsest import` at a terminal.",
        )
    return None


def successor(reader: Reader, revision: Revision, before: Sequence[Revision], now: Instant) -> Revision | None:
    """The live memory that took the place here of what a revision holds true, or None. `before` says the same here."""
    if not comparable(revision):
        return None
    ended = [one for one in before if not _stands(one, now)]
    living = successor_of(reader, revision.body, ended, interval_of(revision), now)
    return None if living is None or living.memory_id == revision.memory_id else living


def notes(revision: Revision, same: Sequence[Revision], now: Instant, living: Revision | None = None) -> list[Problem]:
    """What a person should know of a memory that is taken: it was retired here, or what it rejects stands here.

    `living` is what took its place here.
    """
    if revision.trust is Trust.REJECTED:
        return [_still_asserted(one) for one in same if _stands(one, now)]
    if revision.closing is not None:
        return []
    retired = [_retired_before(one) for one in same if not _stands(one, now)]
    return [*retired, _superseded_here(living)] if living is not None else retired


def entity_missing(entity_id: str) -> Problem:
    """Why something cannot be taken that is about nothing here."""
    return Problem(code="ENTITY_MISSING", message=f"It is about {entity_id}, which is no entity here or in the file.")


def id_taken(revision: Revision) -> Problem:
    """Why a revision whose id is here already is not taken again."""
    return Problem(
        code="ID_TAKEN",
        message=f"Another text stands here under its id ({revision.id}); what is here stays. Compare the two.",
    )


def would_repeat(twin: Revision) -> Problem:
    """Why a memory that is here does not go on as it went on there: another one here says that already."""
    return Problem(code="DUPLICATE", message=f"Its newest revision there says what {twin.memory_id} says here.")


def known_already(revision: Revision, here: Revision) -> Problem:
    """Why a memory that is here already under another id is not taken, and what is told of it otherwise there."""
    before = here.body.model_dump(by_alias=True, exclude={"kind"})
    after = revision.body.model_dump(by_alias=True, exclude={"kind"})
    differs = [name for name, value in after.items() if value not in (None, ()) and before.get(name) != value]
    more = f"; kept as it is here: {', '.join(differs)}" if differs else ""
    return Problem(code="KNOWN_ALREADY", message=f"It is here as {here.memory_id}{more}.")


def _stands(one: Revision, now: Instant) -> bool:
    """Whether nobody has ended it: what was told of the past has an end, and still stands for its interval."""
    return one.closing is None or not is_retired(one, now)


def _overlap(one: Revision, other: Revision) -> bool:
    if other.valid_to is not None and other.valid_to <= other.valid_from:
        return False
    return interval_of(one).overlaps(interval_of(other))


def _still_asserted(one: Revision) -> Problem:
    return Problem(
        code="STILL_ASSERTED",
        message=f"{one.memory_id} asserts here what was rejected there; retire it if the rejection is right.",
    )


def _retired_before(one: Revision) -> Problem:
    why = f" as {one.closing.reason}" if one.closing else ""
    return Problem(code="RETIRED_BEFORE", message=f"The same was retired here{why} ({one.memory_id}).")


def _superseded_here(living: Revision) -> Problem:
    return Problem(
        code="SUPERSEDED_HERE",
        message=f"{living.memory_id} took its place here and is live; what comes in stands in doubt beside it.",
    )
