"""A local endpoint makes vectors, and one that misbehaves makes a clear error."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from adapters.hashing.embedder import HashingEmbedder
from adapters.http.embedder import HttpEmbedder
from adapters.http.endpoint import Endpoint
from ports.embedder import Role
from ports.errors import BadSettings, EmbedderUnavailable
from tests.embedders.fake_endpoint import Answer, FakeEndpoint, Handler, well


@pytest.fixture
def server() -> Iterator[FakeEndpoint]:
    with FakeEndpoint(HashingEmbedder(quiet=True)) as endpoint:
        yield endpoint


def embedder_of(server: FakeEndpoint, timeout: float = 20.0) -> HttpEmbedder:
    return HttpEmbedder(Endpoint(server.url, model="mine", timeout_seconds=timeout))


def refusal(embedder: HttpEmbedder) -> EmbedderUnavailable:
    with pytest.raises(EmbedderUnavailable) as raised:
        embedder.embed(["Rain.", "Snow."], Role.PASSAGE)
    return raised.value


def test_the_protocol_is_openais(server: FakeEndpoint) -> None:
    embedder_of(server).embed(["Rain."], Role.QUERY)
    assert {"model": "mine", "input": ["Rain."], "encoding_format": "float"} in server.asked


def test_long_lists_go_in_batches_and_come_back_in_order(server: FakeEndpoint) -> None:
    texts = [f"word{number}" for number in range(70)]
    vectors = embedder_of(server).embed(texts, Role.PASSAGE)
    batches = [len(body["input"]) for body in server.asked if "word0" in body["input"] or len(body["input"]) > 1]
    assert batches == [32, 32, 6]
    assert [list(map(abs, vector)).index(1.0) for vector in vectors] == [
        list(map(abs, vector)).index(1.0) for vector in server.embedder.embed(texts, Role.PASSAGE)
    ]


def test_prefixes_are_put_before_the_texts(server: FakeEndpoint) -> None:
    embedder = HttpEmbedder(Endpoint(server.url, model="mine"), query_prefix="ask: ", passage_prefix="text: ")
    embedder.embed(["Rain."], Role.QUERY)
    embedder.embed(["Rain."], Role.PASSAGE)
    sent = [text for body in server.asked for text in body["input"]]
    assert "ask: Rain." in sent
    assert "text: Rain." in sent
    assert embedder.space.query_prefix == "ask: "


def test_a_space_is_the_models_name_and_dimensions(server: FakeEndpoint) -> None:
    space = embedder_of(server).space
    assert (space.model, space.dimensions) == ("mine", 384)
    other = HttpEmbedder(Endpoint(server.url, model="other")).space
    assert other.key != space.key


def hang(handler: Handler, texts: list[str]) -> None:
    handler.endpoint.leaving.wait(30)


def drip(handler: Handler, texts: list[str]) -> None:
    """An answer of which something always comes, but never the end."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    try:
        while not handler.endpoint.leaving.wait(0.05):
            handler.wfile.write(b" ")
    except OSError:
        handler.close_connection = True


def html(handler: Handler, texts: list[str]) -> None:
    handler.send(200, b"<!doctype html><title>Welcome to the router</title>", "text/html")


def nothing(handler: Handler, texts: list[str]) -> None:
    handler.send(200, b"")


def refuse(handler: Handler, texts: list[str]) -> None:
    handler.send(500, b'{"error": "model not loaded"}')


def redirect(handler: Handler, texts: list[str]) -> None:
    handler.send_response(307)
    handler.send_header("Location", "http://192.0.2.1/v1/embeddings")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def too_few(handler: Handler, texts: list[str]) -> None:
    handler.send_vectors([[1.0, 0.0]] * (len(texts) - 1))


def twice_the_same(handler: Handler, texts: list[str]) -> None:
    data = [{"index": 0, "embedding": [1.0, 0.0]} for _ in texts]
    handler.send(200, json.dumps({"data": data}).encode())


def base64(handler: Handler, texts: list[str]) -> None:
    handler.send(200, json.dumps({"data": [{"index": 0, "embedding": "AACAPw=="}] * len(texts)}).encode())


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (hang, "ENDPOINT_TIMEOUT", "0.3 s"),
        (drip, "ENDPOINT_TIMEOUT", "0.3 s"),
        (html, "ENDPOINT_BAD_ANSWER", "Welcome to the router"),
        (nothing, "ENDPOINT_BAD_ANSWER", "nothing"),
        (refuse, "ENDPOINT_REFUSED", "model not loaded"),
        (redirect, "ENDPOINT_REFUSED", "307"),
        (too_few, "ENDPOINT_BAD_ANSWER", "0 vectors for 1"),
        (base64, "ENDPOINT_BAD_ANSWER", "no vectors"),
    ],
)
def test_an_endpoint_that_misbehaves_is_told_by_what_it_did(
    server: FakeEndpoint, answer: Answer, code: str, said: str
) -> None:
    server.answer = answer
    with pytest.raises(EmbedderUnavailable) as raised:
        _ = embedder_of(server, timeout=0.3).space
    assert raised.value.code == code
    assert said in raised.value.message
    assert server.url in raised.value.message


def test_vectors_that_cannot_be_told_apart_are_refused(server: FakeEndpoint) -> None:
    server.answer = twice_the_same
    assert refusal(embedder_of(server)).code == "ENDPOINT_BAD_ANSWER"


@pytest.mark.parametrize(
    "vector",
    [[1.0] * 383, [1.0] * 385, [float("nan")] * 384, [float("inf")] * 384, [0.0] * 384, []],
    ids=["too short", "too long", "not numbers", "infinite", "zero", "empty"],
)
def test_vectors_that_are_none_of_the_space_are_refused(server: FakeEndpoint, vector: list[float]) -> None:
    embedder = embedder_of(server)
    assert embedder.space.dimensions == 384
    server.answer = lambda handler, texts: handler.send_vectors([vector] * len(texts))
    assert refusal(embedder).code == "BAD_VECTORS"


def test_an_endpoint_that_comes_back_is_used_again(server: FakeEndpoint) -> None:
    embedder = embedder_of(server)
    server.answer = refuse
    assert refusal(embedder).code == "ENDPOINT_REFUSED"
    server.answer = well
    assert len(embedder.embed(["Rain."], Role.QUERY)) == 1


def test_an_endpoint_that_is_not_there_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    error = refusal(HttpEmbedder(Endpoint(f"http://127.0.0.1:{port}/v1", model="mine")))
    assert error.code == "ENDPOINT_UNREACHABLE"
    assert str(port) in error.message


def test_what_stays_here_goes_through_no_proxy(server: FakeEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert len(embedder_of(server).embed(["Rain."], Role.QUERY)) == 1


@pytest.mark.parametrize(
    "url", ["http://192.0.2.1:11434/v1", "https://api.example.org/v1", "http://localhost.example.org/v1"]
)
def test_a_remote_endpoint_wants_to_be_allowed(url: str) -> None:
    with pytest.raises(BadSettings) as raised:
        Endpoint(url, model="mine")
    assert raised.value.code == "REMOTE_ENDPOINT"
    assert "PALIMPSEST_ALLOW_REMOTE" in raised.value.message
    assert Endpoint(url, model="mine", allow_remote=True).address == f"{url}/embeddings"


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://localhost:11434", "http://localhost:11434/v1/embeddings"),
        ("http://127.0.0.1:1234/v1/", "http://127.0.0.1:1234/v1/embeddings"),
        ("http://[::1]:8080/v1/embeddings", "http://[::1]:8080/v1/embeddings"),
        ("http://LOCALHOST/engines/v1", "http://LOCALHOST/engines/v1/embeddings"),
    ],
)
def test_addresses_on_this_machine(url: str, address: str) -> None:
    assert Endpoint(url, model="mine").address == address


@pytest.mark.parametrize("url", ["", "localhost:11434", "ftp://localhost/v1", "http://"])
def test_what_is_no_address_is_a_wrong_setting(url: str) -> None:
    with pytest.raises(BadSettings) as raised:
        Endpoint(url, model="mine")
    assert raised.value.code == "BAD_ENDPOINT"


def test_a_model_must_be_named() -> None:
    with pytest.raises(BadSettings) as raised:
        Endpoint("http://localhost:11434/v1", model="")
    assert "PALIMPSEST_HTTP_MODEL" in raised.value.message


def test_a_key_is_sent_and_never_shown(server: FakeEndpoint) -> None:
    endpoint = Endpoint(server.url, model="mine", key="open sesame")
    assert len(HttpEmbedder(endpoint).embed(["Rain."], Role.QUERY)) == 1
    assert server.keys[-1] == "Bearer open sesame"
    assert "sesame" not in repr(endpoint)


def test_tokens_are_rather_counted_too_many() -> None:
    embedder = HttpEmbedder(Endpoint("http://localhost:1/v1", model="mine"), window=512, passage_prefix="text: ")
    assert embedder.count_tokens("The cat sleeps.") >= 5
    assert embedder.count_tokens("猫は冬の間") == 5
    assert embedder.window < 512
