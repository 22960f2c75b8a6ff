"""The one way by which commands print: whatever was stored, no text acts on the terminal that shows it."""

from __future__ import annotations

import json
import shutil
import sys

import typer

from domain.escapes import escaped, escaped_json, escaped_lines
from ports.bodies import Shape

_NARROWEST = 20


def say(*columns: str, err: bool = False) -> None:
    """Print one line; several columns are separated by tabs."""
    typer.echo("\t".join(escaped(one) for one in columns), err=err)


def say_field(name: str, value: object) -> None:
    """Print a named value, whole. Its further lines stand behind a bar, so that none passes for one of ours."""
    head = f"  {escaped(name)}: "
    bar = f"{'| ':>{len(head)}}"
    lines = [part for line in escaped_lines(f"{value}") for part in _folded(line, len(head))]
    typer.echo("\n".join((bar if number else head) + line for number, line in enumerate(lines)))


def say_json(answer: Shape) -> None:
    """Print an answer as JSON, for scripts."""
    fields = answer.model_dump(mode="json", by_alias=True, exclude_none=True)
    typer.echo(escaped_json(json.dumps(fields, ensure_ascii=False, indent=2)))


def _folded(line: str, indent: int) -> list[str]:
    """The line in pieces that fit a terminal, which would else begin its own lines at the left edge."""
    from rich.cells import chop_cells

    if not sys.stdout.isatty():
        return [line]
    return chop_cells(line, max(shutil.get_terminal_size().columns - indent, _NARROWEST)) or [""]
