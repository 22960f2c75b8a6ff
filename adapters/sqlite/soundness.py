"""What SQLite's own check says of the file; ordinary indexes that do not match their tables can be made anew.

https://www.sqlite.org/pragma.html#pragma_integrity_check
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import apsw

from adapters.sqlite.sql import Sql

_OF_INDEX = re.compile(r"\bindex (\S+)$")
"""How a message ends that is about an index alone: `row 3 missing from index revisions_by_key`."""


def file_problems(sql: Sql) -> list[str]:
    """What is wrong with the file, in sentences."""
    told = _told(sql)
    indexes = [f"The index {name} does not match its table; run `palimpsest reindex`." for name in _indexes(told)]
    return [*indexes, *(one for one in told if not _OF_INDEX.search(one))]


def damaged_indexes(sql: Sql) -> list[str]:
    """The ordinary indexes that do not match their tables, as far as the check went: it ends after 100 messages."""
    return _indexes(_told(sql))


def remake_indexes(sql: Sql, names: Iterable[str]) -> None:
    """Make ordinary indexes anew from their tables."""
    for name in names:
        sql.run('REINDEX "{}"'.format(name.replace('"', '""')))


def _indexes(told: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(found.group(1) for one in told if (found := _OF_INDEX.search(one))))


def _told(sql: Sql) -> list[str]:
    try:
        return [str(row[0]) for row in sql.rows("PRAGMA integrity_check") if row[0] != "ok"]
    except apsw.SQLError as error:  # of a virtual table that has lost a part of itself
        return [str(error)]
