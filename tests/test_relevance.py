"""A question about what was never stored gets hits that say they are weak; by the real model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.onnx.card import BOX, read_card
from adapters.onnx.embedder import OnnxEmbedder
from domain.context import World
from domain.relevance import ALL_WEAK, FLOORS
from domain.search import search
from ports.answers import SearchAnswer
from ports.commands import Mode, Search
from tests.making import learned, make_world

TEXTS = (
    "The payment service listens on port 8443 behind the load balancer.",
    "Invoices are rendered to PDF by a nightly job in the billing worker.",
    "We chose PostgreSQL as the queue because it is one less service to run.",
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    embedder = OnnxEmbedder(read_card(BOX))
    made = make_world(tmp_path_factory.mktemp("weak") / "memory.sqlite", embedder=embedder)
    for text in TEXTS:
        learned(made, text)
    yield made
    made.store.close()
    embedder.close()


def ask(world: World, query: str, mode: Mode = Mode.HYBRID) -> SearchAnswer:
    return search(world, Search(query=query, mode=mode))


def test_the_model_in_the_package_is_calibrated() -> None:
    assert read_card(BOX).space.model in FLOORS


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.VECTOR])
@pytest.mark.parametrize("query", ["Which port does the payment service use?", "Wann werden die Rechnungen erzeugt?"])
def test_what_is_stored_is_not_weak(world: World, query: str, mode: Mode) -> None:
    answer = ask(world, query, mode)
    assert answer.results[0].weak is None
    assert ALL_WEAK not in (answer.notice or "")


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.VECTOR])
@pytest.mark.parametrize("query", ["When did the Vikings settle in Normandy?", "Wie backt man einen Apfelkuchen?"])
def test_what_was_never_stored_gets_weak_hits_and_a_notice(world: World, query: str, mode: Mode) -> None:
    answer = ask(world, query, mode)
    assert [hit.weak for hit in answer.results] == [True] * len(TEXTS)
    assert ALL_WEAK in (answer.notice or "")


def test_a_hit_that_holds_every_word_is_not_weak(world: World) -> None:
    learned(world, "zxqv 7f3a")
    answer = ask(world, "zxqv")
    assert (answer.results[0].text, answer.results[0].weak) == ("zxqv 7f3a", None)


def test_without_a_calibrated_model_nothing_is_marked(tmp_path: Path) -> None:
    plain = make_world(tmp_path / "memory.sqlite")
    learned(plain, TEXTS[0])
    answer = ask(plain, "When did the Vikings settle in Normandy?")
    assert [hit.weak for hit in answer.results] == [None] * len(answer.results)
    assert answer.notice is None
