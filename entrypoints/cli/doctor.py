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
        show(answer, as_json, _draw)
        if not answer.ok:
            raise typer.Exit(1)


def _draw(answer: HealthAnswer) -> None:
    typer.echo(f"palimpsest {answer.version}")
    typer.echo(f"store     {answer.path} (schema {answer.schema_version}, {answer.size_bytes} bytes)")
    typer.echo(f"live      {_told(answer.live)}")
    typer.echo(f"retired   {_told(answer.retired)}")
    typer.echo(f"waiting   {_told(answer.waiting)}" + (" (see `palimpsest review`)" if answer.waiting else ""))
    later = sum(answer.counts.values()) - sum(
        sum(held.values()) for held in (answer.live, answer.retired, answer.waiting)
    )
    if later:
        typer.echo(f"later     {later} that are not true yet")
    typer.echo(f"embedder  {answer.embedder}: {answer.embedder_state}")
    typer.echo(f"vectors   {answer.vectors}; {answer.pending_vectors} waiting")
    for problem in answer.problems:
        typer.echo(f"problem   {problem}")
    typer.echo("sound" if answer.ok else "unsound")


def _told(held: dict[str, int]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in held.items()) or "nothing"
