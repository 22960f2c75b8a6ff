"""An embedder that remembers on disk what it embedded, so that a change of ranking is measured in seconds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import apsw
import numpy as np

from ports.embedder import Embedder, Role, Space, Vector

_BATCH = 64


class CachingEmbedder:
    """Implements ports.embedder.Embedder over another one and a file."""

    def __init__(self, inner: Embedder, file: Path) -> None:
        self._inner = inner
        self._file = apsw.Connection(str(file))
        self._file.set_busy_timeout(60_000)
        self._file.pragma("journal_mode", "wal")
        self._file.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID")
        self._file.execute("CREATE TABLE IF NOT EXISTS counts (key BLOB PRIMARY KEY, tokens INT) WITHOUT ROWID")

    @property
    def space(self) -> Space | None:
        return self._inner.space

    @property
    def semantic(self) -> bool:
        return self._inner.semantic

    @property
    def window(self) -> int:
        return self._inner.window

    def count_tokens(self, text: str) -> int:
        key = self._key("count", text)
        row = self._file.execute("SELECT tokens FROM counts WHERE key = ?", (key,)).fetchone()
        if row is None:
            row = (self._inner.count_tokens(text),)
            self._file.execute("INSERT INTO counts VALUES (?, ?)", (key, row[0]))
        return int(row[0])

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        keys = [self._key(role, text) for text in texts]
        missing = [place for place, key in enumerate(keys) if self._known(key) is None]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            vectors = self._inner.embed([texts[place] for place in batch], role)
            with self._file:
                for place, vector in zip(batch, vectors, strict=True):
                    row = (keys[place], np.asarray(vector, np.float32).tobytes())
                    self._file.execute("INSERT OR IGNORE INTO vectors VALUES (?, ?)", row)
        return [np.frombuffer(self._known(key) or b"", np.float32).tolist() for key in keys]

    def close(self) -> None:
        self._inner.close()

    def _known(self, key: bytes) -> bytes | None:
        row = self._file.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def _key(self, role: str, text: str) -> bytes:
        space = self._inner.space
        return hashlib.sha256(f"{space.key if space else ''}\0{role}\0{text}".encode()).digest()
