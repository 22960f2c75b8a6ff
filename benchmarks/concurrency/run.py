"""Several processes write one file while others search it: is anything lost, and how long does anybody wait?

    uv run python -m benchmarks.concurrency.run [--writers 4] [--writes 200] [--readers 2]

Each is a process of its own with the whole service over one new file; token hashes stand for vectors. Afterwards the
whole file is checked. Prints a table and writes it to benchmarks/results/concurrency.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.concurrency.shared import DONE, GO, opened
from benchmarks.reporting import made_on, publish, table
from entrypoints.health import health
from ports.commands import Health
from ports.store import Filter
from ports.vocabulary import Kind

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Outcome:
    """What the processes told, and what stands in the file."""

    writers: Sequence[dict[str, Any]]
    readers: Sequence[dict[str, Any]]
    stored: int
    audited: int
    without_vector: int
    problems: Sequence[str]

    @property
    def seconds(self) -> float:
        """From the first write to the last."""
        return max(one["ended"] for one in self.writers) - min(one["began"] for one in self.writers)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run, check, and write the table down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--writes", type=int, default=200, help="of each writer")
    parser.add_argument("--readers", type=int, default=2)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="palimpsest-benchmark-") as folder:
        outcome = run(Path(folder), options.writers, options.writes, options.readers)
    publish("concurrency", report(outcome, options.writers, options.writes, options.readers))


def run(folder: Path, writers: int, writes: int, readers: int) -> Outcome:
    """Start all, let them go at once, and look at what they left."""
    processes = {f"writer{number}": _start(folder, f"writer{number}", writes) for number in range(writers)}
    processes |= {f"reader{number}": _start(folder, f"reader{number}", 0) for number in range(readers)}
    try:
        while not all((folder / name).exists() for name in processes):
            assert all(process.poll() is None for process in processes.values())
            time.sleep(0.01)
        (folder / GO).touch()
        told = {name: _told(one) for name, one in processes.items() if name.startswith("writer")}
        (folder / DONE).touch()
        told |= {name: _told(one) for name, one in processes.items() if name not in told}
    finally:
        for process in processes.values():
            process.kill()
    return _outcome(folder, told)


def _start(folder: Path, name: str, writes: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.concurrency.worker", str(folder), name, str(writes)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def _told(process: subprocess.Popen[str]) -> dict[str, Any]:
    output, _ = process.communicate()
    assert process.returncode == 0
    return json.loads(output)


def _outcome(folder: Path, told: dict[str, dict[str, Any]]) -> Outcome:
    world = opened(folder)
    checked = health(world, Health())
    with world.store.read() as reader:
        stored = reader.count(Filter(now=world.clock.now())).get(Kind.LEARNING, 0)
        last = reader.last_audit()
    world.store.close()
    return Outcome(
        writers=[one for name, one in told.items() if name.startswith("writer")],
        readers=[one for name, one in told.items() if name.startswith("reader")],
        stored=stored,
        audited=last.sequence if last else 0,
        without_vector=checked.pending_vectors,
        problems=checked.problems,
    )


def report(outcome: Outcome, writers: int, writes: int, readers: int) -> str:
    """What happened, as Markdown."""
    first, written = _apart(outcome.writers)
    first_read, read = _apart(outcome.readers)
    errors = Counter(code for one in (*outcome.writers, *outcome.readers) for code in one["errors"])
    rows = [
        ["memories stored", f"{outcome.stored:,} of {writers * writes:,}"],
        ["audit rows", f"{outcome.audited:,}"],
        ["memories without their vector", f"{outcome.without_vector:,}"],
        ["errors seen by any process", ", ".join(f"{code}: {n}" for code, n in errors.items()) or "0"],
        ["problems of the file (SQLite, audit chain, FTS5, vectors)", "; ".join(outcome.problems) or "0"],
        ["seconds from the first write to the last", f"{outcome.seconds:.1f}"],
        ["searches meanwhile", f"{len(read) + len(first_read):,}"],
        ["a write, ms p50 / p95 / longest", _waits(written)],
        ["a search, ms p50 / p95 / longest", _waits(read)],
        ["the first write of a process, longest, ms", f"{max(first):,.0f}"],
        ["the first search of a process, longest, ms", f"{max(first_read):,.0f}"],
    ]
    return "\n\n".join(
        [
            "# Several processes over one file",
            f"{made_on('apsw', 'sqlite-vec')}\n`uv run python -m benchmarks.concurrency.run`: {writers} processes "
            f"store {writes} learnings each through the whole service while {readers} others search all the time; "
            "token hashes stand for vectors. The processes race to make the file as well.",
            table(["", "measured"], rows),
            _says(outcome, writers * writes, written, len(errors)),
        ]
    )


def _says(outcome: Outcome, wanted: int, written: Sequence[float], errors: int) -> str:
    sound = outcome.stored == outcome.audited == wanted and not errors and not outcome.problems
    verdict = "Nothing was lost, and nobody saw an error" if sound else "Something went wrong"
    return (
        f"{verdict}. The longest write, a process's first apart, took {max(written) / 1e3:.2f} of the 10 seconds that "
        "it would wait for another's transaction. There were more processes than cores, and the machine was shared "
        "with other work, so much of each wait was for the processor."
    )


def _apart(processes: Sequence[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """The waits of first calls, in which a process loads what it needs, and all others."""
    return [one["waits"][0] for one in processes], [wait for one in processes for wait in one["waits"][1:]]


def _waits(waits: Sequence[float]) -> str:
    p50, p95 = np.quantile(waits, (0.5, 0.95))
    return f"{p50:.0f} / {p95:.0f} / {max(waits):,.0f}"


if __name__ == "__main__":
    main()
