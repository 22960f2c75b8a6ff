"""Folders of models for the tests: the real one, laid out and spoilt in several ways."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from adapters.onnx.card import BOX, CARD

GRAPH, WEIGHTS, PIECES = "q4_ext.onnx", "q4_ext.bin", "sentencepiece.bpe.model"
SHAPE: dict[str, object] = {
    "modules.json": [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
    ],
    "config.json": {
        "model_type": "bert",
        "hidden_size": 384,
        "max_position_embeddings": 512,
        "vocab_size": 250037,
    },
    "1_Pooling/config.json": {
        "word_embedding_dimension": 384,
        "pooling_mode_cls_token": False,
        "pooling_mode_mean_tokens": True,
    },
    "config_sentence_transformers.json": {"prompts": {"query": "query: ", "passage": "passage: "}},
    "sentence_bert_config.json": {"max_seq_length": 512, "do_lower_case": False},
    "tokenizer_config.json": {"tokenizer_class": "XLMRobertaTokenizer", "model_max_length": 512},
}
"""The configuration files that sentence-transformers would write beside the model in the box."""


def put(source: Path, target: Path) -> None:
    """A file at another place as well: by a link where the platform lets us make one, else by a copy."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        target.symlink_to(source)
    except OSError:
        shutil.copyfile(source, target)


def write_shape(folder: Path, shape: dict[str, object] | None = None) -> None:
    """The configuration files alone."""
    for name, content in (SHAPE if shape is None else shape).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), "utf-8")


def sentence_transformers_folder(folder: Path) -> Path:
    """The model in the box as sentence-transformers would lay it out."""
    write_shape(folder)
    put(BOX / GRAPH, folder / "onnx" / "model.onnx")
    put(BOX / WEIGHTS, folder / "onnx" / WEIGHTS)
    put(BOX / PIECES, folder / PIECES)
    return folder


def box_copy(folder: Path, *, without: str = "", recorded: bool = True) -> Path:
    """A folder like the box, without one of its files, or without the digests that are recorded of them."""
    for name in {GRAPH, WEIGHTS, PIECES} - {without}:
        put(BOX / name, folder / name)
    card = (BOX / CARD).read_text("utf-8")
    (folder / CARD).write_text(card if recorded else card.split("[sha256]")[0], "utf-8")
    return folder


def spoil(path: Path, content: bytes) -> None:
    """Put other content in a file's place. The file may be a link, and what it links to stays as it is."""
    path.unlink()
    path.write_bytes(content)
