"""The Inspector, with which people try a server: it takes the list of tools, an answer and an error."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from entrypoints.mcp.tools import BY_NAME
from entrypoints.settings import PREFIX
from tests.clients import npm
from tests.wire.talking import SERVE, environment, problem_of


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    npm.install()


def inspect(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Run the Inspector's command line over a notebook in a folder; returns its exit code and what it printed.

    It starts a server without its own environment, so the settings go as options.
    """
    settings = {name: value for name, value in environment(folder).items() if name.startswith(PREFIX)}
    options = [word for name, value in settings.items() for word in ("-e", f"{name}={value}")]
    told = subprocess.run(
        [npm.node(), str(npm.INSPECTOR.resolve()), "--cli", *options, *SERVE, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout, told.stderr
    assert (folder / "memory.sqlite").exists() or "tools/list" in arguments
    return told.returncode, json.loads(told.stdout)


def test_it_holds_the_list_of_tools_for_valid(tmp_path: Path) -> None:
    code, told = inspect(tmp_path, "--method", "tools/list", "--strict")
    assert code == 0
    assert {tool["name"] for tool in told["tools"]} == set(BY_NAME)


def test_it_shows_an_answer(tmp_path: Path) -> None:
    call = ("--method", "tools/call", "--tool-name", "memory_learn")
    code, told = inspect(
        tmp_path, *call, "--tool-arg", "category=insight", "--tool-arg", "content=The shop opens at nine."
    )
    assert code == 0
    assert told["structuredContent"]["action"] == "added"


def test_it_shows_an_error(tmp_path: Path) -> None:
    _, told = inspect(tmp_path, "--method", "tools/call", "--tool-name", "memory_history", "--tool-arg", "id=nobody")
    assert problem_of(told)["code"] == "NOT_FOUND"
