"""A model that is not what it should be makes no vectors, and the error says what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adapters.onnx.card import BOX, read_card
from adapters.onnx.embedder import OnnxEmbedder
from ports.embedder import Role
from ports.errors import EmbedderUnavailable
from tests.embedders.models import GRAPH, PIECES, WEIGHTS, box_copy, spoil


def refusal(folder: Path, **changes: object) -> EmbedderUnavailable:
    """What using the model in a folder ends with."""
    embedder = OnnxEmbedder(read_card(folder).model_copy(update=changes))
    with pytest.raises(EmbedderUnavailable) as raised:
        embedder.embed(["Rain."], Role.QUERY)
    return raised.value


def test_the_copies_that_are_spoilt_here_work_unspoilt(tmp_path: Path) -> None:
    for recorded in (True, False):
        folder = box_copy(tmp_path / str(recorded), recorded=recorded)
        assert len(OnnxEmbedder(read_card(folder)).embed(["Rain."], Role.QUERY)[0]) == 384


@pytest.mark.parametrize("name", [GRAPH, WEIGHTS, PIECES])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    error = refusal(box_copy(tmp_path, without=name))
    assert error.code == "MODEL_MISSING"
    assert name in error.message
    assert "Install palimpsest-memory anew." in error.message


@pytest.mark.parametrize("name", [GRAPH, WEIGHTS, PIECES])
def test_a_truncated_file_is_refused(tmp_path: Path, name: str) -> None:
    folder = box_copy(tmp_path)
    spoil(folder / name, (BOX / name).read_bytes()[:-100])
    error = refusal(folder)
    assert error.code == "MODEL_TAMPERED"
    assert name in error.message


@pytest.mark.parametrize("name", [GRAPH, WEIGHTS, PIECES])
def test_one_changed_byte_is_refused(tmp_path: Path, name: str) -> None:
    folder = box_copy(tmp_path)
    content = bytearray((BOX / name).read_bytes())
    content[len(content) // 2] ^= 1
    spoil(folder / name, bytes(content))
    assert refusal(folder).code == "MODEL_TAMPERED"


def test_a_graph_that_is_none_is_refused(tmp_path: Path) -> None:
    folder = box_copy(tmp_path, recorded=False)
    spoil(folder / GRAPH, b"<!doctype html><html>Sign in to download</html>")
    assert refusal(folder).code == "BAD_MODEL"


def test_a_graph_of_other_dimensions_is_refused(tmp_path: Path) -> None:
    error = refusal(box_copy(tmp_path), dimensions=256)
    assert error.code == "BAD_MODEL"
    assert "384" in error.message
    assert "256" in error.message


def test_an_output_that_is_not_there_is_named(tmp_path: Path) -> None:
    error = refusal(box_copy(tmp_path), output="pooler_output")
    assert error.code == "BAD_MODEL"
    assert "last_hidden_state, sentence_embedding" in error.message


def test_a_window_that_the_model_has_not_is_refused(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(read_card(box_copy(tmp_path)).model_copy(update={"window": 600}))
    with pytest.raises(EmbedderUnavailable) as raised:
        embedder.embed(["word " * 1_000], Role.PASSAGE)
    assert raised.value.code == "BAD_MODEL"


def test_a_file_that_is_no_tokenizer_is_refused(tmp_path: Path) -> None:
    folder = box_copy(tmp_path, recorded=False)
    spoil(folder / PIECES, b"no tokenizer")
    assert refusal(folder).code == "BAD_TOKENIZER"


def test_a_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    folder = box_copy(tmp_path, recorded=False)
    error = refusal(folder, vocabulary=30_522)
    assert error.code == "BAD_TOKENIZER"
    assert "250002" in error.message
    assert "30522" in error.message
    assert refusal(folder, vocabulary=500_000).code == "BAD_TOKENIZER"


@pytest.mark.parametrize("byte", [b"\xff", b"\0"], ids=["not numbers", "zeros"])
def test_vectors_that_are_not_finite_or_zero_are_refused(tmp_path: Path, byte: bytes) -> None:
    folder = box_copy(tmp_path, recorded=False)
    spoil(folder / WEIGHTS, byte * (BOX / WEIGHTS).stat().st_size)
    assert refusal(folder).code == "BAD_VECTORS"


def test_a_platform_without_onnxruntime_is_told_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    error = refusal(BOX)
    assert error.code == "NO_ONNXRUNTIME"
    assert "`off`" in error.message


def test_what_was_put_right_works_without_a_restart(tmp_path: Path) -> None:
    folder = box_copy(tmp_path, without=PIECES)
    embedder = OnnxEmbedder(read_card(folder))
    with pytest.raises(EmbedderUnavailable):
        embedder.embed(["Rain."], Role.QUERY)
    (folder / PIECES).write_bytes((BOX / PIECES).read_bytes())
    assert len(embedder.embed(["Rain."], Role.QUERY)) == 1


def test_space_and_window_are_known_without_loading_anything(tmp_path: Path) -> None:
    folder = box_copy(tmp_path)
    for name in (GRAPH, WEIGHTS, PIECES):
        (folder / name).unlink()
    embedder = OnnxEmbedder(read_card(folder))
    assert embedder.space == read_card(BOX).space
    assert embedder.window == 499
    with pytest.raises(EmbedderUnavailable):
        embedder.count_tokens("Rain.")
