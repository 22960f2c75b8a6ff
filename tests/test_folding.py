"""Near-copies do not fill an answer: one stands for all, with the ids of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.search import search
from ports.answers import SearchAnswer
from ports.commands import Search
from tests.cli.shell import shell_in
from tests.making import learned, make_world

PORT = "The payment service listens on port 8443."


def ask(tmp_path: Path, *texts: str, **fields: object) -> tuple[list[str], SearchAnswer]:
    """Store texts, and search for what they are about; returns their ids."""
    world = make_world(tmp_path / "memory.sqlite")
    ids = [learned(world, text) for text in texts]
    return ids, search(world, Search(query="payment service port", **fields))  # type: ignore[arg-type]


def test_copies_stand_behind_the_first_with_their_ids(tmp_path: Path) -> None:
    copies = (PORT, "payment service listens on port: 8443", "«The Payment service listens on port 8443»!")
    ids, answer = ask(tmp_path, *copies, "The payment report is due on Friday.")
    assert answer.count == 2
    first, other = answer.results
    assert {first.id, *(first.folded or ())} == set(ids[:3])
    assert (other.id, other.folded) == (ids[3], None)


def test_copies_take_no_place_of_a_page(tmp_path: Path) -> None:
    ids, answer = ask(
        tmp_path,
        *(f"{'the ' * number}payment service listens on port 8443" for number in range(6)),
        "Payment days are Fridays.",
        limit=2,
    )
    assert [len(hit.folded or ()) for hit in answer.results] == [5, 0]
    assert answer.results[1].id == ids[-1]


@pytest.mark.parametrize(
    "other",
    [
        "The payment service listens on port 8444.",
        "The payment service no longer listens on port 8443.",
        "The payment service listened on port 8443.",
        "Port 8443 listens on the payment service.",
        "The payment service listens on port -8443.",
        "The payment service listens on port 8443?",
    ],
)
def test_what_says_something_else_is_shown(tmp_path: Path, other: str) -> None:
    ids, answer = ask(tmp_path, PORT, other)
    assert {hit.id for hit in answer.results} == set(ids)
    assert [hit.folded for hit in answer.results] == [None, None]


def test_what_another_project_holds_is_shown(tmp_path: Path) -> None:
    world = make_world(tmp_path / "memory.sqlite")
    ids = {learned(world, PORT, project=project) for project in ("shop", "bank")}
    assert {hit.id for hit in search(world, Search(query="payment service port")).results} == ids


def test_the_command_line_says_so(tmp_path: Path) -> None:
    shell = shell_in(tmp_path)
    for text in (PORT, PORT.removeprefix("The ")):
        assert shell.run("learn", text).status == 0
    told = shell.run("search", "payment port")
    assert told.status == 0
    assert "[near-copies: " in told.out
