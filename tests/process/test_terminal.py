"""Who is at the other end: a person at a terminal, or a script, an assistant's shell or a client."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.making import learned, make_world
from tests.process.terminals import COMMAND, at_a_terminal
from tests.process.test_streams import BAD_LOCALE
from tests.wire.talking import PATIENCE_SECONDS, RawServer, environment


def in_a_script(environment: Mapping[str, str], *arguments: str) -> str:
    """What a script reads of a command that has to succeed."""
    told = subprocess.run(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=dict(environment),
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    return told.stdout.decode()


def read(output: str) -> dict[str, Any]:
    """The JSON in what a command printed."""
    return json.loads(output[output.index("{") : output.rindex("}") + 1])


def test_a_person_at_a_terminal_acts_as_one_and_a_script_as_an_agent(tmp_path: Path) -> None:
    notebook = environment(tmp_path)
    stored = [
        read(at_a_terminal(notebook, "learn", "Tea is at four.", "--json")),
        read(in_a_script(notebook, "learn", "Supper is at seven.", "--json")),
    ]
    assert [one["action"] for one in stored] == ["added", "added"]
    memories = read(in_a_script(notebook, "get", *[one["id"] for one in stored], "--json"))["memories"]
    assert [one["writtenBy"]["actor"] for one in memories] == ["person", "agent"]
    assert all(one["writtenBy"]["client"].startswith("palimpsest cli ") for one in memories)


def test_without_a_command_a_person_is_shown_help(tmp_path: Path) -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", at_a_terminal(environment(tmp_path)))
    assert "Usage: palimpsest" in shown
    assert "serve" in shown
    assert not (tmp_path / "memory.sqlite").exists()


def test_without_a_command_a_client_is_served(tmp_path: Path) -> None:
    with RawServer(environment(tmp_path), COMMAND) as server:
        assert server.handshake["serverInfo"]["name"] == "palimpsest"
        assert server.leave() == 0


@pytest.mark.parametrize("shape", [[], ["--json"]], ids=["a table", "JSON"])
def test_a_script_reads_utf_8_whatever_the_locale(tmp_path: Path, shape: list[str]) -> None:
    world = make_world(tmp_path / "memory.sqlite")
    learned(world, "Grüße und 緑茶 🍵")
    world.store.close()
    assert "Grüße und 緑茶 🍵" in in_a_script(environment(tmp_path) | BAD_LOCALE, "search", "und", *shape)
