"""Finding from the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from domain import recall
from domain import search as searching
from domain.escapes import escaped
from entrypoints.arguments import parse
from entrypoints.cli.context import AsJson, Project, opened, show
from entrypoints.cli.ids import Ids, whole
from entrypoints.cli.printing import say, say_field
from entrypoints.cli.terminal import console
from ports.answers import Deed, Found, Full, GetAnswer, SearchAnswer
from ports.commands import Detail, Get, Mode, Search
from ports.vocabulary import Kind, Trust


def search(
    query: Annotated[str, typer.Argument(help="Words, or a question.")],
    project: Project = None,
    kind: Annotated[list[Kind] | None, typer.Option("--kind", "-k", help="Only this kind; may be repeated.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", "-t", help="Any of these tags.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many hits.")] = 10,
    offset: Annotated[int, typer.Option(help="How many of the best to pass over.")] = 0,
    mode: Annotated[Mode, typer.Option(help="Which legs to run.")] = Mode.HYBRID,
    trust: Annotated[list[Trust] | None, typer.Option(help="Only of this trust; may be repeated.")] = None,
    since: Annotated[str | None, typer.Option(help="True from this instant or later.")] = None,
    until: Annotated[str | None, typer.Option(help="True from before this instant, or this day's end.")] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", help="What is held true of this instant, or of this day's end.")
    ] = None,
    known_at: Annotated[
        str | None, typer.Option("--known-at", help="What was believed at this instant, or at this day's end.")
    ] = None,
    detail: Annotated[Detail, typer.Option(help="How much of each hit.")] = Detail.BRIEF,
    max_characters: Annotated[int | None, typer.Option(help="A hard bound on the answer.")] = None,
    explain: Annotated[bool, typer.Option(help="Show each hit's rank in each leg.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find memories by words and by meaning."""
    with opened() as world:
        command = parse(
            Search,
            {
                "query": query,
                "project": project,
                "types": kind or [],
                "tags": tag or [],
                "limit": limit,
                "offset": offset,
                "mode": mode,
                "trust": trust or [],
                "since": since,
                "until": until,
                "detail": detail,
                "maxCharacters": max_characters,
                "asOf": as_of,
                "knownAt": known_at,
                "explain": explain,
            },
        )
        answer = searching.search(world, command)
        show(answer, as_json, draw_hits)


def get(
    ids: Ids,
    as_json: AsJson = False,
) -> None:
    """Show memories in full."""
    with opened() as world:
        answer = recall.get(world, parse(Get, {"ids": [whole(world, one) for one in ids]}))
        show(answer, as_json, _draw_memories)
        if answer.missing:
            missing = ", ".join(answer.missing)
            say(f"Nothing to show of {missing}; `palimpsest history` tells what became of it.", err=True)
            raise typer.Exit(1)


def draw_hits(answer: SearchAnswer) -> None:
    """Hits as a table, and how they were found."""
    from rich.table import Table
    from rich.text import Text

    shown = console()
    if not shown.is_terminal:
        # What reads this wants one hit a line, whole, whatever the width.
        for hit in answer.results:
            say(hit.id, hit.type, hit.project or "", _label(hit))
    elif answer.results:
        table = Table(show_edge=False, pad_edge=False)
        table.add_column("id", no_wrap=True, min_width=36)
        for name in ("type", "project", "text"):
            table.add_column(name, overflow="fold")
        for hit in answer.results:
            table.add_row(hit.id, hit.type, Text(escaped(hit.project or "")), Text(escaped(_label(hit))))
        shown.print(table)
    say(_summary(answer), err=not shown.is_terminal)


def _label(hit: Found) -> str:
    title = f"{hit.title}: " if hit.title else ""
    trust = f" [{hit.trust}]" if hit.trust else ""
    weak = " [weak]" if hit.weak else ""
    copies = f" [near-copies: {', '.join(hit.folded)}]" if hit.folded else ""
    explain = hit.explain
    ranks = f" (words {explain.lexical_rank}, meaning {explain.vector_rank})" if explain else ""
    return f"{title}{hit.text}{trust}{weak}{copies}{ranks}"


def _summary(answer: SearchAnswer) -> str:
    legs = ", ".join(f"{name} {count}" for name, count in (answer.legs or {}).items())
    hidden = ", ".join(f"{count} {reason}" for reason, count in (answer.hidden or {}).items())
    found = f"{answer.count} {'hit' if answer.count == 1 else 'hits'} ({legs})"
    parts = [found, f"hidden: {hidden}" if hidden else "", answer.notice or ""]
    return ". ".join(part for part in parts if part)


def _draw_memories(answer: GetAnswer) -> None:
    for memory in answer.memories:
        _draw_memory(memory)


def _draw_memory(memory: Full) -> None:
    say(f"{memory.type} {memory.id} [{memory.trust}]" + (f" in {memory.project}" if memory.project else ""))
    for name, value in memory.body.items():
        say_field(name, value)
    say(f"  true from {memory.valid_from}" + (f" to {memory.valid_to}" if memory.valid_to else ""))
    if memory.retired:
        say_field("retired", memory.retired.reason + (f" ({memory.retired.note})" if memory.retired.note else ""))
    say(f"  written by {memory.written_by.actor} {memory.written_by.name} at {memory.written_at}")
    for change in memory.changed_by or ():
        say(f"  changed by {_told(change)}")
    if memory.ruled_by is not None:
        say(f"  ruled on by {_told(memory.ruled_by)}")
    say(f"  revision {memory.revision_id}")


def _told(deed: Deed) -> str:
    fields = f" of {', '.join(deed.fields)}" if deed.fields else ""
    return f"{deed.by} at {deed.at} ({deed.verb}{fields})"
