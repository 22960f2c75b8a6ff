"""Speed of the main job, as ratios within one run: start, search, a scoped search, and a learn.

    uv run python -m benchmarks.main_speed.run [--memories 50000]

Compares with the same two raw queries on APSW (FTS5, and an exact scan by sqlite-vec), and with
`python -c "import mcp"`.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from adapters.hashing.embedder import HashingEmbedder
from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite import words
from adapters.sqlite.store import SqliteStore
from adapters.sqlite.vectors_bytes import packed
from adapters.system import SystemClock, Uuid7Ids
from domain.context import Caller, World
from domain.embedding import space_of
from domain.ledger import Draft, add
from domain.remember import learn
from domain.search import search
from ports.bodies import LearningBody
from ports.commands import Learn, Search
from ports.embedder import Role
from ports.store import Chunk
from ports.vocabulary import ActorKind, Category

ROOT = Path(__file__).parent.parent.parent
CALLER = Caller(actor=ActorKind.AGENT, name="benchmark")
BATCH = 2_000
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}},
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=50_000)
    options = parser.parse_args(arguments)
    starts = [(_milliseconds(_handshake), _milliseconds(_import_mcp)) for _ in range(7)]
    ours, floor = (statistics.median(column) for column in zip(*starts, strict=True))
    print(f"start to initialize answered {ours:.0f} ms, import mcp {floor:.0f} ms, ratio {ours / floor:.2f}")
    with tempfile.TemporaryDirectory() as folder:
        world = World(
            SqliteStore(Path(folder) / "memory.sqlite"),
            HashingEmbedder(quiet=True),
            SystemClock(),
            Uuid7Ids(),
            DetectSecretsScanner(),
        )
        _fill(world, options.memories)
        _compare(world)
        world.store.close()


def _handshake() -> None:
    command = [sys.executable, str(ROOT / "palimpsest.py"), "serve"]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps(HELLO).encode() + b"\n")
    server.stdin.flush()
    server.stdout.readline()
    server.kill()
    server.wait()


def _import_mcp() -> None:
    subprocess.run([sys.executable, "-c", "import mcp"], check=True)


def _fill(world: World, memories: int) -> None:
    chance = random.Random(1)  # noqa: S311 - made-up texts
    vocabulary = [f"w{number}" for number in range(5_000)]
    weights = [1 / (number + 1) for number in range(5_000)]
    space = space_of(world.embedder)
    assert space is not None
    with world.store.write() as writer:
        writer.open_space(space)
    for start in range(0, memories, BATCH):
        with world.store.write() as writer:
            for number in range(start, min(start + BATCH, memories)):
                text = f"{' '.join(chance.choices(vocabulary, weights, k=chance.randint(12, 40)))} id{number}"
                draft = Draft(
                    body=LearningBody(category=Category.INSIGHT, content=text), project=f"p{chance.randint(0, 19)}"
                )
                vector = world.embedder.embed([text], Role.PASSAGE)[0]
                now = world.clock.now()
                add(writer, world, CALLER, draft, now, vectors=[Chunk(0, len(text), vector)], space=space)


def _compare(world: World) -> None:
    sql = world.store._open()[0].sql  # type: ignore[attr-defined]
    queries = [f"w{number * 7 + 20} w{number * 11 + 100} w{700 + number}" for number in range(25)]

    def raw(query: str) -> None:
        matching = "SELECT rowid, rank FROM lexicon WHERE lexicon MATCH ? ORDER BY rank LIMIT 200"
        sql.rows(matching, (words.match(query),))
        vector = packed(world.embedder.embed([query], Role.QUERY)[0])
        sql.rows("SELECT chunk_id FROM vectors ORDER BY vec_distance_cosine(vector, ?) LIMIT 200", (vector,))

    search(world, Search(query="warm"))
    floor = statistics.median(_milliseconds(lambda query=query: raw(query)) for query in queries)
    whole = statistics.median(
        _milliseconds(lambda query=query: search(world, Search(query=query))) for query in queries
    )
    scoped = statistics.median(
        _milliseconds(lambda query=query: search(world, Search(query=query, project="p4"))) for query in queries
    )
    stored = statistics.median(
        _milliseconds(lambda number=number: _learn(world, f"fresh fact {number} w3 w900")) for number in range(25)
    )
    print(f"raw queries {floor:.1f} ms, search {whole:.1f} ms, ratio {whole / floor:.2f}")
    print(f"scoped search {scoped:.1f} ms, ratio to unscoped {scoped / whole:.2f}")
    print(f"a learn with made vectors {stored:.1f} ms")


def _learn(world: World, text: str) -> None:
    learn(world, CALLER, Learn(category=Category.INSIGHT, content=text, project="p3"))


def _milliseconds(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return (time.perf_counter() - begun) * 1e3


if __name__ == "__main__":
    main()
