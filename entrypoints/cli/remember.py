"""Storing from the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from domain import remember
from entrypoints.arguments import parse
from entrypoints.cli.context import AsJson, Project, caller, opened, show
from entrypoints.cli.printing import say
from ports.answers import Action, Stored
from ports.commands import Learn
from ports.vocabulary import Category


def learn(
    content: Annotated[str, typer.Argument(help="One fact, in a full sentence.")],
    category: Annotated[Category, typer.Option("--category", "-c", help="What it is about.")] = Category.INSIGHT,
    project: Project = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", "-t", help="A tag; may be given several times.")] = None,
    source: Annotated[str | None, typer.Option(help="Where it comes from.")] = None,
    as_json: AsJson = False,
) -> None:
    """Store one learning."""
    with opened() as world:
        command = parse(
            Learn,
            {"category": category, "content": content, "project": project, "tags": tag or [], "source": source},
        )
        stored = remember.learn(world, caller(), command)
        show(stored, as_json, _draw)


def _draw(stored: Stored) -> None:
    match stored.action:
        case Action.ADDED:
            say(f"Stored {stored.id}.")
        case Action.PENDING:
            say(f"Stored {stored.id}; it waits for review.")
        case Action.DUPLICATE:
            say(f"Known already as {stored.id}; said again {stored.usage_count} times since.")
        case Action.REFUSED:
            say("Refused.")
    for near in stored.near or ():
        said = "Nearly what was rejected" if near.rejected else "Nearly the same"
        say(f"{said}: {near.id} {near.text}")
    for difference in stored.differs or ():
        say(difference)
    if stored.notice:
        say(stored.notice)
