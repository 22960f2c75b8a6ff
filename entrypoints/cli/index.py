"""Making the indexes anew from the command line."""

from __future__ import annotations

import typer

from domain import spaces
from entrypoints.cli.context import caller, opened


def reindex() -> None:
    """Make the vectors of the configured embedder, beside the old ones, and switch to them in one step."""
    from rich.console import Console
    from rich.progress import Progress

    with opened() as world, Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Embedding", total=None)
        filled = spaces.reindex(world, caller(), lambda done, total: bar.update(task, completed=done, total=total))
    typer.echo(f"Done: {filled} embedded; the store is searched by the configured model.")
