"""One size of store: how fast it fills, answers and takes one more, how large it is, and what retired memories cost."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import apsw
import numpy as np
from numpy.typing import NDArray

from adapters.onnx.card import BOX, read_card
from adapters.onnx.embedder import OnnxEmbedder
from adapters.sqlite import words
from adapters.sqlite.connection import connect
from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors import load_extension
from benchmarks.memory import Memory
from benchmarks.speed.notebook import CALLER, Material, fill, make, opened, project, retire_all_but_every
from benchmarks.speed.server import ROOT, memory_after_initialize
from benchmarks.vectors.made import Rows
from domain.context import World
from domain.remember import learn, learn_bulk
from domain.search import search
from ports.commands import Learn, LearnBulk, Search
from ports.embedder import Role
from ports.vocabulary import Category

SCOPE = project(7)
RETIRED_PART = 10
"""One memory in so many stays live where most are retired."""
_SMALLEST_RETIRED = 10_000
_QUESTIONS, _FEWER_QUESTIONS, _LARGE = 40, 20, 500_000
_SINGLE, _BULK = 100, 500
_DEPTH = 200
_MATCHING = "SELECT rowid, rank FROM lexicon WHERE lexicon MATCH ? ORDER BY rank LIMIT 200"
Asked = TypeVar("Asked")
_SCAN = "SELECT chunk_id FROM vectors ORDER BY vec_distance_cosine(vector, ?) LIMIT 200"


@dataclass(frozen=True)
class Spent:
    """Milliseconds by the clock, and of the processor's time; what stands at one place is of one call."""

    clock: Sequence[float]
    processor: Sequence[float]


@dataclass(frozen=True)
class Searches:
    """Each way to search, round by round: what stands at one place was measured in one round."""

    whole: Spent
    scoped: Spent
    matching: Spent
    scan: Spent
    numpy: Spent


@dataclass(frozen=True)
class Rate:
    """Memories a second by the clock, and a second of the processor's time."""

    clock: float
    processor: float


@dataclass(frozen=True)
class Writes:
    """Single `learn`s without the embedder, embedding the same texts, and storing many at once."""

    learn: Spent
    embed: Spent
    bulk: Rate


@dataclass(frozen=True)
class Held:
    """The memory of a fresh process that has opened the store, then searched once; and of a server that has started."""

    opened: Memory
    searched: Memory
    served: Memory
    first_search: float


@dataclass(frozen=True)
class Retired:
    """A search with most memories retired, and with the same live ones alone, round by round."""

    live: int
    most_retired: Spent
    live_alone: Spent


@dataclass(frozen=True)
class Measures:
    """What one size gave."""

    size: int
    filled: Rate
    bytes_each: float
    searches: Searches
    writes: Writes
    held: Held
    retired: Retired | None


def measure(size: int, repeats: int, most_retired: int, kept: Path) -> Measures:
    """Measure one size. Stores that `kept` holds already are not filled again."""
    material = make(size, _FEWER_QUESTIONS if size > _LARGE else _QUESTIONS, _SINGLE + _BULK)
    path = kept / f"{size}.sqlite"
    filled = _once(path.with_suffix(".json"), lambda: _fill(path, material))
    rounds = [question for _ in range(repeats) for question in material.questions]
    with TemporaryDirectory(dir=kept) as folder:
        # What is measured also writes, so it is done to a copy.
        copy = Path(shutil.copy(path, folder))
        held = _held(copy, material)
        world = opened(copy, material.known)
        searches = _searches(world, copy, material, rounds)
        writes = _writes(world, material)
        world.store.close()
    retired = _retired(kept, material, rounds) if _SMALLEST_RETIRED <= size <= most_retired else None
    return Measures(size, Rate(filled["clock"], filled["processor"]), filled["bytes"], searches, writes, held, retired)


def _once(note: Path, make_it: Callable[[], dict[str, float]]) -> dict[str, float]:
    """What a note says, or what is made now and then noted."""
    if not note.exists():
        note.write_text(json.dumps(make_it()))
    return json.loads(note.read_text())


def _fill(path: Path, material: Material) -> dict[str, float]:
    path.unlink(missing_ok=True)
    world = opened(path, material.known)
    rate = _rate(len(material.texts), lambda: fill(world, material))
    world.store.close()
    return {**asdict(rate), "bytes": path.stat().st_size / len(material.texts)}


def _held(path: Path, material: Material) -> Held:
    question = material.questions[0]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.speed.fresh"],
        input=json.dumps([str(path), question, material.known[question]]),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(done.stdout)
    opened_, searched = Memory(**told["opened"]), Memory(**told["searched"])
    return Held(opened_, searched, memory_after_initialize(path), told["first"])


def _searches(world: World, path: Path, material: Material, rounds: Sequence[str]) -> Searches:
    raw = _raw(path)
    vectors = {question: np.array(material.known[question], np.float32) for question in material.questions}
    expressions = {question: words.match(question) for question in material.questions}
    ways: Sequence[Callable[[str], object]] = (
        # The scan comes first: it is the one to which it matters least that the search before it has written.
        lambda question: raw.rows(_SCAN, (vectors[question].tobytes(),)),
        lambda question: raw.rows(_MATCHING, (expressions[question],)),
        lambda question: _numpy_scan(material.vectors, vectors[question]),
        lambda question: search(world, Search(query=question)),
        lambda question: search(world, Search(query=question, project=SCOPE)),
    )
    scan, matching, numpy, whole, scoped = _in_turn(ways, rounds)
    raw.connection.close()
    return Searches(whole=whole, scoped=scoped, matching=matching, scan=scan, numpy=numpy)


def _raw(path: Path) -> Sql:
    connection: apsw.Connection = connect(path, 1.0)
    assert load_extension(connection) is None
    return Sql(connection)


def _numpy_scan(vectors: Rows, query: Rows) -> NDArray[np.intp]:
    return np.argpartition(-(vectors @ query), min(_DEPTH, len(vectors) - 1))[:_DEPTH]


def _writes(world: World, material: Material) -> Writes:
    single = [Learn(category=Category.INSIGHT, content=text, project=SCOPE) for text in material.facts[:_SINGLE]]
    embedder = OnnxEmbedder(read_card(BOX), threads=1)
    learns, embeds = _in_turn(
        (lambda one: learn(world, CALLER, one), lambda one: embedder.embed([one.content], Role.PASSAGE)), single
    )
    embedder.close()
    items = tuple(Learn(category=Category.INSIGHT, content=text, project=SCOPE) for text in material.facts[_SINGLE:])
    return Writes(learns, embeds, _rate(len(items), lambda: learn_bulk(world, CALLER, LearnBulk(items=items))))


def _retired(kept: Path, material: Material, rounds: Sequence[str]) -> Retired:
    live = material.every(RETIRED_PART)
    alone, most = kept / f"{len(material.texts)}-live.sqlite", kept / f"{len(material.texts)}-retired.sqlite"
    _once(alone.with_suffix(".json"), lambda: _fill(alone, live))
    _once(most.with_suffix(".json"), lambda: _retire(kept / f"{len(material.texts)}.sqlite", most, material))
    with TemporaryDirectory(dir=kept) as folder:
        worlds = [opened(Path(shutil.copy(path, folder)), material.known) for path in (most, alone)]
        ways = [lambda question, world=world: search(world, Search(query=question)) for world in worlds]
        most_retired, live_alone = _in_turn(ways, rounds, alternating=True)
        for world in worlds:
            world.store.close()
    return Retired(len(live.texts), most_retired, live_alone)


def _retire(full: Path, path: Path, material: Material) -> dict[str, float]:
    shutil.copy(full, path)
    world = opened(path, material.known)
    number = len(material.texts)
    rate = _rate(number - number // RETIRED_PART, lambda: retire_all_but_every(world, RETIRED_PART))
    world.store.close()
    return asdict(rate)


def _in_turn(
    ways: Sequence[Callable[[Asked], object]], rounds: Sequence[Asked], *, alternating: bool = False
) -> list[Spent]:
    """What each way takes, each round in every way before the next one; the first round is not counted.

    Alternating, every other round goes through the ways from the last to the first.
    """
    spent: list[list[tuple[float, float]]] = []
    for number, asked in enumerate(rounds):
        step = -1 if alternating and number % 2 else 1
        spent.append([_spent(lambda way=way, asked=asked: way(asked)) for way in ways[::step]][::step])
    return [Spent(*zip(*column, strict=True)) for column in zip(*spent[1:], strict=True)]


def _rate(number: int, run: Callable[[], object]) -> Rate:
    clock, processor = _spent(run)
    return Rate(number / clock * 1e3, number / processor * 1e3)


def _spent(run: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds by the clock, and of this thread on a processor."""
    began, on_processor = time.perf_counter(), time.thread_time()
    run()
    return (time.perf_counter() - began) * 1e3, (time.thread_time() - on_processor) * 1e3
