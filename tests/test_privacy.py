"""Nothing is kept outside our own folder, nobody else can read it, and no library reports home."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PALIMPSEST_", "XDG_", "ORT_"))}
    environment = {**kept, "HOME": str(home)}
    command = [sys.executable, str(ROOT / "palimpsest.py"), *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)


def test_a_fresh_home_holds_our_file_alone(tmp_path: Path) -> None:
    run(tmp_path, "learn", "The ferry leaves at six.")
    assert "ferry" in run(tmp_path, "search", "when does the boat leave").stdout
    left = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert [name for name in left if "palimpsest" not in name] == []
    assert any(name.endswith("memory.sqlite") for name in left)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    run(tmp_path, "learn", "The ferry leaves at six.")
    (database,) = tmp_path.rglob("memory.sqlite")
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    for journal in database.parent.glob("memory.sqlite-*"):
        assert stat.S_IMODE(journal.stat().st_mode) == 0o600
