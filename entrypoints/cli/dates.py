"""Dates as a person types them: one alone is the start of its day, which for today leaves today out."""

from __future__ import annotations

from datetime import datetime

from domain.context import World
from entrypoints.cli.printing import say
from ports.instants import day_of


def hint_at_today(world: World, *moments: str | None) -> None:
    """Say on stderr where a date alone is today's, here or in UTC, so that nothing of today is seen."""
    now = world.clock.now()
    today = {now[:10], datetime.fromisoformat(now).astimezone().date().isoformat()}
    for moment in moments:
        if moment is not None and (day := day_of(moment)) in today and f"{day}T00" <= now:
            say(
                f"Hint: {day} alone is the start of that day in UTC, so nothing of today is seen. "
                f"For now, give the time as well: {now[:19]}Z.",
                err=True,
            )
