"""From coarse to fine: codes choose which chunks to look at, sqlite-vec's exact cosine decides.

How many are looked at is not fixed. The estimates' error is measured on the chunks looked at so far, and half as many
again are taken until the best estimate left out lies clearly below the last place of the answer. Where the codes of a
space are poor, a search takes longer; it does not get worse.
"""

# APSW's stubs name `Buffer`, which type checkers know only from Python 3.12 on.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors.cache import Cache, Slots
from adapters.sqlite.vectors.codes import Floats
from adapters.sqlite.vectors.ranking import by_rank
from adapters.sqlite.vectors.records import Near, SQLiteValue, Texts

CONFIDENCE = 1.5
"""Standard errors by which the best chunk left out would have to be underestimated to belong in the answer."""
_FEW, _PART = 2_048, 8
"""A filter of so few texts, or of less than this part of the chunks, is listed rather than asked text by text."""
_FIRST = 64
"""Chunks looked at first, besides two for each place of the answer."""

PLACES = (
    'SELECT chunk_id, start, "end" FROM carray(:vector_chunks) AS wanted CROSS JOIN vectors ON chunk_id = wanted.value'
)


def score_statement(texts: str | None) -> str:
    """Place, text and exact cosine of given chunks; a filter is asked about each one's text, never listed whole."""
    allowed = f"WITH allowed(id) AS ({texts}) " if texts else ""
    condition = "WHERE EXISTS (SELECT 1 FROM allowed WHERE allowed.id = v.text_id)" if texts else ""
    return (
        f"{allowed}SELECT wanted.rowid - 1, v.text_id, 1 - vec_distance_cosine(v.vector, :vector_query) "
        f"FROM carray(:vector_chunks) AS wanted CROSS JOIN vectors v ON v.chunk_id = wanted.value {condition}"
    )


@dataclass(frozen=True)
class Scored:
    """Chunks with their exact cosine and how far the estimate was from it; arrays of one length."""

    chunks: NDArray[np.int64]
    texts: NDArray[np.int64]
    cosines: NDArray[np.float64]
    errors: NDArray[np.floating]

    def with_more(self, more: Scored) -> Scored:
        """Both together."""
        return Scored(
            np.concatenate([self.chunks, more.chunks]),
            np.concatenate([self.texts, more.texts]),
            np.concatenate([self.cosines, more.cosines]),
            np.concatenate([self.errors, more.errors]),
        )

    def best(self, k: int) -> NDArray[np.intp]:
        """Where the best chunks of the `k` nearest texts stand, nearest first; of equals the older text."""
        order = np.lexsort((self.texts, -self.cosines))
        _, first = np.unique(self.texts[order], return_index=True)
        return order[np.sort(first)][:k]

    def is_settled(self, k: int, rest: float, least: float) -> bool:
        """Whether nothing left out, estimated at `rest` or less, is likely to be of the `k` nearest from `least` on."""
        if len(self.cosines) < k:
            return False
        bound = rest + CONFIDENCE * float(np.sqrt(np.mean(self.errors**2)))
        if bound < least:
            return True
        # Several of the best chunks may be of one text; they are only told apart where it can matter.
        if np.partition(self.cosines, -k)[-k] < bound:
            return False
        best = self.best(k)
        return len(best) == k and bool(self.cosines[best[-1]] >= bound)


NOTHING = Scored(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0), np.empty(0))


@dataclass(frozen=True)
class Segment:
    """Chunks to look at next, their estimated cosines, and the best estimate of all that come later."""

    slots: Slots
    estimates: Floats
    rest: float


@dataclass(frozen=True)
class Search:
    """One question to a cache that is fresh, for what has a cosine of `least` or more.

    Up to `exact_up_to` chunks are all looked at, without an estimate.
    """

    sql: Sql
    cache: Cache
    vector: bytes
    exact_up_to: int
    least: float = -math.inf

    def nearest(self, slots: Slots, texts: Texts | None, k: int) -> list[Near]:
        """The `k` nearest texts that own one of the chunks and are among `texts`."""
        slots, texts = self._narrowed(slots, texts)
        found = NOTHING
        for segment in self._segments(slots, k):
            found = found.with_more(self._score(segment, texts))
            if found.is_settled(k, segment.rest, self.least):
                break
        best = found.best(k)
        return self._placed(found, best[found.cosines[best] >= self.least])

    def _narrowed(self, slots: Slots, texts: Texts | None) -> tuple[Slots, Texts | None]:
        """A filter that lets through few texts is applied first; a broad one is left to the statement that scores."""
        if texts is None or not len(slots):
            return slots, texts
        few = max(_FEW, len(slots) // _PART)
        rows = self.sql.rows(f"SELECT * FROM ({texts[0]}) LIMIT {few + 1}", texts[1])
        if len(rows) > few:
            return slots, texts
        return self.cache.of_texts(slots, [row[0] for row in rows]), None

    def _segments(self, slots: Slots, k: int) -> Iterator[Segment]:
        """Best estimates first, each segment as large as all before it."""
        estimates = None
        if len(slots) > self.exact_up_to:
            estimates = self.cache.estimate(np.frombuffer(self.vector, "<f4"), slots)
        if estimates is None:
            yield Segment(slots, np.zeros(len(slots), np.float32), -np.inf)
            return
        for ranked in by_rank(estimates, _FIRST + 2 * k):
            yield Segment(slots[ranked.positions], estimates[ranked.positions], ranked.rest)

    def _score(self, segment: Segment, texts: Texts | None) -> Scored:
        chunks = self.cache.chunk_ids(segment.slots)
        rows = self._rows(chunks, texts) if len(chunks) else []
        known = [row for row in rows if row[2] is not None]
        if not known:
            return NOTHING
        places, owners, cosines = (np.array(column) for column in zip(*known, strict=True))
        return Scored(chunks[places], owners, cosines, segment.estimates[places] - cosines)

    def _rows(self, chunks: NDArray[np.int64], texts: Texts | None) -> list[tuple[int, int, float | None]]:
        statement = score_statement(texts[0] if texts else None)
        values: Mapping[str, SQLiteValue] = texts[1] if texts else {}
        return self.sql.rows(statement, {**values, "vector_query": self.vector, "vector_chunks": apsw.carray(chunks)})

    def _placed(self, found: Scored, best: NDArray[np.intp]) -> list[Near]:
        if not len(best):
            return []
        chunks = found.chunks[best]
        rows = self.sql.rows(PLACES, {"vector_chunks": apsw.carray(chunks)})
        places = {chunk: (start, end) for chunk, start, end in rows}
        return [
            Near(int(text), int(chunk), float(cosine), float(cosine), *places[int(chunk)])
            for chunk, text, cosine in zip(chunks, found.texts[best], found.cosines[best], strict=True)
        ]
