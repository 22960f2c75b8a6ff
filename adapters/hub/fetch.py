"""Downloading one file so that an interrupted download goes on where it stopped, and a damaged one is noticed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx
from huggingface_hub import constants, get_session
from huggingface_hub.utils import WeakFileLock, hf_raise_for_status

from adapters.onnx.card import file_sha256
from ports.errors import EmbedderUnavailable

Progress = Callable[[str, int, int], None]
"""Called with a file's name, the bytes that are here, and the bytes in all."""

PAUSES_SECONDS = (0.0, 0.5, 1.0, 2.0)
"""Before each further attempt that brought nothing new; one that did starts them over."""
_BLOCK = 1 << 20
_SHA256_DIGITS = 64
_PARTIAL_CONTENT = 206


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of a repository at a commit, its size in bytes, and the digest that the hub states.

    Of a large file (Git LFS) that is its SHA-256, of a small one Git's object id
    (https://git-scm.com/book/en/v2/Git-Internals-Git-Objects).
    """

    name: str
    url: str
    size: int
    digest: str

    def is_at(self, path: Path) -> bool:
        """Whether the file is at a path, whole and undamaged."""
        if not path.is_file() or path.stat().st_size != self.size:
            return False
        return self.digest == (file_sha256(path) if len(self.digest) == _SHA256_DIGITS else _git_blob_id(path))


def fetch(file: RemoteFile, target: Path, headers: Mapping[str, str], progress: Progress) -> None:
    """Bring a file to `target`, whole and verified, or not at all.

    What was brought stays beside it after an interruption, even of the process, and is not brought again. Raises
    EmbedderUnavailable(`DOWNLOAD_CORRUPT`) and what httpx raises where the connection fails for good.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.palimpsest.part")
    with WeakFileLock(f"{part}.lock"):
        if not file.is_at(target):
            part.touch()
            _bring_all(file, part, headers, progress)
            if not file.is_at(part):
                part.unlink()
                raise EmbedderUnavailable(
                    "DOWNLOAD_CORRUPT",
                    f"{file.name} arrived damaged: it is not the file whose digest the hub states. Pull it again.",
                )
            part.replace(target)
        progress(file.name, file.size, file.size)


def _bring_all(file: RemoteFile, part: Path, headers: Mapping[str, str], progress: Progress) -> None:
    pauses = iter(PAUSES_SECONDS)
    while (before := _size(part)) < file.size:
        try:
            _bring(file, part, headers, progress)
        except (httpx.TransportError, httpx.StreamError):
            if _size(part) > before:
                pauses = iter(PAUSES_SECONDS)
            if (pause := next(pauses, None)) is None:
                raise
            time.sleep(pause)


def _bring(file: RemoteFile, part: Path, headers: Mapping[str, str], progress: Progress) -> None:
    """One request for what is missing (https://www.rfc-editor.org/rfc/rfc9110#name-range-requests)."""
    here = _size(part)
    asked = {**headers, "Accept-Encoding": "identity", "Range": f"bytes={here}-"}
    with get_session().stream("GET", file.url, headers=asked, timeout=constants.HF_HUB_DOWNLOAD_TIMEOUT) as response:
        hf_raise_for_status(response)
        # A server that knows no ranges answers 200 and begins at the beginning.
        here = here if response.status_code == _PARTIAL_CONTENT else 0
        with part.open("r+b" if here else "wb") as out:
            out.seek(here)
            for block in response.iter_bytes(_BLOCK):
                out.write(block)
                here += len(block)
                progress(file.name, min(here, file.size), file.size)


def _git_blob_id(path: Path) -> str:
    content = path.read_bytes()
    return hashlib.sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False).hexdigest()


def _size(path: Path) -> int:
    return path.stat().st_size
