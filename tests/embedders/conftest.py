"""The real model, loaded once for all tests of embedders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.onnx.card import BOX, read_card
from adapters.onnx.embedder import OnnxEmbedder
from tests.embedders.models import sentence_transformers_folder


@pytest.fixture(scope="session")
def box() -> Iterator[OnnxEmbedder]:
    """The model in the box."""
    embedder = OnnxEmbedder(read_card(BOX))
    yield embedder
    embedder.close()


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model in the box as sentence-transformers would lay it out. Not to be changed."""
    return sentence_transformers_folder(tmp_path_factory.mktemp("models") / "small-e5")
