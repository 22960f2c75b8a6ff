"""The labelled pairs of statements, as they stand in the files."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "contradictions"
INDEPENDENT = FOLDER / "independent"
LANGUAGES = ("en", "de", "fr", "es")
PARTS = ("open", "apart")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements, and whether both can hold of one thing at one time."""

    language: str
    part: str
    contradicts: bool
    kind: str
    first: str
    second: str


def pairs(folder: Path = FOLDER) -> Iterator[Pair]:
    """Every pair of every language of one set, in the order in which they were written."""
    for language in LANGUAGES:
        with (folder / f"{language}.tsv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                contradicts = {"contradiction": True, "harmless": False}[row["label"]]
                first, second = (row[name].replace("\\n", "\n") for name in ("first", "second"))
                yield Pair(language, row["part"], contradicts, row["kind"], first, second)
