"""Embedding spaces: filling what has no vector yet, and moving a store from one space to another.

Which space wins where two servers with different embedders share a file: the one whose building was begun last. A
space that was left is opened again only by a person's `palimpsest reindex`, never by a server in the background, so
two servers cannot take the store from each other in turns.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum

from domain import audit
from domain.context import Caller, World
from domain.embedding import embed_bodies, space_of
from domain.fitness import unfit_texts
from domain.rewording import mend_indexes
from ports.embedder import Space
from ports.errors import EmbedderUnavailable
from ports.store import PendingText, Reader, Writer
from ports.vocabulary import Verb

_LEFT = "left_spaces"
BATCH = 16
"""Texts embedded between two short units of work."""

Progress = Callable[[int, int], None]
"""Called with the number done and the number in all."""


class Standing(StrEnum):
    """How the configured embedder's space stands to the store."""

    NONE = "none"
    ACTIVE = "active"
    BUILDING = "building"
    NEW = "new"
    LEFT = "left"


def standing(reader: Reader, space: Space | None) -> Standing:
    """How a space stands to the store; NONE where the embedder makes no vectors."""
    if space is None:
        return Standing.NONE
    active = reader.active_space()
    if active == space:
        return Standing.ACTIVE
    if reader.building_space() == space:
        return Standing.BUILDING
    return Standing.LEFT if space.key in _left(reader) else Standing.NEW


def reindex(world: World, caller: Caller, progress: Progress) -> int:
    """Give every text its vectors in the configured space and search that space from then on.

    Resumable: what was filled before a kill stays filled. Returns how many texts were embedded. Raises
    EmbedderUnavailable where the model cannot be used.
    """
    space = space_of(world.embedder)
    if space is None:
        raise EmbedderUnavailable(
            "EMBEDDER_OFF", "The embedder is off; set PALIMPSEST_EMBEDDER to one that makes vectors."
        )
    _mend(world, space)
    _open(world, space, by_person=True)
    filled = fill(world, space, progress)
    _switch(world, caller, space)
    return filled


def maintain(world: World, caller: Caller) -> int:
    """The server's background fill: fill the configured space where that is its turn, and switch when it is full."""
    space = space_of(world.embedder)
    with world.store.read() as reader:
        stands = standing(reader, space)
    if space is None or stands in (Standing.NONE, Standing.LEFT):
        return 0
    if stands is Standing.NEW:
        _open(world, space, by_person=False)
    filled = fill(world, space, lambda done, total: None)
    _switch(world, caller, space)
    return filled


def fill(world: World, space: Space, progress: Progress) -> int:
    """Embed what is pending in a space, in small batches with a short unit of work each."""
    with world.store.read() as reader:
        total = reader.pending_count(space)
    done = 0
    while batch := _next(world, space):
        embedded = embed_bodies(world.embedder, [one.revision.body for one in batch])
        if embedded.vectors is None:
            raise EmbedderUnavailable("FILL_INTERRUPTED", embedded.notice or "The embedder gave no vectors.")
        with world.store.write() as writer:
            for text, vectors in zip(batch, embedded.vectors, strict=True):
                writer.fill(space, text.text_id, vectors)
        done += len(batch)
        progress(done, max(total, done))
    return done


def _mend(world: World, space: Space) -> None:
    """Note as pending what has lost its vectors, or has other vectors than the ledger's text gives."""
    mend_indexes(world)
    with world.store.read() as reader:
        unfit = unfit_texts(reader, space)
    with world.store.write() as writer:
        writer.empty(space, unfit)


def _next(world: World, space: Space) -> list[PendingText]:
    with world.store.read() as reader:
        return list(reader.pending(space, BATCH))


def _open(world: World, space: Space, *, by_person: bool) -> None:
    with world.store.write() as writer:
        stands = standing(writer, space)
        other = writer.building_space()
        if stands is Standing.LEFT and by_person:
            writer.set_meta(_LEFT, json.dumps([key for key in _left(writer) if key != space.key]))
        if stands is Standing.NEW or (stands is Standing.LEFT and by_person):
            if other is not None:
                _leave(writer, other)
            writer.open_space(space)


def _switch(world: World, caller: Caller, space: Space) -> None:
    """Search the space from now on, in one unit of work, if nothing is pending in it."""
    with world.store.write() as writer:
        active = writer.active_space()
        if active == space or writer.building_space() != space or writer.pending_count(space):
            return
        if active is not None:
            _leave(writer, active)
        writer.activate_space(space)
        audit.append(writer, caller, Verb.REINDEX, world.clock.now(), reason=space.model)


def _left(reader: Reader) -> list[str]:
    return json.loads(reader.meta(_LEFT) or "[]")


def _leave(writer: Writer, space: Space) -> None:
    writer.set_meta(_LEFT, json.dumps([*_left(writer), space.key]))
