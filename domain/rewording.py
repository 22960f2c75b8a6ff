"""Making the index of words anew from the stored texts."""

from __future__ import annotations

from domain import audit
from domain.context import Caller, Progress, World
from ports.vocabulary import Verb

BATCH = 100
"""Texts whose words are found in one short unit of work."""


def mend_indexes(world: World) -> None:
    """Let every index that needs no model match what it is of. They are looked over without holding up a write."""
    mended: set[str] = set()
    while names := _damaged_indexes(world) - mended:
        with world.store.write() as writer:
            writer.remake_indexes(sorted(names))
        mended |= names
    with world.store.write() as writer:
        writer.mend_indexes()


def _damaged_indexes(world: World) -> set[str]:
    with world.store.snapshot() as reader:
        return set(reader.damaged_indexes())


def reword(world: World, caller: Caller, progress: Progress) -> int:
    """Search words that were made anew from then on; returns of how many texts.

    Reads and writes go on meanwhile. A kill before the end leaves the index as it was.
    """
    mend_indexes(world)
    done, left = 0, 1
    while left:
        with world.store.write() as writer:
            left = writer.stage_words(BATCH)
        done += BATCH
        progress(done, done + left)
    with world.store.write() as writer:
        number = writer.switch_words()
        audit.append(writer, caller, Verb.REINDEX, world.clock.now(), reason="words")
    return number
