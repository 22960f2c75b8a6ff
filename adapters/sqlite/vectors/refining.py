"""Telling the nearest texts apart: vectors seen from their common centre, and the best sentence beside the whole.

Sentence embeddings crowd into a narrow cone (Ethayarajh, "How Contextual are Contextualized Word Representations?",
EMNLP 2019), the more so within one subject; taking out what the nearest share widens it where the question is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import apsw
import numpy as np
from numpy.typing import NDArray

from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors.codes import Floats, as_rows
from adapters.sqlite.vectors.records import Near
from ports.store import Refinement

_DOUBT = 10
"""The mean of n vectors is trusted n / (n + this): of a few, most is what makes each the one it is."""

FOUND = (
    "SELECT wanted.rowid - 1, v.vector, s.places, s.vectors FROM carray(:vector_chunks) AS wanted "
    "CROSS JOIN vectors v ON v.chunk_id = wanted.value LEFT JOIN vector_sentences s ON s.chunk_id = wanted.value"
)


def halved(vectors: Sequence[bytes]) -> bytes:
    """Vectors of float32 as one block of little-endian float16."""
    return as_rows(vectors).astype("<f2").tobytes()


def refine(sql: Sql, found: Sequence[Near], query: bytes, refinement: Refinement) -> list[Near]:
    """The same texts, scored and ordered anew, each with its best sentence's place where it has several."""
    chunks = np.array([one.chunk_id for one in found], np.int64)
    rows = sorted(sql.rows(FOUND, {"vector_chunks": apsw.carray(chunks)}))  # pyright: ignore[reportUnknownMemberType]
    wholes = as_rows([row[1] for row in rows])
    centre = wholes.mean(axis=0) * (refinement.centring * len(rows) / (len(rows) + _DOUBT))
    wanted = _towards(np.frombuffer(query, "<f4")[np.newaxis], centre)[0]
    scores = _towards(wholes, centre) @ wanted
    refined = [
        _with_sentence(near, float(score), row[2], row[3], wanted, centre, refinement.sentences)
        for near, score, row in zip(found, scores, rows, strict=True)
    ]
    return sorted(refined, key=lambda near: -near.score)


def _with_sentence(
    near: Near, score: float, places: str | None, vectors: bytes | None, wanted: Floats, centre: Floats, share: float
) -> Near:
    if places is None or vectors is None:
        return replace(near, score=score)
    sentences = np.frombuffer(vectors, "<f2").reshape(-1, len(centre)).astype(np.float32)
    each = _towards(sentences, centre) @ wanted
    best = int(each.argmax())
    start, end = json.loads(places)[best]
    return replace(near, score=(1 - share) * score + share * float(each[best]), start=start, end=end)


def _towards(vectors: Floats, centre: Floats) -> NDArray[np.float32]:
    """The directions in which vectors lie from a centre, of norm 1."""
    moved = vectors - centre
    return moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-9)
