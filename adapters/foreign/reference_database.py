"""The reference's own database, read without touching it. Its rows come as the records of its envelope."""

# APSW's stubs name `Buffer`, which type checkers know only from Python 3.12 on.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from ports.archive import Entry, Format
from ports.errors import InvalidInput

MAGIC = b"SQLite format 3\0"
_TABLES = {
    "entities": "entities",
    "sessions": "sessions",
    "learnings": "learnings",
    "decisions": "decisions",
    "observations": "entity_observations",
    "relations": "entity_relations",
}
_LISTS = ("tags_json", "tasks_json")
_PROFILE, _GOAL = "profile_", "current_goal"


@dataclass(frozen=True, slots=True)
class ReferenceDatabase:
    """Implements ports.archive.Source on the reference's SQLite file, whose server may be running."""

    path: Path
    format: Format = Format.REFERENCE

    def entries(self, *sections: str) -> Iterator[Entry]:
        try:
            with closing(_connect(self.path)) as connection:
                yield from _meta_entries(connection, sections)
                for section, table in _TABLES.items():
                    if not sections or section in sections:
                        yield from _rows(connection, section, table)
        except (apsw.Error, UnicodeDecodeError) as error:
            why = "a text in it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error
            raise InvalidInput(
                "DATABASE_UNREADABLE", f"{self.path.name} cannot be read as a database: {why}. Nothing was stored."
            ) from None


def is_reference(path: Path) -> bool:
    """Whether a database has the reference's tables."""
    try:
        with closing(_connect(path)) as connection:
            tables = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    except apsw.Error:
        return False
    return set(_TABLES.values()) <= tables


def _connect(path: Path) -> apsw.Connection:
    # Without a journal nobody has the file open; then SQLite need not make one either (https://sqlite.org/uri.html).
    journal = path.with_name(f"{path.name}-wal")
    mode = "mode=ro" if journal.exists() else "mode=ro&immutable=1"
    uri = f"{path.absolute().as_uri()}?{mode}"
    connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    # The file may be anybody's: nothing in its schema may run functions, and nothing of it is written.
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.pragma("query_only", True)
    return connection


def _meta_entries(connection: apsw.Connection, sections: tuple[str, ...]) -> Iterator[Entry]:
    wanted = {"profile", "goal"} & set(sections) if sections else {"profile", "goal"}
    if not wanted:
        return
    meta: dict[str, Any] = {str(row[0]): row[1] for row in connection.execute("SELECT key, value FROM meta")}
    profile = {key.removeprefix(_PROFILE): value for key, value in meta.items() if key.startswith(_PROFILE)}
    if "profile" in wanted:
        yield Entry("profile", None, profile)
    if "goal" in wanted:
        yield Entry("goal", None, meta.get(_GOAL))


def _rows(connection: apsw.Connection, section: str, table: str) -> Iterator[Entry]:
    cursor = connection.execute(f"SELECT * FROM {table} ORDER BY rowid")
    names: list[str] = []
    for place, row in enumerate(cursor):
        names = names or [str(column[0]) for column in cursor.get_description()]
        yield Entry(section, place, {_camel(name): _value(name, value) for name, value in zip(names, row, strict=True)})


def _camel(name: str) -> str:
    first, *rest = name.removesuffix("_json").split("_")
    return first + "".join(part.capitalize() for part in rest)


def _value(name: str, value: Any) -> Any:
    """A cell as the envelope would have it. A list that cannot be read stays text, and is refused as such."""
    if name not in _LISTS or not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
