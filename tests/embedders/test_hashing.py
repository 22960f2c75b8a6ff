"""Token hashes compare words, always in the same way."""

from __future__ import annotations

import hashlib
import math

import pytest

from adapters.hashing.embedder import HashingEmbedder
from ports.embedder import Role
from tests.embedders.contract import cosine


@pytest.fixture
def embedder() -> HashingEmbedder:
    return HashingEmbedder(quiet=True)


def test_shared_words_are_near_and_shared_meaning_is_not(embedder: HashingEmbedder) -> None:
    rain, more_rain, meaning = embedder.embed(
        ["heavy rain in Spain", "Rain, heavy rain in France", "a downpour at Madrid"], Role.PASSAGE
    )
    assert cosine(rain, more_rain) > 0.5
    assert abs(cosine(rain, meaning)) < 0.3


def test_vectors_are_the_same_on_every_machine(embedder: HashingEmbedder) -> None:
    (vector,) = embedder.embed(["The cat sleeps on the warm stove."], Role.QUERY)
    written = ",".join(f"{value:.6f}" for value in vector)
    assert hashlib.sha256(written.encode()).hexdigest() == (
        "bb857c4a802c9f4c98a7cc60f53884141b9444050d6d57bd7f86e925e70e370f"
    )


def test_words_that_cancel_each_other_out_have_a_direction_too(embedder: HashingEmbedder) -> None:
    one, other = embedder.embed(["word20", "word23"], Role.QUERY)
    assert cosine(one, other) == pytest.approx(-1.0)
    (both,) = embedder.embed(["word20 word23"], Role.QUERY)
    assert math.hypot(*both) == pytest.approx(1.0)


def test_it_says_loudly_that_it_is_no_semantic_model(capsys: pytest.CaptureFixture[str]) -> None:
    HashingEmbedder()
    assert "no semantic model" in capsys.readouterr().err
