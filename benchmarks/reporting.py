"""What a table of results says of where it comes from, and where it is kept."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def made_on(*packages: str) -> str:
    """The day, the machine in general terms, and the versions that matter."""
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"{datetime.now(UTC):%Y-%m-%d}, {machine}, Python {platform.python_version()}, {versions}."


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, numbers to the right."""
    lines = (head, ["---", *["--:"] * (len(head) - 1)], *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def publish(name: str, text: str) -> None:
    """Print a result and keep it."""
    print(text)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(text.rstrip() + "\n", encoding="utf-8")
