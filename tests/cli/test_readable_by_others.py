"""A database that others on the machine can read is told of, with the command that mends it."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from adapters.sqlite.exposure import exposure
from tests.cli.shell import Shell, shell_in
from tests.wire.talking import RawServer


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder of its own: pytest's are closed to others, and each run of it closes them anew."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o711)
        yield folder


@pytest.fixture
def shell(open_folder: Path) -> Shell:
    return shell_in(open_folder)


def test_a_new_one_is_nobody_elses(open_folder: Path, shell: Shell) -> None:
    shell.run("learn", "The lighthouse is red.")
    assert exposure(open_folder / "memory.sqlite") is None


def test_doctor_and_the_start_of_a_session_tell_of_it(open_folder: Path, shell: Shell) -> None:
    shell.run("learn", "The lighthouse is red.")
    path = open_folder / "memory.sqlite"
    path.chmod(0o644)
    told = shell.run("doctor")
    assert told.status == 1
    command = f"chmod 600 {shlex.quote(str(path))}"
    assert f"Others on this machine can read {path}; run `{command}`." in told.out
    with RawServer(shell.environment) as server:
        notice = server.succeed("memory_session_start")["notice"]
        assert command in notice
        server.leave()
        assert command in server.errors()
    subprocess.run(shlex.split(command), check=True)
    assert shell.run("doctor").status == 0


def test_a_closed_folder_hides_an_open_file(open_folder: Path, shell: Shell) -> None:
    shell.run("learn", "The lighthouse is red.")
    path = open_folder / "memory.sqlite"
    path.chmod(0o644)
    assert exposure(path) is not None
    open_folder.chmod(0o700)
    assert exposure(path) is None
