"""Making the lexical index anew: texts are analysed aside, a few at a time, and the index is exchanged in one step.

Analysing is what takes long, so it is done in short units of work into a temporary table of the connection, which
nobody else sees and which is gone when the connection closes: a kill leaves the index as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from adapters.sqlite import words
from adapters.sqlite.lexicon import Lexicon
from adapters.sqlite.sql import Row, Sql
from ports.bodies import BODY

_STAGE = """
CREATE TEMP TABLE IF NOT EXISTS reworded (
    text_id INTEGER PRIMARY KEY, memory_id TEXT NOT NULL, digest BLOB NOT NULL, title TEXT, body TEXT, stems TEXT
)"""
_TEXTS = (
    "SELECT t.text_id, t.memory_id, t.digest, "
    "(SELECT r.body FROM revisions r WHERE r.text_id = t.text_id ORDER BY r.seq DESC LIMIT 1) FROM texts t"
)
_NEXT = "t.text_id > (SELECT coalesce(max(text_id), 0) FROM reworded)"
_LEFT = "SELECT coalesce(max((SELECT max(text_id) FROM texts) - (SELECT max(text_id) FROM reworded), 0), 0)"
_STALE = """
DELETE FROM reworded WHERE NOT EXISTS (
    SELECT 1 FROM texts t
    WHERE t.text_id = reworded.text_id AND t.memory_id = reworded.memory_id AND t.digest = reworded.digest
)"""


class Rewording:
    """Works on the caller's connection, inside the caller's transaction."""

    def __init__(self, sql: Sql, lexicon: Lexicon) -> None:
        self._sql = sql
        self._lexicon = lexicon

    def stage(self, limit: int) -> int:
        """Analyse the next texts; returns at most how many are left, which is exact but for ids that were forgotten."""
        self._sql.run(_STAGE)
        self._put(self._sql.rows(f"{_TEXTS} WHERE {_NEXT} ORDER BY t.text_id LIMIT ?", (limit,)))
        # Counting them would read all that is left for each few that are done.
        return self._sql.number(_LEFT)

    def switch(self) -> int:
        """Put what was staged, and what was written or forgotten since, in the index's place."""
        self._sql.run(_STAGE)
        self._sql.run(_STALE)
        self._put(self._sql.rows(f"{_TEXTS} WHERE t.text_id NOT IN (SELECT text_id FROM reworded)"))
        self._lexicon.renew("reworded")
        number = self._sql.number("SELECT count(*) FROM reworded")
        self._sql.run("DROP TABLE temp.reworded")
        return number

    def _put(self, texts: Sequence[Row]) -> None:
        self._sql.run_many("INSERT INTO reworded VALUES (?, ?, ?, ?, ?, ?)", map(_analysed, texts))


def _analysed(row: Row) -> Row:
    text_id, memory_id, digest, told = row
    body = BODY.validate_json(told)
    analysed = words.analyse(body.title, body.text)
    return text_id, memory_id, digest, analysed.title, analysed.body, analysed.stems
