"""A graph of BERT's usual inputs, with a vector a token and a tokenizer.json, is embedded as its files say.

Needs the packages of the group `tools`: `uv run --group tools pytest tests/embedders/test_other_graphs.py`.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from adapters.onnx.embedder import OnnxEmbedder
from adapters.onnx.folder import read_folder
from ports.embedder import Role
from tests.embedders.models import SHAPE, write_shape

onnx: Any = pytest.importorskip("onnx", reason="uv run --group tools")

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "rain", "snow", "ask")
TABLE = np.array([[9, 9], [0, 0], [1, 0], [0, 2], [3, 4], [5, 1], [0, 1]], dtype=np.float32)


def write_graph(path: Path) -> None:
    """Each token's vector is its row of the table; the types' table is zero, but its input must be given."""
    helper, numbers = onnx.helper, onnx.TensorProto
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["words"]),
        helper.make_node("Gather", ["types", "token_type_ids"], ["kinds"]),
        helper.make_node("Add", ["words", "kinds"], ["token_embeddings"]),
    ]
    inputs = [
        helper.make_tensor_value_info(name, numbers.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    outputs = [helper.make_tensor_value_info("token_embeddings", numbers.FLOAT, ["batch", "tokens", 2])]
    constants = [
        onnx.numpy_helper.from_array(TABLE, "table"),
        onnx.numpy_helper.from_array(np.zeros((2, 2), np.float32), "types"),
    ]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, path)


def write_tokenizer(path: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token=WORDS[1]))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(path))


def tiny(folder: Path, pooling: str) -> OnnxEmbedder:
    modes = {f"pooling_mode_{name}": name == pooling for name in ("cls_token", "mean_tokens", "lasttoken")}
    write_shape(
        folder,
        {
            **SHAPE,
            "1_Pooling/config.json": {"word_embedding_dimension": 2, **modes},
            "config.json": {"model_type": "bert", "vocab_size": len(WORDS), "max_position_embeddings": 16},
            "config_sentence_transformers.json": {"prompts": {"query": "ask "}},
            "tokenizer_config.json": {"tokenizer_class": "BertTokenizer"},
        },
    )
    write_graph(folder / "onnx" / "model.onnx")
    write_tokenizer(folder / "tokenizer.json")
    return OnnxEmbedder(read_folder(folder))


def unit(x: float, y: float) -> list[float]:
    return [x / math.hypot(x, y), y / math.hypot(x, y)]


@pytest.mark.parametrize(
    ("pooling", "expected"),
    [("mean_tokens", unit(1 + 3 + 5, 2 + 4 + 1)), ("cls_token", unit(1, 0)), ("lasttoken", unit(0, 2))],
)
def test_a_passage_is_pooled_as_its_files_say(tmp_path: Path, pooling: str, expected: list[float]) -> None:
    embedder = tiny(tmp_path, pooling)
    alone, padded = (
        embedder.embed(["rain snow"], Role.PASSAGE),
        embedder.embed(["rain snow", "snow " * 9], Role.PASSAGE),
    )
    assert alone[0] == pytest.approx(expected)
    assert padded[0] == pytest.approx(expected)


def test_a_query_has_its_prefix(tmp_path: Path) -> None:
    (vector,) = tiny(tmp_path, "mean_tokens").embed(["rain"], Role.QUERY)
    assert vector == pytest.approx(unit(1 + 0 + 3, 2 + 1 + 4))


def test_tokens_are_counted_beyond_the_window(tmp_path: Path) -> None:
    assert tiny(tmp_path, "mean_tokens").count_tokens("rain snow " * 30) == 60
