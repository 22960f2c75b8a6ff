"""After forgetting, the bytes of the text are nowhere: not in the file, not in its journal."""

from __future__ import annotations

from pathlib import Path

from domain import forgetting, revise
from domain.context import World
from domain.doctor import chain_problems
from domain.search import search
from ports.commands import Changes, Forget, Revise, Search
from tests.correction.paths import call
from tests.making import PERSON, learned

UNIQUE = "quetzalcoatlus"


def bytes_of(world: World) -> bytes:
    """Everything the store has on disk, before and after its journal is written back."""
    path = Path(world.store.status().path)
    return b"".join(one.read_bytes() for one in sorted(path.parent.iterdir()))


def test_no_byte_of_the_text_is_left(world: World) -> None:
    memory_id = learned(world, f"The gate code is {UNIQUE}.", tags=[UNIQUE])
    revise.revise(world, PERSON, Revise(id=memory_id, changes=Changes(content=f"The gate code was {UNIQUE} before.")))
    sibling = learned(world, "The gate is painted green.")
    assert UNIQUE.encode() in bytes_of(world), "the control: it was there"
    forgetting.forget(world, PERSON, Forget(id=memory_id))
    assert UNIQUE.encode() not in bytes_of(world)
    found = [hit.id for hit in search(world, Search(query="gate")).results]
    assert found == [sibling]
    assert chain_problems(world.store) == []
    assert world.store.check() == []
    world.store.close()
    assert UNIQUE.encode() not in b"".join(one.read_bytes() for one in Path(world.store.path).parent.iterdir())  # type: ignore[attr-defined]


def test_with_an_entity_goes_what_is_about_it(world: World) -> None:
    entity = call(world, "memory_entity_create", {"name": UNIQUE, "entityType": "animal"})["id"]
    other = call(world, "memory_entity_create", {"name": "Heron", "entityType": "animal"})["id"]
    call(world, "memory_entity_observe", {"entityId": entity, "content": "It flies far."})
    call(world, "memory_entity_relate", {"fromEntityId": other, "toEntityId": entity, "relationType": "resembles"})
    answer = forgetting.forget(world, PERSON, Forget(id=entity))
    assert len(answer.forgotten) == 3
    assert UNIQUE.encode() not in bytes_of(world)
    assert call(world, "memory_entity_open", {"id": other})["entity"]["name"] == "Heron"
