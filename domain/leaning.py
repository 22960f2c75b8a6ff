"""What rests on a memory, and what still asserts what it said."""

from __future__ import annotations

from collections.abc import Sequence

from domain.context import World
from domain.embedding import embed_query
from domain.presenting import headline
from ports.answers import Leaning, Near
from ports.errors import EmbedderUnavailable, StoreUnavailable
from ports.records import Instant, Revision
from ports.store import Filter, Hit, Reader
from ports.vocabulary import Kind

_AT_MOST = 50
_NEAR_AT_MOST = 5


def resting_on(reader: Reader, memory: Revision, now: Instant) -> tuple[Leaning, ...]:
    """Live memories about it, linked to it, drawn from it as their source, or naming its id in their text."""
    found: dict[str, Leaning] = {}
    for how, where in (
        ("is about it", Filter(now=now, subject_id=memory.memory_id)),
        ("links to it", Filter(now=now, object_id=memory.memory_id)),
    ):
        for one in reader.revisions(where, limit=_AT_MOST):
            found.setdefault(one.memory_id, _leaning(one, how))
    for one in _citing(reader, memory, now):
        found.setdefault(one.memory_id, _leaning(one, "cites it"))
    found.pop(memory.memory_id, None)
    return tuple(found.values())


def still_asserting(world: World, memory: Revision) -> tuple[Near, ...]:
    """Live memories of the same kind that say nearly the same."""
    if not memory.body.text:
        return ()
    where = Filter(now=world.clock.now(), kinds=(memory.kind,), project=memory.project)
    try:
        space, vector = embed_query(world.embedder, memory.body.text)
        with world.store.read() as reader:
            hits = reader.nearest(space, vector, where, _NEAR_AT_MOST, world.policy.near_duplicate)
            return _near(reader, hits, memory)
    except (EmbedderUnavailable, StoreUnavailable):
        return ()


def _near(reader: Reader, hits: Sequence[Hit], memory: Revision) -> tuple[Near, ...]:
    close = [hit for hit in hits if hit.memory_id != memory.memory_id]
    revisions = reader.load(hit.revision_id for hit in close)
    return tuple(
        Near(id=hit.memory_id, text=headline(revisions[hit.revision_id].body), similarity=round(hit.score, 4))
        for hit in close
    )


def _citing(reader: Reader, memory: Revision, now: Instant) -> list[Revision]:
    hits = reader.lexical(memory.memory_id, Filter(now=now), _AT_MOST)
    texts = reader.load(hit.revision_id for hit in hits)
    sourced = reader.revisions(Filter(now=now, source=memory.memory_id), limit=_AT_MOST)
    citing = [one for one in texts.values() if memory.memory_id in f"{one.body.title} {one.body.text}"]
    return [*citing, *sourced]


def _leaning(revision: Revision, how: str) -> Leaning:
    kind = revision.kind
    told = "observes it" if kind is Kind.OBSERVATION and how == "is about it" else how
    return Leaning(id=revision.memory_id, type=kind, how=told, text=headline(revision.body))
