"""From a memory's text to the vectors that stand for it, made before any write lock is taken."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domain.chunks import RULE, Piece, cut, sentences
from domain.context import Checkpoint, Progress, unhindered, unwatched
from ports.bodies import Body
from ports.embedder import Embedder, Role, Space, Vector
from ports.errors import EmbedderUnavailable
from ports.store import Chunk

_UNIT_TOLERANCE = 1e-3
_BATCH = 64
_BATCH_CHARACTERS = 2_000
"""About what a model takes at once: embedding a long text can be left between two of its chunks."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of several bodies, in order; `vectors` is None where none could be made, and `notice` says why."""

    space: Space | None
    vectors: Sequence[Sequence[Chunk]] | None
    notice: str | None = None

    def of(self, index: int) -> Sequence[Chunk] | None:
        """The vectors of one body."""
        return None if self.vectors is None else self.vectors[index]


def space_of(embedder: Embedder) -> Space | None:
    """The embedder's space with our rule of cutting text, which is part of what its vectors stand for."""
    space = embedder.space
    return None if space is None else replace(space, chunking=RULE)


def embed_bodies(
    embedder: Embedder,
    bodies: Sequence[Body],
    progress: Progress = unwatched,
    checkpoint: Checkpoint = unhindered,
) -> Embedded:
    """Cut and embed bodies. Never raises for a model that cannot be used now."""
    try:
        space = space_of(embedder)
        if space is None:
            return Embedded(None, None)
        return Embedded(space, _chunks(embedder, space, bodies, progress, checkpoint))
    except EmbedderUnavailable as error:
        return Embedded(_known_space(embedder), None, f"Stored without vectors for now: {error.message}")


def embed_query(embedder: Embedder, query: str) -> tuple[Space, Vector]:
    """The query's vector. Raises EmbedderUnavailable, also where the embedder makes no vectors at all."""
    space = space_of(embedder)
    if space is None:
        raise EmbedderUnavailable("EMBEDDER_OFF", "The embedder is off; the search was by words alone.")
    return space, checked(embedder.embed([query], Role.QUERY), space, 1)[0]


def checked(vectors: Sequence[Vector], space: Space, expected: int) -> Sequence[Vector]:
    """The vectors themselves.

    Raises EmbedderUnavailable(`BAD_VECTORS`) where they are not unit vectors of the space.
    """
    sound = len(vectors) == expected and all(_is_unit(vector, space.dimensions) for vector in vectors)
    if not sound:
        raise EmbedderUnavailable(
            "BAD_VECTORS",
            f"The embedder {space.model} gave vectors that are not {space.dimensions} finite numbers of length one; "
            "run `palimpsest doctor`.",
        )
    return vectors


def _is_unit(vector: Vector, dimensions: int) -> bool:
    # NaN and infinities make the comparison false.
    return len(vector) == dimensions and abs(math.hypot(*vector) - 1.0) < _UNIT_TOLERANCE


def _chunks(
    embedder: Embedder, space: Space, bodies: Sequence[Body], progress: Progress, checkpoint: Checkpoint
) -> list[list[Chunk]]:
    passages: list[list[list[Piece]]] = []
    for body in bodies:
        checkpoint()
        pieces = _pieces(embedder, body)
        passages.append([[piece, *sentences(body.text, piece.start, piece.end)] for piece in pieces])
    texts = [piece.text for cuts in passages for pieces in cuts for piece in pieces]
    vectors = iter(_vectors(embedder, space, texts, progress, checkpoint))
    return [[_chunk(pieces, vectors) for pieces in cuts] for cuts in passages]


def _chunk(pieces: Sequence[Piece], vectors: Iterator[Vector]) -> Chunk:
    whole, *parts = [Chunk(piece.start, piece.end, next(vectors)) for piece in pieces]
    return replace(whole, sentences=tuple(parts))


def _vectors(
    embedder: Embedder, space: Space, texts: Sequence[str], progress: Progress, checkpoint: Checkpoint
) -> list[Vector]:
    """The vectors of many texts, a batch at a time, so that what takes long tells how far it is, and can be left."""
    vectors: list[Vector] = []
    for batch in _batches(texts):
        checkpoint()
        vectors += checked(embedder.embed(batch, Role.PASSAGE), space, len(batch))
        progress(len(vectors), len(texts))
    return vectors


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        if batch and (len(batch) == _BATCH or size + len(text) > _BATCH_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def _pieces(embedder: Embedder, body: Body) -> Sequence[Piece]:
    if not (body.kind.searchable and (body.title or body.text)):
        return ()
    return cut(body.title, body.text, embedder.window, embedder.count_tokens)


def _known_space(embedder: Embedder) -> Space | None:
    try:
        return space_of(embedder)
    except EmbedderUnavailable:
        return None
