"""Embedders with bad manners. They import nothing of Palimpsest's."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

print("noise at import")


@dataclass(frozen=True)
class Space:
    model: str = "noise"
    content_hash: str = "0"
    dimensions: int = 4
    pooling: str = "none"
    query_prefix: str = ""
    passage_prefix: str = ""
    chunking: str = ""


class Noisy:
    """Prints wherever it can, and reads what is not its own."""

    space = Space()
    semantic = False
    window = 100

    def __init__(self) -> None:
        print("noise at making", flush=True)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def embed(self, texts: Sequence[str], role: str) -> list[list[float]]:
        print("noise at embedding", sys.stdin.read(), flush=True)
        os.write(1, b"noise on the descriptor\n")
        subprocess.run([sys.executable, "-c", "print('noise of a child')"], check=True)
        return [[1.0, 0.0, 0.0, 0.0] for _ in texts]

    def close(self) -> None:
        print("noise at closing", flush=True)


class Endless(Noisy):
    """Never comes back from a batch, and never sleeps; the file TEST_BEGUN says when it has begun."""

    def embed(self, texts: Sequence[str], role: str) -> list[list[float]]:
        if len(texts) < 10:
            return [[1.0, 0.0, 0.0, 0.0] for _ in texts]
        Path(os.environ["TEST_BEGUN"]).write_text("begun", encoding="utf-8")
        while True:
            sum(range(1_000))


class Slow(Noisy):
    """Takes seconds for each batch, as a model does on a busy machine."""

    def embed(self, texts: Sequence[str], role: str) -> list[list[float]]:
        time.sleep(1.5)
        return [[1.0, 0.0, 0.0, 0.0] for _ in texts]
