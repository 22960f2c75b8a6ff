"""What another process does while a vector is made is seen before anything is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.hashing.embedder import HashingEmbedder
from domain.context import World
from domain.entities import create, delete
from domain.graph import open_entity
from domain.observations import observe
from domain.relations import relate
from ports.embedder import Role, Vector
from ports.errors import NotFound, Refused
from ports.graph import EntityCreate, EntityDelete, EntityObserve, EntityOpen, EntityRelate
from ports.store import Filter, Validity
from ports.vocabulary import Kind, Trust
from tests.making import AGENT, make_world


class Interrupted(HashingEmbedder):
    """The real embedder, during whose first embedding somebody else acts."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        super().__init__(quiet=True)
        self._meanwhile: Callable[[], object] | None = meanwhile

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        act, self._meanwhile = self._meanwhile, None
        if act is not None:
            act()
        return super().embed(texts, role)


@pytest.fixture
def other(world: World, tmp_path: Path) -> Iterator[World]:
    """Another process's world over the same file."""
    made = make_world(tmp_path / "memory.sqlite")
    yield made
    made.store.close()


def stored(world: World, kind: Kind) -> int:
    with world.store.read() as reader:
        everything = Filter(now=world.clock.now(), validity=Validity.ANY, trust=tuple(Trust))
        return reader.count(everything).get(kind, 0)


def test_an_observation_of_what_was_deleted_meanwhile_is_not_stored(world: World, other: World) -> None:
    falcon = create(world, AGENT, EntityCreate(name="Falcon", entity_type="bird")).id
    meddled = replace(world, embedder=Interrupted(lambda: delete(other, AGENT, EntityDelete(id=falcon))))
    with pytest.raises(NotFound):
        observe(meddled, AGENT, EntityObserve(entity_id=falcon, content="It hunts by day."))
    assert stored(world, Kind.OBSERVATION) == 0


def test_an_observation_goes_to_the_entity_that_was_made_meanwhile(world: World, other: World) -> None:
    made: list[str] = []

    def meanwhile() -> None:
        made.append(create(other, AGENT, EntityCreate(name="Falcon", entity_type="bird")).id)

    meddled = replace(world, embedder=Interrupted(meanwhile))
    answer = observe(
        meddled, AGENT, EntityObserve(entity_name="Falcon", entity_type="bird", content="It hunts by day.")
    )
    assert (answer.entity_id, answer.entity_created) == (made[0], None)
    assert stored(world, Kind.ENTITY) == 1
    view = open_entity(world, EntityOpen(id=made[0]))
    assert [fact.id for fact in view.observations] == [answer.observation_id]


def test_a_relation_to_what_was_deleted_meanwhile_is_not_stored(world: World, other: World) -> None:
    falcon = create(world, AGENT, EntityCreate(name="Falcon", entity_type="bird")).id
    heron = create(world, AGENT, EntityCreate(name="Heron", entity_type="bird")).id
    meddled = replace(world, embedder=Interrupted(lambda: delete(other, AGENT, EntityDelete(id=heron))))
    with pytest.raises(NotFound):
        relate(meddled, AGENT, EntityRelate(from_entity_id=falcon, to_entity_id=heron, relation_type="fears"))
    assert stored(world, Kind.RELATION) == 0


def test_a_refusal_at_the_end_leaves_no_entity_and_one_row(world: World) -> None:
    secret = EntityObserve(entity_name="Vault", entity_type="service", content="The key is AKIAIOSFODNN7EXAMPLQ.")
    with pytest.raises(Refused) as raised:
        observe(world, AGENT, secret)
    assert raised.value.code == "SECRET_REFUSED"
    assert (stored(world, Kind.ENTITY), stored(world, Kind.OBSERVATION)) == (0, 0)
    with world.store.read() as reader:
        assert [(row.verb, row.outcome, row.reason) for row in reader.audit(0, 10)] == [
            ("add", "refused", "SECRET_REFUSED")
        ]
