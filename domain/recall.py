"""Reading memories in full, by id."""

from __future__ import annotations

from domain.bounds import bounded
from domain.context import World
from domain.presenting import full
from domain.use import count_recalled
from ports.answers import GetAnswer
from ports.commands import Get
from ports.store import VISIBLE, Filter, Reader, Validity


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
        uses = reader.uses(seen)
        memories = tuple(full(seen[one], uses.get(one), _revisions(reader, one)) for one in command.ids if one in seen)
    missing = tuple(one for one in command.ids if one not in seen)
    answer = bounded(GetAnswer(memories=memories, missing=missing or None), command.max_characters)
    count_recalled(world, [memory.id for memory in answer.memories])
    return answer


def _revisions(reader: Reader, memory_id: str) -> int:
    return len(reader.history(memory_id))
