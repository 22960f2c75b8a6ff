"""Doing the work of an import in batches: what needs no lock before each unit of work, the rest inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from domain.context import World
from ports.store import Writer

BATCH = 2_000
"""Tasks in one unit of work: enough to make its commit cheap, few enough that other writers wait under a second."""

Progress = Callable[[int, int], None]
"""Called with the number of tasks done, and of those there are in all."""
Act = Callable[[Writer], None]
Known = frozenset[str]


@dataclass(frozen=True, slots=True)
class Task:
    """One record's work. `prepare` is told which of the revisions' ids are here, and gives what is done in the lock."""

    prepare: Callable[[Known], Act]
    revision_ids: tuple[str, ...] = ()


def simply(act: Act) -> Task:
    """A task that has nothing to prepare."""
    return Task(lambda known: act)


def perform(world: World, tasks: Iterator[Task], total: int, progress: Progress) -> None:
    """Do all tasks. What was done before a failure stays done, and is unchanged when it is done again."""
    done = 0
    while batch := list(islice(tasks, BATCH)):
        with world.store.read() as reader:
            known = reader.known(one for task in batch for one in task.revision_ids)
        acts = [task.prepare(known) for task in batch]
        with world.store.write() as writer:
            for act in acts:
                act(writer)
        done += len(batch)
        progress(min(done, total), total)
