"""SentencePiece and tokenizers give the same ids for the model in the box."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.onnx.card import BOX
from adapters.onnx.tokenizing import Tokenizer, load_tokenizer
from tests.embedders.models import PIECES
from tools.e5.tokenizer_json import write_tokenizer_json

TEXTS = (
    "",
    "The cat sleeps on the warm stove.",
    "  Zwei  Leerzeichen,   drei. ",
    "Кошка спит на тёплой печи. 猫はストーブの上で眠る。القطة تنام. बिल्ली सोती है। แมวนอน",
    "don't C++ a_b camelCase 3.14 https://example.org/?q=1",
    "🏳️‍🌈 ﬁne ㎏",
    "a\0b",
    "\ud800 alone",
    "A long text goes on and on. " * 200,
)


@pytest.fixture(scope="module")
def pieces() -> Tokenizer:
    return load_tokenizer(BOX / PIECES, 512)


@pytest.fixture(scope="module")
def json(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    path: Path = tmp_path_factory.mktemp("json") / "tokenizer.json"
    write_tokenizer_json(BOX / PIECES, path)
    return load_tokenizer(path, 512)


def test_the_libraries_agree_on_ids(pieces: Tokenizer, json: Tokenizer) -> None:
    assert [pieces.encode(text) for text in TEXTS] == [json.encode(text) for text in TEXTS]
    assert (pieces.size, pieces.pad_id) == (json.size, json.pad_id)


def test_the_libraries_agree_on_counts_beyond_the_window(pieces: Tokenizer, json: Tokenizer) -> None:
    assert [pieces.count(text) for text in TEXTS] == [json.count(text) for text in TEXTS]
    assert max(pieces.count(text) for text in TEXTS) > 1_000


def test_what_looks_like_a_special_token_is_text(pieces: Tokenizer) -> None:
    assert not {0, 1, 2, 250_001} & set(pieces.encode("<s> <pad> </s> <mask>")[1:-1])


@pytest.mark.parametrize("which", ["pieces", "json"])
def test_ids_are_cut_to_the_window_with_the_special_ones_in_place(which: str, request: pytest.FixtureRequest) -> None:
    ids = request.getfixturevalue(which).encode("x" * 4_000)
    assert len(ids) == 512
    assert (ids[0], ids[-1]) == (0, 2)
