"""A first look at what is to be imported: whether it reads to its end, and whether a store can be put back from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from domain.audit import broken_links
from domain.importing.chains import Chain, Flawed
from domain.importing.formats.palimpsest import PalimpsestTranslation
from domain.importing.gates import chain_of_the_future, rejection_of_the_future, use_of_the_future
from ports.archive import Source
from ports.envelope import VERSION, Counts, ExportedAuditEntry, ExportedRejection, ExportedUse, Section
from ports.errors import InvalidInput
from ports.records import AuditEntry, Instant, Revision
from ports.store import Reader
from ports.vocabulary import ActorKind, AuditOutcome, Trust, Verb


@dataclass(slots=True)
class Survey:
    """What a source holds."""

    members: dict[str, object] = field(default_factory=dict[str, object])
    records: Counter[str] = field(default_factory=Counter[str])

    @property
    def total(self) -> int:
        """How many records there are."""
        return sum(self.records.values())


def survey(source: Source) -> Survey:
    """Read a source to its end. Raises InvalidInput where it cannot be read, or is of a version unknown here."""
    seen = Survey()
    for entry in source.entries():
        if entry.place is None:
            seen.members[entry.section] = entry.value
        else:
            seen.records[entry.section] += 1
    version = seen.members.get("version", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise InvalidInput(
            "UNSUPPORTED_VERSION",
            f"It is of a version that this program does not know (it knows {VERSION}); upgrade palimpsest-memory.",
            supported=VERSION,
        )
    return seen


@dataclass(slots=True)
class Inspection:
    """Whether an envelope is a whole store; `problem` says why not. `meeting` is its row to compare a log here with."""

    problem: str | None = None
    meeting: AuditEntry | None = None

    def continues(self, reader: Reader) -> bool:
        """Whether the log here begins as the envelope's does, so that a restore can be taken up again."""
        if self.meeting is None:
            return reader.last_audit() is None
        here = reader.audit(self.meeting.sequence - 1, 1)
        return bool(here) and here[0].hash == self.meeting.hash


def inspect(translation: PalimpsestTranslation, seen: Survey, last: AuditEntry | None, now: Instant) -> Inspection:
    """Look at every record of our own envelope. `last` is the newest audit row of the store it goes to, if any."""
    inspection = Inspection()
    if seen.members.get("complete") is not True:
        inspection.problem = "it is not a whole store"
    elif seen.members.get("counts") != _counts(seen).model_dump(by_alias=True):
        inspection.problem = "it does not hold as many records as it says"
    else:
        verified = _verified(translation, inspection, now)
        _read_log(translation, seen, last, verified, inspection)
        _read_rest(translation, inspection, now)
    return inspection


def _counts(seen: Survey) -> Counts:
    return Counts(**{str(section): seen.records[section] for section in Section})


def _verified(translation: PalimpsestTranslation, inspection: Inspection, now: Instant) -> dict[str, Revision]:
    """The revisions with which a memory is called verified, by their ids."""
    verified: dict[str, Revision] = {}
    successors: dict[str, str] = {}
    for memory in translation.memories(None):
        match memory:
            case Flawed():
                inspection.problem = f"{memory.record} cannot be read"
            case Chain():
                verified.update((one.id, one) for one in _became_verified(memory))
                if chain_of_the_future(now, memory.revisions):
                    inspection.problem = f"{memory.record} is of the future"
                if memory.last.closing is not None and memory.last.closing.successor_id is not None:
                    successors[memory.memory_id] = memory.last.closing.successor_id
    if _circular(successors):
        inspection.problem = "what took the place of its memories leads round in a circle"
    return verified


def _circular(successors: dict[str, str]) -> bool:
    sound: set[str] = set()
    for start in successors:
        path: set[str] = set()
        at: str | None = start
        while at is not None and at not in sound:
            if at in path:
                return True
            path.add(at)
            at = successors.get(at)
        sound |= path
    return False


def _became_verified(memory: Chain) -> Iterator[Revision]:
    before: Trust | None = None
    for one in memory.revisions:
        if one.trust is Trust.VERIFIED and before is not Trust.VERIFIED:
            yield one
        before = one.trust


def _read_log(
    translation: PalimpsestTranslation,
    seen: Survey,
    last: AuditEntry | None,
    verified: dict[str, Revision],
    inspection: Inspection,
) -> None:
    """Check the chain of hashes, and that the log tells of a person behind everything that is called verified."""
    before: ExportedAuditEntry | None = None
    for row in translation.audit():
        if isinstance(row, Flawed) or broken_links([row], before):
            inspection.problem = "its audit log does not verify"
            return
        if (told := verified.get(row.after_id or "")) is not None and _agree(row, told):
            del verified[told.id]
        if last is not None and row.sequence <= last.sequence:
            inspection.meeting = row
        before = row
    head = before.hash if before else None
    if head != seen.members.get("auditHead") or (head is None and seen.total):
        inspection.problem = "its audit log is cut off"
    elif verified:
        inspection.problem = "its audit log does not tell of everything that it calls verified"


def _agree(row: AuditEntry, verified: Revision) -> bool:
    """Whether a row tells of that very revision, and of somebody who may verify: no agent may."""
    if row.outcome is not AuditOutcome.DONE or row.actor is ActorKind.AGENT or row.memory_id != verified.memory_id:
        return False
    origin = verified.provenance
    written = (row.verb, row.at, row.actor, row.actor_name)
    return row.verb is Verb.IMPORT or written == (verified.verb, verified.recorded_at, origin.actor, origin.actor_name)


def _read_rest(translation: PalimpsestTranslation, inspection: Inspection, now: Instant) -> None:
    for record in chain(translation.uses(), translation.rejections()):
        match record:
            case Flawed():
                inspection.problem = f"{record.record} cannot be read"
            case ExportedUse() if use_of_the_future(now, record):
                inspection.problem = "a counter of it is of the future"
            case ExportedRejection() if rejection_of_the_future(now, record):
                inspection.problem = "a rejection of it is of the future"
            case _:
                pass
