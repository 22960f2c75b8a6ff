"""Settings as a server and a command meet them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.wire.talking import LAUNCHER, PATIENCE_SECONDS, RawServer, environment


def test_a_server_with_a_wrong_setting_says_so_at_every_call(tmp_path: Path) -> None:
    wrong = environment(tmp_path, REVIEW="never")
    with RawServer(wrong) as server:
        assert len(server.request("tools/list", {})["result"]["tools"]) > 20
        for _ in range(2):
            problem = server.fail("memory_learn", category="insight", content="Never stored.")
            assert problem["code"] == "BAD_SETTING"
            assert "PALIMPSEST_REVIEW is wrong" in problem["message"]
            assert "'off', 'flagged' or 'all'" in problem["message"]
    assert not (tmp_path / "memory.sqlite").exists()


def test_a_command_with_a_wrong_setting_says_so(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('embedder = "crystal ball"\n')
    notebook = environment(tmp_path)
    del notebook["PALIMPSEST_EMBEDDER"]
    told = subprocess.run(
        [sys.executable, LAUNCHER, "learn", "Never stored."],
        env=notebook,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert told.returncode == 1
    assert told.stdout == ""
    assert f"Error BAD_SETTING: `embedder` in {tmp_path / 'config.toml'} is wrong" in told.stderr
    assert "allowed are e5-small" in told.stderr


def test_the_tools_of_every_day_are_a_setting_of_the_file_too(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('tools = "core"\n')
    with RawServer(environment(tmp_path)) as server:
        names = [tool["name"] for tool in server.request("tools/list", {})["result"]["tools"]]
        assert server.succeed("memory_insights"), "the others are there for those who know them"
    assert len(names) == 10
    assert {"memory_learn", "memory_search", "memory_get"} <= set(names)
