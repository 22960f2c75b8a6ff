"""A small server on loopback that speaks OpenAI's protocol of embeddings, with real vectors, or badly."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ports.embedder import Embedder, Role

Answer = Callable[["Handler", list[str]], None]


class FakeEndpoint:
    """Serves `/v1/embeddings` until its block is left. `answer` may be exchanged for one that misbehaves."""

    def __init__(self, embedder: Embedder, answer: Answer | None = None) -> None:
        self.embedder = embedder
        self.answer = answer or well
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.leaving = threading.Event()
        handler = type("BoundHandler", (Handler,), {"endpoint": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=[0.01], daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> FakeEndpoint:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.leaving.set()
        self._server.shutdown()
        self._server.server_close()


class Handler(BaseHTTPRequestHandler):
    """One request."""

    endpoint: FakeEndpoint
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.endpoint.asked.append(body)
        self.endpoint.keys.append(self.headers["Authorization"])
        if self.path != "/v1/embeddings":
            self.send(404, b'{"error": "no such path"}')
            return
        self.endpoint.answer(self, body["input"])

    def send(self, status: int, content: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def send_vectors(self, vectors: list[list[float]]) -> None:
        data = [{"object": "embedding", "index": place, "embedding": one} for place, one in enumerate(vectors)]
        # The last comes first: it is the index that says which is whose.
        self.send(200, json.dumps({"object": "list", "data": data[::-1]}).encode())

    def log_message(self, *_: object) -> None:
        """Tests keep quiet."""


def well(handler: Handler, texts: list[str]) -> None:
    """Real vectors, of another length than one."""
    vectors = handler.endpoint.embedder.embed(texts, Role.PASSAGE)
    handler.send_vectors([[2.0 * value for value in vector] for vector in vectors])
