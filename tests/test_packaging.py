"""The wheel: all that is needed and nothing else, and it runs beside packages that have the names of our folders."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from entrypoints.settings import PREFIX
from entrypoints.version import program_version

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("domain", "ports", "adapters", "entrypoints")
BUNDLE = "palimpsest_bundle"
LARGEST = 100_000_000
NAMESAKES = ("adapters", "entrypoints")
SECONDS = 170


def uv() -> list[str]:
    """uv as a command, or as the module that the development environment has."""
    found = shutil.which("uv")
    return [found] if found else [sys.executable, "-m", "uv"]


def run(command: Sequence[str], folder: Path, **environment: str) -> str:
    """What a command that has to succeed prints, with a notebook of its own in the folder."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith((PREFIX, "VIRTUAL_ENV"))}
    own = {"PALIMPSEST_DB": str(folder / "memory.sqlite"), "PALIMPSEST_CONFIG": str(folder / "config.toml")}
    told = subprocess.run(
        command,
        cwd=folder,
        env={**clean, **own, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run([*uv(), "build", "--wheel", "--quiet", "--out-dir", str(folder), str(ROOT)], folder)
    (built,) = folder.glob("*.whl")
    return built


def files_of_the_rooms() -> set[str]:
    """Every file under the four folders but compiled ones."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*"))
    return {path.relative_to(ROOT).as_posix() for path in found if path.is_file() and "__pycache__" not in path.parts}


def test_the_wheel_holds_every_file_of_the_four_rooms_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = files_of_the_rooms()
    assert len(files) > 100
    assert any(name.endswith(".onnx") for name in files)
    assert names == {"palimpsest.py"} | {f"{BUNDLE}/{name}" for name in files}


def test_the_wheel_is_small_enough(wheel: Path) -> None:
    assert wheel.stat().st_size < LARGEST


def test_the_wheel_runs_beside_its_namesakes(wheel: Path, tmp_path: Path) -> None:
    """In a fresh environment, with the packages of PyPI that are called `adapters` and `entrypoints`."""
    home = tmp_path / "fresh"
    run([*uv(), "venv", "--quiet", "--python", sys.executable, str(home)], tmp_path)
    binaries = home / ("Scripts" if os.name == "nt" else "bin")
    python = str(binaries / "python")
    install = [*uv(), "pip", "install", "--quiet", "--python", python]
    run([*install, str(wheel)], tmp_path)
    run([*install, "--no-deps", *NAMESAKES], tmp_path)
    told = run([python, "-c", "import entrypoints; print(entrypoints.__file__, entrypoints.get_group_all)"], tmp_path)
    assert BUNDLE not in told

    palimpsest = str(binaries / "palimpsest")
    assert run([palimpsest, "--version"], tmp_path).strip() == f"palimpsest {program_version()}"
    run([palimpsest, "learn", "The harbour closes at dusk."], tmp_path, PALIMPSEST_PATIENCE_SECONDS="60")
    found = run([python, "-m", "palimpsest", "search", "Wann macht der Hafen zu?"], tmp_path)
    assert "The harbour closes at dusk." in found
