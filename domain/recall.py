"""Reading memories in full, by id."""

from __future__ import annotations

from collections.abc import Sequence

from domain.authorship import STEPS_AT_MOST, authorship
from domain.bounds import bounded
from domain.context import World
from domain.presenting import full
from domain.use import count_recalled
from ports.answers import Full, GetAnswer
from ports.commands import Get
from ports.records import Revision, Step, Use
from ports.store import VISIBLE, Filter, Validity


def get(world: World, command: Get) -> GetAnswer:
    """Memories in full, retired ones included; what is withheld or out of scope counts as missing."""
    where = Filter(
        now=world.clock.now(),
        project=command.project,
        trust=VISIBLE,
        validity=Validity.VALID if command.as_of else Validity.ANY,
        as_of=command.as_of,
        known_at=command.known_at,
        memory_ids=tuple(command.ids),
    )
    with world.store.read() as reader:
        seen = {revision.memory_id: revision for revision in reader.revisions(where)}
        uses, steps = reader.uses(seen), reader.steps(seen, STEPS_AT_MOST)
    memories = tuple(_told(seen[one], steps.get(one, ()), uses.get(one)) for one in command.ids if one in seen)
    missing = tuple(one for one in command.ids if one not in seen)
    answer = bounded(GetAnswer(memories=memories, missing=missing or None), command.max_characters)
    count_recalled(world, [memory.id for memory in answer.memories])
    return answer


def _told(revision: Revision, steps: Sequence[Step], use: Use | None) -> Full:
    return full(revision, authorship(revision, steps), use, steps[-1].number if steps else 1)
