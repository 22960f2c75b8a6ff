"""Who wrote a memory's words, who changed what of it since, and who ruled on it: they are told apart.

The newest revision alone names who touched the memory last. Whoever retires a text, takes back somebody's change or
tags it has not written it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic.alias_generators import to_camel

from ports.records import Revision, Step
from ports.store import Reader
from ports.vocabulary import Verb

STEPS_AT_MOST = 200
"""Revisions of one memory that are looked at, besides its first: more than that only a program makes."""
_CHANGES_AT_MOST = 5
_RULINGS = (Verb.VERIFY, Verb.DISPUTE, Verb.APPROVE, Verb.REJECT, Verb.RETIRE)
_FIELDS = ("tags", "confidence", "importance", "valid_from", "valid_to")


@dataclass(frozen=True, slots=True)
class Change:
    """A revision that left the words alone, or brought earlier ones back, and the fields it changed."""

    step: Step
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Authorship:
    """Who wrote the words, the newest changes since (the newest last), and the ruling by which the memory stands."""

    wrote: Step
    changed: tuple[Change, ...] = ()
    ruled: Step | None = None


def authors(reader: Reader, revisions: Iterable[Revision]) -> dict[str, Authorship]:
    """The authorship of a page of memories, by their ids; one query for all that were ever changed."""
    page = list(revisions)
    changed = [one.memory_id for one in page if one.verb is not Verb.ADD]
    steps: Mapping[str, Sequence[Step]] = reader.steps(changed, STEPS_AT_MOST) if changed else {}
    return {one.memory_id: authorship(one, steps.get(one.memory_id, ())) for one in page}


def authorship(revision: Revision, steps: Sequence[Step]) -> Authorship:
    """The authorship of a memory as of one of its revisions; `steps` are those of the memory, oldest first."""
    known = _until(revision, steps)
    if not known:
        return sole(revision)
    writer, run = _writer(known)
    changes = [*_changes(known, writer, run)]
    return Authorship(known[writer], tuple(changes[-_CHANGES_AT_MOST:]), _ruling(known))


def sole(revision: Revision) -> Authorship:
    """The authorship of a revision that nothing came before."""
    step = Step(
        revision_id=revision.id,
        number=1,
        verb=revision.verb,
        at=revision.recorded_at,
        words="",
        tags=revision.tags,
        trust=revision.trust,
        confidence=revision.confidence,
        importance=revision.importance,
        valid_from=revision.valid_from,
        valid_to=revision.valid_to,
        reason=revision.closing.reason if revision.closing else None,
        successor_id=revision.closing.successor_id if revision.closing else None,
        provenance=revision.provenance,
    )
    return Authorship(step)


def _until(revision: Revision, steps: Sequence[Step]) -> Sequence[Step]:
    place = next((place for place, step in enumerate(steps) if step.revision_id == revision.id), None)
    return () if place is None else steps[: place + 1]


def _writer(known: Sequence[Step]) -> tuple[int, int]:
    """The place of who wrote the words of the last step, and where they were last taken up.

    Who takes a change back brings back what another wrote.
    """
    words = known[-1].words
    taken_up = [
        place
        for place, step in enumerate(known)
        if step.words == words and (place == 0 or known[place - 1].words != words)
    ]
    written = [place for place in taken_up if known[place].verb is not Verb.UNDO] or taken_up
    return written[-1], taken_up[-1]


def _changes(known: Sequence[Step], writer: int, run: int) -> Iterator[Change]:
    for place in range(run, len(known)):
        step = known[place]
        if place != writer and step.verb not in _RULINGS:
            yield Change(step, _changed_fields(known[place - 1], step))


def _changed_fields(before: Step, after: Step) -> tuple[str, ...]:
    told = [to_camel(name) for name in _FIELDS if getattr(before, name) != getattr(after, name)]
    return ("text", *told) if before.words != after.words else tuple(told)


def _ruling(known: Sequence[Step]) -> Step | None:
    """The newest verdict or retirement that left the memory as it stands; an addition that was undone ended by that."""
    now = _standing(known[-1])
    alike = [step for step in reversed(known) if _standing(step) == now]
    ended = known[-1].reason is not None
    return next(
        (step for step in alike if step.verb in _RULINGS),
        next((step for step in alike if ended and step.verb is Verb.UNDO), None),
    )


def _standing(step: Step) -> tuple[object, ...]:
    return step.trust, step.reason, step.successor_id
