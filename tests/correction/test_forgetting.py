"""After forgetting, the bytes of the text are nowhere: not in the file, not in its journal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from domain import forgetting, review, revise
from domain.context import World
from domain.doctor import chain_problems
from domain.search import search
from ports.commands import Changes, Forget, Review, ReviewAction, Revise, Search
from ports.errors import Refused
from tests.correction.paths import call
from tests.making import PERSON, learned
from tests.transfer.stores import document, imported, new_store

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


NOTE = "pterodactylus"
ABOUT = {
    "rejecting": lambda world, memory_id: call(
        world, "memory_retire", {"id": memory_id, "reason": "wrong", "note": f"The {NOTE} said so."}
    ),
    "a verdict": lambda world, memory_id: review.review(
        world, PERSON, Review(action=ReviewAction.REJECT, id=memory_id, note=f"The {NOTE} said so.")
    ),
    "archiving": lambda world, memory_id: call(
        world, "memory_learn_archive", {"learningId": memory_id, "reason": f"The {NOTE} said so."}
    ),
}


def texts_of(world: World) -> set[str]:
    """Every text in every column of every table."""
    connection = apsw.Connection(str(world.store.status().path))
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = {
        str(value)
        for table in tables
        if not table.startswith(("vectors", "sqlite_"))
        for row in connection.execute(f'SELECT * FROM "{table}"')
        for value in row
        if isinstance(value, str)
    }
    connection.close()
    return found


@pytest.mark.parametrize("about", ABOUT.values(), ids=ABOUT)
def test_what_was_said_about_it_goes_too(world: World, about: Callable[[World, str], object]) -> None:
    memory_id = learned(world, f"The gate code is {UNIQUE}.", source=f"the {NOTE}")
    sibling = learned(world, "The gate is painted green.", source="the painter")
    about(world, memory_id)
    assert any(NOTE in text for text in texts_of(world)), "the control: it was there"
    forgetting.forget(world, PERSON, Forget(id=memory_id))
    told = texts_of(world)
    assert not [text for text in told if NOTE in text or UNIQUE in text]
    assert any("the painter" in text for text in told)
    assert NOTE.encode() not in bytes_of(world)
    assert [hit.id for hit in search(world, Search(query="gate")).results] == [sibling]


def test_a_rejected_value_that_was_forgotten_stays_refused_without_its_note(world: World) -> None:
    memory_id = learned(world, f"The gate code is {UNIQUE}.")
    ABOUT["rejecting"](world, memory_id)
    with pytest.raises(Refused, match=NOTE):
        learned(world, f"The gate code is {UNIQUE}.")
    forgetting.forget(world, PERSON, Forget(id=memory_id))
    with pytest.raises(Refused) as refusal:
        learned(world, f"The gate code is {UNIQUE}.")
    assert refusal.value.code == "VALUE_REJECTED"
    assert NOTE not in refusal.value.message


def test_an_import_brings_no_note_of_it_back(world: World, tmp_path: Path) -> None:
    memory_id = learned(world, f"The gate code is {UNIQUE}.")
    ABOUT["rejecting"](world, memory_id)
    kept = document(world)
    assert NOTE in str(kept), "the control: the export holds it"
    other = new_store(tmp_path, "other")
    imported(other, kept, PERSON)
    assert [text for text in texts_of(other) if NOTE in text], "the control: another store takes it"
    other.store.close()
    forgetting.forget(world, PERSON, Forget(id=memory_id))
    imported(world, kept, PERSON)
    assert not [text for text in texts_of(world) if NOTE in text or UNIQUE in text]
