"""Checking the store from the command line."""

from __future__ import annotations

import typer

from entrypoints.cli.context import AsJson, opened, show
from entrypoints.health import health
from ports.answers import HealthAnswer
from ports.commands import Health


def doctor(as_json: AsJson = False) -> None:
    """Check the file, its indexes, the audit chain and the embedder; leave with status 1 where one is unsound."""
    with opened() as world:
        answer = health(world, Health())
        show(answer, as_json, lambda: _draw(answer))
        if not answer.ok:
            raise typer.Exit(1)


def _draw(answer: HealthAnswer) -> None:
    counts = ", ".join(f"{number} {kind}" for kind, number in answer.counts.items()) or "nothing yet"
    typer.echo(f"palimpsest {answer.version}")
    typer.echo(f"store     {answer.path} (schema {answer.schema_version}, {answer.size_bytes} bytes)")
    typer.echo(f"holds     {counts}")
    typer.echo(f"embedder  {answer.embedder}: {answer.embedder_state}")
    typer.echo(f"vectors   {answer.vectors}; {answer.pending_vectors} waiting")
    for problem in answer.problems:
        typer.echo(f"problem   {problem}")
    typer.echo("sound" if answer.ok else "unsound")
