"""One vector is made of many in the way that a model was trained for."""

from __future__ import annotations

import numpy as np
import pytest

from adapters.onnx.card import BOX, Pooling, read_card
from adapters.onnx.embedder import OnnxEmbedder
from adapters.onnx.pooling import pool
from ports.embedder import Role
from ports.errors import EmbedderUnavailable
from tests.embedders.contract import MIXED, cosine

TOKENS = np.array([[[1, 0], [3, 0], [90, 90]], [[0, 1], [0, 2], [0, 6]]], dtype=np.float32)
MASK = np.array([[1, 1, 0], [1, 1, 1]], dtype=np.int64)


@pytest.mark.parametrize(
    ("pooling", "expected"),
    [
        (Pooling.CLS, [[1, 0], [0, 1]]),
        (Pooling.LAST, [[3, 0], [0, 6]]),
        (Pooling.MEAN, [[2, 0], [0, 3]]),
    ],
)
def test_padding_has_no_part_in_a_vector(pooling: Pooling, expected: list[list[float]]) -> None:
    assert pool(TOKENS, MASK, pooling).tolist() == expected


def test_vectors_of_tokens_without_a_pooling_are_refused() -> None:
    with pytest.raises(EmbedderUnavailable) as raised:
        pool(TOKENS, MASK, Pooling.NONE)
    assert raised.value.code == "BAD_MODEL"


def test_the_mean_of_the_real_models_tokens_is_the_vector_that_its_graph_makes(box: OnnxEmbedder) -> None:
    tokens = OnnxEmbedder(read_card(BOX).model_copy(update={"output": "last_hidden_state"}))
    made = zip(tokens.embed(MIXED, Role.PASSAGE), box.embed(MIXED, Role.PASSAGE), strict=True)
    tokens.close()
    assert min(cosine(one, other) for one, other in made) > 0.99999
