"""Migrations: an ordered ledger, each in a transaction, with a copy of the file before."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from adapters.sqlite import connection as opening
from adapters.sqlite.schema import MIGRATIONS
from adapters.sqlite.sql import Sql
from adapters.sqlite.store import SqliteStore
from domain.rekeying import Keys
from ports.store import Filter
from tests.making import learned, make_world


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A store of the present schema, which the next program finds too old."""
    world = make_world(tmp_path / "memory.sqlite")
    learned(world, "Written by the older program.")
    world.store.close()
    return tmp_path / "memory.sqlite"


def version(path: Path) -> int:
    return int(apsw.Connection(str(path)).pragma("user_version"))


def next_program(monkeypatch: pytest.MonkeyPatch, migrate: object) -> None:
    """A program with one migration more."""
    monkeypatch.setattr(opening, "MIGRATIONS", (*MIGRATIONS, migrate))
    monkeypatch.setattr(opening, "SCHEMA_VERSION", len(MIGRATIONS) + 1)


def test_an_older_store_is_copied_and_then_migrated(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    next_program(monkeypatch, lambda sql: sql.run("CREATE TABLE added (x)"))
    store = SqliteStore(older)
    with store.read() as reader:
        assert reader.last_audit() is not None
    store.close()
    backup = older.with_name(f"memory.sqlite.v{len(MIGRATIONS)}.backup")
    assert version(older) == len(MIGRATIONS) + 1
    assert version(backup) == len(MIGRATIONS)
    kept = apsw.Connection(str(backup)).execute("SELECT content FROM learnings").fetchall()
    assert kept == [("Written by the older program.",)]


def test_a_migration_that_fails_leaves_the_store_as_it_was(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(sql: Sql) -> None:
        sql.run("CREATE TABLE added (x)")
        raise ZeroDivisionError

    next_program(monkeypatch, fail)
    store = SqliteStore(older)
    with pytest.raises(ZeroDivisionError), store.read():
        pass
    assert version(older) == len(MIGRATIONS)
    tables = apsw.Connection(str(older)).execute("SELECT name FROM sqlite_schema WHERE name = 'added'").fetchall()
    assert tables == []


def test_texts_of_before_are_found_by_their_other_spellings(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    world = make_world(path)
    learned(world, "The façade needs paint.")
    world.store.close()
    file = apsw.Connection(str(path))
    file.execute("UPDATE lexicon SET stems = 'the façad need paint'")
    file.execute("ALTER TABLE rejections DROP COLUMN subject_id; PRAGMA user_version = 2")
    file.execute("DROP INDEX audit_policy; ALTER TABLE audit DROP COLUMN policy")
    file.close()
    store = SqliteStore(path, keys=Keys())
    with store.read() as reader:
        assert len(reader.lexical("facade", Filter(now=world.clock.now()), 10)) == 1
    assert store.check() == []
    store.close()
    assert version(path) == len(MIGRATIONS)
    kept = apsw.Connection(str(path.with_name("memory.sqlite.v2.backup")))
    assert kept.execute("SELECT count(*) FROM lexicon WHERE lexicon MATCH 'facade'").fetchall() == [(0,)], "the control"


def test_opening_and_reading_take_no_write_lock(older: Path) -> None:
    holder = apsw.Connection(str(older))
    holder.execute("BEGIN IMMEDIATE")
    store = SqliteStore(older, busy_seconds=0)
    with store.read() as reader:
        assert reader.last_audit() is not None
    holder.execute("ROLLBACK")
    store.close()


def test_the_views_are_readable_in_any_sqlite_shell(older: Path) -> None:
    import sqlite3

    shell = sqlite3.connect(older)
    rows = shell.execute("SELECT category, content, trust, project FROM learnings").fetchall()
    assert rows == [("insight", "Written by the older program.", "unverified", None)], "what is held now"
    found = shell.execute("SELECT count(*) FROM lexicon WHERE lexicon MATCH 'older'").fetchall()
    assert found == [(1,)]
    for view in ("decisions", "sessions", "entities", "observations", "relations", "profile_fields", "goals"):
        assert shell.execute(f"SELECT count(*) FROM {view}").fetchone() == (0,)
    shell.close()
