"""The legs of a search: by words and by meaning, each over the whole filter, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domain.context import World
from domain.embedding import embed_query
from ports.commands import Mode, Search
from ports.embedder import Space, Vector
from ports.errors import EmbedderUnavailable, StoreUnavailable
from ports.store import Filter, Hit, Reader, Refinement

LEXICAL = "lexical"
VECTOR = "vector"


@dataclass(frozen=True, slots=True)
class Legs:
    """What each leg that ran found, and why one did not.

    `coverage` is the share, 0 to 1, of the query's telling words that the store holds at all: where it is low, as for
    a question in another language than the memories, the lexical leg has little to say. `space` is that of the vectors
    compared, where the vector leg ran; `depth` is how many hits a leg may have.
    """

    hits: Mapping[str, Sequence[Hit]]
    coverage: float = 1.0
    notice: str | None = None
    space: Space | None = None
    depth: int = 0

    @property
    def mode(self) -> Mode:
        """The mode that really ran."""
        match (LEXICAL in self.hits, VECTOR in self.hits):
            case (True, True):
                return Mode.HYBRID
            case (False, True):
                return Mode.VECTOR
            case _:
                return Mode.FTS


@dataclass(frozen=True, slots=True)
class QueryVector:
    """A query's vector with its space, or why there is none."""

    found: tuple[Space, Vector] | None
    notice: str | None = None


def query_vector(world: World, command: Search) -> QueryVector:
    """The query's vector; made before the snapshot is taken, so that no snapshot waits for a model."""
    if command.mode is Mode.FTS:
        return QueryVector(None)
    try:
        return QueryVector(embed_query(world.embedder, command.query))
    except EmbedderUnavailable as error:
        return QueryVector(None, error.message)


def run_legs(
    reader: Reader, command: Search, where: Filter, vector: QueryVector, depth: int, refinement: Refinement
) -> Legs:
    """Run the legs that were asked for; the lexical one also in place of a vector leg that cannot run."""
    nearest, notice = _vector_leg(reader, vector, where, depth, refinement)
    space = vector.found[0] if vector.found and nearest is not None else None
    if command.mode is Mode.VECTOR and nearest is not None:
        return Legs({VECTOR: nearest}, reader.coverage(command.query), notice, space, depth)
    lexical = reader.lexical(command.query, where, depth)
    if nearest is None:
        return Legs({LEXICAL: lexical}, notice=notice)
    return Legs({LEXICAL: lexical, VECTOR: nearest}, reader.coverage(command.query), notice, space, depth)


def _vector_leg(
    reader: Reader, vector: QueryVector, where: Filter, depth: int, refinement: Refinement
) -> tuple[Sequence[Hit] | None, str | None]:
    if vector.found is None:
        return None, vector.notice
    space, query = vector.found
    active = reader.active_space()
    if active is not None and active != space:
        return None, (
            f"The stored vectors are of {active.model}, the configured embedder is {space.model}: searched by words "
            "alone. `palimpsest reindex` makes new vectors."
        )
    try:
        hits = reader.nearest(space, query, where, depth, refinement=refinement)
    except StoreUnavailable as error:
        return None, error.message
    waiting = reader.pending_count(space)
    return hits, f"Without a vector yet, and searched by words alone: {waiting}." if waiting else None
