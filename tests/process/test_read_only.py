"""A notebook that cannot be written to can be searched, read, exported and checked; a write says why it is refused."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.shell import COMMAND, Shell, Told, shell_in
from tests.making import learned, make_world
from tests.wire.talking import PATIENCE_SECONDS

_BOUND_BY_MODES = (
    "import ctypes, os, sys; PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1; "
    "assert ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) == 0; "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""Even root is then held to what the modes of files allow."""


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """A notebook of mode 444 in a folder of mode 555."""
    folder = tmp_path / "medium"
    folder.mkdir()
    world = make_world(folder / "memory.sqlite")
    learned(world, "The lighthouse is red.")
    world.store.close()
    (folder / "memory.sqlite").chmod(0o444)
    folder.chmod(0o555)
    yield shell_in(folder)
    folder.chmod(0o755)


def run(shell: Shell, *arguments: str) -> Told:
    """As a user whom the modes of files bind."""
    command = (*COMMAND, *arguments)
    if os.geteuid() == 0:
        command = (sys.executable, "-c", _BOUND_BY_MODES, *command)
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, env=shell.environment, timeout=PATIENCE_SECONDS
    )
    return Told(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_what_reads_works(shell: Shell, tmp_path: Path) -> None:
    found = run(shell, "search", "lighthouse", "--json")
    assert found.status == 0, found.err
    (hit,) = found.json["results"]
    assert run(shell, "get", hit["id"]).status == 0
    assert run(shell, "history", hit["id"]).status == 0
    exported = run(shell, "export", str(tmp_path / "out.json"))
    assert exported.status == 0, exported.err
    assert "The lighthouse is red." in (tmp_path / "out.json").read_text()


def on_a_medium(shell: Shell, *arguments: str) -> Told:
    """As on a disk that is mounted for reading only: nothing can be made beside the notebook, whoever asks."""
    medium = shell.folder.parent / "mounted"
    medium.mkdir(exist_ok=True)
    script = (
        f'mount -t tmpfs none "{medium}" && cp "{shell.folder}/memory.sqlite" "{medium}" && '
        f'mount -o remount,ro "{medium}" && exec "$@"'
    )
    done = subprocess.run(
        ("unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", *COMMAND, *arguments),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**shell.environment, "PALIMPSEST_DB": str(medium / "memory.sqlite")},
        timeout=PATIENCE_SECONDS,
    )
    return Told(done.returncode, done.stdout.decode(), done.stderr.decode())


def _can_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = ("unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", str(Path(__file__).parent))
    return subprocess.run(tried, capture_output=True).returncode == 0


@pytest.mark.skipif(not _can_mount(), reason="this kernel lets nobody mount in a name space of their own")
def test_a_medium_that_is_mounted_for_reading_only(shell: Shell, tmp_path: Path) -> None:
    found = on_a_medium(shell, "search", "lighthouse", "--json")
    assert found.status == 0, found.err
    assert found.json["count"] == 1
    exported = on_a_medium(shell, "export", str(tmp_path / "out.json"))
    assert exported.status == 0, exported.err
    assert "The lighthouse is red." in (tmp_path / "out.json").read_text()
    assert on_a_medium(shell, "doctor", "--json").json["live"] == {"learning": 1}
    refused = on_a_medium(shell, "learn", "The harbour is blue.")
    assert refused.status == 1
    assert "STORE_UNWRITABLE" in refused.err


def test_doctor_checks_it(shell: Shell) -> None:
    told = run(shell, "doctor", "--json")
    assert told.json["live"] == {"learning": 1}, told.err
    closed = [one for one in told.json["problems"] if "chmod 600" not in one]
    assert closed == []


@pytest.mark.parametrize("command", [("learn", "The harbour is blue."), ("reindex", "--words")])
def test_what_writes_says_why_not(shell: Shell, command: tuple[str, ...]) -> None:
    refused = run(shell, *command)
    assert refused.status == 1
    assert "STORE_UNWRITABLE" in refused.err
    assert "read-only" in refused.err
    assert "Traceback" not in refused.err
    assert [one.name for one in shell.folder.iterdir()] == ["memory.sqlite"]


def test_a_file_of_mode_444_in_a_folder_of_ones_own(shell: Shell) -> None:
    shell.folder.chmod(0o755)
    found = run(shell, "search", "lighthouse", "--json")
    assert found.json["count"] == 1, found.err
    assert "STORE_UNWRITABLE" in run(shell, "learn", "The harbour is blue.").err
