"""Every adapter of the port Embedder keeps its contract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.background import BackgroundEmbedder
from adapters.guarded import GuardedEmbedder
from adapters.hashing.embedder import HashingEmbedder
from adapters.http.embedder import HttpEmbedder
from adapters.http.endpoint import Endpoint
from adapters.hub.lock import pulled_card
from adapters.hub.pull import pull
from adapters.hub.reference import parse_reference
from adapters.no_embedder import NoEmbedder
from adapters.onnx.embedder import OnnxEmbedder
from adapters.onnx.folder import read_folder
from adapters.third_party import load_embedder
from ports.embedder import Embedder, Role
from ports.errors import EmbedderUnavailable
from tests.embedders.contract import EmbedderContract, SemanticContract
from tests.embedders.fake_endpoint import FakeEndpoint
from tests.embedders.fake_hub import COMMIT, FakeHub


@pytest.fixture(scope="module")
def from_folder(model_folder: Path) -> Iterator[Embedder]:
    embedder = OnnxEmbedder(read_folder(model_folder))
    yield embedder
    embedder.close()


@pytest.fixture(scope="module")
def from_hub(model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    home = tmp_path_factory.mktemp("hub")
    reference = parse_reference("someone/small-e5")
    with FakeHub({"someone/small-e5": {COMMIT: model_folder}}) as hub:
        pull(reference, home / "lock.json", lambda *_: None, endpoint=hub.url, cache=home / "cache")
    embedder = OnnxEmbedder(pulled_card(home / "lock.json", reference))
    yield embedder
    embedder.close()


@pytest.fixture(scope="module")
def over_http(box: OnnxEmbedder) -> Iterator[Embedder]:
    with FakeEndpoint(box) as endpoint:
        embedder = HttpEmbedder(Endpoint(endpoint.url, model="small-e5"), window=400)
        yield embedder
        embedder.close()


@pytest.fixture(scope="module")
def in_background(box: OnnxEmbedder) -> Iterator[Embedder]:
    embedder = BackgroundEmbedder(box, patience_seconds=None)
    yield embedder
    embedder.close()


class TestBox(SemanticContract):
    @pytest.fixture
    def embedder(self, box: OnnxEmbedder) -> Embedder:
        return box


class TestHashing(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return HashingEmbedder(quiet=True)

    def test_says_that_it_knows_nothing_of_meaning(self, embedder: Embedder) -> None:
        assert not embedder.semantic


class TestFolder(SemanticContract):
    @pytest.fixture
    def embedder(self, from_folder: Embedder) -> Embedder:
        return from_folder


class TestHub(SemanticContract):
    @pytest.fixture
    def embedder(self, from_hub: Embedder) -> Embedder:
        return from_hub


class TestHttp(SemanticContract):
    @pytest.fixture
    def embedder(self, over_http: Embedder) -> Embedder:
        return over_http


class TestThirdParty(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return GuardedEmbedder("mine", lambda: load_embedder("tests.embedders.own_embedder:PairsOfLetters"))


class TestBackground(SemanticContract):
    @pytest.fixture
    def embedder(self, in_background: Embedder) -> Embedder:
        return in_background


def test_off_has_no_space_and_says_so() -> None:
    embedder = NoEmbedder()
    assert isinstance(embedder, Embedder)
    assert embedder.space is None
    assert not embedder.semantic
    with pytest.raises(EmbedderUnavailable) as raised:
        embedder.embed(["Rain."], Role.QUERY)
    assert raised.value.code == "EMBEDDER_OFF"
