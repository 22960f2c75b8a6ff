"""One memory per key: what is there already is brought up to date by a new revision, what is not is added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from domain.admission import accepted, admit, make_room, prepare
from domain.context import Caller, World
from domain.duplicates import twins
from domain.intervals import is_retired
from domain.ledger import Draft
from domain.revise import changed_body, revise
from ports.answers import Revised, Stored
from ports.commands import Changes, Revise
from ports.records import Revision
from ports.store import Reader
from ports.vocabulary import Trust

Check = Callable[[Reader], str | None]
"""Runs in the unit of work before anything is added: raises where it may not be, or says why it has to wait."""


@dataclass(frozen=True, slots=True)
class Update:
    """What a caller said that may change a memory which is there already."""

    changes: Changes | None = None
    tags: tuple[str, ...] | None = None
    confidence: float | None = None

    def of(self, memory: Revision) -> Revise | None:
        """The revision that brings a memory up to date, or None where it says all of this."""
        same = (
            changed_body(memory.body, self.changes) == memory.body
            and self.tags in (None, memory.tags)
            and self.confidence in (None, memory.confidence)
        )
        if same:
            return None
        return Revise(id=memory.memory_id, changes=self.changes, tags=self.tags, confidence=self.confidence)


def keep(
    world: World,
    caller: Caller,
    draft: Draft,
    update: Update,
    check: Check | None = None,
) -> Stored | Revised:
    """Store a draft, or revise the memory that it is the same as. Raises Refused as any write does."""
    with world.store.read() as reader:
        twin = _twin(reader, draft, world.clock.now())
    revision = update.of(twin) if twin is not None else None
    return revise(world, caller, revision) if revision is not None else add(world, caller, draft, check)


def add(world: World, caller: Caller, draft: Draft, check: Check | None = None) -> Stored:
    """Put a draft to the gate, and store or corroborate it."""
    prepared = prepare(world, [draft], checkpoint=caller.checkpoint)
    with world.store.write() as writer:
        withhold = check(writer) if check is not None else None
        make_room(writer, prepared)
        stored = admit(writer, world, caller, prepared[0], world.clock.now(), withhold=withhold)
    return accepted(stored)


def _twin(reader: Reader, draft: Draft, now: str) -> Revision | None:
    for one in twins(reader, draft.body, draft.project):
        if one.trust is not Trust.REJECTED and not is_retired(one, now):
            return one
    return None
