"""The vector index's statements go by their indexes: none reads a whole table to find a few rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.sqlite.connection import connect, prepare
from adapters.sqlite.filters import revision_conditions
from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors import cache, centring, index, load_extension, search
from ports.store import Filter, Validity

GIVEN = {"vector_query": None, "vector_chunks": None}
NOW = "2026-01-01T00:00:00.000000Z"


@pytest.fixture
def sql(tmp_path: Path) -> Iterator[Sql]:
    path = tmp_path / "plans.db"
    connection = connect(path, 1.0)
    assert load_extension(connection) is None
    prepare(connection, path)
    yield Sql(connection)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "bound"),
    [
        pytest.param(index.REMOVE_TEXT, 1, id="remove a text"),
        pytest.param(index.REMOVE_FROM_SPACE, 2, id="remove from a space"),
        pytest.param(index.MOVE, 2, id="move"),
        pytest.param(index.HAS, 2, id="has"),
        pytest.param(index.SIMILARITY, 3, id="similarity"),
        pytest.param(cache.KNOWN, 2, id="known state"),
        pytest.param(cache.CHANGED_TEXTS, 1, id="changed texts"),
        pytest.param(cache.CHANGED_CHUNKS, 2, id="changed chunks"),
        pytest.param(cache.NEXT_CHUNKS, 2, id="next chunks"),
        pytest.param(centring.NEXT_VECTORS, 2, id="next vectors"),
    ],
)
def test_no_statement_scans_a_table(sql: Sql, statement: str, bound: int) -> None:
    steps = sql.plan(statement, [1] * bound)
    assert any(step.startswith(("SEARCH vector_c", "SEARCH c ", "SEARCH l ")) for step in steps), steps
    assert [step for step in steps if step.startswith("SCAN") and step != "SCAN CONSTANT ROW"] == []


@pytest.mark.parametrize("statement", [search.PLACES, search.score_statement(None)])
def test_given_chunks_are_looked_up_one_by_one(sql: Sql, statement: str) -> None:
    steps = sql.plan(statement, GIVEN)
    assert [step.split(" VIRTUAL")[0] for step in steps if step.startswith("SCAN")] == ["SCAN wanted"]
    assert any("USING INTEGER PRIMARY KEY (rowid=?)" in step for step in steps), steps


def test_the_head_of_the_log_is_its_last_row(sql: Sql) -> None:
    assert sql.plan(cache.HEAD) == ["SCAN vector_changes"]


@pytest.mark.parametrize(
    "where",
    [
        Filter(now=NOW, since="2025-01-01T00:00:00.000000Z"),
        Filter(now=NOW, tags=("a",), project="p"),
        Filter(now=NOW, as_of=NOW, known_at=NOW),
        Filter(now=NOW, validity=Validity.ANY),
    ],
)
def test_a_filter_of_texts_is_asked_text_by_text(sql: Sql, where: Filter) -> None:
    conditions = revision_conditions(where)
    texts = f"SELECT r.text_id FROM revisions r WHERE {conditions.sql}"
    steps = sql.plan(search.score_statement(texts), {**conditions.parameters, **GIVEN})
    assert any("SEARCH r USING INDEX revisions_text (text_id=?)" in step for step in steps), steps
    assert any("SEARCH v USING INTEGER PRIMARY KEY" in step for step in steps), steps
