"""Checking the store from the command line."""

from __future__ import annotations

from datetime import timedelta

import typer

from entrypoints.cli.context import AsJson, opened, show
from entrypoints.cli.printing import say
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
    say(f"palimpsest {answer.version}")
    say(f"store     {answer.path} (schema {answer.schema_version}, {answer.size_bytes} bytes)")
    say(f"live      {_told(answer.live)}")
    say(f"retired   {_told(answer.retired)}")
    say(f"waiting   {_told(answer.waiting)}" + (" (see `palimpsest review`)" if answer.waiting else ""))
    later = sum(answer.counts.values()) - sum(
        sum(held.values()) for held in (answer.live, answer.retired, answer.waiting)
    )
    if later:
        say(f"later     {later} that are not true yet")
    say(f"embedder  {answer.embedder}: {answer.embedder_state}")
    say(f"vectors   {answer.vectors}; {answer.pending_vectors} waiting")
    if answer.clock_behind_seconds is not None:
        behind = timedelta(seconds=answer.clock_behind_seconds)
        say(f"clock     {behind} behind the last instant recorded; the ledger goes on from there, nothing is hidden")
    if answer.let_through:
        told = ", ".join(f"{number} by {policy}" for policy, number in sorted(answer.let_through.items()))
        say(f"passed    {told}: the default policy would have held or refused them (see `palimpsest log`)")
    for problem in answer.problems:
        say(f"problem   {problem}")
    say(_verdict(answer))


def _verdict(answer: HealthAnswer) -> str:
    if answer.ok:
        return "sound"
    only_due = all("`palimpsest reindex" in problem for problem in answer.problems)
    return "the memories are sound; run `palimpsest reindex`" if only_due else "unsound"


def _told(held: dict[str, int]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in held.items()) or "nothing"
