"""The import itself: a look at the whole file, so that a damaged one changes nothing; then the work, in batches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from domain.audit import GENESIS
from domain.context import Caller, World
from domain.embedding import space_of
from domain.importing.books import Books
from domain.importing.chains import Flawed
from domain.importing.formats.memory_server import MemoryServerTranslation
from domain.importing.formats.palimpsest import PalimpsestTranslation
from domain.importing.formats.reference import ReferenceTranslation
from domain.importing.formats.reference_shapes import Shapes
from domain.importing.formats.translation import STAGES, Origin, Translation
from domain.importing.gates import Verified
from domain.importing.merging import Merger
from domain.importing.restoring import RESTORING, Restorer, is_empty
from domain.importing.survey import Survey, inspect, survey
from domain.importing.telling import Tally
from domain.importing.work import Progress, Task, perform, simply
from ports.archive import Archive, Format, Report, Source
from ports.errors import EmbedderUnavailable, InvalidInput
from ports.transfer import Import, ImportAnswer, Way


def silent(done: int, total: int) -> None:
    """Progress that nobody watches."""


def import_(
    world: World, caller: Caller, archive: Archive, command: Import, progress: Progress = silent
) -> ImportAnswer:
    """Bring in what a file or a document holds; with `dry_run` on a copy of the store, which is then thrown away.

    Raises InvalidInput where it cannot be read to its end; then nothing is stored.
    """
    source = _source(archive, command)
    seen = survey(source)
    with archive.report(world.clock.now()) as report:
        if not command.dry_run:
            return _import(world, caller, source, seen, report, progress)
        with world.store.rehearsal() as copy:
            answer = _import(replace(world, store=copy), caller, source, seen, report, progress)
        return answer.model_copy(update={"dry_run": True})


def _source(archive: Archive, command: Import) -> Source:
    if (command.path is None) == (command.data is None):
        raise InvalidInput("MISSING_ARGUMENT", "Give a path, or data: one of the two.")
    return archive.parse(command.data) if command.data is not None else archive.read(command.path or "")


@dataclass(frozen=True, slots=True)
class Plan:
    """How an import goes, and why a whole store of ours is not simply put back."""

    way: Way
    tasks: Iterator[Task]
    notice: str | None = None


def _import(
    world: World, caller: Caller, source: Source, seen: Survey, report: Report, progress: Progress
) -> ImportAnswer:
    tally = Tally(report)
    plan = _plan(world, caller, source, seen, tally)
    perform(world, plan.tasks, seen.total, progress)
    _make_room(world)
    return ImportAnswer(
        format=source.format,
        way=plan.way,
        added=dict(tally.added),
        updated=dict(tally.updated),
        revisions=tally.revisions,
        unchanged=tally.unchanged,
        rejections=tally.rejections,
        audit_rows=tally.audit_rows,
        results=tuple(report.first),
        results_left_out=sum(tally.totals.values()) - len(report.first) or None,
        totals=dict(tally.totals),
        report=report.path,
        pending_vectors=world.store.status().pending,
        notice=plan.notice,
    )


def _make_room(world: World) -> None:
    """Let what came in wait for vectors, where it is the first that does; they are made later, a few at a time."""
    with suppress(EmbedderUnavailable):
        space = space_of(world.embedder)
        with world.store.write() as writer:
            if space is not None and writer.active_space() is None:
                writer.open_space(space)


def _plan(world: World, caller: Caller, source: Source, seen: Survey, tally: Tally) -> Plan:
    match source.format:
        case Format.PALIMPSEST:
            return _ours(world, caller, source, seen, tally)
        case Format.REFERENCE:
            translation = ReferenceTranslation(source, Shapes(_origin(world, caller)))
        case Format.MEMORY_SERVER:
            translation = MemoryServerTranslation(source, _origin(world, caller))
    return Plan(Way.MERGED, _merging(world, caller, source, translation, tally))


def _origin(world: World, caller: Caller) -> Origin:
    return Origin(caller.name, world.clock.now())


def _ours(world: World, caller: Caller, source: Source, seen: Survey, tally: Tally) -> Plan:
    """Restore into a store that holds nothing, or that was left in the middle of restoring the same; else merge."""
    translation = PalimpsestTranslation(source)
    with world.store.read() as reader:
        last, empty, begun = reader.last_audit(), is_empty(reader), reader.meta(RESTORING)
    head = str(seen.members.get("auditHead", GENESIS))
    if empty or begun == head:
        inspection = inspect(translation, seen, last, world.clock.now())
        with world.store.write() as writer:
            problem = inspection.problem or (None if inspection.continues(writer) else _WRITTEN_TO)
            if problem is None:
                writer.set_meta(RESTORING, head)
        if problem is None:
            return Plan(Way.RESTORED, Restorer(world, caller, tally, head).tasks(translation))
        notice = f"It was merged, not restored: {problem}."
    else:
        notice = "It was merged, for the store holds something already; the file keeps the other store's audit log."
    return Plan(Way.MERGED, _merging(world, caller, source, translation, tally), notice)


_WRITTEN_TO = "another program wrote to the store in the middle of restoring it"


def _merging(world: World, caller: Caller, source: Source, translation: Translation, tally: Tally) -> Iterator[Task]:
    with world.store.read() as reader:
        verified, secret = Verified.here(reader, world.clock.now()), reader.meta("secret") or ""
    merger = Merger(world, caller, tally, source.format, verified, secret)
    books = Books(merger, tally)
    for stage in STAGES:
        for memory in translation.memories(stage):
            yield _named(tally, memory) if isinstance(memory, Flawed) else merger.task(memory)
    for use in translation.uses():
        yield books.use_task(use)
    for rejection in translation.rejections():
        yield books.rejection_task(rejection)


def _named(tally: Tally, flaw: Flawed) -> Task:
    return simply(lambda writer: tally.flawed(flaw))
