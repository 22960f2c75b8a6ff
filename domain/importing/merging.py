"""Merging memories: those of another store are added to what is here, and none of these is changed by guesswork."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from domain import audit
from domain.context import Caller, World
from domain.duplicates import body_key
from domain.importing import placing
from domain.importing.chains import Chain, linked, same_belief
from domain.importing.claims import revision_of_import
from domain.importing.gates import (
    Verified,
    chain_of_the_future,
    comparable,
    forgotten,
    instruction_in,
    let_through,
    rejected,
    secret_in,
)
from domain.importing.telling import Tally
from domain.importing.work import Act, Known, Task
from domain.restating import in_doubt, spared_doubt
from domain.successors import leads_back
from ports.answers import Problem
from ports.records import Instant, Revision
from ports.store import Reader, Writer
from ports.transfer import Fate
from ports.vocabulary import ActorKind, AuditOutcome, Trust, Verb

LOWERED = Problem(
    code="PERSON_REQUIRED",
    message="It is called verified there; here it is unverified until a person at a terminal verifies it.",
)
CYCLE = Problem(code="BAD_RECORD", message="closing.successorId: by way of others it leads back to the memory itself.")


@dataclass(frozen=True, slots=True)
class Looked:
    """A memory, and what was seen of its new revisions outside the lock, by their ids."""

    chain: Chain
    secrets: dict[str, Problem]
    flags: dict[str, str]
    policies: dict[str, str | None]


@dataclass(slots=True)
class Merger:
    """Puts memories to the gates and records those that pass.

    `by` is who imports; `reason` stands in the audit log; `ids` grows by which memory here stands for which one there.
    """

    world: World
    by: Caller
    tally: Tally
    reason: str
    verified: Verified
    secret: str
    ids: dict[str, str] = field(default_factory=dict[str, str])
    entities: set[str] = field(default_factory=set[str])

    @property
    def importer(self) -> Caller:
        """The actor in this store's audit log."""
        return replace(self.by, actor=ActorKind.IMPORT)

    @property
    def by_person(self) -> bool:
        """Whether a person's word may come in."""
        return self.by.actor is ActorKind.PERSON

    def task(self, chain: Chain) -> Task:
        """The work of one memory."""

        def prepare(known: Known) -> Act:
            looked = self._look(chain, known)
            return lambda writer: self._merge(writer, looked)

        return Task(prepare, tuple(one.id for one in chain.revisions))

    def _look(self, chain: Chain, known: Known) -> Looked:
        fresh = [one for one in chain.revisions if one.id not in known]
        secrets = {one.id: problem for one in fresh if (problem := secret_in(self.world, one)) is not None}
        flags = {one.id: flag for one in fresh if (flag := self._flag(one)) is not None}
        policies = {
            one.id: let_through(self.world, one, vouched=one.id in flags or self._vouched(one)) for one in fresh
        }
        return Looked(chain, secrets, flags, policies)

    def _flag(self, revision: Revision) -> str | None:
        """Why a revision waits for a person. What a person vouches for does not."""
        if revision.trust.withheld or self._vouched(revision):
            return None
        flag = instruction_in(self.world, revision)
        if flag is None and comparable(revision):
            flag = self.verified.contradicted_by(linked(revision, self.ids))
        return flag

    def _vouched(self, revision: Revision) -> bool:
        return revision.trust is Trust.VERIFIED and self.by_person

    def _merge(self, writer: Writer, looked: Looked) -> None:
        revisions = tuple(linked(one, self.ids) for one in looked.chain.revisions)
        chain = Chain(looked.chain.record, revisions)
        fresh = self._fresh(writer, chain)
        if not fresh:
            return
        here, at = writer.current(chain.memory_id), self.world.clock.now()
        same = placing.namesakes(writer, chain.last)
        problem = self._problem(writer, chain, fresh, here, looked)
        twin = placing.twin(writer, chain.last, same, at) if problem is None else None
        if twin is not None and here is not None:
            problem = placing.would_repeat(twin)
        if problem is not None:
            self._refuse(writer, chain, problem)
        elif twin is not None:
            self.ids[chain.memory_id] = twin.memory_id
            self.tally.tell(chain, Fate.MERGED, placing.known_already(chain.last, twin), twin.memory_id)
        else:
            living = placing.successor(writer, chain.last, same if here is None else (*same, here), at)
            self._take(writer, chain, fresh, here, looked, living)
            self._tell(chain, fresh[-1], looked, placing.notes(chain.last, same, at, living))

    def _refuse(self, writer: Writer, chain: Chain, problem: Problem) -> None:
        self.tally.tell(chain, Fate.REFUSED, problem)
        refuse_once(writer, self.importer, self.world.clock.now(), chain.memory_id, problem.code)

    def _fresh(self, reader: Reader, chain: Chain) -> list[Revision]:
        """The revisions that are not here yet; none where one that is here says something else, which is told."""
        here = reader.load(one.id for one in chain.revisions)
        for one in chain.revisions:
            if one.id in here and not same_belief(one, here[one.id]):
                self.tally.tell(chain, Fate.REFUSED, placing.id_taken(one), here[one.id].memory_id)
                return []
        self.tally.unchanged += len(here)
        return [one for one in chain.revisions if one.id not in here]

    def _problem(
        self, reader: Reader, chain: Chain, fresh: Sequence[Revision], here: Revision | None, looked: Looked
    ) -> Problem | None:
        """Why a memory, or what is new of it, is not taken."""
        return (
            chain_of_the_future(self.world.clock.now(), fresh)
            or self._cyclic(reader, chain)
            or self._gated(reader, fresh[-1], looked)
            or self._about_nothing(reader, chain)
            or placing.problem(here, chain, fresh, by_person=self.by_person)
        )

    def _cyclic(self, reader: Reader, chain: Chain) -> Problem | None:
        closing = chain.last.closing
        return CYCLE if closing and leads_back(reader, chain.memory_id, closing.successor_id) else None

    def _gated(self, reader: Reader, revision: Revision, looked: Looked) -> Problem | None:
        secret = looked.secrets.get(revision.id)
        return secret or forgotten(reader, self.secret, revision) or rejected(reader, revision)

    def _about_nothing(self, reader: Reader, chain: Chain) -> Problem | None:
        for end in (chain.last.body.subject_id, chain.last.body.object_id):
            if end is None or end in self.entities:
                continue
            if not placing.is_entity(reader, end):
                return placing.entity_missing(end)
            self.entities.add(end)
        return None

    def _take(
        self,
        writer: Writer,
        chain: Chain,
        fresh: Sequence[Revision],
        here: Revision | None,
        looked: Looked,
        living: Revision | None,
    ) -> None:
        """Record what is new; a past revision that does not pass a gate is left out, and told.

        `living` is what took the place here of what the last one says.
        """
        before = here
        for one in fresh:
            problem = self._gated(writer, one, looked)
            if problem is not None:
                self._refuse(writer, chain, problem)
                continue
            settled = self._settled(one, looked)
            policies = [looked.policies.get(one.id)]
            if one is fresh[-1]:
                policies.append(spared_doubt(writer, self.world, self.by, settled.trust, living))
                trust, _ = in_doubt(writer, self.world, self.by, settled.trust, living)
                settled = settled.model_copy(update={"trust": trust})
            self._record(writer, self.importer.under(*policies), settled, before)
            before = None
        (self.tally.added if here is None else self.tally.updated)[chain.kind] += 1

    def _settled(self, revision: Revision, looked: Looked) -> Revision:
        """The revision with the author and the trust that it has here."""
        revision = revision_of_import(revision)
        if revision.id in looked.flags:
            return revision.model_copy(update={"trust": Trust.PENDING})
        if revision.trust is Trust.VERIFIED and not self.by_person:
            return revision.model_copy(update={"trust": Trust.UNVERIFIED})
        return revision

    def _record(self, writer: Writer, importer: Caller, revision: Revision, before: Revision | None) -> None:
        if before is not None:
            writer.expire(before.id, revision.recorded_at)
        writer.record(revision, body_key(revision.body), None, None)
        audit.append(
            writer,
            importer,
            Verb.IMPORT,
            self.world.clock.now(),
            memory_id=revision.memory_id,
            before_id=before.id if before else None,
            after_id=revision.id,
            reason=self.reason,
        )
        self.tally.revisions += 1
        self.tally.audit_rows += 1

    def _tell(self, chain: Chain, last: Revision, looked: Looked, notes: Sequence[Problem]) -> None:
        flag = next(iter(looked.flags.values()), None)
        if flag is not None:
            self.tally.tell(chain, Fate.WITHHELD, Problem(code="WAITS_FOR_REVIEW", message=flag))
        elif last.trust is Trust.VERIFIED and not self.by_person:
            self.tally.tell(chain, Fate.LOWERED, LOWERED)
        for note in notes:
            self.tally.tell(chain, Fate.NOTED, note)


def refuse_once(writer: Writer, caller: Caller, at: Instant, memory_id: str, code: str) -> None:
    """Leave a row of a refusal, unless the same was refused before: importing twice changes nothing."""
    before = writer.audit(0, _ROWS_LOOKED_AT, memory_id)
    if any(row.outcome is AuditOutcome.REFUSED and row.verb is Verb.IMPORT and row.reason == code for row in before):
        return
    audit.append(
        writer,
        caller,
        Verb.IMPORT,
        at,
        memory_id=memory_id,
        reason=code,
        outcome=AuditOutcome.REFUSED,
    )


_ROWS_LOOKED_AT = 10_000
