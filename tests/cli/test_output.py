"""Where nobody takes what is shown, a command leaves with a status and no traceback."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.shell import COMMAND, Shell
from tests.wire.talking import PATIENCE_SECONDS

COMMANDS = [("--help",), ("doctor",), ("doctor", "--json"), ("search", "lighthouse"), ("export", "--schema")]


@pytest.fixture
def shell(shell: Shell) -> Shell:
    assert shell.run("learn", "The lighthouse is red.").status == 0
    return shell


@pytest.fixture
def full() -> Path:
    device = Path("/dev/full")
    if not device.exists():
        pytest.skip("this system has no device that is always full")
    return device


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_full_disk_behind_stdout(shell: Shell, full: Path, command: tuple[str, ...]) -> None:
    with full.open("wb") as stdout:
        done = subprocess.run(
            (*COMMAND, *command),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=shell.environment,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    told = done.stderr.decode()
    assert done.returncode == 1, told
    assert "Error OUTPUT_FAILED: " in told
    assert "Traceback" not in told
    assert "Exception ignored" not in told


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_closed_pipe_behind_stdout(shell: Shell, command: tuple[str, ...]) -> None:
    with subprocess.Popen(
        (*COMMAND, *command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=shell.environment,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read().decode()
    assert process.returncode == 1, told
    assert "Traceback" not in told
    assert "Exception ignored" not in told


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_has_a_short_option(shell: Shell, option: str) -> None:
    assert shell.run(option).out.startswith("palimpsest ")


@pytest.mark.parametrize("command", [(), ("learn",), ("model",), ("model", "use")])
def test_help_has_a_short_option_everywhere(shell: Shell, command: tuple[str, ...]) -> None:
    told = shell.run(*command, "-h")
    assert told.status == 0, told.err
    assert told.out == shell.run(*command, "--help").out
