"""Opening a database file: what it must be, how it is set up, and what SQLite's failures mean to a person."""

from __future__ import annotations

import stat
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from adapters.sqlite.access import Access
from adapters.sqlite.schema import APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION
from adapters.sqlite.sql import Sql
from ports.errors import StoreUnavailable

Identity = tuple[int, int]
_CACHE_KIB = 16_384
_MMAP_BYTES = 1 << 30
_PAGE_BYTES = 8_192


@contextmanager
def explained(path: Path) -> Generator[None]:
    """Turn SQLite's failures into errors with a stable code that say what to do."""
    try:
        yield
    except apsw.BusyError as error:
        raise StoreUnavailable(
            "STORE_LOCKED",
            f"{path} is held by another program's transaction; try again, or close what holds it.",
        ) from error
    except apsw.NotADBError as error:
        raise StoreUnavailable(
            "NOT_A_DATABASE", f"{path} is no SQLite database; move it away or point PALIMPSEST_DB elsewhere."
        ) from error
    except apsw.CorruptError as error:
        raise StoreUnavailable(
            "STORE_CORRUPT",
            f"{path} is damaged ({error}). `palimpsest doctor` says whether an index can be made anew; where not, move "
            "it away, and import an export or put a copy of it in its place.",
        ) from error
    except apsw.ReadOnlyError as error:
        raise _read_only(path) from error
    except (apsw.CantOpenError, apsw.PermissionsError) as error:
        raise StoreUnavailable(
            "STORE_UNWRITABLE",
            f"{path} cannot be opened for writing ({error}); check its folder's permissions or set PALIMPSEST_DB.",
        ) from error
    except apsw.FullError as error:
        raise StoreUnavailable(
            "DISK_FULL", f"The disk of {path} is full; nothing was stored. Make room, or set PALIMPSEST_DB."
        ) from error
    except apsw.IOError as error:
        raise StoreUnavailable(
            "STORE_IO", f"{path} could not be read or written ({error}); check its disk, or set PALIMPSEST_DB."
        ) from error


def _read_only(path: Path) -> StoreUnavailable:
    return StoreUnavailable(
        "STORE_UNWRITABLE",
        f"{path} or its folder is read-only: it can be searched, read and exported, and nothing was stored. Allow "
        "writing there, or set PALIMPSEST_DB to a copy of it.",
    )


def refuse_foreign(path: Path) -> None:
    """Raise StoreUnavailable where a file is another program's, or of a newer schema, and leave it as it is.

    `immutable` reads it without a lock, a journal or a write-ahead log: an ordinary connection that closes may roll one
    back or fold one in. https://www.sqlite.org/uri.html#uriimmutable
    """
    if not _holds_something(path):
        return
    uri = f"{path.absolute().as_uri()}?immutable=1"
    connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    try:
        _known_version(Sql(connection), path)
    finally:
        connection.close()


def _holds_something(path: Path) -> bool:
    try:
        found = path.stat()
    except OSError:
        # Not there, or out of reach; opening it makes the one, and refuses the other.
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size > 0


def log_of(path: Path) -> Path:
    """Where SQLite keeps what has been written and is not in the file yet."""
    return path.with_name(f"{path.name}-wal")


@dataclass(frozen=True, slots=True)
class Files:
    """Which files a database is: itself, its log and the log's index, which live as long as a connection does."""

    main: Identity | None
    log: Identity | None
    index: Identity | None

    @classmethod
    def at(cls, path: Path) -> Files:
        """Those at a path now."""
        return cls(_identity(path), _identity(log_of(path)), _identity(path.with_name(f"{path.name}-shm")))

    def replaced(self, now: Files) -> bool:
        """Whether there are others in their place. A log that is merely gone can still be folded into the same file."""
        return now.main != self.main or now.log not in (None, self.log) or now.index not in (None, self.index)


def _identity(path: Path) -> Identity | None:
    """Which file is at a path now; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def keep_log(connection: apsw.Connection) -> None:
    """Let closing not touch the file."""
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)


def connect(path: Path, busy_seconds: float, access: Access = Access.WRITE) -> apsw.Connection:
    """A connection with our pragmas. Takes no lock; the file is made when something is first written."""
    connection = access.connect(path)
    connection.set_busy_timeout(int(busy_seconds * 1000))
    connection.transaction_mode = "IMMEDIATE"
    sql = Sql(connection)
    sql.pragma("foreign_keys", True)
    sql.pragma("secure_delete", True)
    sql.pragma("synchronous", "normal")
    sql.pragma("cache_size", -_CACHE_KIB)
    sql.pragma("mmap_size", _MMAP_BYTES)
    sql.pragma("recursive_triggers", True)
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
    # Without it a statement is planned anew for each value that might decide between indexes, FTS5's own included.
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
    return connection


def prepare(connection: apsw.Connection, path: Path, access: Access = Access.WRITE) -> None:
    """Make sure the file is ours and of this program's schema: create it, or back it up and migrate it."""
    sql = Sql(connection)
    version = _known_version(sql, path)
    if version == SCHEMA_VERSION:
        return
    if access is not Access.WRITE:
        raise _read_only(path)
    if version > 0:
        _back_up(connection, path, version)
    if version == 0:
        # Vectors fill larger pages better: a fifth of the file is saved.
        sql.pragma("page_size", _PAGE_BYTES)
    sql.pragma("journal_mode", "wal")
    with connection:
        # Another process may have migrated the file while this one waited for the lock.
        version = int(sql.pragma("user_version"))
        for migrate in MIGRATIONS[version:]:
            migrate(sql)
        sql.pragma("application_id", APPLICATION_ID)
        sql.pragma("user_version", SCHEMA_VERSION)


def _known_version(sql: Sql, path: Path) -> int:
    version = int(sql.pragma("user_version"))
    ours = int(sql.pragma("application_id")) == APPLICATION_ID
    if not ours and sql.number("SELECT count(*) FROM sqlite_schema"):
        raise StoreUnavailable(
            "NOT_OUR_DATABASE", f"{path} is another program's database; point PALIMPSEST_DB at a file of its own."
        )
    if ours and version > SCHEMA_VERSION:
        raise StoreUnavailable(
            "STORE_TOO_NEW",
            f"{path} has schema {version}, this program knows {SCHEMA_VERSION}; upgrade palimpsest-memory.",
            schema=version,
            supported=SCHEMA_VERSION,
        )
    return version if ours else 0


def copy_to(connection: apsw.Connection, path: Path) -> None:
    """Copy a whole database, as it is now, to another file."""
    copy = apsw.Connection(str(path))
    with copy.backup("main", connection, "main") as backup:
        backup.step()
    copy.close()


def _back_up(connection: apsw.Connection, path: Path, version: int) -> None:
    """Copy the file beside itself before a migration touches it."""
    copy_to(connection, path.with_name(f"{path.name}.v{version}.backup"))
