"""A small server on loopback that speaks the part of the hub's protocol that a download needs.

Large files are announced as Git LFS objects by their SHA-256, small ones by Git's object id, as the real hub does.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

COMMIT = "c0ffee" + "0" * 34
LFS_FROM_BYTES = 20_000
_LISTING = re.compile(r"/api/models/(?P<repo>[^/]+/[^/]+)(/revision/(?P<revision>.+))?")
_FILE = re.compile(r"/(?P<repo>[^/]+/[^/]+)/resolve/(?P<revision>[^/]+)/(?P<name>.+)")

Spoil = Callable[[bytes], bytes]


class FakeHub:
    """Serves repositories, each a mapping of commits to folders, until its block is left. `main` is the last commit.

    `spoil` maps file names to what is done to the bytes that are sent; what is sent short breaks off. Every request
    is recorded as (method, path, range).
    """

    def __init__(self, repositories: Mapping[str, Mapping[str, Path]]) -> None:
        self.repositories = repositories
        self.spoil: dict[str, Spoil] = {}
        self.knows_ranges = True
        self.requests: list[tuple[str, str, str]] = []
        handler = type("BoundHandler", (_Handler,), {"hub": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=[0.01], daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def ranges(self, name: str) -> list[str]:
        """The ranges in which a file was asked for."""
        return [asked for method, path, asked in self.requests if method == "GET" and path.endswith(f"/{name}")]

    def __enter__(self) -> FakeHub:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    hub: FakeHub

    def do_GET(self) -> None:
        self._serve(with_body=True)

    def do_HEAD(self) -> None:
        self._serve(with_body=False)

    def _serve(self, *, with_body: bool) -> None:
        # A client that speaks through a proxy names the whole address.
        path = unquote(urlsplit(self.path).path)
        self.hub.requests.append((self.command, path, self.headers.get("Range", "")))
        if (listing := _LISTING.fullmatch(path)) and (found := self._commit(listing)):
            self._send(200, {"Content-Type": "application/json"}, _listing(listing["repo"], *found))
        elif (file := _FILE.fullmatch(path)) and (found := self._commit(file)) and (found[1] / file["name"]).is_file():
            self._send_file(file["name"], found[0], (found[1] / file["name"]).read_bytes(), with_body=with_body)
        else:
            self._send(404, {"X-Error-Code": "RepoNotFound"}, b"")

    def _commit(self, match: re.Match[str]) -> tuple[str, Path] | None:
        commits = self.hub.repositories.get(match["repo"], {})
        commit = match["revision"] or "main"
        commit = list(commits)[-1] if commit == "main" and commits else commit
        return (commit, commits[commit]) if commit in commits else None

    def _send_file(self, name: str, commit: str, content: bytes, *, with_body: bool) -> None:
        headers = {"X-Repo-Commit": commit, "ETag": f'"{_digest(content)}"', "Accept-Ranges": "bytes"}
        start = self._start() if with_body else 0
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        body = self.hub.spoil.get(name, bytes)(content)[start:] if with_body else b""
        self._send(206 if start else 200, headers, body, length=len(content) - start)

    def _start(self) -> int:
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        return int(asked[1]) if asked and self.hub.knows_ranges else 0

    def _send(self, status: int, headers: Mapping[str, str], body: bytes, length: int | None = None) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests keep quiet."""


def _listing(repo: str, commit: str, folder: Path) -> bytes:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    siblings = [_sibling(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths]
    return json.dumps({"id": repo, "modelId": repo, "sha": commit, "private": False, "siblings": siblings}).encode()


def _sibling(name: str, content: bytes) -> dict[str, object]:
    stated: dict[str, object] = {"rfilename": name, "size": len(content), "blobId": _git_blob_id(content)}
    if len(content) >= LFS_FROM_BYTES:
        stated["lfs"] = {"sha256": _digest(content), "size": len(content), "pointerSize": 134}
    return stated


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest() if len(content) >= LFS_FROM_BYTES else _git_blob_id(content)


def _git_blob_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
