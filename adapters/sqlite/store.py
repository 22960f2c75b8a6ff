"""One SQLite file as the store: a connection for reading, one for writing, and what the file says of itself."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from adapters.sqlite import vectors
from adapters.sqlite.access import Access
from adapters.sqlite.connection import (
    Files,
    connect,
    copy_to,
    explained,
    keep_log,
    log_of,
    prepare,
    refuse_foreign,
)
from adapters.sqlite.exposure import exposure
from adapters.sqlite.lexicon import Lexicon
from adapters.sqlite.mounts import network_problem
from adapters.sqlite.reader import EVERY_REVISION, SqliteReader
from adapters.sqlite.rekeying import hand_over
from adapters.sqlite.rewording import outworn
from adapters.sqlite.rows import sound_revisions
from adapters.sqlite.schema import SCHEMA_VERSION
from adapters.sqlite.soundness import file_problems
from adapters.sqlite.sql import Sql
from adapters.sqlite.texts import texts_astray
from adapters.sqlite.vectors import VectorIndex
from adapters.sqlite.writer import SqliteWriter
from ports.errors import StoreUnavailable
from ports.records import Instant
from ports.store import Filter, KeyMaker, Reader, Status, Store, Validity, Writer
from ports.vocabulary import Trust

LAST_INSTANT = "SELECT at FROM audit ORDER BY sequence DESC LIMIT 1"


class _Lane:
    """A connection and its turn: APSW connections may change threads but never be used by two at once."""

    def __init__(self, path: Path, busy_seconds: float, access: Access, keys: KeyMaker | None) -> None:
        self.turn = threading.RLock()
        self.connection = connect(path, busy_seconds, access)
        hand_over(self.connection, keys)
        self.vectors_problem = vectors.load_extension(self.connection)
        self.sql = Sql(self.connection)
        self.lexicon = Lexicon(self.sql)
        self.vectors = VectorIndex(self.connection)


@contextmanager
def reading(lane: _Lane) -> Generator[SqliteReader]:
    """A snapshot on a connection that nobody else uses meanwhile."""
    lane.sql.run("BEGIN")
    try:
        yield SqliteReader(lane.sql, lane.lexicon, lane.vectors, lane.vectors_problem)
    finally:
        # An error of the disk has ended it already.
        if lane.connection.in_transaction:
            lane.sql.run("ROLLBACK")


def _texts_problem(lane: _Lane) -> str | None:
    astray = texts_astray(lane.sql)
    return f"{astray} indexed texts are not as the memories say; run `palimpsest reindex`." if astray else None


def _words_problem(lane: _Lane) -> str | None:
    if problem := lane.lexicon.check():
        return problem
    old = outworn(lane.sql)
    return f"{old} texts are indexed by other words than theirs; run `palimpsest reindex --words`." if old else None


def _close(connection: apsw.Connection, *, foreign: bool) -> None:
    if foreign:
        keep_log(connection)
    connection.close()


class SqliteStore:
    """Implements ports.store.Store on one file in WAL mode, shared with other processes.

    The file is opened, and made or migrated, at the first use. Raises StoreUnavailable with a stable code where the
    file cannot be used.
    """

    def __init__(self, path: Path, busy_seconds: float = 10.0, keys: KeyMaker | None = None) -> None:
        self.path = path
        self._busy_seconds = busy_seconds
        self._keys = keys
        self._opening = threading.Lock()
        self._lanes: tuple[_Lane, _Lane] | None = None
        self._files: Files | None = None
        self._looking = threading.Lock()
        # A connection for one short look at a time: what is slow on the others does not hold it up.
        self._glance: Sql | None = None
        self._access = Access.WRITE

    def read(self) -> AbstractContextManager[Reader]:
        return self._reading()

    @contextmanager
    def snapshot(self) -> Generator[Reader]:
        self._open()
        lane = self._lane()
        try:
            with explained(self.path), reading(lane) as reader:
                yield reader
        finally:
            lane.connection.close()

    def rehearsal(self) -> AbstractContextManager[Store]:
        return self._copy()

    @contextmanager
    def _copy(self) -> Generator[SqliteStore]:
        with TemporaryDirectory(prefix="palimpsest-") as folder:
            copy = SqliteStore(Path(folder) / self.path.name, self._busy_seconds, self._keys)
            lane = self._open()[0]
            with lane.turn, explained(self.path):
                copy_to(lane.connection, copy.path)
            try:
                yield copy
            finally:
                copy.close()

    def write(self, *, patient: bool = True) -> AbstractContextManager[Writer]:
        return self._writing() if patient else self._writing_at_once()

    @contextmanager
    def _reading(self) -> Generator[SqliteReader]:
        lane = self._open()[0]
        with lane.turn, explained(self.path), reading(lane) as reader:
            yield reader

    @contextmanager
    def _writing(self) -> Generator[SqliteWriter]:
        lane = self._open()[1]
        with lane.turn, explained(self.path), lane.connection:
            yield SqliteWriter(lane.sql, lane.lexicon, lane.vectors, lane.vectors_problem)

    @contextmanager
    def _writing_at_once(self) -> Generator[SqliteWriter]:
        # What counts a read writes on its connection: what that holds of the file outlasts only its own commits.
        lane, writing = self._open()
        with writing.turn, lane.turn, explained(self.path):
            lane.connection.set_busy_timeout(0)
            try:
                with lane.connection:
                    yield SqliteWriter(lane.sql, lane.lexicon, lane.vectors, lane.vectors_problem)
            finally:
                lane.connection.set_busy_timeout(int(self._busy_seconds * 1000))

    def last_instant(self) -> Instant | None:
        self._open()
        with self._looking, explained(self.path):
            if self._glance is None:
                self._glance = Sql(connect(self.path, self._busy_seconds, self._access))
            row = self._glance.row(LAST_INSTANT)
            return str(row[0]) if row else None

    def status(self) -> Status:
        lane = self._open()[0]
        with self._reading() as reader:
            active = reader.active_space()
            counts = reader.count(Filter(now="", trust=tuple(Trust), validity=Validity.ANY))
            return Status(
                path=str(self.path),
                size_bytes=sum(one.stat().st_size for one in (self.path, log_of(self.path)) if one.exists()),
                schema_version=SCHEMA_VERSION,
                journal_mode=str(lane.sql.pragma("journal_mode")),
                vectors_available=lane.vectors_problem is None,
                vectors_problem=lane.vectors_problem,
                active_space=active,
                building_space=reader.building_space(),
                pending=reader.pending_count(active) if active else 0,
                counts=counts,
            )

    def check(self) -> Sequence[str]:
        self._open()
        if self._access is Access.WRITE:
            return [*self._faults(), *self.warnings()]
        # The words' own check writes.
        with self._copy() as copy:
            return [*copy._faults(), *self.warnings()]

    def _faults(self) -> list[str]:
        lane = self._open()[1]
        with lane.turn, explained(self.path):
            problems = file_problems(lane.sql)
            orphans = lane.sql.rows("PRAGMA foreign_key_check")
            problems += [f"Row {row[1]} of {row[0]} points nowhere." for row in orphans]
            indexes = (_texts_problem(lane), _words_problem(lane), lane.vectors.problem())
            damaged: list[str] = []
            for _ in sound_revisions(lane.sql.stream(EVERY_REVISION), damaged):
                pass
            problems += [f"RECORD_DAMAGED: the memory {one} cannot be read." for one in dict.fromkeys(damaged)]
        return [*problems, *(one for one in indexes if one)]

    def warnings(self) -> Sequence[str]:
        return [one for one in (network_problem(self.path), exposure(self.path)) if one]

    def scrub(self) -> None:
        lane = self._open()[1]
        with lane.turn, explained(self.path):
            with lane.connection:
                lane.lexicon.scrub()
            lane.sql.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        with self._opening:
            # The last connection to close folds the log into the file; over another program's file that would ruin it.
            foreign = self._files is not None and self._files.replaced(Files.at(self.path))
            with self._looking:
                if self._glance is not None:
                    _close(self._glance.connection, foreign=foreign)
                    self._glance = None
            for lane in self._lanes or ():
                with lane.turn:
                    _close(lane.connection, foreign=foreign)
            self._lanes = None

    def _open(self) -> tuple[_Lane, _Lane]:
        with self._opening:
            if self._lanes is None:
                self._make_folder()
                with explained(self.path):
                    refuse_foreign(self.path)
                    self._access = Access.of(self.path)
                    writing = self._prepared_lane()
                    self._lanes = (self._lane(), writing)
                self._files = Files.at(self.path)
            elif Files.at(self.path) != self._files:
                # What would be written now is lost, and SQLite does not say so in WAL mode.
                raise StoreUnavailable(
                    "STORE_MOVED",
                    f"{self.path}, or its -wal or -shm file, was moved, removed or replaced while it was open; restart "
                    "what uses it.",
                )
            return self._lanes

    def _lane(self) -> _Lane:
        return _Lane(self.path, self._busy_seconds, self._access, self._keys)

    def _prepared_lane(self) -> _Lane:
        lane = self._lane()
        try:
            prepare(lane.connection, self.path, self._access)
        except BaseException:
            lane.connection.close()
            raise
        return lane

    def _make_folder(self) -> None:
        if self.path.exists():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # One person's memory is nobody else's to read; the journal takes the file's mode.
            self.path.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise StoreUnavailable(
                "STORE_UNWRITABLE",
                f"The folder {self.path.parent} cannot be made ({error.strerror}); "
                "set PALIMPSEST_DB to a place you own.",
            ) from error
