"""Looking back from the command line: a memory's history, the audit log, and what was held at a moment."""

from __future__ import annotations

from typing import Annotated

import typer

from domain import history, search
from entrypoints.arguments import parse
from entrypoints.cli.context import AsJson, Project, caller, opened, show
from entrypoints.cli.find import draw_hits
from entrypoints.cli.ids import Id, OfOne, whole
from entrypoints.cli.printing import say, say_field
from ports.answers import HistoryAnswer, LogAnswer
from ports.commands import HistoryOf, Log, Search


def history_command(
    memory_id: Id,
    as_json: AsJson = False,
) -> None:
    """Show every revision of a memory: its times, who made it, why, and what changed."""
    with opened() as world:
        answer = history.history(world, caller(), parse(HistoryOf, {"id": whole(world, memory_id), "limit": 200}))
        show(answer, as_json, _draw_history)


def log(
    memory_id: OfOne = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many rows.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Show the audit log, newest rows last."""
    with opened() as world:
        answer = history.log(world, parse(Log, {"id": memory_id and whole(world, memory_id), "limit": limit}))
        show(answer, as_json, _draw_log)


def as_of(
    moment: Annotated[str, typer.Argument(help="2026-03-01T12:00:00Z, or 2026-03-01: its end in UTC.")],
    query: Annotated[str, typer.Argument(help="What to look for.")],
    believed: Annotated[
        bool, typer.Option("--believed", help="What was believed then, not what is known now.")
    ] = False,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Search what is held true of a moment, or with --believed what was believed at it."""
    with opened() as world:
        time = "knownAt" if believed else "asOf"
        answer = search.search(world, parse(Search, {"query": query, "project": project, time: moment}))
        show(answer, as_json, draw_hits)


def _draw_history(answer: HistoryAnswer) -> None:
    for one in answer.revisions:
        why = f" as {one.reason}" if one.reason else ""
        note = f": {one.note}" if one.note else ""
        say(f"{one.recorded_at}  {one.verb}{why}{note}  [{one.trust}]")
        client = f" through {one.by.client}" if one.by.client else ""
        say(f"  revision {one.revision_id} by {one.by.actor} {one.by.name}{client}")
        say(f"  true {one.valid_from} to {one.valid_to or 'now'}; believed to {one.expired_at or 'now'}")
        for change in one.changes or ():
            shown = change.diff or (
                f"{change.after}" if change.before is None else f"{change.before} -> {change.after}"
            )
            say_field(change.field, shown)
        if one.withheld:
            say("  its text is withheld: a person never approved it")


def _draw_log(answer: LogAnswer) -> None:
    if not answer.rows:
        say("Nothing was recorded yet.")
    for row in answer.rows:
        refused = " refused" if row.outcome == "refused" else ""
        reason = f" ({row.reason})" if row.reason else ""
        what = f"{row.verb}{refused}{reason} {row.memory_id or ''}".strip()
        policy = f" [let through by {row.policy}]" if row.policy else ""
        say(f"{row.sequence:>6} {row.at} {what} by {row.actor} {row.actor_name}{policy}")
