"""A short memory is read with the one written just before it, and stays behind it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from domain.context import Caller, World
from domain.following import continues
from domain.search import search
from ports.commands import Search
from ports.vocabulary import ActorKind
from tests.making import learned, make_world

QUESTION = "Did the ferry to Orkney leave on Tuesday?"
ANSWER = "Yes, with the red van aboard."
DISTRACTORS = tuple(f"Ferry number {number} has a crew of {number}." for number in range(3, 12))


@pytest.fixture
def world(tmp_path: Path) -> World:
    return make_world(tmp_path / "memory.sqlite")


def found(world: World, query: str = "ferry Orkney Tuesday") -> list[str]:
    return [hit.text for hit in search(world, Search(query=query, limit=20)).results]


def without(world: World) -> World:
    """The same world, where nothing is taken from a forerunner."""
    return replace(world, policy=replace(world.policy, fusion=replace(world.policy.fusion, following_share=0.0)))


def rank_of(text: str, texts: list[str]) -> int:
    assert text in texts
    return texts.index(text)


def test_an_answer_comes_right_behind_its_question(world: World) -> None:
    for text in (*DISTRACTORS, QUESTION, ANSWER):
        learned(world, text)
    assert found(world)[:2] == [QUESTION, ANSWER]
    assert rank_of(ANSWER, found(without(world))) > 1, "by itself it says too little"


def test_it_never_passes_the_one_before_it(world: World) -> None:
    for text in (QUESTION, "Short.", *DISTRACTORS):
        learned(world, text, importance=1.0 if text == "Short." else 0.0)
    assert found(world)[0] == QUESTION


@pytest.mark.parametrize("apart", ["by another hand", "in another project", "long"])
def test_what_does_not_continue_is_not_lifted(world: World, apart: str) -> None:
    for text in (*DISTRACTORS, QUESTION):
        learned(world, text)
    match apart:
        case "by another hand":
            answer = learned(world, ANSWER, Caller(actor=ActorKind.AGENT, name="another"))
        case "in another project":
            answer = learned(world, ANSWER, project="isles")
        case _:
            answer = learned(world, f"{ANSWER} {'It rained on the quay and the gulls were loud. ' * 20}")
    ids = [hit.id for hit in search(world, Search(query="ferry Orkney Tuesday", limit=20)).results]
    assert answer in ids
    assert ids[1] != answer


def test_only_what_was_written_soon_after_continues(world: World) -> None:
    first, second = learned(world, QUESTION), learned(world, ANSWER)
    with world.store.read() as reader:
        before, after = reader.current(first), reader.current(second)
    assert before is not None
    assert after is not None
    assert continues(before, after)
    assert not continues(after, before)
    a_century_later = after.model_copy(update={"recorded_at": "2126" + after.recorded_at[4:]})
    assert not continues(before, a_century_later)
