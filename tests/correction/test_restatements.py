"""What was superseded does not come back live and unmarked, by whichever path it is said again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import retire, review, undo
from domain.context import World
from ports.commands import Retire, Review, ReviewAction, Undo
from ports.records import Revision
from ports.vocabulary import RetireReason, Trust
from tests.correction.paths import call
from tests.making import AGENT, PERSON, learned

OLD, NEW = "The gateway is built on Apache.", "Traffic is served by Caddy since the move."
"""They do not contradict each other by their words, so that nothing else withholds the first one."""
FIRST_ID, SECOND_ID = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
Say = Callable[[World, str], str]


def learn(world: World, text: str) -> str:
    return call(world, "memory_learn", {"category": "insight", "content": text})["id"]


def learn_bulk(world: World, text: str) -> str:
    return call(world, "memory_learn_bulk", {"items": [{"category": "insight", "content": text}]})["results"][0]["id"]


def decide(world: World, text: str) -> str:
    return call(world, "memory_decide", {"title": "Port", "decision": text, "reasoning": "It was free."})["id"]


def observe(world: World, text: str) -> str:
    told = {"entityName": "API", "entityType": "service", "content": text}
    return call(world, "memory_entity_observe", told)["observationId"]


def bring_in(world: World, text: str) -> str:
    memory_id = SECOND_ID if Revisions(world).of(FIRST_ID) else FIRST_ID
    learning = {"id": memory_id, "category": "insight", "content": text}
    document = {"format": "studiomeyer-memory-export", "version": 1, "learnings": [learning]}
    call(world, "memory_import", {"data": document})
    return memory_id


def make_entity(world: World, text: str) -> str:
    return call(world, "memory_entity_create", {"name": text, "entityType": "service"})["id"]


def revise(world: World, text: str) -> str:
    memory_id = learned(world, f"To be said: {text}")
    return call(world, "memory_revise", {"id": memory_id, "changes": {"content": text}})["id"]


class Revisions:
    """What a store believes of memories."""

    def __init__(self, world: World) -> None:
        self._world = world

    def of(self, memory_id: str) -> Revision | None:
        with self._world.store.read() as reader:
            return reader.current(memory_id)

    def trust(self, memory_id: str) -> Trust | None:
        revision = self.of(memory_id)
        return revision.trust if revision else None


PATHS: dict[str, tuple[Say, Say]] = {
    "learn": (learn, learn),
    "learn many": (learn, learn_bulk),
    "decide": (decide, decide),
    "observe": (observe, observe),
    "make an entity": (make_entity, make_entity),
    "import": (learn, bring_in),
    "revise": (learn, revise),
}


def superseded(world: World, say: Say, *, verified: bool) -> tuple[str, str]:
    """Two memories of which the second took the first one's place."""
    old, new = say(world, OLD), say(world, NEW)
    answer = call(world, "memory_retire", {"id": old, "reason": "superseded", "successorId": new})
    assert answer["supersededById"] == new
    if verified:
        review.review(world, PERSON, Review(action=ReviewAction.VERIFY, id=new))
    return old, new


@pytest.mark.parametrize(("first", "again"), PATHS.values(), ids=PATHS)
@pytest.mark.parametrize(("verified", "trust"), [(False, Trust.DISPUTED), (True, Trust.PENDING)])
def test_it_stands_in_doubt(world: World, first: Say, again: Say, verified: bool, trust: Trust) -> None:
    old, _ = superseded(world, first, verified=verified)
    restated = again(world, OLD)
    assert restated != old
    assert Revisions(world).trust(restated) is trust


@pytest.mark.parametrize(("first", "again"), PATHS.values(), ids=PATHS)
def test_what_nothing_live_took_the_place_of_is_not_in_doubt(world: World, first: Say, again: Say) -> None:
    _, new = superseded(world, first, verified=False)
    call(world, "memory_retire", {"id": new, "reason": "obsolete"})
    assert Revisions(world).trust(again(world, OLD)) is Trust.UNVERIFIED


@pytest.mark.parametrize(("verified", "trust"), [(False, Trust.DISPUTED), (True, Trust.PENDING)])
def test_reinstating_it(world: World, verified: bool, trust: Trust) -> None:
    old, new = superseded(world, learn, verified=verified)
    answer = call(world, "memory_reinstate", {"id": old})
    assert answer["trust"] == trust
    assert new in answer["notice"]
    assert Revisions(world).trust(old) is trust


@pytest.mark.parametrize(("verified", "trust"), [(False, Trust.UNVERIFIED), (True, Trust.PENDING)])
def test_undoing_its_retirement(world: World, verified: bool, trust: Trust) -> None:
    old, _ = superseded(world, learn, verified=verified)
    with world.store.read() as reader:
        row = next(row for row in reader.audit(0, 100, old) if row.verb == "retire")
    undo.undo(world, AGENT, Undo(sequence=row.sequence))
    assert Revisions(world).trust(old) is trust


def test_a_relation_is_doubted_as_well(world: World) -> None:
    ends = {"fromName": "API", "toName": "Port"}
    for name in ends.values():
        make_entity(world, name)
    old, new = (call(world, "memory_entity_relate", {**ends, "relationType": kind})["id"] for kind in ("uses", "needs"))
    retire.retire(world, AGENT, Retire(id=old, reason=RetireReason.SUPERSEDED, successor_id=new))
    answer = call(world, "memory_entity_relate", {**ends, "relationType": "uses"})
    assert answer["trust"] == "disputed"
    assert answer["retiredBefore"][0]["livingSuccessorId"] == new


def test_a_copy_that_gave_way_to_another_was_not_superseded(world: World) -> None:
    kept, copy = learned(world, "The API listens on 8080."), learned(world, OLD)
    retire.retire(world, AGENT, Retire(id=copy, reason=RetireReason.DUPLICATE, successor_id=kept))
    answer = call(world, "memory_learn", {"category": "insight", "content": OLD})
    assert answer["trust"] == "unverified"
    assert answer["retiredBefore"][0]["livingSuccessorId"] == kept, "it is named all the same"


def test_a_statement_of_the_past_is_not_doubted(world: World) -> None:
    """It ended before what took the place of its twin began."""
    superseded(world, observe, verified=False)
    interval = {"validFrom": "2020-01-01", "validTo": "2021-01-01"}
    told: dict[str, Any] = {"entityName": "API", "content": OLD, **interval}
    assert call(world, "memory_entity_observe", told)["trust"] == "unverified"


def test_an_import_names_what_took_its_place(world: World) -> None:
    _, new = superseded(world, learn, verified=False)
    learning = {"id": FIRST_ID, "category": "insight", "content": OLD}
    document = {"format": "studiomeyer-memory-export", "version": 1, "learnings": [learning]}
    answer = call(world, "memory_import", {"data": document})
    told = {one["problem"]["code"]: one["problem"]["message"] for one in answer["results"]}
    assert new in told["SUPERSEDED_HERE"]
