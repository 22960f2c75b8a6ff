"""A date alone is its start where something begins, and its end where something is bounded or looked back from."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from domain.context import World
from tests.cli.shell import Shell
from tests.making import learned

TODAY = "{today}"
LOOKING = pytest.mark.parametrize(
    "arguments",
    [
        ("as-of", TODAY, "lighthouse"),
        ("as-of", TODAY, "lighthouse", "--believed"),
        ("search", "lighthouse", "--as-of", TODAY),
        ("search", "lighthouse", "--known-at", TODAY),
        ("search", "lighthouse", "--since", TODAY, "--until", TODAY),
    ],
    ids=" ".join,
)


@pytest.fixture(autouse=True)
def notebook(world: World) -> None:
    learned(world, "The lighthouse is red.")


def on(day: datetime, arguments: tuple[str, ...]) -> list[str]:
    return [day.date().isoformat() if one == TODAY else one for one in arguments]


@LOOKING
def test_today_holds_what_was_stored_today(shell: Shell, arguments: tuple[str, ...]) -> None:
    assert "The lighthouse is red." in shell.run(*on(datetime.now(UTC), arguments)).out


@LOOKING
def test_the_day_before_yesterday_does_not(shell: Shell, arguments: tuple[str, ...]) -> None:
    told = shell.run(*on(datetime.now(UTC) - timedelta(days=2), arguments))
    assert told.status == 0, told.err
    assert "The lighthouse is red." not in told.out
