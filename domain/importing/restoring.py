"""Restoring: a store that holds nothing gets back all that an envelope holds, just as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from domain import audit
from domain.audit import HEAD, broken_links
from domain.context import Caller, World
from domain.duplicates import body_key
from domain.forgetting import memory_digest
from domain.importing.chains import Chain, Flawed
from domain.importing.claims import claims_person, rejection_of_import, revision_of_import
from domain.importing.formats.palimpsest import PalimpsestTranslation
from domain.importing.gates import (
    NOTE_LEFT_OUT,
    forgotten,
    instruction_in,
    let_through,
    secret_in,
    secret_in_note,
    without_instructions,
)
from domain.importing.merging import LOWERED, refuse_once
from domain.importing.telling import Tally
from domain.importing.work import Act, Known, Task, simply
from domain.rejections import renewed
from ports.answers import Problem
from ports.envelope import ExportedAuditEntry, ExportedRejection, ExportedUse
from ports.errors import InvalidInput
from ports.records import AuditEntry, Instant, Revision
from ports.store import Filter, Reader, Validity, Writer
from ports.transfer import Fate
from ports.vocabulary import ActorKind, AuditOutcome, Trust, Verb

Record = TypeVar("Record")

RESTORING = "restoring"
"""Where the head of the log stands that is being restored: what was interrupted is taken up again."""
RESTORED = "restored"
"""Where it stands what the store was restored from, by whom and when."""


def is_empty(reader: Reader) -> bool:
    """Whether a store holds nothing, so that it can become another one."""
    anything = Filter(now="", trust=tuple(Trust), validity=Validity.ANY)
    return reader.last_audit() is None and not reader.count(anything) and not reader.all_rejections()


@dataclass(slots=True)
class Restorer:
    """Puts every record back as it is. Secrets stay out; an agent's restoring passes on no instruction, nor a person's
    word."""

    world: World
    by: Caller
    tally: Tally
    head: str
    refused: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    policies: dict[str, str] = field(default_factory=dict[str, str])
    rejections: set[str] | None = None

    def tasks(self, translation: PalimpsestTranslation) -> Iterator[Task]:
        """All the work. The log comes first: what another program writes meanwhile then simply follows it."""
        for row in translation.audit():
            yield self._row(_sound(row))
        for memory in translation.memories(None):
            yield self._memory(_sound(memory))
        for use in translation.uses():
            yield self._use(_sound(use))
        for rejection in translation.rejections():
            yield self._rejection(_sound(rejection))
        yield simply(self._finish)

    def _memory(self, chain: Chain) -> Task:
        def prepare(known: Known) -> Act:
            fresh = [one for one in chain.revisions if one.id not in known]
            self.tally.unchanged += len(chain.revisions) - len(fresh)
            secrets = {one.id: problem for one in fresh if (problem := secret_in(self.world, one)) is not None}
            flags = {one.id: flag for one in fresh if (flag := self._flag(one)) is not None}
            told = " ".join(filter(None, (let_through(self.world, one, vouched=self.by_person) for one in fresh)))
            if told:
                self.policies[chain.memory_id] = " ".join(dict.fromkeys(told.split()))
            return lambda writer: self._record(writer, chain, fresh, secrets, flags)

        return Task(prepare, tuple(one.id for one in chain.revisions))

    def _flag(self, revision: Revision) -> str | None:
        return None if revision.trust.withheld or self.by_person else instruction_in(self.world, revision)

    @property
    def by_person(self) -> bool:
        """Whether a person's word may come back."""
        return self.by.actor is ActorKind.PERSON

    def _settled(self, revision: Revision, flags: dict[str, str]) -> Revision:
        """The revision as it comes back. The log's hashes cover no text, so a person's word needs a person."""
        if self.by_person:
            return revision
        if claims_person(revision.provenance):
            revision = revision_of_import(revision)
        if revision.id in flags:
            return revision.model_copy(update={"trust": Trust.PENDING})
        lowered = revision.trust is Trust.VERIFIED
        return revision.model_copy(update={"trust": Trust.UNVERIFIED}) if lowered else revision

    def _record(
        self,
        writer: Writer,
        chain: Chain,
        fresh: list[Revision],
        secrets: dict[str, Problem],
        flags: dict[str, str],
    ) -> None:
        if writer.known(one.id for one in fresh) or (fresh and writer.current(chain.memory_id)):
            self.tally.tell(chain, Fate.REFUSED, _REPEATED)
            return
        # Without its last revision a memory would be believed to be nothing at all.
        whole = forgotten(writer, _secret(writer), chain.last) or secrets.get(chain.last.id)
        if whole is not None:
            secrets = {one.id: whole for one in fresh}
        for problem in list(secrets.values())[:1]:
            self.tally.tell(chain, Fate.REFUSED, problem)
            self.refused.append((chain.memory_id, problem.code))
        taken = [one for one in fresh if one.id not in secrets]
        for one in taken:
            revision = self._settled(one, flags)
            writer.record(revision, body_key(revision.body), None, None)
        self.tally.revisions += len(taken)
        self.tally.added[chain.kind] += bool(taken)
        for flag in list(flags.values())[:1]:
            self.tally.tell(chain, Fate.WITHHELD, Problem(code="WAITS_FOR_REVIEW", message=flag))
        if taken and taken[-1].trust is Trust.VERIFIED and taken[-1].id not in flags and not self.by_person:
            self.tally.tell(chain, Fate.LOWERED, LOWERED)

    def _use(self, use: ExportedUse) -> Task:
        return simply(lambda writer: writer.set_use(use))

    def _rejection(self, rejection: ExportedRejection) -> Task:
        def put(writer: Writer) -> None:
            if self.rejections is None:
                self.rejections = {one.id for one in writer.all_rejections()}
            secret = secret_in_note(self.world, rejection)
            if secret is not None:
                self.tally.tell_record("rejections", rejection.memory_id, Fate.REFUSED, secret)
            elif rejection.id not in self.rejections:
                self.rejections.add(rejection.id)
                writer.reject(renewed(writer, self._settled_rejection(rejection)))
                self.tally.rejections += 1

        return simply(put)

    def _settled_rejection(self, rejection: ExportedRejection) -> ExportedRejection:
        if self.by_person:
            return rejection
        harmless = without_instructions(self.world, rejection)
        if harmless is not rejection:
            self.tally.tell_record("rejections", rejection.memory_id, Fate.NOTED, NOTE_LEFT_OUT)
        return rejection_of_import(harmless) if claims_person(harmless.provenance) else harmless

    def _row(self, row: ExportedAuditEntry) -> Task:
        return simply(lambda writer: self._put_row(writer, row))

    def _put_row(self, writer: Writer, row: ExportedAuditEntry) -> None:
        last = writer.last_audit()
        if last is not None and row.sequence <= last.sequence:
            self._same_row(writer, row)
            return
        if broken_links([row], last):
            raise _interfered()
        writer.append_audit(row)
        writer.set_meta(HEAD, row.hash)
        self.tally.audit_rows += 1
        if row.verb is Verb.FORGET and row.outcome is AuditOutcome.DONE and row.memory_id is not None:
            self._forget_again(writer, row.memory_id, row.at)

    def _forget_again(self, writer: Writer, memory_id: str, at: Instant) -> None:
        """What was forgotten there does not come back here, from whatever older file."""
        if not writer.history(memory_id):
            writer.forget(memory_id, [memory_digest(_secret(writer), memory_id)], at)

    def _same_row(self, reader: Reader, row: AuditEntry) -> None:
        here = reader.audit(row.sequence - 1, 1)
        if not here or here[0].hash != row.hash:
            raise _interfered()

    def _finish(self, writer: Writer) -> None:
        importer = replace(self.by, actor=ActorKind.IMPORT)
        for memory_id, code in self.refused:
            refuse_once(writer, importer, self.world.clock.now(), memory_id, code)
        for memory_id, policy in self.policies.items():
            self._note_policy(writer, importer, memory_id, policy)
        writer.set_meta(RESTORING, "")
        writer.set_meta(RESTORED, f"{self.world.clock.now()} by {self.by.actor} {self.by.name}, to {self.head}")

    def _note_policy(self, writer: Writer, importer: Caller, memory_id: str, policy: str) -> None:
        """Leave a row of what a weaker policy let through here, unless the log that came along tells of it."""
        known = " ".join(row.policy or "" for row in writer.audit(0, _ROWS_LOOKED_AT, memory_id))
        news = [one for one in policy.split() if one not in known.split()]
        if news and writer.current(memory_id) is not None:
            at = self.world.clock.now()
            audit.append(writer, importer.under(*news), Verb.IMPORT, at, memory_id=memory_id, reason=RESTORED)


_ROWS_LOOKED_AT = 10_000
_REPEATED = Problem(code="ID_TAKEN", message="Its id stands twice in the file; the first one was taken.")


def _sound(record: Record | Flawed) -> Record:
    """The record itself: every one was looked at before."""
    if isinstance(record, Flawed):
        raise InvalidInput("FILE_CHANGED", f"The file changed while it was read: {record.record}. Import it again.")
    return record


def _secret(reader: Reader) -> str:
    return reader.meta("secret") or ""


def _interfered() -> InvalidInput:
    return InvalidInput(
        "RESTORE_INTERRUPTED",
        "Another program wrote to the store while it was being restored. Import again: what is missing is then merged.",
    )
