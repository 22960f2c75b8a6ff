"""Questions about what was never stored: how many first hits are marked `weak`, and how many right hits wrongly are.

    uv run python -m benchmarks.retrieval.negatives --data FOLDER [--cache FILE]

Each set's questions are asked of its own store, and of the store of every other set in the same script. The floors in
domain/relevance.py were chosen on XQuAD's English and the first two of LoCoMo's conversations; all else is held out.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.retrieval.caching import CachingEmbedder
from benchmarks.retrieval.run import fill, world_over
from benchmarks.retrieval.sets import Collection, load
from domain.context import World
from domain.relevance import main_script
from domain.search import search
from entrypoints.container import Container
from entrypoints.settings import Settings
from ports.commands import Search

SETS = ("xquad-en", "locomo-turns", "devbench", "xquad-de", "xquad-zh", "xquad-hi")
_QUESTIONS = 200


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds the sets")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "palimpsest-vectors.sqlite")
    options = parser.parse_args(arguments)
    container = Container()
    container.settings.override(Settings(embedder="e5-small", patience_seconds=60, idle_seconds=0))
    embedder = CachingEmbedder(container.embedder(), options.cache)
    collections = [one for name in SETS for one in load(name, options.data)]
    _across(embedder, options.data)
    print("| store | right hits marked weak | first hits marked weak, questions about something else |")
    print("|---|---|---|")
    for collection in collections:
        with tempfile.TemporaryDirectory() as folder:
            world = world_over(Path(folder) / "memory.sqlite", embedder)
            names = fill(world, collection)
            own = list(_right_hits(world, collection, names))
            other = [
                _first_is_weak(world, question.text)
                for stranger in collections
                if _script(stranger) == _script(collection) and stranger.name.split()[0] != collection.name.split()[0]
                for question in stranger.questions[: _QUESTIONS // 4]
            ]
            world.store.close()
        print(f"| {collection.name} | {_share(own)} | {_share(other)} |", flush=True)


def _across(embedder: CachingEmbedder, data: Path) -> None:
    """Right hits in another language than the question, which must not be marked."""
    print("| question in text | right hits marked weak |")
    print("|---|---|")
    for name in ("xquad-en-de", "xquad-de-en", "xquad-zh-en", "xquad-en-hi"):
        with tempfile.TemporaryDirectory() as folder:
            world = world_over(Path(folder) / "memory.sqlite", embedder)
            (collection,) = load(name, data)
            marks = list(_right_hits(world, collection, fill(world, collection)))
            world.store.close()
        print(f"| {collection.name} | {_share(marks)} |", flush=True)
    print()


def _script(collection: Collection) -> str | None:
    return main_script(next(iter(collection.texts.values())))


def _right_hits(world: World, collection: Collection, names: dict[str, str]) -> Iterator[bool]:
    for question in collection.questions[:_QUESTIONS]:
        for hit in search(world, Search(query=question.text)).results:
            if names[hit.id] in question.gold:
                yield bool(hit.weak)


def _first_is_weak(world: World, text: str) -> bool:
    results = search(world, Search(query=text)).results
    return not results or bool(results[0].weak)


def _share(marks: Sequence[bool]) -> str:
    return f"{100 * sum(marks) / max(len(marks), 1):.1f} % of {len(marks)}"


if __name__ == "__main__":
    main()
