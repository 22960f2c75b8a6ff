"""The contract of the port Embedder: what any adapter must do, whatever makes its vectors.

A test class inherits EmbedderContract, and SemanticContract where near vectors mean near meaning, and says in its
fixture `embedder` what is tried.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from ports.embedder import Embedder, Role, Vector

MIXED = (
    "Rain.",
    "The cat sleeps on the warm stove all winter long.",
    "",
    "Die Katze schläft den ganzen Winter auf dem warmen Ofen.",
    "猫は冬の間ずっと暖かいストーブの上で眠る。",
    "A longer passage repeats itself, and then it goes on a little more. " * 4,
    "x",
)
ODD = ("", " ", "\n\t", "\0", "a\0b", "\ud800", "🏳️‍🌈", "\u202e", "''--;", "雨" * 20_000)
SAME = 0.9999


def cosine(one: Vector, other: Vector) -> float:
    """The cosine of two vectors of any length."""
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / (math.hypot(*one) * math.hypot(*other))


class EmbedderContract:
    """What every embedder does."""

    def test_is_an_embedder(self, embedder: Embedder) -> None:
        assert isinstance(embedder, Embedder)

    def test_describes_one_space_with_everything_but_the_rule_of_cutting(self, embedder: Embedder) -> None:
        space = embedder.space
        assert space is not None
        assert space == embedder.space
        assert space.model
        assert len(space.content_hash) == 64
        assert space.pooling in ("mean", "cls", "last", "none")
        assert space.chunking == ""

    def test_gives_each_text_a_unit_vector_of_the_space_in_order(self, embedder: Embedder) -> None:
        vectors = embedder.embed(MIXED, Role.PASSAGE)
        assert len(vectors) == len(MIXED)
        assert embedder.space is not None
        assert [len(vector) for vector in vectors] == [embedder.space.dimensions] * len(MIXED)
        assert [math.hypot(*vector) for vector in vectors] == pytest.approx([1.0] * len(MIXED), abs=1e-4)

    def test_a_text_embeds_the_same_alone_and_in_company(self, embedder: Embedder) -> None:
        together = embedder.embed(MIXED, Role.PASSAGE)
        alone = [embedder.embed([text], Role.PASSAGE)[0] for text in MIXED]
        assert min(cosine(one, other) for one, other in zip(together, alone, strict=True)) >= SAME
        assert cosine(together[0], together[1]) < SAME

    def test_no_texts_give_no_vectors(self, embedder: Embedder) -> None:
        assert list(embedder.embed([], Role.QUERY)) == []

    def test_takes_any_text(self, embedder: Embedder) -> None:
        vectors = embedder.embed(ODD, Role.QUERY)
        assert [math.hypot(*vector) for vector in vectors] == pytest.approx([1.0] * len(ODD), abs=1e-4)

    def test_counts_tokens_of_any_text(self, embedder: Embedder) -> None:
        assert embedder.count_tokens("") == 0
        counts = [embedder.count_tokens(text) for text in ODD]
        assert all(isinstance(count, int) and count >= 0 for count in counts)
        assert embedder.count_tokens("one two three four") > embedder.count_tokens("one two") > 0

    def test_what_fits_the_window_reaches_the_vector_to_its_end(self, embedder: Embedder) -> None:
        assert embedder.window > 16
        words = ["word"] * (embedder.window - 8)
        while embedder.count_tokens(" ".join(words)) > embedder.window - 8:
            del words[-1]
        first, other = (" ".join([*words, *end]) for end in (["rain", "rain", "rain"], ["stove", "stove", "stove"]))
        assert max(embedder.count_tokens(first), embedder.count_tokens(other)) <= embedder.window
        vectors = embedder.embed([first, other], Role.PASSAGE)
        assert cosine(*vectors) < 0.99999

    def test_serves_several_threads_at_once(self, embedder: Embedder) -> None:
        expected = embedder.embed(MIXED[:4], Role.PASSAGE)

        def ask(_: int) -> Sequence[Vector]:
            return embedder.embed(MIXED[:4], Role.PASSAGE)

        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(ask, range(4)))
        assert len(answers) == 4
        assert min(cosine(a, b) for answer in answers for a, b in zip(answer, expected, strict=True)) >= SAME

    def test_serves_on_after_it_was_closed_twice(self, embedder: Embedder) -> None:
        before, space = embedder.embed(["Rain."], Role.QUERY), embedder.space
        embedder.close()
        embedder.close()
        after = embedder.embed(["Rain."], Role.QUERY)
        assert cosine(before[0], after[0]) >= SAME
        assert embedder.space == space


class SemanticContract(EmbedderContract):
    """What an embedder does whose vectors mean something."""

    def test_says_that_it_knows_of_meaning(self, embedder: Embedder) -> None:
        assert embedder.semantic

    @pytest.mark.parametrize(
        ("question", "answer"),
        [
            ("Where does the pet rest in the cold season?", 1),
            ("Wo ruht das Haustier in der kalten Jahreszeit?", 1),
            ("How is dough made to rise?", 0),
            ("生地はどうやって膨らませるのか", 0),
        ],
    )
    def test_a_paraphrase_is_nearest_in_any_language(self, embedder: Embedder, question: str, answer: int) -> None:
        passages = [
            "Bread needs yeast, warmth and an hour of patience before it is baked.",
            "The cat sleeps on the warm stove all winter long.",
            "The train to Lyon leaves from platform nine.",
        ]
        (asked,) = embedder.embed([question], Role.QUERY)
        near = [cosine(asked, vector) for vector in embedder.embed(passages, Role.PASSAGE)]
        assert near.index(max(near)) == answer
