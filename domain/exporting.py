"""Exporting: the ledger as one envelope (ports/envelope.py), line by line from one snapshot.

The order of the records follows from the records alone, so that a store that was put back from an export gives the
same one again. Left out, because they are the store's own and mean nothing elsewhere: vectors, and the keyed digests
of what was forgotten, which would let a reader of the file try out what that was. The audit log names the ids.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from domain.context import World
from domain.intervals import is_retired
from ports.archive import Archive
from ports.bodies import Shape
from ports.envelope import FORMAT, VERSION, Counts, Section
from ports.errors import InvalidInput
from ports.records import AuditEntry, Instant, Revision, Use
from ports.store import Reader
from ports.transfer import INLINE_AT_MOST, Export, ExportAnswer
from ports.vocabulary import Kind

_ORDER = (Kind.ENTITY, *(kind for kind in Kind if kind is not Kind.ENTITY))
"""Entities come before what is about them."""
_PAGE = 1_000
_NAMED_AT_MOST = 20
_LEFT_OUT = "It is not the whole store, so it can be merged into another one but not be restored as one."


def export(world: World, archive: Archive, command: Export) -> ExportAnswer:
    """Write the store to a file, or give it back inline.

    Inline, what is withheld from reads is left out: the answer goes to a model. Raises InvalidInput
    (`EXPORT_TOO_LARGE`, `FILE_EXISTS`, `BAD_PATH`, …); then no file is left behind.
    """
    if command.inline and command.path is not None:
        raise InvalidInput("INVALID_ARGUMENT", "Give a path or inline, not both.")
    at = world.clock.now()
    choice = Choice(command.include_sessions, command.include_archived, withheld=not command.inline, now=at)
    written = Contents()
    with world.store.snapshot() as reader:
        lines = envelope_lines(reader, choice, written, at)
        if command.inline:
            envelope = json.loads(_bounded(lines))
            return _answer(written).model_copy(update={"envelope": envelope})
        file = archive.write(command.path, at, lines, overwrite=command.overwrite)
    return _answer(written).model_copy(update={"path": file.path, "size_bytes": file.size_bytes})


@dataclass(frozen=True, slots=True)
class Choice:
    """Which memories an export takes. A retired entity always comes along: others may be about it."""

    sessions: bool = True
    archived: bool = True
    withheld: bool = True
    now: Instant = ""

    def of(self, chain: list[Revision]) -> list[Revision]:
        """The revisions of one memory that are taken: all, none, or those that are not withheld."""
        last = chain[-1]
        if last.kind is Kind.SESSION and not self.sessions:
            return []
        if not self.archived and last.kind is not Kind.ENTITY and last.closing and is_retired(last, self.now):
            return []
        if self.withheld:
            return chain
        return [] if last.trust.withheld else [one for one in chain if not one.trust.withheld]


@dataclass(slots=True)
class Contents:
    """What was written, counted while it is."""

    records: Counter[Section] = field(default_factory=Counter[Section])
    memories: Counter[Kind] = field(default_factory=Counter[Kind])
    missing: set[str] = field(default_factory=set[str])
    damaged: set[str] = field(default_factory=set[str])

    @property
    def complete(self) -> bool:
        """Whether nothing was left out."""
        return not self.missing


def envelope_lines(reader: Reader, choice: Choice, written: Contents, at: Instant) -> Iterator[str]:
    """The envelope, in pieces; only its second line tells when it was made."""
    yield f'{{"format":"{FORMAT}","version":{VERSION},\n"exportedAt":"{at}",\n'
    yield from _array(Section.REVISIONS, _revisions(reader, choice, written), written)
    yield from _array(Section.USES, _uses(reader, written), written)
    yield from _array(Section.REJECTIONS, reader.all_rejections(), written)
    yield from _array(Section.AUDIT, _audit(reader) if written.complete else (), written)
    last = reader.last_audit() if written.complete else None
    counts = Counts(**{str(section): written.records[section] for section in Section})
    head = f',\n"auditHead":"{last.hash}"' if last else ""
    complete = json.dumps(written.complete)
    yield f'"complete":{complete},\n"counts":{counts.model_dump_json(by_alias=True)}{head}}}\n'


def _array(section: Section, records: Iterable[Shape], written: Contents) -> Iterator[str]:
    yield f'"{section}":['
    separator = "\n"
    for record in records:
        yield separator + record.model_dump_json(by_alias=True, exclude_none=True)
        written.records[section] += 1
        separator = ",\n"
    yield "],\n"


def _revisions(reader: Reader, choice: Choice, written: Contents) -> Iterator[Revision]:
    for kind in _ORDER:
        for memory_id, revisions in groupby(reader.ledger(kind), key=lambda one: one.memory_id):
            chain = list(revisions)
            taken = choice.of(chain)
            if len(taken) < len(chain):
                written.missing.add(memory_id)
            if taken:
                written.memories[kind] += 1
            yield from taken
    written.damaged.update(reader.damaged)
    written.missing.update(reader.damaged)


def _uses(reader: Reader, written: Contents) -> Iterator[Use]:
    return (use for use in reader.all_uses() if use.memory_id not in written.missing)


def _audit(reader: Reader) -> Iterator[AuditEntry]:
    after = 0
    while rows := reader.audit(after, _PAGE):
        yield from rows
        after = rows[-1].sequence


def _bounded(lines: Iterator[str]) -> str:
    """The text itself, if it is short enough for a model's context."""
    told: list[str] = []
    room = INLINE_AT_MOST
    for line in lines:
        room -= len(line)
        if room < 0:
            raise InvalidInput(
                "EXPORT_TOO_LARGE",
                f"The export has more than {INLINE_AT_MOST:,} characters; leave inline out, and it goes to a file.",
                limit=INLINE_AT_MOST,
            )
        told.append(line)
    return "".join(told)


def _answer(written: Contents) -> ExportAnswer:
    return ExportAnswer(
        complete=written.complete,
        memories=dict(written.memories),
        records={str(section): written.records[section] for section in Section},
        notice=_notice(written),
    )


def _notice(written: Contents) -> str | None:
    if written.damaged:
        named = ", ".join(sorted(written.damaged)[:_NAMED_AT_MOST])
        return f"RECORD_DAMAGED: {len(written.damaged)} memories cannot be read in whole ({named}). {_LEFT_OUT}"
    return None if written.complete else _LEFT_OUT
