"""APSW's connection with plain types: rows come back as tuples, statements are parameterised."""

# APSW's stubs name `Buffer`, which type checkers know only from Python 3.12 on.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import apsw

Row = tuple[Any, ...]
Values = Sequence[Any] | Mapping[str, Any]


class Sql:
    """Runs statements on one connection, inside whatever transaction the caller has begun."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection

    def run(self, statement: str, values: Values = ()) -> None:
        """Run a statement (or several) for its effect."""
        self.connection.execute(statement, values)

    def run_many(self, statement: str, sequence: Iterable[Values]) -> None:
        """Run a statement once for each set of values."""
        self.connection.executemany(statement, sequence)

    def rows(self, statement: str, values: Values = ()) -> list[Row]:
        """All rows."""
        return cast("list[Row]", self.connection.execute(statement, values).fetchall())

    def stream(self, statement: str, values: Values = ()) -> Iterator[Row]:
        """Rows one at a time."""
        return cast("Iterator[Row]", iter(self.connection.execute(statement, values)))

    def row(self, statement: str, values: Values = ()) -> Row | None:
        """The first row, if any."""
        return cast("Row | None", self.connection.execute(statement, values).fetchone())

    def number(self, statement: str, values: Values = ()) -> int:
        """The one number a statement yields, 0 for none."""
        row = self.row(statement, values)
        return int(row[0] or 0) if row else 0

    def pragma(self, name: str, value: str | int | bool | None = None) -> Any:
        """Set a pragma, or read it where no value is given."""
        return self.connection.pragma(name) if value is None else self.connection.pragma(name, value)

    @property
    def last_id(self) -> int:
        """The rowid of the last insert."""
        return int(self.connection.last_insert_rowid())

    def plan(self, statement: str, values: Values = ()) -> list[str]:
        """The steps SQLite would take (EXPLAIN QUERY PLAN), for tests of hot statements."""
        return [str(row[3]) for row in self.rows(f"EXPLAIN QUERY PLAN {statement}", values)]
