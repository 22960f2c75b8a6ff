"""Speed and size, side by side in one run.

    uv run python -m benchmarks.speed.run [--sizes 1000 10000 100000 1000000] [--repeats 3] [--keep FOLDER]

At each size: a search by words and meaning through the whole service, beside the same two raw queries on the same file
and beside a NumPy scan; scoped to one of 20 projects; with nine memories in ten retired; storing, file and memory.
Also the start of the server, beside `import mcp`. Prints tables and writes them to benchmarks/results/speed.md.

Filling takes most of the time (about a thousand memories a second), so --keep leaves the filled stores in a folder for
the next run. 1,000,000 needs 6 GB of memory and, kept, 8 GB of disk.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.reporting import publish
from benchmarks.speed.measure import Measures, measure
from benchmarks.speed.report import report
from benchmarks.speed.server import start
from benchmarks.vectors.run import alone

_SIZES = (1_000, 10_000, 100_000, 1_000_000)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure each size and write the tables down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=_SIZES)
    parser.add_argument("--repeats", type=int, default=3, help="how often each question is asked")
    parser.add_argument("--most-retired", type=int, default=100_000, help="the largest store to retire nine tenths of")
    parser.add_argument("--keep", type=Path, help="a folder for the filled stores")
    options = parser.parse_args(arguments)
    # Everything that is compared runs on one thread, so that the processor's time can be compared as well.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory(prefix="palimpsest-benchmark-") as folder:
        kept = options.keep or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        begun = start(Path(folder) / "memory.sqlite")
        measured: list[Measures] = []
        for size in options.sizes:
            measured.append(alone(measure, size, options.repeats, options.most_retired, kept))
            print(f"{size:,} done", file=sys.stderr)
    publish("speed", report(begun, measured, options.repeats))


if __name__ == "__main__":
    main()
