"""The table of indexed texts, compared with the revisions it is made of and made to agree with them."""

from __future__ import annotations

import hashlib

from adapters.sqlite.codes import KIND_CODES
from adapters.sqlite.sql import Sql
from ports.bodies import BODY, Body
from ports.vocabulary import Trust

_KIND = " ".join(f"WHEN '{kind}' THEN {code}" for kind, code in KIND_CODES.items())
_WITHHELD = ", ".join(f"'{trust}'" for trust in Trust if trust.withheld)
_TOLD = f"""
SELECT text_id, memory_id, project_id, CASE kind {_KIND} END AS kind,
    max(expired_at IS NULL AND (valid_to IS NULL OR valid_to > recorded_at) AND trust NOT IN ({_WITHHELD})) AS live
FROM revisions WHERE text_id IS NOT NULL GROUP BY text_id"""
_HELD = "SELECT text_id, memory_id, project_id, kind, live FROM texts"
_ASTRAY = f"({_TOLD} EXCEPT {_HELD})"
_UNOWNED = "texts WHERE NOT EXISTS (SELECT 1 FROM revisions r WHERE r.text_id = texts.text_id)"

LATEST_BODY = "(SELECT CAST(r.body AS BLOB) FROM revisions r WHERE r.text_id = {}.text_id ORDER BY r.seq DESC LIMIT 1)"
"""The body of the newest revision that says a text of the named table."""

EVERY_BODY = f"SELECT t.text_id, t.memory_id, t.digest, {LATEST_BODY.format('t')} FROM texts t"
"""Each text with the body of the newest revision that says it."""


def body_of(told: bytes) -> Body | None:
    """The body in a row of EVERY_BODY; None where the revision cannot be read."""
    try:
        return BODY.validate_json(told)
    except ValueError:
        return None


def digest_of(project_id: int, title: str, text: str) -> bytes:
    """What tells the texts of one memory apart."""
    return hashlib.sha256(f"{project_id}\0{title}\0{text}".encode()).digest()[:16]


def texts_astray(sql: Sql) -> int:
    """How many texts are missing, belong to no revision, or stand otherwise than their revisions say."""
    return sql.number(f"SELECT (SELECT count(*) FROM {_ASTRAY}) + (SELECT count(*) FROM {_UNOWNED})")


def mend_texts(sql: Sql) -> None:
    """Let the table of texts say what the revisions say."""
    sql.run(f"DELETE FROM {_UNOWNED}")
    for text_id, memory_id, project_id, kind, live, told in sql.rows(
        f"SELECT astray.*, {LATEST_BODY.format('astray')} FROM {_ASTRAY} astray"
    ):
        body = body_of(told)
        digest = digest_of(project_id, body.title, body.text) if body else f"damaged {text_id}".encode()
        sql.run(
            "INSERT INTO texts (text_id, memory_id, digest, project_id, kind, live) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (text_id) DO UPDATE SET memory_id = excluded.memory_id, digest = excluded.digest, "
            "project_id = excluded.project_id, kind = excluded.kind, live = excluded.live",
            (text_id, memory_id, digest, project_id, kind, live),
        )
