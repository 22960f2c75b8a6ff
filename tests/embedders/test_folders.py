"""A model's card is read out of the files that its makers wrote."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from adapters.onnx.card import BOX, Pooling, read_card
from adapters.onnx.external import external_files
from adapters.onnx.folder import read_folder
from ports.errors import EmbedderUnavailable
from tests.embedders.models import GRAPH, SHAPE, WEIGHTS, put, write_shape


def folder_of(tmp_path: Path, **changes: dict[str, Any] | None) -> Path:
    """A folder of configuration files, with some of their fields changed; None takes a file away.

    Graph and tokenizer are there, but empty.
    """
    shape: dict[str, Any] = deepcopy(SHAPE)
    for name, fields in changes.items():
        file = {"pooling": "1_Pooling/config.json", "prompts": "config_sentence_transformers.json"}.get(
            name, f"{name}.json"
        )
        if fields is None:
            del shape[file]
        else:
            shape[file] |= fields
    write_shape(tmp_path, shape)
    for name in ("onnx/model.onnx", "tokenizer.json", "sentencepiece.bpe.model"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def complaint(folder: Path) -> EmbedderUnavailable:
    with pytest.raises(EmbedderUnavailable) as raised:
        read_folder(folder)
    return raised.value


def test_every_field_comes_from_the_models_own_files(model_folder: Path) -> None:
    card = read_folder(model_folder)
    assert card.model == "small-e5"
    assert card.dimensions == 384
    assert card.pooling is Pooling.MEAN
    assert card.window == 512
    assert (card.query_prefix, card.passage_prefix) == ("query: ", "passage: ")
    assert (card.graph, card.tokenizer) == ("onnx/model.onnx", "sentencepiece.bpe.model")
    assert card.vocabulary == 250_037


@pytest.mark.parametrize(
    ("mode", "pooling"), [("cls_token", Pooling.CLS), ("mean_tokens", Pooling.MEAN), ("lasttoken", Pooling.LAST)]
)
def test_pooling_is_the_mode_that_is_set(tmp_path: Path, mode: str, pooling: Pooling) -> None:
    modes = {"pooling_mode_mean_tokens": False, f"pooling_mode_{mode}": True}
    assert read_folder(folder_of(tmp_path, pooling=modes)).pooling is pooling


@pytest.mark.parametrize(
    "modes",
    [
        {"pooling_mode_mean_tokens": False, "pooling_mode_max_tokens": True},
        {"pooling_mode_cls_token": True},
        {"include_prompt": False},
    ],
)
def test_pooling_that_is_not_supported_is_said(tmp_path: Path, modes: dict[str, Any]) -> None:
    error = complaint(folder_of(tmp_path, pooling=modes))
    assert error.code == "BAD_MODEL_CARD"
    assert 'pooling = "none"' in error.message


def test_a_further_layer_is_not_left_out_in_silence(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    modules = [*SHAPE["modules.json"], {"path": "3_Dense", "type": "sentence_transformers.models.Dense"}]  # type: ignore[misc]
    write_shape(folder, {"modules.json": modules})
    assert "Dense" in complaint(folder).message


@pytest.mark.parametrize(
    ("prompts", "expected"),
    [
        ({"prompts": {"query": "q> ", "document": "d> "}}, ("q> ", "d> ")),
        ({"prompts": {"query": "q> "}}, ("q> ", "")),
        ({"prompts": {"query": "q> ", "passage": "p> ", "document": "d> "}}, ("q> ", "d> ")),
        ({"prompts": {"both": "b> "}, "default_prompt_name": "both"}, ("b> ", "b> ")),
        ({"prompts": {"query": "", "document": ""}}, ("", "")),
    ],
)
def test_prefixes_are_the_prompts(tmp_path: Path, prompts: dict[str, Any], expected: tuple[str, str]) -> None:
    card = read_folder(folder_of(tmp_path, prompts=prompts))
    assert (card.query_prefix, card.passage_prefix) == expected


@pytest.mark.parametrize(
    ("name", "prefix"),
    [("intfloat/multilingual-e5-small", "query: "), ("intfloat/e5-base-v2", "query: "), ("someone/mine", "")],
)
def test_the_e5_models_prefixes_are_known_though_their_files_do_not_say(tmp_path: Path, name: str, prefix: str) -> None:
    card = read_folder(folder_of(tmp_path, prompts=None, config={"_name_or_path": name}))
    assert card.query_prefix == prefix


@pytest.mark.parametrize(
    ("config", "said", "tokenizer", "window"),
    [
        ({"max_position_embeddings": 512}, 256, 512, 256),
        ({"max_position_embeddings": 512}, None, 10**30, 512),
        ({"max_position_embeddings": 514, "model_type": "xlm-roberta"}, None, 10**30, 512),
        ({"max_position_embeddings": 8192}, 8192, 8192, 2048),
        ({"max_position_embeddings": None}, None, 128, 128),
    ],
)
def test_the_window_is_the_least_that_is_said(
    tmp_path: Path, config: dict[str, Any], said: int | None, tokenizer: int, window: int
) -> None:
    folder = folder_of(
        tmp_path,
        config=config,
        sentence_bert_config={"max_seq_length": said},
        tokenizer_config={"model_max_length": tokenizer},
    )
    assert read_folder(folder).window == window


def test_another_tokenizer_than_xlm_robertas_is_read_from_its_json(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, tokenizer_config={"tokenizer_class": "BertTokenizer"})
    assert read_folder(folder).tokenizer == "tokenizer.json"


def test_several_graphs_want_one_to_be_named(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "onnx" / "model.onnx").rename(folder / "onnx" / "model_O4.onnx")
    (folder / "onnx" / "model_q8.onnx").touch()
    error = complaint(folder)
    assert error.code == "BAD_MODEL_CARD"
    assert "onnx/model_O4.onnx, onnx/model_q8.onnx" in error.message
    (folder / "palimpsest.toml").write_text('graph = "onnx/model_q8.onnx"')
    assert read_folder(folder).graph == "onnx/model_q8.onnx"


def test_a_lone_graph_of_another_name_is_taken(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "onnx" / "model.onnx").rename(folder / "mine.onnx")
    assert read_folder(folder).graph == "mine.onnx"


def test_a_folder_without_a_graph_is_no_model(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "onnx" / "model.onnx").unlink()
    assert complaint(folder).code == "MODEL_MISSING"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    error = complaint(tmp_path / "nowhere")
    assert error.code == "MODEL_MISSING"
    assert "nowhere" in error.message


def test_what_no_file_says_is_asked_for_by_name(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "modules.json").unlink()
    error = complaint(folder)
    assert error.code == "BAD_MODEL_CARD"
    assert error.details["field"] == "pooling"
    assert "palimpsest.toml" in error.message


def test_a_palimpsest_toml_has_the_last_word(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "palimpsest.toml").write_text('model = "mine"\npooling = "cls"\nquery_prefix = "ask: "\n')
    card = read_folder(folder)
    assert (card.model, card.pooling, card.query_prefix) == ("mine", Pooling.CLS, "ask: ")
    assert card.passage_prefix == "passage: "
    assert card.dimensions == 384


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('pooling = "max"', "pooling"),
        ("dimensions = 0", "dimensions"),
        ('graph = "../../etc/passwd"', "graph"),
        ('tokenizer = "/etc/passwd"', "tokenizer"),
        ("windows = 512", "windows"),
        ('[sha256]\n"onnx/model.onnx" = "00"', "sha256"),
    ],
)
def test_a_wrong_field_of_a_palimpsest_toml_is_named(tmp_path: Path, line: str, field: str) -> None:
    folder = folder_of(tmp_path)
    (folder / "palimpsest.toml").write_text(line)
    error = complaint(folder)
    assert error.code == "BAD_MODEL_CARD"
    assert error.details["field"] == field


@pytest.mark.parametrize("name", ["palimpsest.toml", "config.json", "modules.json", "1_Pooling/config.json"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    folder = folder_of(tmp_path)
    (folder / name).write_text("{ this is neither")
    error = complaint(folder)
    assert error.code == "BAD_MODEL_CARD"
    assert Path(name).name in error.message


def test_a_graphs_data_files_are_found_and_are_part_of_its_identity(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "onnx" / "model.onnx").unlink()
    put(BOX / GRAPH, folder / "onnx" / "model.onnx")
    assert external_files(folder / "onnx" / "model.onnx") == [WEIGHTS]
    (folder / "onnx" / WEIGHTS).write_bytes(b"some weights")
    before = read_folder(folder).space
    (folder / "onnx" / WEIGHTS).write_bytes(b"other weights")
    assert read_folder(folder).space.content_hash != before.content_hash


def test_the_box_has_its_digests_recorded_and_its_files_have_them() -> None:
    card = read_card(BOX)
    assert card.sha256.keys() == {GRAPH, WEIGHTS, "sentencepiece.bpe.model"}
    card.check()
