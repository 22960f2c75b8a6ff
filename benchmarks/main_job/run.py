"""The main job on real texts: a stdio client stores 200, the server is started again, and all are found.

    uv run python -m benchmarks.main_job.run --data FOLDER

Prints how many of DevBench's questions find a right memory among five, by words, by meaning and by both, and how many
of the stored texts are found first by their own words.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

from benchmarks.retrieval.sets import Question, load

ROOT = Path(__file__).parent.parent.parent
TEXTS = 200
BATCH = 50
FIRST = 5


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the job and print its counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds the sets")
    options = parser.parse_args(arguments)
    devbench = load("devbench", options.data)[0]
    turns = load("locomo-turns", options.data)[0]
    texts = [*devbench.texts.items(), *turns.texts.items()][:TEXTS]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "memory.sqlite"
        names = anyio.run(_store, database, texts)
        anyio.run(_find, database, names, dict(texts), devbench.questions)


def _server(database: Path) -> StdioServerParameters:
    environment = {**os.environ, "PALIMPSEST_DB": str(database), "PALIMPSEST_PATIENCE_SECONDS": "60"}
    return StdioServerParameters(command=sys.executable, args=[str(ROOT / "palimpsest.py"), "serve"], env=environment)


async def _store(database: Path, texts: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Store the texts; the name of each by the id it got."""
    names: dict[str, str] = {}
    async with Client(_server(database)) as client:
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            items = [{"category": "insight", "content": text} for _, text in batch]
            told = await client.call_tool("memory_learn_bulk", {"items": items})
            results = (told.structured_content or {})["results"]
            names |= {one["id"]: name for one, (name, _) in zip(results, batch, strict=True)}
    print(f"stored {len(names)} texts; the server is started again")
    return names


async def _find(database: Path, names: dict[str, str], texts: dict[str, str], questions: Sequence[Question]) -> None:
    async with Client(_server(database)) as client:

        async def first(query: str, mode: str, most: int) -> list[str]:
            told = await client.call_tool("memory_search", {"query": query, "mode": mode, "limit": most})
            return [names[hit["id"]] for hit in (told.structured_content or {})["results"]]

        for mode in ("fts", "vector", "hybrid"):
            right = [bool(set(await first(one.text, mode, FIRST)) & one.gold) for one in questions]
            own = [(await first(text, mode, 1))[:1] == [name] for name, text in texts.items()]
            print(
                f"{mode:<7} questions {sum(right)} of {len(right)}, texts by their own words {sum(own)} of {len(own)}"
            )


if __name__ == "__main__":
    main()
