"""PALIMPSEST_LOG_LEVEL acts on the command line as on the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell

CHATTY = """
import logging
from tests.embedders.own_embedder import PairsOfLetters

class Chatty(PairsOfLetters):
    def embed(self, texts, role):
        for level in ("debug", "info", "warning", "error"):
            getattr(logging.getLogger("chatty"), level)("told at %s", level)
        return super().embed(texts, role)
"""


LEVELS = ("debug", "info", "warning", "error")


@pytest.mark.parametrize("level", LEVELS)
def test_so_much_is_told_on_stderr(shell: Shell, tmp_path: Path, level: str) -> None:
    (tmp_path / "chatty.py").write_text(CHATTY, encoding="utf-8")
    chosen = shell.with_settings(
        PALIMPSEST_LOG_LEVEL=level, PALIMPSEST_EMBEDDER="chatty:Chatty", PYTHONPATH=str(tmp_path)
    )
    told = chosen.run("learn", "The lighthouse is red.")
    assert told.status == 0, told.err
    shown = [one for one in LEVELS if f"told at {one}" in told.err]
    assert shown == list(LEVELS[LEVELS.index(level) :])
    assert "told at" not in told.out


def test_debug_tells_which_parts_are_in_use(shell: Shell) -> None:
    told = shell.with_settings(PALIMPSEST_LOG_LEVEL="debug").run("doctor")
    assert str(shell.folder / "memory.sqlite") in told.err
    assert "the embedder hashing" in told.err
