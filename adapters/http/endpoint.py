"""One request to an OpenAI-compatible endpoint, with every way it can go wrong told apart.

The protocol: https://platform.openai.com/docs/api-reference/embeddings, as Ollama, llama.cpp and LM Studio speak it.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError

from ports.errors import BadSettings, EmbedderUnavailable

if TYPE_CHECKING:
    import httpx

_CONNECT_SECONDS = 5.0
_LARGEST_ANSWER = 64 << 20


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to ask, and for which model. `timeout_seconds` is for a whole answer, however slowly it comes.

    Raises BadSettings(`BAD_ENDPOINT`, `REMOTE_ENDPOINT`).
    """

    url: str
    model: str
    timeout_seconds: float = 30.0
    allow_remote: bool = False
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadSettings("BAD_ENDPOINT", f"{self.url} is no address; write http://localhost:PORT/v1.")
        if not self.model:
            raise BadSettings("BAD_ENDPOINT", "Say which model the endpoint is to use: set PALIMPSEST_HTTP_MODEL.")
        if not self.allow_remote and not _is_loopback(parts.hostname):
            raise BadSettings(
                "REMOTE_ENDPOINT",
                f"{parts.hostname} is not this machine, and your texts would be sent there; set "
                "PALIMPSEST_ALLOW_REMOTE=true if that is what you want.",
            )

    @property
    def address(self) -> str:
        """Where embeddings are asked for."""
        base = self.url.rstrip("/").removesuffix("/embeddings")
        return f"{base}/embeddings" if urlsplit(base).path else f"{base}/v1/embeddings"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


class _Item(BaseModel):
    embedding: list[float]
    index: int | None = None


class _Answer(BaseModel):
    data: list[_Item]


class Connection:
    """Asks an endpoint. Safe to use from several threads."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._turn = threading.Lock()
        self._client: httpx.Client | None = None

    def ask(self, texts: Sequence[str]) -> list[list[float]]:
        """The numbers for each text, in order, as they came.

        Raises EmbedderUnavailable(`ENDPOINT_UNREACHABLE`, `ENDPOINT_TIMEOUT`, `ENDPOINT_REFUSED`,
        `ENDPOINT_BAD_ANSWER`).
        """
        content = self._post({"model": self._endpoint.model, "input": list(texts), "encoding_format": "float"})
        try:
            items = _Answer.model_validate_json(content).data
        except ValidationError as error:
            raise self._trouble("ENDPOINT_BAD_ANSWER", f"answered {_excerpt(content)}, which are no vectors") from error
        if len(items) != len(texts):
            raise self._trouble("ENDPOINT_BAD_ANSWER", f"gave {len(items)} vectors for {len(texts)} texts")
        placed = [place if item.index is None else item.index for place, item in enumerate(items)]
        if sorted(placed) != list(range(len(texts))):
            raise self._trouble("ENDPOINT_BAD_ANSWER", "did not say which vector belongs to which text")
        return [item.embedding for _, item in sorted(zip(placed, items, strict=True), key=lambda pair: pair[0])]

    def close(self) -> None:
        """Let go of open connections; a later `ask` opens new ones."""
        with self._turn:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _opened(self) -> httpx.Client:
        with self._turn:
            if self._client is None:
                self._client = self._make_client()
            return self._client

    def _make_client(self) -> httpx.Client:
        import httpx

        headers = {"Authorization": f"Bearer {self._endpoint.key}"} if self._endpoint.key else {}
        timeout = httpx.Timeout(self._endpoint.timeout_seconds, connect=_CONNECT_SECONDS)
        # What stays on this machine is not sent through the environment's proxy, and nothing follows a redirect away.
        return httpx.Client(
            headers=headers, timeout=timeout, trust_env=self._endpoint.allow_remote, follow_redirects=False
        )

    def _post(self, body: dict[str, object]) -> bytes:
        import httpx

        try:
            with self._opened().stream("POST", self._endpoint.address, json=body) as response:
                content = self._read(response)
        except httpx.TimeoutException as error:
            raise self._trouble(
                "ENDPOINT_TIMEOUT", f"did not answer in {self._endpoint.timeout_seconds:g} s"
            ) from error
        except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL) as error:
            raise self._trouble("ENDPOINT_UNREACHABLE", f"cannot be reached ({error})") from error
        if not response.is_success:
            raise self._trouble("ENDPOINT_REFUSED", f"answered {response.status_code}: {_excerpt(content)}")
        return content

    def _read(self, response: httpx.Response) -> bytes:
        import httpx

        deadline = time.monotonic() + self._endpoint.timeout_seconds
        content = bytearray()
        for block in response.iter_bytes():
            content += block
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("the answer comes too slowly")
            if len(content) > _LARGEST_ANSWER:
                raise self._trouble("ENDPOINT_BAD_ANSWER", "answers without end")
        return bytes(content)

    def _trouble(self, code: str, what: str) -> EmbedderUnavailable:
        return EmbedderUnavailable(
            code,
            f"{self._endpoint.address} {what}; check that it runs and serves {self._endpoint.model}.",
            url=self._endpoint.address,
        )


def _excerpt(content: bytes) -> str:
    text = " ".join(content[:200].decode("utf-8", "replace").split())
    return f"“{text}”" if text else "nothing"
