"""The table of guarantees points at scenarios and tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TABLE = (ROOT / "docs" / "correction.md").read_text(encoding="utf-8")
ROWS = [row.split("|")[1:3] for row in TABLE.splitlines() if row.startswith("| ") and "guarantee" not in row]


def test_the_table_is_long() -> None:
    assert len(ROWS) >= 20


@pytest.mark.parametrize(("guarantee", "proof"), ROWS, ids=[row[0].strip() for row in ROWS])
def test_each_proof_is_there(guarantee: str, proof: str) -> None:
    assert guarantee.strip()
    files = re.findall(r"`((?:features|tests)/[\w/.]+)`", proof)
    assert files
    for name in files:
        assert (ROOT / name).is_file(), name
    named = re.search(r"`(features/[\w.]+)`: ([^`;]+)(?:;|$)", proof)
    titles = re.split(r"; (?=[A-Z])", named[2].strip()) if named else []
    text = (ROOT / named[1]).read_text(encoding="utf-8") if named else ""
    assert [title for title in titles if title.strip() not in text] == []
