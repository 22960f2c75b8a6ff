"""Making the keys of a store of before anew. The rules that make them are handed in: adapters know none.

SQLite asks for each key while it walks the table, so that a store of any size needs no more than a page at a time.
"""

# APSW's stubs name `Buffer`, which type checkers know only from Python 3.12 on.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from typing import Any

import apsw

from adapters.sqlite.sql import Sql
from ports.bodies import BODY, Body
from ports.errors import StoreUnavailable
from ports.store import KeyMaker

_KEYS = "UPDATE revisions SET key = new_key(CAST(body AS BLOB), key)"
_REJECTIONS = """
UPDATE rejections SET subject_id = found.subject_id, key = found.key FROM (
    SELECT rejection_id, r.subject_id, new_rejection_key(CAST(r.body AS BLOB), q.key) AS key
    FROM rejections q JOIN revisions r USING (memory_id)
    WHERE new_rejection_key(CAST(r.body AS BLOB), q.key) IS NOT NULL
) AS found WHERE found.rejection_id = rejections.rejection_id"""
_SUBJECTS = """
UPDATE rejections SET subject_id = NULL WHERE subject_key IS NULL"""


def hand_over(connection: apsw.Connection, keys: KeyMaker | None) -> None:
    """Let statements on a connection ask the rules for keys."""

    def new_key(*arguments: Any) -> str:
        told, key = arguments
        body = _body(told)
        return _given(keys).key(body) if body is not None else key

    def new_rejection_key(*arguments: Any) -> str | None:
        told, key = arguments
        body = _body(told)
        return _given(keys).rejection_key(body, key) if body is not None else None

    connection.create_scalar_function("new_key", new_key, 2, deterministic=True)
    connection.create_scalar_function("new_rejection_key", new_rejection_key, 2, deterministic=True)


def renew_keys(sql: Sql, kept: str) -> None:
    """Key every revision and rejection anew. `kept` is the trigger that otherwise holds revisions as they are."""
    sql.run("ALTER TABLE rejections ADD COLUMN subject_id TEXT")
    if not sql.number("SELECT EXISTS (SELECT 1 FROM revisions)"):
        return
    sql.run("DROP TRIGGER revisions_keep")
    sql.run(_KEYS)
    sql.run(kept)
    sql.run(_REJECTIONS)
    # What was not rejected of an entity has none, whatever its memory is about.
    sql.run(_SUBJECTS)


def _given(keys: KeyMaker | None) -> KeyMaker:
    if keys is None:
        raise StoreUnavailable(
            "STORE_TOO_OLD", "Open this notebook with the palimpsest command, which renews its keys."
        )
    return keys


def _body(told: bytes) -> Body | None:
    """The body of a revision; None where it is damaged, so that its key stays."""
    try:
        return BODY.validate_json(told)
    except ValueError:
        return None
