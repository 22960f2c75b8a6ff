"""Reading a model's card out of a folder of the shape that sentence-transformers writes.

The files and their fields: https://sbert.net/docs/sentence_transformer/usage/custom_models.html. A palimpsest.toml
in the folder has the last word on each. Whether the model normalises is not asked: every vector is brought to length
one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters.onnx.card import CARD, ModelCard, Pooling, make_card, read_toml
from ports.errors import EmbedderUnavailable

CONFIG_FILES = (
    CARD,
    "modules.json",
    "config.json",
    "config_sentence_transformers.json",
    "sentence_bert_config.json",
    "tokenizer_config.json",
)
_GRAPHS = ("onnx/model.onnx", "model.onnx")
_SENTENCEPIECE = "sentencepiece.bpe.model"
_JSON = "tokenizer.json"
_LONGEST_WINDOW = 2_048
"""Attention takes memory by the square of the window: 200 MB a text here, 3 GB at 8,192 tokens."""
_OFFSET_POSITIONS = {"roberta", "xlm-roberta", "camembert", "mpnet"}
"""Architectures whose first two positions are no text's."""
_POOLINGS = {
    "pooling_mode_cls_token": Pooling.CLS,
    "pooling_mode_mean_tokens": Pooling.MEAN,
    "pooling_mode_lasttoken": Pooling.LAST,
}
_QUERY_PROMPTS = ("query",)
_PASSAGE_PROMPTS = ("document", "passage", "corpus")
_E5 = re.compile(r"(^|/)(multilingual-)?e5-(small|base|large)(-v2)?$")
"""Models whose repositories name their prefixes in prose alone (https://huggingface.co/intfloat)."""

Fields = dict[str, Any]


def read_folder(folder: Path) -> ModelCard:
    """The card of the model in a folder. Raises EmbedderUnavailable(`MODEL_MISSING`, `BAD_MODEL_CARD`)."""
    if not folder.is_dir():
        raise EmbedderUnavailable("MODEL_MISSING", f"There is no folder {folder}; name the folder of a model.")
    names = {path.relative_to(folder).as_posix() for path in [*folder.glob("*"), *folder.glob("onnx/*")]}
    told = read_toml(folder)
    return make_card(folder, {**describe(folder, names, told), **told})


def describe(folder: Path, names: Collection[str], told: Mapping[str, Any]) -> Fields:
    """What a model's own configuration files in `folder` say of it; `names` are the files there are.

    What is told otherwise is not asked of them.
    """
    return {
        "model": folder.resolve().name,
        **({} if "graph" in told else _graph(names)),
        **({} if "tokenizer" in told else _tokenizer(folder, names)),
        **({} if "pooling" in told else _pooling(folder)),
        **_size(folder),
        **_window(folder),
        **_prefixes(folder, str(told.get("model", folder.resolve().name))),
    }


def pooling_file(folder: Path) -> str | None:
    """Where modules.json says that the pooling's configuration is."""
    return next((f"{one['path']}/config.json" for kind, one in _modules(folder) if kind == "Pooling"), None)


def _read(folder: Path, name: str) -> Any:
    path = folder / name
    try:
        return json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise EmbedderUnavailable("BAD_MODEL_CARD", f"{path} cannot be read as JSON: {error}.") from error


def _modules(folder: Path) -> Iterator[tuple[str, Fields]]:
    for module in _read(folder, "modules.json"):
        yield str(module["type"]).rsplit(".", 1)[-1], module


def _graph(names: Collection[str]) -> Fields:
    found = [name for name in _GRAPHS if name in names] or [name for name in sorted(names) if name.endswith(".onnx")]
    if not found:
        raise EmbedderUnavailable("MODEL_MISSING", "There is no ONNX file here; name a model that has one.")
    if found[0] not in _GRAPHS and len(found) > 1:
        raise EmbedderUnavailable(
            "BAD_MODEL_CARD", f"There are several ONNX files ({', '.join(found)}); name one as `graph` in {CARD}."
        )
    return {"graph": found[0]}


def _tokenizer(folder: Path, names: Collection[str]) -> Fields:
    xlm_roberta = str(_read(folder, "tokenizer_config.json").get("tokenizer_class")).startswith("XLMRoberta")
    if _SENTENCEPIECE in names and (xlm_roberta or _JSON not in names):
        return {"tokenizer": _SENTENCEPIECE}
    return {"tokenizer": _JSON}


def _pooling(folder: Path) -> Fields:
    others = [kind for kind, _ in _modules(folder) if kind not in ("Transformer", "Pooling", "Normalize")]
    config = _pooling_config(folder)
    modes = [mode for mode, wanted in config.items() if mode.startswith("pooling_mode_") and wanted is True]
    odd = [*others, *modes[1:], *(mode for mode in modes[:1] if mode not in _POOLINGS)]
    if odd or config.get("include_prompt") is False:
        raise EmbedderUnavailable(
            "BAD_MODEL_CARD",
            f"{folder} pools in a way that is not supported ({', '.join(odd) or 'include_prompt'}). If its graph gives "
            f'one vector a text, say `pooling = "none"` in {CARD}; else name another model.',
        )
    return {"pooling": _POOLINGS[modes[0]]} if modes else {}


def _pooling_config(folder: Path) -> Fields:
    name = pooling_file(folder)
    return _read(folder, name) if name else {}


def _size(folder: Path) -> Fields:
    config = _read(folder, "config.json")
    told = _pooling_config(folder).get("word_embedding_dimension")
    sizes = {"dimensions": told or config.get("hidden_size"), "vocabulary": config.get("vocab_size")}
    return {name: size for name, size in sizes.items() if size is not None}


def _window(folder: Path) -> Fields:
    config = _read(folder, "config.json")
    positions = config.get("max_position_embeddings")
    if isinstance(positions, int) and config.get("model_type") in _OFFSET_POSITIONS:
        positions -= 2
    said = (
        positions,
        _read(folder, "sentence_bert_config.json").get("max_seq_length"),
        _read(folder, "tokenizer_config.json").get("model_max_length"),
    )
    known = [int(length) for length in said if isinstance(length, int | float)]
    return {"window": min(*known, _LONGEST_WINDOW)} if known else {}


def _prefixes(folder: Path, model: str) -> Fields:
    config = _read(folder, "config_sentence_transformers.json")
    prompts: Mapping[str, str] = config.get("prompts") or {}
    default = prompts.get(str(config.get("default_prompt_name")), "")
    names = [model, str(_read(folder, "config.json").get("_name_or_path", ""))]
    if not any(prompts.values()) and any(_E5.search(name) for name in names):
        return {"query_prefix": "query: ", "passage_prefix": "passage: "}
    return {
        "query_prefix": next((prompts[name] for name in _QUERY_PROMPTS if name in prompts), default),
        "passage_prefix": next((prompts[name] for name in _PASSAGE_PROMPTS if name in prompts), default),
    }
