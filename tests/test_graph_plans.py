"""The statements of the graph and of looking back go by indexes: none reads every revision to find a few."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.sqlite import overview
from adapters.sqlite.connection import connect, prepare
from adapters.sqlite.filters import revision_conditions
from adapters.sqlite.reader import AUDIT_ROWS, AUDIT_ROWS_OF, STEPS
from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors import load_extension
from ports.overview import Facet
from ports.store import Filter, Validity
from ports.vocabulary import Kind

NOW = "2026-01-01T00:00:00.000000Z"
LIVE = Filter(now=NOW, project="shop")
THEN = Filter(now=NOW, known_at=NOW, validity=Validity.ANY)


@pytest.fixture
def sql(tmp_path: Path) -> Iterator[Sql]:
    path = tmp_path / "plans.db"
    connection = connect(path, 1.0)
    assert load_extension(connection) is None
    prepare(connection, path)
    yield Sql(connection)
    connection.close()


def steps_on_revisions(sql: Sql, statement: str, where: Filter) -> list[str]:
    """The steps of the plan that touch the revisions and the counters; a missing parameter is NULL."""
    values = dict(revision_conditions(where).parameters)
    values |= {"name_key": "ab", "recorded_since": NOW, "recorded_before": NOW, "recalled_since": NOW, "limit": 5}
    return [step for step in sql.plan(statement, values) if step.split()[1] in ("r", "e", "u")]


def condition(where: Filter) -> str:
    return revision_conditions(where).sql


@pytest.mark.parametrize("where", [LIVE, THEN], ids=["live", "as known then"])
def test_a_name_is_a_range_of_keys(sql: Sql, where: Filter) -> None:
    steps = steps_on_revisions(sql, overview.named_statement(condition(where)), where)
    assert steps == ["SEARCH r USING INDEX revisions_named (key>? AND key<?)"]


def test_a_tally_reads_one_kind(sql: Sql) -> None:
    where = Filter(now=NOW, kinds=(Kind.LEARNING,))
    steps = steps_on_revisions(sql, overview.tally_statement(Facet.CATEGORY, condition(where)), where)
    assert steps == ["SEARCH r USING INDEX revisions_kind (kind=? AND valid_from<?)"]


def test_hot_entities_read_the_observations(sql: Sql) -> None:
    where = Filter(now=NOW, kinds=(Kind.OBSERVATION,))
    steps = steps_on_revisions(sql, overview.subjects_statement(condition(where)), where)
    assert steps == ["SEARCH r USING INDEX revisions_kind (kind=? AND valid_from<?)"]


def test_what_was_recalled_is_looked_up_from_the_counters(sql: Sql) -> None:
    steps = steps_on_revisions(sql, overview.most_recalled_statement(condition(LIVE)), LIVE)
    assert steps == ["SCAN u", "SEARCH r USING INDEX revisions_current (memory_id=?)"]


def test_what_was_never_recalled_looks_each_counter_up(sql: Sql) -> None:
    where = Filter(now=NOW, kinds=(Kind.LEARNING, Kind.OBSERVATION))
    steps = steps_on_revisions(sql, overview.never_recalled_statement(condition(where)), where)
    assert steps == [
        "SEARCH r USING INDEX revisions_kind (kind=? AND valid_from<?)",
        "SEARCH u USING PRIMARY KEY (memory_id=?)",
    ]


@pytest.mark.parametrize(
    ("where", "index"),
    [
        (Filter(now=NOW, kinds=(Kind.OBSERVATION,), subject_id="x"), "revisions_subject (subject_id=?)"),
        (Filter(now=NOW, kinds=(Kind.RELATION,), object_id="x"), "revisions_object (object_id=?)"),
        (Filter(now=NOW, kinds=(Kind.ENTITY,), entity_types=("person",)), "revisions_kind (kind=? AND valid_from<?)"),
    ],
    ids=["about an entity", "linking to an entity", "of a type"],
)
def test_a_filter_on_the_graph_goes_by_an_index(sql: Sql, where: Filter, index: str) -> None:
    steps = steps_on_revisions(sql, f"SELECT r.seq FROM revisions r WHERE {condition(where)}", where)
    assert steps[0] == f"SEARCH r USING INDEX {index}"
    assert [step for step in steps if step.startswith("SCAN")] == []


def test_the_audit_rows_of_a_memory_go_by_its_index(sql: Sql) -> None:
    values = {"after": 0, "limit": 10, "memory_id": "x"}
    assert sql.plan(AUDIT_ROWS_OF, values) == ["SEARCH audit USING INDEX audit_memory (memory_id=? AND rowid>?)"]
    assert sql.plan(AUDIT_ROWS, values) == ["SEARCH audit USING INTEGER PRIMARY KEY (rowid>?)"]


def test_the_steps_of_a_page_go_by_the_memories(sql: Sql) -> None:
    plan = sql.plan(STEPS, {"memory_ids": '["x"]', "limit": 10})
    assert "SEARCH r USING INDEX revisions_memory (memory_id=?)" in plan
    assert not [step for step in plan if step.startswith("SCAN r")]
