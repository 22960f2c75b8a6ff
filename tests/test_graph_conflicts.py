"""Contradictions over a store: what is compared, by what, and what the answer tells of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adapters.hashing.embedder import HashingEmbedder
from adapters.no_embedder import NoEmbedder
from domain.conflicts import contradictions
from domain.context import World
from domain.entities import create
from domain.observations import observe
from entrypoints.arguments import parse
from ports.errors import NotFound
from ports.graph import EntityCreate, EntityObserve
from ports.looking_back import Compared, Contradictions
from tests.making import AGENT, learned


class Meaningful(HashingEmbedder):
    """Token hashes that pass for a model's vectors, so that the cosines of the store are asked for."""

    @property
    def semantic(self) -> bool:
        return True


@pytest.fixture
def meaning(world: World) -> World:
    return replace(world, embedder=Meaningful(quiet=True))


def ports_of(world: World, *ports: int) -> tuple[str, list[str]]:
    """An entity, and observations of it that name one port each."""
    entity = create(world, AGENT, EntityCreate(name="api", entity_type="service")).id
    facts = [EntityObserve(entity_id=entity, content=f"The api listens on port {port}.") for port in ports]
    return entity, [observe(world, AGENT, fact).observation_id for fact in facts]


def test_cosines_decide_where_there_are_vectors_of_a_model(meaning: World) -> None:
    entity, (older, newer) = ports_of(meaning, 5432, 6543)
    answer = contradictions(meaning, Contradictions(entity_id=entity))
    assert [(pair.older.id, pair.newer.id) for pair in answer.pairs] == [(older, newer)]
    cosine = answer.pairs[0].cosine_sim
    assert cosine is not None
    assert 0.75 <= cosine < 1
    assert (answer.scope, answer.compared, answer.notice) == (f"entity:{entity}", 2, None)
    stricter = contradictions(meaning, Contradictions(entity_id=entity, min_cosine=0.999))
    assert stricter.pairs == ()


@pytest.mark.parametrize("embedder", [HashingEmbedder(quiet=True), NoEmbedder()], ids=["token hashes", "none"])
def test_words_decide_where_there_are_none(world: World, embedder: HashingEmbedder | NoEmbedder) -> None:
    without = replace(world, embedder=embedder)
    entity, (older, newer) = ports_of(without, 5432, 6543)
    answer = contradictions(without, Contradictions(entity_id=entity))
    assert [(pair.older.id, pair.newer.id, pair.cosine_sim) for pair in answer.pairs] == [(older, newer, None)]
    assert answer.notice is not None


def test_the_newest_are_compared_and_the_rest_told(world: World) -> None:
    entity, facts = ports_of(world, 1001, 1002, 1003, 1004)
    answer = contradictions(world, Contradictions(entity_id=entity, max_observations_per_entity=2))
    assert [(pair.older.id, pair.newer.id) for pair in answer.pairs] == [(facts[2], facts[3])]
    assert (answer.compared, answer.left_out) == (2, 2)


def test_a_pair_says_what_it_is_about(world: World) -> None:
    entity, _ = ports_of(world, 5432, 6543)
    pair = contradictions(world, Contradictions()).pairs[0]
    assert (pair.entity_id, pair.entity_name, pair.entity_type) == (entity, "api", "service")
    assert (pair.detail, pair.reasons) == ("5432 → 6543", ("value_change",))


def test_learnings_have_no_entity(world: World) -> None:
    learned(world, "Deploys need an approval.", project="shop")
    learned(world, "Deploys do not need an approval.", project="shop")
    answer = contradictions(world, Contradictions(kind=Compared.LEARNING))
    assert [(pair.kind, pair.project, pair.entity_id) for pair in answer.pairs] == [("learning", "shop", None)]
    assert answer.scope == "all"


def test_a_pair_without_a_project_is_told_once_however_many_projects_there_are(world: World) -> None:
    for project in ("shop", "blog", "kiosk"):
        learned(world, f"The {project} has a readme.", project=project)
    learned(world, "Backups are encrypted.")
    learned(world, "Backups are not encrypted.")
    assert contradictions(world, Contradictions()).count == 1


def test_it_counts_no_use(world: World) -> None:
    first = learned(world, "Backups are encrypted.")
    learned(world, "Backups are not encrypted.")
    assert contradictions(world, Contradictions()).count == 1
    with world.store.read() as reader:
        assert first not in reader.uses([first])


def test_an_entity_that_is_not_there(world: World) -> None:
    with pytest.raises(NotFound):
        contradictions(world, parse(Contradictions, {"entityName": "api"}))
