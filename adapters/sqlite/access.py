"""What may be done with a database file where it lies: written to, or only read."""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

import apsw


class Access(Enum):
    """How a file is opened.

    STILL is for a medium on which nothing can be made, the log's index neither: SQLite then reads the file alone and
    takes no lock. It must not be used where a log holds something that the file does not.
    https://www.sqlite.org/wal.html#readonly
    """

    WRITE = ""
    READ = "?mode=ro"
    STILL = "?mode=ro&immutable=1"

    @classmethod
    def of(cls, path: Path) -> Access:
        """What the system lets this user do with a file and its folder."""
        if not path.is_file():
            return cls.WRITE
        log = path.with_name(f"{path.name}-wal")
        can_make_log = log.exists() or os.access(path.parent, os.W_OK)
        if os.access(path, os.W_OK) and can_make_log:
            return cls.WRITE
        return cls.READ if can_make_log else cls.STILL

    def connect(self, path: Path) -> apsw.Connection:
        """A bare connection."""
        if self is Access.WRITE:
            return apsw.Connection(str(path))
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        return apsw.Connection(path.absolute().as_uri() + self.value, flags=flags)
