"""A fresh process that opens a store and searches it once; prints its memory and the first search's milliseconds.

Reads the store's path, a question and its vector as JSON from stdin.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite.store import SqliteStore
from adapters.system import SystemClock, Uuid7Ids
from benchmarks.memory import memory_of
from benchmarks.speed.embedder import MadeEmbedder
from domain.context import World
from domain.search import search
from ports.commands import Search


def main() -> None:
    """Open, look, search, look again."""
    path, question, vector = json.load(sys.stdin)
    store = SqliteStore(Path(path))
    world = World(store, MadeEmbedder({question: vector}), SystemClock(), Uuid7Ids(), DetectSecretsScanner())
    with store.read() as reader:
        reader.active_space()
    opened = memory_of()
    began = time.perf_counter()
    search(world, Search(query=question))
    first = (time.perf_counter() - began) * 1e3
    print(json.dumps({"opened": asdict(opened), "searched": asdict(memory_of()), "first": first}))
    store.close()


if __name__ == "__main__":
    main()
