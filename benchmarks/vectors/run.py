"""The vector index at growing sizes, beside a NumPy scan and a sqlite-vec scan of the same vectors in the same run.

    uv run python -m benchmarks.vectors.run [--sizes 1000 10000 50000 100000] [--real vectors.npz]

Without --real the vectors are made up (made.py). With it they are real ones (embed.py), and beyond those mixtures.
Prints a table and writes it to benchmarks/results/vectors-made.md or vectors-real.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import numpy as np

from benchmarks.vectors import made
from benchmarks.vectors.measure import Measures, Times, first_search, measure

RESULTS = Path(__file__).parent.parent / "results"
QUERIES = 100
_SIZES = (1_000, 10_000, 50_000, 100_000)

Result = TypeVar("Result")
Line = tuple[str, Callable[[Measures], str]]


def _time(times: Times) -> str:
    return f"{times.p50:.2f} / {times.p95:.2f}"


LINES: Sequence[Line] = (
    ("NumPy scan (float32 product, partition), ms p50 / p95", lambda m: _time(m.numpy)),
    ("sqlite-vec scan (every exact cosine), ms", lambda m: _time(m.exact)),
    ("200 nearest of all, ms", lambda m: _time(m.all)),
    ("… as a ratio to the NumPy scan", lambda m: f"{m.all.p50 / m.numpy.p50:.2f}"),
    ("10 nearest of all, ms", lambda m: _time(m.shallow)),
    ("200 nearest of one project and none (10 %), ms", lambda m: _time(m.scoped)),
    ("200 nearest of half the projects, ms", lambda m: _time(m.half)),
    ("90 % retired: 200 nearest of the live, ms", lambda m: _time(m.live_of_retired)),
    ("90 % retired: 200 nearest of all, ms", lambda m: _time(m.all_of_retired)),
    ("recall at 10", lambda m: f"{m.recall_10:.4f}"),
    ("recall at 200", lambda m: f"{m.recall_200:.4f}"),
    ("recall at 10 in one project and none", lambda m: f"{m.recall_scoped:.4f}"),
    ("a write's look-up (3 nearest live of its scope), ms", lambda m: _time(m.probe)),
    ("a write's put and commit, ms", lambda m: _time(m.put)),
    ("puts a second, in transactions of 5,000", lambda m: f"{m.puts_a_second:,.0f}"),
    ("slowest put (takes the centre at 512 and 8,192), ms", lambda m: f"{m.slowest_put:.0f}"),
    ("retirings a second", lambda m: f"{m.moves_a_second:,.0f}"),
    ("bytes of file a chunk", lambda m: f"{m.bytes_a_chunk:,.0f}"),
    ("first search in a fresh process, ms", lambda m: f"{m.first_search:.0f}"),
    ("private memory before it / after it, MB", lambda m: f"{m.memory_before:.0f} / {m.memory_after:.0f}"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=_SIZES)
    parser.add_argument("--real", type=Path, help="the file that benchmarks.vectors.embed wrote")
    options = parser.parse_args()
    measured = [alone(_measured, size, options.real) for size in options.sizes]
    text = table(measured, "real, grown by mixtures" if options.real else "made up")
    print(text)
    (RESULTS / f"vectors-{'real' if options.real else 'made'}.md").write_text(text)


def alone(work: Callable[..., Result], *arguments: object) -> Result:
    """Run in a process of its own, so that no size inherits another's memory."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def _measured(size: int, real: Path | None) -> Measures:
    passages, queries = _vectors(size, real)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.sqlite"
        measures = measure(path, passages, queries)
        first, before, after = alone(first_search, path, queries[0])
    print(f"{size:,} done", file=sys.stderr)
    return replace(measures, first_search=first, memory_before=before, memory_after=after)


def _vectors(size: int, real: Path | None) -> tuple[made.Rows, made.Rows]:
    if real is None:
        return made.made(size, QUERIES)
    with np.load(real) as file:
        passages, queries = made.normalised(file["passages"]), made.normalised(file["queries"])
    chosen = np.random.default_rng(2).permutation(len(queries))[:QUERIES]
    return made.grown(passages, size), queries[chosen]


def table(measured: Sequence[Measures], vectors: str) -> str:
    """The measures of every size, as Markdown."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores"
    versions = ", ".join(f"{name} {version(name)}" for name in ("apsw", "sqlite-vec", "numpy"))
    heads = ["chunks", *(f"{one.chunks:,}" for one in measured)]
    rows = [[name, *(value(one) for one in measured)] for name, value in LINES]
    lines = [heads, ["---"] * len(heads), *rows]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return (
        f"Vector index, {datetime.now(UTC):%Y-%m-%d}; Python {platform.python_version()} on {machine}; {versions}; "
        f"vectors {vectors}, {made.DIMENSIONS} dimensions, {QUERIES} queries.\n\n{body}\n"
    )


if __name__ == "__main__":
    main()
