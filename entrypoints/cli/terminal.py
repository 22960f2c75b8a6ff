"""Colour for a person at a terminal who wants it, and for nobody else."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from domain.context import Progress


def console(*, error: bool = False) -> Console:
    """Where tables and bars are drawn. FORCE_COLOR makes no terminal of what is none: a script reads plain lines."""
    from rich.console import Console

    at_a_terminal = (sys.stderr if error else sys.stdout).isatty()
    coloured = at_a_terminal and not _unwanted()
    return Console(stderr=error, force_terminal=at_a_terminal, color_system="auto" if coloured else None)


@contextmanager
def bar(what: str) -> Generator[Progress]:
    """A bar on stderr, where that is a terminal; a total of nought is one that is not known yet."""
    from rich.progress import Progress as Bars

    shown = console(error=True)
    with Bars(console=shown, transient=True, disable=not shown.is_terminal) as bars:
        task = bars.add_task(what, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total or None)


def plain_help() -> None:
    """Keep colour out of help and usage errors where it does not belong.

    What draws them is slow to import, so that is left for when it has to be told.
    """
    everywhere = sys.stdout.isatty() and sys.stderr.isatty()
    if _unwanted() or (not everywhere and any(os.environ.get(name) for name in _FORCING)):
        from typer import rich_utils

        rich_utils.COLOR_SYSTEM = None


_FORCING = ("FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS")


def _unwanted() -> bool:
    """https://no-color.org"""
    return bool(os.environ.get("NO_COLOR"))
