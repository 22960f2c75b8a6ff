"""No tool is on neither list of paths, so that a rule that runs over the lists runs over every tool."""

from __future__ import annotations

from tests.correction.paths import CARRY_NO_TEXT, READ_PATHS, WRITE_PATHS, all_tools


def test_every_tool_is_on_a_list_or_says_why_it_is_on_none() -> None:
    listed = {path.tool for path in (*WRITE_PATHS, *READ_PATHS)} | set(CARRY_NO_TEXT)
    assert all_tools() - listed == set(), "add the tool to tests/correction/paths.py"
    assert listed - all_tools() == set(), "a listed tool is gone"
