"""Entity search returns each entity once, and a crowd of one entity's observations hides no other entity."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.context import Policy, World
from domain.entities import create
from domain.fusion import FusionSettings
from domain.graph import open_entity, search_entities
from domain.observations import observe
from domain.recall import get
from domain.relations import relate
from entrypoints.arguments import parse
from ports.answers import Full
from ports.commands import Get
from ports.errors import InvalidInput
from ports.graph import EntityCreate, EntityObserve, EntityOpen, EntityRelate, EntitySearch
from tests.making import AGENT


def entity(world: World, name: str, **fields: object) -> str:
    return create(world, AGENT, parse(EntityCreate, {"name": name, "entityType": "thing", **fields})).id


def observed(world: World, entity_id: str, content: str, **fields: object) -> str:
    arguments = {"entityId": entity_id, "content": content, **fields}
    return observe(world, AGENT, parse(EntityObserve, arguments)).observation_id


def read(world: World, memory_id: str) -> Full:
    return get(world, Get(ids=(memory_id,))).memories[0]


@pytest.fixture
def shallow(world: World) -> World:
    """A world whose legs go no deeper than 20 at first."""
    return replace(world, policy=Policy(fusion=FusionSettings(depth=20)))


def test_a_crowd_of_one_hides_no_other(shallow: World) -> None:
    crowd, rare = entity(shallow, "Harbour"), entity(shallow, "Lighthouse")
    for number in range(40):
        observed(shallow, crowd, f"Fog fog fog in the harbour, report {number}.")
    observed(shallow, rare, "On some days of autumn there may be a little fog around it, seen from afar.")
    answer = search_entities(shallow, EntitySearch(query="fog", limit=2))
    assert [hit.id for hit in answer.results] == [crowd, rare]


def test_a_rare_type_is_found_behind_many_of_another(shallow: World) -> None:
    for number in range(40):
        entity(shallow, f"Fog {number}")
    beacon = create(shallow, AGENT, EntityCreate(name="Old fog horn of the pier", entity_type="beacon")).id
    answer = search_entities(shallow, EntitySearch(query="fog", entity_type="beacon"))
    assert [hit.id for hit in answer.results] == [beacon]
    assert answer.legs == {"lexical": 1, "vector": 1}


def test_searching_counts_the_use_of_the_entity_and_of_what_matched(world: World) -> None:
    harbour = entity(world, "Harbour")
    matched, other = observed(world, harbour, "Fog comes in at dawn."), observed(world, harbour, "The crane is red.")
    answer = search_entities(world, EntitySearch(query="dawn fog"))
    assert [(hit.id, hit.match_id) for hit in answer.results] == [(harbour, matched)]
    assert [read(world, one).recalled_count for one in (harbour, matched, other)] == [1, 1, 0]


def test_opening_counts_what_it_shows_and_not_what_it_leaves_out(world: World) -> None:
    harbour, pier = entity(world, "Harbour"), entity(world, "Pier")
    hidden, shown = observed(world, harbour, "The crane is red."), observed(world, harbour, "The crane is blue.")
    link = relate(world, AGENT, EntityRelate(from_entity_id=harbour, to_entity_id=pier, relation_type="has")).id
    view = open_entity(world, EntityOpen(id=harbour, limit=1))
    assert ([fact.id for fact in view.observations], view.observations_left_out) == ([shown], 1)
    assert [read(world, one).recalled_count for one in (harbour, shown, link, hidden, pier)] == [1, 1, 1, 0, 0]


def test_long_observations_are_brief_unless_asked_for(world: World) -> None:
    harbour = entity(world, "Harbour")
    text = "The tide table lists every day of the year. " * 20
    observed(world, harbour, text)
    brief = open_entity(world, EntityOpen(id=harbour)).observations[0]
    assert (len(brief.content) <= 200, brief.cut) == (True, True)
    full = open_entity(world, parse(EntityOpen, {"id": harbour, "detail": "full"})).observations[0]
    assert (full.content, full.cut) == (text, None)


def test_relations_are_bounded_too_and_the_weightiest_kept(world: World) -> None:
    harbour = entity(world, "Harbour")
    for number in range(4):
        pier = entity(world, f"Pier {number}")
        fields = {"fromEntityId": harbour, "toEntityId": pier, "relationType": "has", "weight": number / 10}
        relate(world, AGENT, parse(EntityRelate, fields))
    view = open_entity(world, EntityOpen(id=harbour, limit=2))
    assert [link.name for link in view.relations] == ["Pier 3", "Pier 2"]
    assert view.relations_left_out == 2


def test_an_entity_has_to_be_named(world: World) -> None:
    with pytest.raises(InvalidInput) as opening:
        open_entity(world, EntityOpen())
    with pytest.raises(InvalidInput) as relating:
        relate(world, AGENT, EntityRelate(relation_type="has"))
    assert [one.value.code for one in (opening, relating)] == ["MISSING_ENTITY_REF", "MISSING_ENTITY_REF"]
    assert "fromEntityId or by fromName" in relating.value.message
