"""What a search needs of every chunk of one space, held in memory and kept equal to the caller's snapshot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adapters.sqlite.sql import Row, Sql
from adapters.sqlite.vectors.codes import Coder, Codes, Floats
from adapters.sqlite.vectors.columns import Columns

Slots = NDArray[np.intp]
"""Positions of chunks in the cache, good until it is refreshed."""

_BATCH = 8192
_FEW = 8
_COLUMNS = "chunk_id, text_id, project_id, kind, live, code"
_CHANGED_TEXTS = "SELECT text_id FROM vector_changes WHERE generation > ?"

HEAD = "SELECT generation, nonce FROM vector_changes ORDER BY generation DESC LIMIT 1"
KNOWN = "SELECT 1 FROM vector_changes WHERE generation = ? AND nonce = ?"
CHANGED_TEXTS = f"SELECT DISTINCT text_id FROM ({_CHANGED_TEXTS})"
CHANGED_CHUNKS = f"SELECT {_COLUMNS} FROM vector_chunks WHERE text_id IN ({_CHANGED_TEXTS}) AND space_id = ?"
NEXT_CHUNKS = (
    f"SELECT {_COLUMNS} FROM vector_chunks WHERE chunk_id > ? AND space_id = ? ORDER BY chunk_id LIMIT {_BATCH}"
)


class Cache:
    """The scope and the code of every chunk of one space, about 80 bytes each and no floats.

    Call `refresh` inside the transaction whose state is to be searched, before anything else.
    """

    def __init__(self, sql: Sql, space_id: int) -> None:
        self.space_id = space_id
        self._sql = sql
        self._loaded = False
        self._state: Row | None = None
        self._coder: Coder | None = None
        self._columns = Columns(0, 0)

    def refresh(self) -> None:
        """Become equal to what the connection sees now."""
        head = self._sql.row(HEAD)
        if self._loaded and head == self._state:
            return
        state, self._state, self._loaded = self._state, None, False
        if state is not None and self._sql.row(KNOWN, state):
            self._follow(int(state[0]))
        else:
            self._load()
        self._state, self._loaded = head, True

    def select(self, *, live_only: bool, projects: Sequence[int] | None, kinds: Sequence[int] | None) -> Slots:
        """The chunks of texts within a scope."""
        columns = self._columns
        inside = columns["live"] if live_only else np.ones(columns.size, np.bool_)
        if projects is not None:
            inside = inside & _is_one_of(columns["project_id"], projects)
        if kinds is not None:
            inside = inside & _is_one_of(columns["kind"], kinds)
        return np.flatnonzero(inside)

    def of_texts(self, slots: Slots, texts: Sequence[int]) -> Slots:
        """Those of the chunks that belong to one of the texts."""
        return slots[np.isin(self._columns["text_id"][slots], texts)]

    def chunk_ids(self, slots: Slots) -> NDArray[np.int64]:
        """The chunks' row ids."""
        return self._columns["chunk_id"][slots]

    def estimate(self, query: Floats, slots: Slots) -> Floats | None:
        """Estimated cosines of a query of norm 1 with the chunks, or None while the space has no codes."""
        if self._coder is None:
            return None
        columns = self._columns
        most = 2 * len(slots) > columns.size
        chosen = slice(None) if most else slots
        codes = Codes(columns["word"][:, chosen], columns["scale"][chosen], columns["offset"][chosen])
        estimates = self._coder.estimate(query, codes)
        return estimates[slots] if most else estimates

    def _load(self) -> None:
        row = self._sql.row("SELECT chunks, centre FROM vector_spaces WHERE space_id = ?", (self.space_id,))
        chunks, centre = row or (0, None)
        self._coder = Coder(np.frombuffer(centre, "<f4")) if centre else None
        self._columns = Columns(self._coder.width if self._coder else 0, chunks)
        last = 0
        while rows := self._sql.rows(NEXT_CHUNKS, (last, self.space_id)):
            self._append(rows)
            last = rows[-1][0]

    def _follow(self, generation: int) -> None:
        changed = [row[0] for row in self._sql.rows(CHANGED_TEXTS, (generation,))]
        self._columns.drop(np.flatnonzero(_is_one_of(self._columns["text_id"], changed)))
        if rows := self._sql.rows(CHANGED_CHUNKS, (generation, self.space_id)):
            self._append(rows)

    def _append(self, rows: list[Row]) -> None:
        chunk_ids, text_ids, projects, kinds, live, codes = zip(*rows, strict=True)
        columns: dict[str, object] = {
            "chunk_id": chunk_ids,
            "text_id": text_ids,
            "project_id": projects,
            "kind": kinds,
            "live": live,
        }
        if self._coder is not None:
            decoded = self._coder.decode(codes)
            columns |= {"word": decoded.words, "scale": decoded.scales, "offset": decoded.offsets}
        self._columns.append(columns, len(rows))


def _is_one_of(column: NDArray[np.integer], values: Sequence[int]) -> NDArray[np.bool_]:
    if len(values) > _FEW:
        return np.isin(column, values)
    # A comparison a value: for the few there mostly are, np.isin takes ten times as long.
    inside = np.zeros(len(column), np.bool_)
    for value in values:
        inside |= column == value
    return inside
