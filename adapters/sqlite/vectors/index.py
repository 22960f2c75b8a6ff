"""The vector index of one database file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import apsw

from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors.extension import is_loaded
from adapters.sqlite.vectors.records import Near, Passage
from ports.errors import InvalidInput, StoreUnavailable

SQLiteValue = None | int | float | str | bytes

_TABLES = """
CREATE TABLE vector_spaces (space_id INTEGER PRIMARY KEY, dimensions INTEGER NOT NULL) STRICT;
CREATE TABLE vector_chunks (
    chunk_id INTEGER PRIMARY KEY,
    space_id INTEGER NOT NULL,
    text_id INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    live INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    vector BLOB NOT NULL
) STRICT;
CREATE INDEX vector_chunks_text ON vector_chunks (text_id, space_id);
CREATE INDEX vector_chunks_space ON vector_chunks (space_id, live, project_id);
"""


class VectorIndex:
    """Vectors of texts, in one or more spaces, on the caller's connection and inside the caller's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._sql = Sql(connection)

    def create(self) -> None:
        """Make the tables."""
        self._sql.run(_TABLES)

    def add_space(self, space_id: int, dimensions: int) -> None:
        """Make room for the vectors of a space."""
        self._sql.run("INSERT INTO vector_spaces VALUES (?, ?)", (space_id, dimensions))

    def drop_space(self, space_id: int) -> None:
        """Remove a space and its vectors."""
        self._sql.run("DELETE FROM vector_chunks WHERE space_id = ?", (space_id,))
        self._sql.run("DELETE FROM vector_spaces WHERE space_id = ?", (space_id,))

    def put(
        self, space_id: int, text_id: int, project_id: int, kind: int, live: bool, passages: Sequence[Passage]
    ) -> None:
        """Give a text its chunks in a space, in place of any it had there.

        Raises InvalidInput (`WRONG_DIMENSIONS`) when a vector is not of the space's size.
        """
        dimensions = self._sql.number("SELECT dimensions FROM vector_spaces WHERE space_id = ?", (space_id,))
        for passage in passages:
            if len(passage.vector) != 4 * dimensions:
                raise InvalidInput(
                    "WRONG_DIMENSIONS",
                    f"A vector of {len(passage.vector) // 4} dimensions does not fit a space of {dimensions}; "
                    "check the embedder's settings.",
                )
        self._sql.run("DELETE FROM vector_chunks WHERE text_id = ? AND space_id = ?", (text_id, space_id))
        self._sql.run_many(
            "INSERT INTO vector_chunks VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(space_id, text_id, project_id, kind, int(live), one.start, one.end, one.vector) for one in passages],
        )

    def move(self, text_id: int, live: bool) -> None:
        """The text entered or left the set of possibly live texts, in every space."""
        self._sql.run("UPDATE vector_chunks SET live = ? WHERE text_id = ?", (int(live), text_id))

    def remove(self, text_id: int) -> None:
        """Take a text out of every space. The bytes go too where `secure_delete` is on."""
        self._sql.run("DELETE FROM vector_chunks WHERE text_id = ?", (text_id,))

    def has(self, space_id: int, text_id: int) -> bool:
        """Whether the text has chunks in the space."""
        statement = "SELECT EXISTS (SELECT 1 FROM vector_chunks WHERE text_id = ? AND space_id = ?)"
        return bool(self._sql.number(statement, (text_id, space_id)))

    def count(self, space_id: int) -> int:
        """How many chunks the space holds."""
        return self._sql.number("SELECT count(*) FROM vector_chunks WHERE space_id = ?", (space_id,))

    def nearest(
        self,
        space_id: int,
        vector: bytes,
        k: int,
        *,
        live_only: bool,
        projects: Sequence[int] | None,
        kinds: Sequence[int] | None,
        texts: tuple[str, Mapping[str, SQLiteValue]] | None,
    ) -> list[Near]:
        """The `k` texts nearest to a vector by cosine, nearest first, each with its best chunk.

        Every filter is applied before the cut. `texts` is a subquery, with named parameters, for the ids of texts
        that may be returned. Raises StoreUnavailable (`VECTORS_UNAVAILABLE`) where sqlite-vec is not loaded.
        """
        self._require_extension()
        conditions = ["space_id = :vector_space"]
        values: dict[str, SQLiteValue] = {"vector_space": space_id, "vector_query": vector, "vector_k": max(k, 0)}
        if live_only:
            conditions.append("live = 1")
        if projects is not None:
            conditions.append("project_id IN (SELECT value FROM json_each(:vector_projects))")
            values["vector_projects"] = json.dumps(list(projects))
        if kinds is not None:
            conditions.append("kind IN (SELECT value FROM json_each(:vector_kinds))")
            values["vector_kinds"] = json.dumps(list(kinds))
        if texts is not None:
            conditions.append(f"text_id IN ({texts[0]})")
            values.update(texts[1])
        rows = self._sql.rows(
            'SELECT text_id, 1 - min(distance), start, "end" FROM (SELECT text_id, start, "end", '
            "vec_distance_cosine(vector, :vector_query) AS distance "
            f"FROM vector_chunks WHERE {' AND '.join(conditions)}) WHERE distance IS NOT NULL "
            "GROUP BY text_id ORDER BY min(distance), text_id LIMIT :vector_k",
            values,
        )
        return [Near(*row) for row in rows]

    def similarity(self, space_id: int, left_text: int, right_text: int) -> float | None:
        """The best cosine between two texts' chunks, or None where one has none in the space."""
        self._require_extension()
        row = self._sql.row(
            "SELECT 1 - min(vec_distance_cosine(a.vector, b.vector)) FROM vector_chunks a, vector_chunks b "
            "WHERE a.text_id = ?2 AND a.space_id = ?1 AND b.text_id = ?3 AND b.space_id = ?1",
            (space_id, left_text, right_text),
        )
        return row[0] if row else None

    def _require_extension(self) -> None:
        if not is_loaded(self._sql):
            raise StoreUnavailable(
                "VECTORS_UNAVAILABLE", "sqlite-vec is not loaded, so vectors cannot be searched; words still can."
            )
