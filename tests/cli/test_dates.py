"""A date alone is the start of its day: of today's, a hint says that nothing of today is seen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from domain.context import World
from tests.cli.shell import Shell
from tests.making import learned

ASKED = pytest.mark.parametrize(
    "arguments",
    [
        ("as-of", "{}", "lighthouse"),
        ("as-of", "{}", "lighthouse", "--believed"),
        ("search", "lighthouse", "--as-of", "{}"),
    ],
    ids=lambda one: " ".join(one),
)
HINT = "alone is the start of that day in UTC"


def asked(arguments: tuple[str, ...], moment: str) -> list[str]:
    return [one.format(moment) for one in arguments]


@pytest.fixture(autouse=True)
def notebook(world: World) -> None:
    learned(world, "The lighthouse is red.")


@ASKED
def test_today_is_hinted_at_on_stderr(shell: Shell, arguments: tuple[str, ...]) -> None:
    today = datetime.now(UTC).date().isoformat()
    told = shell.run(*asked(arguments, today))
    assert told.status == 0, told.err
    assert f"{today} {HINT}" in told.err
    assert told.out == ""
    later = shell.run(*asked(arguments, (datetime.now(UTC) + timedelta(days=1)).isoformat()))
    assert "The lighthouse is red." in later.out
    assert HINT not in later.err


@pytest.mark.parametrize("days", [-1, -400])
def test_another_day_is_not(shell: Shell, days: int) -> None:
    # Two days back is yesterday or before wherever the machine is.
    day = (datetime.now(UTC) + timedelta(days=days - 1)).date().isoformat()
    assert HINT not in shell.run("as-of", day, "lighthouse").err


def test_where_it_is_still_yesterday_yesterday_is_today(shell: Shell) -> None:
    """West of Greenwich, the person's own date has its start in UTC before what they did in the day."""
    west = shell.with_settings(TZ="Etc/GMT+12")
    here = (datetime.now(UTC) - timedelta(hours=12)).date().isoformat()
    assert f"{here} {HINT}" in west.run("as-of", here, "lighthouse").err


def test_json_stays_json(shell: Shell) -> None:
    today = datetime.now(UTC).date().isoformat()
    told = shell.run("as-of", today, "lighthouse", "--json")
    assert told.json["count"] == 0
    assert told.out.startswith("{")
    assert HINT in told.err
