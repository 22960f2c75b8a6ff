"""The model in the box, side by side with the other ways to ship and run it, in one run of about five minutes.

    uv run --group tools python -m benchmarks.embedders.run [--rounds 5]

Each figure is the median of several fresh processes (of throughput the best, which other work on the machine disturbs
least), and the ways that are compared take turns. Prints tables and writes them to benchmarks/results/embedders.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import tempfile
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from multiprocessing import Process, get_context
from pathlib import Path
from typing import TypeVar

from adapters.onnx.batching import TOKENS_A_BATCH
from benchmarks.embedders import measure
from benchmarks.embedders.variants import Variants, make_variants

RESULTS = Path(__file__).parent.parent / "results" / "embedders.md"

Result = TypeVar("Result")
Figures = Mapping[str, Callable[[Result], float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        variants = make_variants(Path(folder))
        tables = [
            _heading(),
            _tokenizers(variants, rounds),
            _sessions(variants, rounds),
            _latencies(variants, rounds, "with nothing beside it", busy=0),
            _latencies(variants, rounds, "beside one busy process a core", busy=os.cpu_count() or 1),
            _throughputs(variants, rounds),
            _whole(rounds),
        ]
    text = "\n\n".join(tables) + "\n"
    print(text)
    RESULTS.write_text(text, "utf-8")


def _heading() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("onnxruntime", "sentencepiece", "tokenizers"))
    machine = f"Python {platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores"
    load = f"load average {os.getloadavg()[1]:.1f} before the run"
    return f"Embedders, {datetime.now(UTC):%Y-%m-%d}; {machine}; {packages}; multilingual-e5-small in 4 bits; {load}."


def _tokenizers(variants: Variants, rounds: int) -> str:
    ways = {"sentencepiece": variants.pieces, "tokenizers (tokenizer.json)": variants.json}
    return _table(
        "Tokenizer",
        {name: partial(measure.tokenizer, path) for name, path in ways.items()},
        {
            "load, ms": lambda one: one.load.milliseconds,
            "memory, MB": lambda one: one.load.megabytes,
            "texts a second": lambda one: one.texts_a_second,
        },
        rounds,
    )


def _sessions(variants: Variants, rounds: int) -> str:
    ways = {
        "graph and weights apart (shipped)": variants.external,
        "one file": variants.one_file,
        "optimised beforehand, apart": variants.optimised,
    }
    return _table(
        "Session",
        {name: partial(measure.session, path) for name, path in ways.items()},
        {"load, ms": lambda one: one.milliseconds, "memory, MB": lambda one: one.megabytes},
        rounds,
    )


def _latencies(variants: Variants, rounds: int, where: str, busy: int) -> str:
    ways = {
        f"{threads} thread{'s' * (threads > 1)}, {'spinning' if spinning else 'not spinning'}": partial(
            measure.latency, variants.external, threads, spinning
        )
        for threads in (1, 2)
        for spinning in (False, True)
    }
    figures = {"a question, ms": lambda one: one.question, "a passage of 60 words, ms": lambda one: one.passage}
    with _busy(busy):
        return _table(f"One text {where}", ways, figures, rounds)


def _throughputs(variants: Variants, rounds: int) -> str:
    batches = {
        "one": "one batch of 64",
        "eight": "eight of 8 as they come",
        "2048": "length buckets of 2,048 tokens",
        str(TOKENS_A_BATCH): f"length buckets of {TOKENS_A_BATCH} tokens (shipped)",
        "128": "length buckets of 128 tokens",
    }
    ways = {
        f"{name}, {threads} thread{'s' * (threads > 1)}": partial(measure.throughput, variants.external, threads, which)
        for which, name in batches.items()
        for threads in (1, 2)
    }
    figures = {"texts a second": lambda one: one.texts_a_second, "peak memory, MB": lambda one: one.peak_megabytes}
    return _table("64 texts, best of the rounds", ways, figures, rounds, max)


def _whole(rounds: int) -> str:
    return _table(
        "The adapter",
        {"e5-small": measure.whole},
        {
            "SHA-256 of the files, ms": lambda one: one.check,
            "first vector in a fresh process, ms": lambda one: one.first_vector,
            "memory loaded, MB": lambda one: one.loaded,
            "after 64 texts, MB": lambda one: one.after_work,
            "unloaded, MB": lambda one: one.unloaded,
            "first vector after that, ms": lambda one: one.again,
            "least cosine of a text alone and in a batch": lambda one: one.least_cosine,
        },
        rounds,
    )


def _table(
    title: str,
    ways: Mapping[str, Callable[[], Result]],
    figures: Figures[Result],
    rounds: int,
    of_all: Callable[[Iterable[float]], float] = statistics.median,
) -> str:
    """Measure the ways in turns; a row a way, a column a figure."""
    seen: dict[str, list[Result]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            seen[name].append(_alone(way))
    rows = [
        [name, *(_written(of_all(map(figure, results))) for figure in figures.values())]
        for name, results in seen.items()
    ]
    lines = [[title, *figures], ["---"] * (len(figures) + 1), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _written(value: float) -> str:
    return f"{value:,.0f}" if value >= 20 else f"{value:.1f}" if value > 1.0001 else f"{value:.6f}"


def _alone(work: Callable[[], Result]) -> Result:
    """Run in a process of its own, so that nobody inherits another's memory."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work).result()


@contextmanager
def _busy(processes: int) -> Generator[None]:
    """So many other processes that never rest."""
    with ExitStack() as stack:
        for _ in range(processes):
            process = Process(target=_never_rest, daemon=True)
            process.start()
            stack.callback(process.kill)
        yield


def _never_rest() -> None:
    while True:
        pass


if __name__ == "__main__":
    main()
