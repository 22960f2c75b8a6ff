"""A part of an id is enough on the command line, as long as it is of one memory alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.context import World
from domain.ledger import Draft, add
from domain.recall import get
from ports.bodies import LearningBody
from ports.commands import Get
from ports.vocabulary import Category, Trust
from tests.cli.shell import Shell
from tests.making import AGENT, PERSON, learned

ALIKE = ("01a23ae5-a375-7642-ba2d-000012345678", "01a23ae5-a376-7642-ba2d-000087654321")


class Told:
    """Implements ports.clock.Ids with ids that are told beforehand."""

    def __init__(self, *ids: str) -> None:
        self._ids = list(ids)

    def new(self) -> str:
        return self._ids.pop()


def hold(world: World, memory_id: str, text: str, trust: Trust = Trust.UNVERIFIED) -> None:
    told = replace(world, ids=Told(memory_id, f"revision {memory_id}"))
    draft = Draft(body=LearningBody(category=Category.INSIGHT, content=text))
    with world.store.write() as writer:
        add(writer, told, AGENT, draft, world.clock.now(), trust=trust)


def test_every_command_that_takes_an_id_takes_its_end(world: World, shell: Shell) -> None:
    first, second = learned(world, "The lighthouse is red.", PERSON), learned(world, "The harbour is blue.", PERSON)
    end = first[-8:]
    for arguments in (
        ("get", end, second[-12:]),
        ("history", end),
        ("log", end),
        ("revise", end, "--content", "The lighthouse is reddish."),
        ("verify", end),
        ("dispute", end),
        ("retire", end, "-r", "wrong", "--by", second[-8:]),
        ("lift", end),
        ("reinstate", end),
        ("forget", end, "--yes"),
    ):
        told = shell.type(*arguments)
        assert told.status == 0, told.out
        assert first in told.out or arguments[0] == "history"
    assert shell.run("get", first).status == 1, "it was the one that was meant"
    assert shell.run("get", second).status == 0


def test_its_beginning_will_do_and_so_will_all_of_it(world: World, shell: Shell) -> None:
    hold(world, ALIKE[0], "The lighthouse is red.")
    hold(world, ALIKE[1], "The harbour is blue.")
    for part in (ALIKE[0], ALIKE[0][:13], ALIKE[0][-8:]):
        told = shell.run("get", part)
        assert (told.status, ALIKE[0] in told.out, ALIKE[1] in told.out) == (0, True, False)


def test_where_several_may_be_meant_they_are_listed(world: World, shell: Shell) -> None:
    hold(world, ALIKE[0], "The lighthouse is red.")
    hold(world, ALIKE[1], "The door code is kestrel.", Trust.PENDING)
    told = shell.run("retire", "01a23ae5", "-r", "wrong")
    assert told.status == 1
    assert "AMBIGUOUS_ID" in told.err
    assert f"{ALIKE[0]}  learning  The lighthouse is red." in told.err
    assert f"{ALIKE[1]}  learning  (pending)" in told.err, "what is withheld is not shown to a script"
    assert "kestrel" in shell.type("retire", "01a23ae5", "-r", "wrong").out, "but to a person"
    assert "The lighthouse is red." in shell.run("search", "lighthouse").out, "nothing was done"


def test_an_id_that_another_one_begins_with_is_itself(world: World, shell: Shell) -> None:
    hold(world, "abcdefgh", "The lighthouse is red.")
    hold(world, "abcdefgh-2", "The harbour is blue.")
    assert "lighthouse" in shell.run("get", "abcdefgh").out


@pytest.mark.parametrize(("part", "code"), [("no-such-memory", "NOT_FOUND"), ("5678", "ID_TOO_SHORT")])
def test_what_is_of_no_memory_or_too_little_is_told(world: World, shell: Shell, part: str, code: str) -> None:
    hold(world, ALIKE[0], "The lighthouse is red.")
    told = shell.run("history", part)
    assert told.status == 1
    assert code in told.err


def test_a_percent_sign_is_no_wildcard(world: World, shell: Shell) -> None:
    hold(world, ALIKE[0], "The lighthouse is red.")
    assert "NOT_FOUND" in shell.run("history", "%%%%%%%%").err


@pytest.mark.parametrize(("keys", "left"), [("n\n", True), ("y\n", False)])
def test_before_it_forgets_it_shows_what_is_meant(world: World, shell: Shell, keys: str, left: bool) -> None:
    memory_id = learned(world, "The lighthouse is red.")
    told = shell.type("forget", memory_id[-8:], keys=keys)
    assert f"{memory_id} (learning: The lighthouse is red.)" in told.out
    assert (shell.run("get", memory_id).status == 0) == left


def test_tools_take_whole_ids_alone(world: World) -> None:
    memory_id = learned(world, "The lighthouse is red.")
    assert get(world, Get(ids=(memory_id[-8:],))).missing == (memory_id[-8:],)
