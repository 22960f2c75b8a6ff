"""Where a memory of another store belongs here: beside what is here, on top of it, or nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from domain.duplicates import body_key
from domain.importing.chains import Chain
from domain.intervals import interval_of, is_retired
from ports.answers import Problem
from ports.records import Instant, Revision
from ports.store import Filter, Reader
from ports.vocabulary import Kind, Trust


def is_entity(reader: Reader, memory_id: str) -> bool:
    """Whether a memory here is an entity, so that something can be about it."""
    memory = reader.current(memory_id)
    return memory is not None and memory.kind is Kind.ENTITY


def twin(reader: Reader, revision: Revision, now: Instant) -> Revision | None:
    """The memory here that says the same as one that is held true, or None where there is none.

    A session has no twin: two sittings may end with the same words. Of goals a project has one.
    """
    if revision.closing is not None or revision.trust is Trust.REJECTED or revision.kind is Kind.SESSION:
        return None
    if revision.kind is Kind.GOAL:
        goals = Filter(now=now, kinds=(Kind.GOAL,), project=revision.project, only_project=True)
        return next((one for one in reader.revisions(goals) if one.memory_id != revision.memory_id), None)
    return next((one for one in _same(reader, revision, now) if _overlap(one, revision)), None)


def problem(reader: Reader, chain: Chain, fresh: Sequence[Revision], *, by_person: bool) -> Problem | None:
    """Why revisions that are new here cannot follow what is here of the same memory, or None."""
    here = reader.current(chain.memory_id)
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


def notes(reader: Reader, revision: Revision, now: Instant) -> list[Problem]:
    """What a person should know of a memory that is taken: it was retired here, or what it rejects stands here."""
    same = [one for one in reader.with_key(revision.kind, body_key(revision.body), revision.project) if one.closing]
    if revision.trust is Trust.REJECTED:
        return [_still_asserted(one) for one in _same(reader, revision, now)]
    if revision.closing is not None or revision.kind is Kind.SESSION:
        return []
    return [_retired_before(one) for one in same if is_retired(one, now) and one.memory_id != revision.memory_id]


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


def _same(reader: Reader, revision: Revision, now: Instant) -> list[Revision]:
    """Other memories here that have the value and are not retired or rejected."""
    found = reader.with_key(revision.kind, body_key(revision.body), revision.project)
    standing = [one for one in found if one.trust is not Trust.REJECTED and one.memory_id != revision.memory_id]
    return [one for one in standing if one.closing is None or not is_retired(one, now)]


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
