"""The lexical index: two FTS5 tables, one of texts that may be live and one of past texts.

Keeping them apart makes a search of what is live as fast with nine retired texts in ten as with none. What stands in
the tables is already analysed (words.py), so the built-in tokenizer suffices and any sqlite3 shell can read them.
FTS5: https://www.sqlite.org/fts5.html
"""

from __future__ import annotations

import apsw

from adapters.sqlite import words
from adapters.sqlite.sql import Sql

LIVE = "lexicon"
PAST = "lexicon_past"
_REMEDY = "run `palimpsest reindex --words` to rebuild it"
_LEFT = "words_left"
"""In `meta`: how many texts have left the live table since it was last merged."""
_LOOK_EVERY = 500
_COLUMN_WEIGHTS = ", ".join(str(weight) for weight in words.WEIGHTS[:3])


def _table(live: bool) -> str:
    return LIVE if live else PAST


class Lexicon:
    """Reads and writes the lexical index on the caller's connection, inside the caller's transaction."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    def create(self) -> None:
        """Make both tables; bm25's column weights are kept in the file, so `rank` means the same everywhere."""
        for table in (LIVE, PAST):
            self._sql.run(
                f'CREATE VIRTUAL TABLE {table} USING fts5(title, body, stems, tokenize = "{words.TOKENIZER}")'
            )
            self._sql.run(f"INSERT INTO {table} ({table}, rank) VALUES ('rank', 'bm25({_COLUMN_WEIGHTS})')")

    def put(self, text_id: int, live: bool, title: str, text: str) -> None:
        """Index a text."""
        analysed = words.analyse(title, text)
        self._sql.run(
            f"INSERT INTO {_table(live)} (rowid, title, body, stems) VALUES (?, ?, ?, ?)",
            (text_id, analysed.title, analysed.body, analysed.stems),
        )

    def move(self, text_id: int, live: bool) -> None:
        """Take a text over into, or out of, the table of texts that may be live."""
        self._sql.run(
            f"INSERT INTO {_table(live)} (rowid, title, body, stems) "
            f"SELECT rowid, title, body, stems FROM {_table(not live)} WHERE rowid = ?",
            (text_id,),
        )
        self._sql.run(f"DELETE FROM {_table(not live)} WHERE rowid = ?", (text_id,))
        if not live:
            self._count_left()

    def remove(self, text_id: int) -> None:
        """Forget a text; `scrub` afterwards takes its words out of the index's segments."""
        for table in (LIVE, PAST):
            self._sql.run(f"DELETE FROM {table} WHERE rowid = ?", (text_id,))

    def scrub(self) -> None:
        """Merge all segments, which drops the words of removed texts (FTS5 'optimize')."""
        for table in (LIVE, PAST):
            self._merge(table)

    def _count_left(self) -> None:
        """FTS5 only notes that a row is gone, and reads past the notes until it merges: once they outweigh the rest."""
        left = self._sql.number(
            "INSERT INTO meta VALUES (?, '1') ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value",
            (_LEFT,),
        )
        if left % _LOOK_EVERY == 0 and left > self._sql.number(f"SELECT count(*) FROM {LIVE}_docsize"):
            self._merge(LIVE)

    def _merge(self, table: str) -> None:
        self._sql.run(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
        if table == LIVE:
            self._start_counting()

    def _start_counting(self) -> None:
        self._sql.run("DELETE FROM meta WHERE name = ?", (_LEFT,))

    def renew(self, source: str) -> None:
        """Make both tables anew from a table of analysed texts, whatever has become of the old ones."""
        for table in (LIVE, PAST):
            self._sql.run(f"DROP TABLE IF EXISTS {table}")
        self.create()
        for live in (True, False):
            self._sql.run(
                f"INSERT INTO {_table(live)} (rowid, title, body, stems) "
                f"SELECT text_id, made.title, made.body, made.stems FROM {source} made JOIN texts USING (text_id) "
                "WHERE texts.live = ? ORDER BY text_id",
                (live,),
            )
        self._start_counting()

    def check(self) -> str | None:
        """A sentence about damage, or None where FTS5's own check passes and every text stands where it belongs."""
        for table in (LIVE, PAST):
            try:
                self._sql.run(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
                misplaced = self._sql.number(_misplaced(table), (table == LIVE,))
            except (apsw.CorruptError, apsw.SQLError):
                return f"The lexical index {table} is damaged; {_REMEDY}."
            if misplaced:
                return (
                    f"{misplaced} texts are missing from the lexical index {table} or have no place there; {_REMEDY}."
                )
        return None


def _misplaced(table: str) -> str:
    """A count of the texts that are in a table and should not be, or the other way round (docsize has a row a text)."""
    return (
        "WITH wanted AS (SELECT text_id FROM texts WHERE live = ?), "
        f"there AS (SELECT id FROM {table}_docsize) "
        "SELECT (SELECT count(*) FROM wanted WHERE text_id NOT IN there) "
        "+ (SELECT count(*) FROM there WHERE id NOT IN wanted)"
    )
