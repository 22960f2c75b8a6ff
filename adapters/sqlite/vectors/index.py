"""The vector index of one database file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import apsw

from adapters.sqlite.sql import Row, Sql
from adapters.sqlite.vectors.extension import is_loaded
from adapters.sqlite.vectors.records import Near, Passage, SQLiteValue
from adapters.sqlite.vectors.tables import FORGET_CHANGES, SENTENCES, TABLES
from ports.errors import InvalidInput, StoreUnavailable
from ports.store import Refinement

# NumPy, and with it every module that computes, is imported when something is first searched or coded.
if TYPE_CHECKING:
    from adapters.sqlite.vectors.cache import Cache

EXACT_UP_TO = 256
"""Chunks that are compared exactly without asking the codes first: a quarter of a millisecond."""
MILESTONES = (512, 8_192)
"""Sizes, in chunks, at which the centre of a space is taken. Later it moves too little to be worth the time."""

_SPACE = "SELECT dimensions, chunks, centred_at, centre FROM vector_spaces WHERE space_id = ?"
REMOVE_TEXT = "DELETE FROM vector_chunks WHERE text_id = ?"
REMOVE_FROM_SPACE = "DELETE FROM vector_chunks WHERE text_id = ? AND space_id = ?"
MOVE = "UPDATE vector_chunks SET live = ?2 WHERE text_id = ?1 AND live <> ?2"
HAS = "SELECT EXISTS (SELECT 1 FROM vector_chunks WHERE text_id = ? AND space_id = ?)"
SIMILARITY = (
    "SELECT 1 - min(vec_distance_cosine(a.vector, b.vector)) "
    "FROM vector_chunks l CROSS JOIN vectors a USING (chunk_id) "
    "CROSS JOIN vector_chunks r CROSS JOIN vectors b ON b.chunk_id = r.chunk_id "
    "WHERE l.text_id = ?2 AND l.space_id = ?1 AND r.text_id = ?3 AND r.space_id = ?1"
)


class VectorIndex:
    """Vectors of texts, in one or more spaces, on the caller's connection and inside the caller's transaction.

    Between searches it keeps about 80 bytes a chunk of the space last searched, and never trusts them unseen: each
    search first makes them equal to its own snapshot, whatever other connections or a rollback did.
    """

    def __init__(self, connection: apsw.Connection, *, exact_up_to: int = EXACT_UP_TO) -> None:
        self._sql = Sql(connection)
        self._exact_up_to = exact_up_to
        self._cache: Cache | None = None
        self._loaded = False

    def create(self) -> None:
        """Make the tables; those for sentences came later."""
        self._sql.run(TABLES)

    def create_sentences(self) -> None:
        """Make the table for sentences."""
        self._sql.run(SENTENCES)

    def add_space(self, space_id: int, dimensions: int) -> None:
        """Make room for the vectors of a space."""
        self._sql.run("INSERT INTO vector_spaces (space_id, dimensions) VALUES (?, ?)", (space_id, dimensions))

    def drop_space(self, space_id: int) -> None:
        """Remove a space and its vectors."""
        self._sql.run("DELETE FROM vector_chunks WHERE space_id = ?", (space_id,))
        self._sql.run("DELETE FROM vector_spaces WHERE space_id = ?", (space_id,))
        # The id may be given to another space, whose first vectors will have no centre.
        self._sql.run(FORGET_CHANGES)

    def put(
        self, space_id: int, text_id: int, project_id: int, kind: int, live: bool, passages: Sequence[Passage]
    ) -> None:
        """Give a text its chunks in a space, in place of any it had there.

        Raises InvalidInput (`WRONG_DIMENSIONS`) when a vector is not of the space's size.
        """
        dimensions, chunks, centred_at, centre = self._space(space_id)
        _check(passages, dimensions)
        self._sql.run(REMOVE_FROM_SPACE, (text_id, space_id))
        for passage, code in zip(passages, _codes(passages, centre), strict=True):
            self._sql.run(
                "INSERT INTO vector_chunks VALUES (NULL, ?, ?, ?, ?, ?, ?)",
                (space_id, text_id, project_id, kind, int(live), code),
            )
            self._sql.run(
                "INSERT INTO vectors VALUES (?, ?, ?, ?, ?)",
                (chunk_id := self._sql.last_id, text_id, passage.start, passage.end, passage.vector),
            )
            if passage.sentences:
                self._put_sentences(chunk_id, passage.sentences)
        self._recentre(space_id, chunks + len(passages), centred_at)

    def _put_sentences(self, chunk_id: int, sentences: Sequence[Passage]) -> None:
        from adapters.sqlite.vectors.refining import halved

        places = json.dumps([(one.start, one.end) for one in sentences])
        vectors = halved([one.vector for one in sentences])
        self._sql.run("INSERT INTO vector_sentences VALUES (?, ?, ?)", (chunk_id, places, vectors))

    def move(self, text_id: int, live: bool) -> None:
        """The text entered or left the set of possibly live texts, in every space."""
        self._sql.run(MOVE, (text_id, int(live)))

    def remove(self, text_id: int) -> None:
        """Take a text out of every space. The bytes go too where `secure_delete` is on."""
        self._sql.run(REMOVE_TEXT, (text_id,))

    def problem(self) -> str | None:
        """A sentence about what does not fit the texts and can be put right without a model; None where all does."""
        from adapters.sqlite.vectors.checking import disagreements, is_whole

        if not is_whole(self._sql):
            return "The vector index has lost a part of itself; run `palimpsest reindex`."
        if wrong := disagreements(self._sql):
            return f"{wrong} entries of the vector index do not fit the memories; run `palimpsest reindex`."
        return None

    def is_whole(self) -> bool:
        """Whether every table, index and trigger is there."""
        from adapters.sqlite.vectors.checking import is_whole

        return is_whole(self._sql)

    def mend(self) -> None:
        """Put right what needs no model."""
        from adapters.sqlite.vectors.checking import mend

        mend(self._sql)

    def unfit(self, space_id: int, dimensions: int) -> set[int]:
        """Texts that neither have sound vectors in a space nor wait for any."""
        from adapters.sqlite.vectors.checking import unfit_texts

        return unfit_texts(self._sql, space_id, dimensions)

    def empty(self, space_id: int, text_id: int) -> None:
        """Take a text's vectors out of a space."""
        self._sql.run(REMOVE_FROM_SPACE, (text_id, space_id))

    def has(self, space_id: int, text_id: int) -> bool:
        """Whether the text has chunks in the space."""
        return bool(self._sql.number(HAS, (text_id, space_id)))

    def count(self, space_id: int) -> int:
        """How many chunks the space holds."""
        return self._sql.number("SELECT chunks FROM vector_spaces WHERE space_id = ?", (space_id,))

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
        least: float = -math.inf,
        refinement: Refinement | None = None,
    ) -> list[Near]:
        """The `k` texts nearest to a vector of norm 1 by cosine, nearest first, each with its best chunk.

        Every filter is applied before the cut. `texts` is a subquery of one column, with named parameters, for the
        ids of texts that may be returned; a plain SELECT whose id column is indexed is asked text by text.
        Nothing below a cosine of `least` is returned. A `refinement` scores and orders what was found anew.
        Raises StoreUnavailable (`VECTORS_UNAVAILABLE`) where sqlite-vec is not loaded.
        """
        from adapters.sqlite.vectors.refining import refine
        from adapters.sqlite.vectors.search import Search

        self._require_extension()
        cache = self._fresh_cache(space_id)
        slots = cache.select(live_only=live_only, projects=projects, kinds=kinds)
        question = Search(self._sql, cache, vector, self._exact_up_to, least)
        found = question.nearest(slots, texts, k) if k > 0 else []
        return refine(self._sql, found, vector, refinement) if refinement and found else found

    def similarity(self, space_id: int, left_text: int, right_text: int) -> float | None:
        """The best cosine between two texts' chunks, or None where one has none in the space."""
        self._require_extension()
        row = self._sql.row(SIMILARITY, (space_id, left_text, right_text))
        return row[0] if row else None

    def _space(self, space_id: int) -> Row:
        row = self._sql.row(_SPACE, (space_id,))
        if row is None:
            raise LookupError(f"no embedding space {space_id} was added")
        return row

    def _recentre(self, space_id: int, chunks: int, centred_at: int) -> None:
        if any(centred_at < milestone <= chunks for milestone in MILESTONES):
            from adapters.sqlite.vectors.centring import centre

            centre(self._sql, space_id)

    def _fresh_cache(self, space_id: int) -> Cache:
        from adapters.sqlite.vectors.cache import Cache

        if self._cache is None or self._cache.space_id != space_id:
            self._cache = Cache(self._sql, space_id)
        self._cache.refresh()
        return self._cache

    def _require_extension(self) -> None:
        self._loaded = self._loaded or is_loaded(self._sql)
        if not self._loaded:
            raise StoreUnavailable(
                "VECTORS_UNAVAILABLE", "sqlite-vec is not loaded, so vectors cannot be searched; words still can."
            )


def _check(passages: Sequence[Passage], dimensions: int) -> None:
    for passage in passages:
        _check(passage.sentences, dimensions)
        if len(passage.vector) != 4 * dimensions:
            raise InvalidInput(
                "WRONG_DIMENSIONS",
                f"A vector of {len(passage.vector) / 4:g} dimensions does not fit a space of {dimensions}; "
                "check the embedder's settings.",
            )


def _codes(passages: Sequence[Passage], centre: bytes | None) -> Sequence[bytes | None]:
    if centre is None or not passages:
        return [None] * len(passages)
    from adapters.sqlite.vectors.codes import Coder, as_rows

    return Coder(as_rows([centre])[0]).encode(as_rows([passage.vector for passage in passages]))
