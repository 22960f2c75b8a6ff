"""The lexical index keeps to the size of what is live, however much has left it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.sqlite import lexicon
from adapters.sqlite.connection import connect, prepare
from adapters.sqlite.lexicon import LIVE, PAST, Lexicon
from adapters.sqlite.sql import Sql

TEXTS = 60


@pytest.fixture
def sql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sql:
    monkeypatch.setattr(lexicon, "_LOOK_EVERY", 10)
    connection = connect(tmp_path / "memory.sqlite", 1.0)
    prepare(connection, tmp_path / "memory.sqlite")
    return Sql(connection)


def size(sql: Sql, table: str) -> int:
    return sql.number(f"SELECT sum(length(block)) FROM {table}_data")


def found(sql: Sql, table: str) -> list[int]:
    return [row[0] for row in sql.rows(f"SELECT rowid FROM {table} WHERE {table} MATCH 'word' ORDER BY rowid")]


def test_what_left_the_live_table_is_dropped_once_it_outweighs_the_rest(sql: Sql) -> None:
    index = Lexicon(sql)
    for number in range(TEXTS):
        index.put(number, True, "", f"The word {number} of many that only this text holds: {number * 7919}.")
    full = size(sql, LIVE)
    for number in range(TEXTS // 2):
        index.move(number, False)
    assert size(sql, LIVE) > full
    for number in range(TEXTS // 2, TEXTS - 5):
        index.move(number, False)
    assert size(sql, LIVE) < full / 2
    assert found(sql, LIVE) == list(range(TEXTS - 5, TEXTS))
    assert found(sql, PAST) == list(range(TEXTS - 5))
