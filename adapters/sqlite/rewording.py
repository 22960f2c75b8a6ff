"""Making the lexical index anew: texts are analysed aside, a few at a time, and the index is exchanged in one step.

Analysing is what takes long, so it is done in short units of work into a temporary table of the connection, which
nobody else sees and which is gone when the connection closes: a kill leaves the index as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from adapters.sqlite import words
from adapters.sqlite.lexicon import LIVE, PAST, Lexicon
from adapters.sqlite.sql import Row, Sql
from adapters.sqlite.texts import EVERY_BODY, LATEST_BODY, body_of

_STAGE = """
CREATE TEMP TABLE IF NOT EXISTS reworded (
    text_id INTEGER PRIMARY KEY, memory_id TEXT NOT NULL, digest BLOB NOT NULL, title TEXT, body TEXT, stems TEXT
)"""
_INDEXED = (
    f"SELECT {LATEST_BODY.format('t')}, made.title, made.body, made.stems "
    "FROM texts t CROSS JOIN {} made ON made.rowid = t.text_id WHERE t.live = ?"
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
        self._put(self._sql.rows(f"{EVERY_BODY} WHERE {_NEXT} ORDER BY t.text_id LIMIT ?", (limit,)))
        # Counting them would read all that is left for each few that are done.
        return self._sql.number(_LEFT)

    def switch(self) -> int:
        """Put what was staged, and what was written or forgotten since, in the index's place."""
        self._sql.run(_STAGE)
        self._sql.run(_STALE)
        self._put(self._sql.rows(f"{EVERY_BODY} WHERE t.text_id NOT IN (SELECT text_id FROM reworded)"))
        self._lexicon.renew("reworded")
        number = self._sql.number("SELECT count(*) FROM reworded")
        self._sql.run("DROP TABLE temp.reworded")
        return number

    def _put(self, texts: Sequence[Row]) -> None:
        self._sql.run_many("INSERT INTO reworded VALUES (?, ?, ?, ?, ?, ?)", map(_analysed, texts))


def _analysed(row: Row) -> Row:
    text_id, memory_id, digest, told = row
    analysed = _words_of(told)
    return text_id, memory_id, digest, analysed.title, analysed.body, analysed.stems


def _words_of(told: bytes) -> words.Words:
    """The words of a body; none where it cannot be read, which the check of the records tells."""
    body = body_of(told)
    return words.analyse(body.title, body.text) if body else words.analyse("", "")


def outworn(sql: Sql) -> int:
    """How many texts the index holds with other words than they have."""
    return sum(
        _words_of(told) != words.Words(title, body, stems)
        for table, live in ((LIVE, 1), (PAST, 0))
        for told, title, body, stems in sql.stream(_INDEXED.format(table), (live,))
    )
