"""Merging what stands beside the memories: counters of use, and rejected values."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain import audit
from domain.forgetting import is_forgotten
from domain.importing.chains import Flawed
from domain.importing.claims import rejection_of_import
from domain.importing.gates import (
    NOTE_LEFT_OUT,
    let_through_with,
    rejection_of_the_future,
    secret_in_note,
    use_of_the_future,
    without_instructions,
)
from domain.importing.merging import Merger
from domain.importing.telling import Tally
from domain.importing.work import Task, simply
from domain.rejections import renewed
from ports.answers import Problem
from ports.envelope import ExportedRejection, ExportedUse
from ports.records import Instant, Rejection, Use
from ports.store import Writer
from ports.transfer import Fate
from ports.vocabulary import Verb


@dataclass(slots=True)
class Books:
    """Brings counters and rejections in, led to the memories that stand here for those there."""

    merger: Merger
    tally: Tally
    here: dict[str, Rejection] | None = field(default=None)

    def use_task(self, use: ExportedUse | Flawed) -> Task:
        """The work of one counter."""
        return simply(lambda writer: self._use(writer, use))

    def rejection_task(self, rejection: ExportedRejection | Flawed) -> Task:
        """The work of one rejected value."""
        return simply(lambda writer: self._rejection(writer, rejection))

    def _use(self, writer: Writer, use: ExportedUse | Flawed) -> None:
        """The larger count is kept, so that importing twice counts nothing twice."""
        if isinstance(use, Flawed):
            self.tally.flawed(use)
            return
        memory_id = self.merger.ids.get(use.memory_id, use.memory_id)
        problem = use_of_the_future(self.merger.world.clock.now(), use)
        if problem is not None:
            self.tally.tell_record("uses", use.memory_id, Fate.REFUSED, problem)
            return
        if writer.current(memory_id) is None:
            self.tally.tell_record("uses", use.memory_id, Fate.REFUSED, _MEMORY_MISSING)
            return
        here = writer.uses([memory_id]).get(memory_id, Use(memory_id=memory_id))
        larger = _larger(here, use)
        if larger != here:
            writer.set_use(larger)

    def _rejection(self, writer: Writer, rejection: ExportedRejection | Flawed) -> None:
        """A value rejected there is rejected here; one that is rejected here stays so, whatever is said there."""
        if isinstance(rejection, Flawed):
            self.tally.flawed(rejection)
            return
        if self.here is None:
            self.here = {one.id: one for one in writer.all_rejections()}
        before = self.here.get(rejection.id)
        if before is not None:
            if rejection.lifted_at is not None and before.lifted_at is None:
                self.tally.tell_record("rejections", rejection.memory_id, Fate.NOTED, _LIFTED_THERE)
            return
        world = self.merger.world
        problem = secret_in_note(world, rejection) or rejection_of_the_future(world.clock.now(), rejection)
        if problem is not None:
            self.tally.tell_record("rejections", rejection.memory_id, Fate.REFUSED, problem)
            return
        memory_id = self.merger.ids.get(rejection.memory_id, rejection.memory_id)
        harmless = without_instructions(world, rejection)
        if harmless is not rejection:
            self.tally.tell_record("rejections", rejection.memory_id, Fate.NOTED, NOTE_LEFT_OUT)
        subject = harmless.subject_id and self.merger.ids.get(harmless.subject_id, harmless.subject_id)
        updates: dict[str, object] = {"memory_id": memory_id, "subject_id": subject}
        if is_forgotten(writer, memory_id):
            updates["note"] = None
        taken = rejection_of_import(renewed(writer, harmless.model_copy(update=updates)))
        self.here[taken.id] = taken
        writer.reject(taken)
        audit.append(
            writer,
            self.merger.importer.under(let_through_with(world, rejection)),
            Verb.IMPORT,
            world.clock.now(),
            memory_id=memory_id,
            reason="rejection",
        )
        self.tally.rejections += 1
        self.tally.audit_rows += 1


def _larger(one: Use, other: Use) -> Use:
    return Use(
        memory_id=one.memory_id,
        recalled_count=max(one.recalled_count, other.recalled_count),
        last_recalled_at=_later(one.last_recalled_at, other.last_recalled_at),
        corroborated_count=max(one.corroborated_count, other.corroborated_count),
        last_corroborated_at=_later(one.last_corroborated_at, other.last_corroborated_at),
    )


def _later(one: Instant | None, other: Instant | None) -> Instant | None:
    return max(filter(None, (one, other)), default=None)


_MEMORY_MISSING = Problem(code="MEMORY_MISSING", message="It counts the use of a memory that was not taken.")
_LIFTED_THERE = Problem(
    code="LIFTED_THERE",
    message="This value is allowed again there; here it stays rejected until a person lifts it.",
)
