"""Every command and setting the README shows is real: each is run, or checked against the program."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from entrypoints.mcp.tools import TOOLS
from entrypoints.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
COMMANDS = [line.removeprefix("$ ") for block in CONSOLE for line in block.splitlines() if line.startswith("$ ")]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A notebook of its own, and token hashes: the one command that needs the model sets it itself."""
    return {
        **os.environ,
        "PALIMPSEST_DB": str(tmp_path / "memory.sqlite"),
        "PALIMPSEST_CONFIG": str(tmp_path / "config.toml"),
        "PALIMPSEST_EMBEDDER": "hashing",
    }


def run(arguments: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        arguments, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) >= 8


def test_the_palimpsest_commands_do_what_they_say(environment: dict[str, str]) -> None:
    """In the order in which they stand, on one notebook."""
    told = {}
    for command in (one for one in COMMANDS if one.startswith("palimpsest ")):
        done = run([sys.executable, str(ROOT / "palimpsest.py"), *shlex.split(command)[1:]], environment)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout.strip(), command
        told[command.split()[1]] = done.stdout
    assert "Deploys go out on Tuesdays." in told["search"]
    assert "sound" in told["doctor"]
    assert {"learn", "search", "doctor", "review", "log"} <= set(told)


def test_the_uv_commands_are_the_main_job_and_the_tests() -> None:
    """The first is run by the next test, the second is running now; .ci/run calls it by these words."""
    assert [one for one in COMMANDS if one.startswith("uv ")] == ["uv run examples/exchange.py", "uv run pytest"]
    assert "uv run pytest" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_exchange_is_the_one_shown() -> None:
    shown = README.split("<!-- exchange -->")[1].split("<!-- /exchange -->")[0]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    told = run([sys.executable, "examples/exchange.py"], environment)
    assert told.returncode == 0, told.stderr
    assert _timeless(told.stdout) == _timeless(shown.strip().removeprefix("```text\n").removesuffix("```"))


def _timeless(text: str) -> list[str]:
    """The lines without ids and dates, which differ from one run to the next."""
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|…|\d{4}-\d\d-\d\d", "*", text).split("\n")[:-1]


def test_the_claude_code_line_names_our_command() -> None:
    (line,) = [one for one in COMMANDS if one.startswith("claude ")]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert line.endswith("uvx --from palimpsest-memory palimpsest")
    assert 'name = "palimpsest-memory"' in project
    assert 'palimpsest = "palimpsest:main"' in project


def test_the_clients_json_is_json_and_names_the_same_command() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    server = json.loads(block)["mcpServers"]["palimpsest"]
    assert [server["command"], *server["args"]] == ["uvx", "--from", "palimpsest-memory", "palimpsest"]


def test_every_setting_the_readme_names_exists() -> None:
    named = {name.removeprefix(PREFIX).lower() for name in re.findall(r"`(PALIMPSEST_[A-Z_]+)", README)}
    assert len(named) >= 8
    assert named <= set(Settings.model_fields)


def test_every_file_the_readme_links_to_is_there() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_table_of_tools_has_every_tool_and_no_other() -> None:
    table = README.split("## The tools")[1].split("## ")[0]
    assert set(re.findall(r"`(memory_[a-z_]+)`", table)) == {tool.name for tool in TOOLS}
