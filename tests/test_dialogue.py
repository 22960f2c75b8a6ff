"""What was stored next is lifted only where it answers, and never past the right answer; by the real model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.onnx.card import BOX, read_card
from adapters.onnx.embedder import OnnxEmbedder
from domain.context import World
from domain.following import answers
from domain.search import search
from ports.answers import Found
from ports.commands import Search
from tests.making import learned, make_world

FACTS: list[list[str]] = json.loads((Path(__file__).parent / "data" / "short_facts.json").read_text())
QUESTIONS = [(fact, question) for fact, *questions in FACTS for question in questions]
DIALOGUE = (
    "Ana: Did the ferry to Orkney leave on Tuesday?",
    "Ben: Yes, the ferry left on Tuesday, with the red van.",
)


@pytest.fixture(scope="module")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(read_card(BOX))
    yield made
    made.close()


def holding(path: Path, embedder: OnnxEmbedder, texts: list[str]) -> World:
    world = make_world(path, embedder=embedder)
    for text in texts:
        learned(world, text)
    return world


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, embedder: OnnxEmbedder) -> Iterator[World]:
    made = holding(tmp_path_factory.mktemp("facts") / "memory.sqlite", embedder, [fact for fact, *_ in FACTS])
    yield made
    made.store.close()


def asked(world: World, question: str) -> list[Found]:
    return list(search(world, Search(query=question, limit=24, explain=True)).results)


def lifted(hits: list[Found]) -> list[str]:
    return [hit.text for hit in hits if hit.explain and hit.explain.lifted]


@pytest.mark.parametrize(("fact", "question"), QUESTIONS)
def test_a_fact_stored_next_is_not_lifted(world: World, fact: str, question: str) -> None:
    hits = asked(world, question)
    assert fact in [hit.text for hit in hits]
    assert lifted(hits) == []
    fusion = replace(world.policy.fusion, following_share=0.0)
    alone = asked(replace(world, policy=replace(world.policy, fusion=fusion)), question)
    assert [hit.text for hit in hits] == [hit.text for hit in alone]


def test_nearly_every_question_finds_its_answer_first(world: World) -> None:
    first = [asked(world, question)[0].text == fact for fact, question in QUESTIONS]
    assert len(first) == 48
    assert sum(first) >= 42


def test_an_answer_in_a_dialogue_is_lifted_and_explained(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    world = holding(tmp_path / "memory.sqlite", embedder, [*(fact for fact, *_ in FACTS), *DIALOGUE])
    first, second, *_ = asked(world, "Which ferry left for Orkney?")
    assert (first.text, second.text) == DIALOGUE
    assert second.explain is not None
    assert second.explain.lifted
    assert second.explain.follows == first.id
    world.store.close()


def test_a_weak_hit_is_not_lifted_in_a_dialogue_either(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    texts = [*(fact for fact, *_ in FACTS), DIALOGUE[0], "Ben: Purple elephants."]
    world = holding(tmp_path / "memory.sqlite", embedder, texts)
    hits = asked(world, "Which ferry left for Orkney?")
    assert hits[0].text == DIALOGUE[0]
    assert next(hit for hit in hits if hit.text == texts[-1]).weak, "the control"
    assert lifted(hits) == []
    world.store.close()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Is it on?", "Yes."),
        ("Ana: It is on.", "Ben: Good."),
        ("**Ana**: It is on.", "**Ben**: Good."),
        ("هل يعمل؟", "نعم"),
        ("動いていますか？", "はい"),
        ("Who is that? [a photo of a dog]", "Biscuit."),
    ],
)
def test_it_answers(before: str, after: str) -> None:
    assert answers(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It is on.", "It is off."),
        ("Ana: It is on.", "Ana: It is off."),
        ("Ana: It is on.", "It is off."),
        ("See https://example.com/?q=1 for it.", "It is off."),
        ("10:30 is the standup.", "11:30 is the review."),
        ("The regex is a?b and nothing else.", "It is off."),
    ],
)
def test_it_does_not_answer(before: str, after: str) -> None:
    assert not answers(before, after)
