"""Colour is for a terminal, and not where NO_COLOR is set."""

from __future__ import annotations

import pytest

from domain.context import World
from tests.cli.shell import Shell
from tests.making import learned

COLOUR = "\x1b["
SHOWN = pytest.mark.parametrize("arguments", [("--help",), ("search", "lighthouse"), ("search",)], ids=" ".join)


@pytest.fixture(autouse=True)
def notebook(world: World) -> None:
    learned(world, "The lighthouse is red.")


@SHOWN
def test_a_terminal_gets_it_unless_it_is_refused(shell: Shell, arguments: tuple[str, ...]) -> None:
    terminal = shell.with_settings(TERM="xterm-256color")
    assert COLOUR in terminal.type(*arguments).out
    assert COLOUR not in terminal.with_settings(NO_COLOR="1").type(*arguments).out


@SHOWN
def test_a_script_gets_none(shell: Shell, arguments: tuple[str, ...]) -> None:
    told = shell.with_settings(FORCE_COLOR="1", GITHUB_ACTIONS="true", TERM="xterm-256color").run(*arguments)
    assert COLOUR not in told.out + told.err
    assert "lighthouse" in told.out or arguments != ("search", "lighthouse")


def test_what_forces_colour_makes_no_table_of_a_script_s_lines(shell: Shell) -> None:
    assert len(shell.with_settings(FORCE_COLOR="1").run("search", "lighthouse").out.split("\t")) == 4
