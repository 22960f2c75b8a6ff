"""What exporting and importing cost, by the number of records: seconds, and the most memory the process ever held: in
all, pages of the mapped database included, and for itself alone.

    uv run python -m benchmarks.transfer.run                  # 1,000, 10,000 and 100,000 records
    uv run python -m benchmarks.transfer.run --sizes 5000

Each step runs in a process of its own. The table goes to benchmarks/results/transfer.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.transfer import made

RESULTS = Path(__file__).parent.parent / "results" / "transfer.md"
ROOT = Path(__file__).parent.parent.parent
_HEAD = """\
# Export and import

The committed table was taken on two cores shared with other jobs: its memory holds anywhere, its seconds are an upper
bound.

| records | step | seconds | records/s | memory in all, MB | of its own, MB | file, MB |
|--:|---|--:|--:|--:|--:|--:|
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure each size, print the table and write it down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    options = parser.parse_args(arguments)
    rows = [row for size in options.sizes for row in _measure(size)]
    table = _HEAD + "".join(rows)
    print(table)
    RESULTS.write_text(table, encoding="utf-8")


def _measure(size: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="palimpsest-benchmark-") as folder:
        place = Path(folder)
        theirs, ours = place / "theirs.json", place / "ours.json"
        made.write(theirs, size)
        steps = (
            ("merge the reference's export into an empty store", "import", "first", theirs),
            ("merge it again (nothing changes)", "import", "first", theirs),
            ("rehearse merging it into an empty store", "rehearse", "none", theirs),
            ("export", "export", "first", ours),
            ("restore the export into an empty store", "import", "second", ours),
        )
        return [
            _row(size, name, _step(step, place / store / "memory.sqlite", file), file)
            for name, step, store, file in steps
        ]


def _step(step: str, store: Path, file: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.transfer.step", step, str(store), str(file)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def _row(size: int, name: str, told: dict[str, Any], file: Path) -> str:
    seconds = told["seconds"]
    return (
        f"| {size:,} | {name} | {seconds:.1f} | {size / seconds:,.0f} | {told['peak']:.0f} | {told['private']:.0f} | "
        f"{file.stat().st_size / 1e6:.1f} |\n"
    )


if __name__ == "__main__":
    main()
