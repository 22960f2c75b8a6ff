"""`revise --set` takes every field of a memory's kind, and a wrong one is answered with those there are."""

from __future__ import annotations

from typing import Any

import pytest

from domain import remember, sessions
from domain.context import World
from entrypoints.arguments import parse
from ports.commands import Decide, SessionEnd, SessionStart
from tests.cli.shell import Shell
from tests.making import AGENT, learned


def held(shell: Shell, memory_id: str) -> dict[str, Any]:
    return shell.run("get", memory_id, "--json").json["memories"][0]


def test_what_every_kind_has_and_what_its_own_has(world: World, shell: Shell) -> None:
    memory_id = learned(world, "The lighthouse is red.", tags=["old"])
    told = shell.run(
        "revise",
        memory_id,
        *("--set", "tags=port, coast"),
        *("--set", "confidence=0.9"),
        *("--set", "importance=0.5"),
        *("--set", "valid_from=2026-01-02"),
        *("--set", "category=research"),
        *("--set", "content=The lighthouse = red, and tall."),
    )
    assert told.status == 0, told.err
    memory = held(shell, memory_id)
    assert (memory["tags"], memory["confidence"], memory["importance"]) == (["port", "coast"], 0.9, 0.5)
    assert memory["validFrom"].startswith("2026-01-02T00:00:00")
    assert (memory["body"]["category"], memory["body"]["content"]) == ("research", "The lighthouse = red, and tall.")


def test_tags_may_be_repeated_and_taken_away(world: World, shell: Shell) -> None:
    memory_id = learned(world, "The lighthouse is red.", tags=["old"])
    assert shell.run("revise", memory_id, "--set", "tags=port", "--set", "tags=coast").status == 0
    assert held(shell, memory_id)["tags"] == ["port", "coast"]
    assert shell.run("revise", memory_id, "--set", "tags=").status == 0
    assert "tags" not in held(shell, memory_id)


def test_tasks_keep_their_commas(world: World, shell: Shell) -> None:
    started = sessions.start(world, AGENT, parse(SessionStart, {}))
    sessions.end(world, AGENT, parse(SessionEnd, {"sessionId": started.session_id, "tasks": ["Old."]}))
    arguments = ("--set", "tasks=Paint it, red.", "--set", "tasks=Sell it.")
    assert shell.run("revise", started.session_id, *arguments).status == 0
    assert held(shell, started.session_id)["body"]["tasks"] == ["Paint it, red.", "Sell it."]


@pytest.mark.parametrize(
    ("setting", "code", "told"),
    [
        ("titel=Red", "NO_SUCH_FIELD", "This learning has no field titel."),
        ("title=Red", "NO_SUCH_FIELD", "This learning has no field title."),
        ("kind=decision", "NO_SUCH_FIELD", "no field kind"),
        ("tags", "MISSING_ARGUMENT", "--set tags gives no value"),
        ("category=weather", "INVALID_ARGUMENT", "category"),
        ("confidence=high", "INVALID_ARGUMENT", "confidence"),
        ("validTo=tomorrow", "INVALID_TIME", "2026-12-01"),
        ("content=", "EMPTY_TEXT", "content"),
    ],
)
def test_a_wrong_one_lists_those_there_are(world: World, shell: Shell, setting: str, code: str, told: str) -> None:
    memory_id = learned(world, "The lighthouse is red.")
    answer = shell.run("revise", memory_id, "--set", setting)
    assert answer.status == 1
    assert f"Error {code}" in answer.err
    assert told in answer.err
    fields = "category, content, memoryType, tags, confidence, importance, validFrom, validTo"
    assert f"The fields of this learning are {fields}." in answer.err
    assert "--set tags=deploy,shop" in answer.err
    assert "lighthouse is red" in shell.run("get", memory_id).out


def test_another_kind_has_others(world: World, shell: Shell) -> None:
    decided = remember.decide(
        world, AGENT, parse(Decide, {"title": "Paint", "decision": "Red.", "reasoning": "It is seen."})
    )
    assert decided.id is not None
    told = shell.run("revise", decided.id, "--content", "Blue.")
    assert "The fields of this decision are title, decision, reasoning, alternatives, tags" in told.err


def test_a_revision_that_is_no_longer_current_changes_nothing(world: World, shell: Shell) -> None:
    memory_id = learned(world, "The lighthouse is red.")
    read = held(shell, memory_id)["revisionId"]
    assert f"revision {read}" in shell.run("get", memory_id).out
    assert shell.run("revise", memory_id, "--content", "The lighthouse is white.", "--revision", read).status == 0
    for command in (("revise", memory_id, "--content", "It is blue."), ("retire", memory_id, "--reason", "obsolete")):
        told = shell.run(*command, "--revision", read)
        assert told.status == 1
        assert "Error STALE" in told.err
    memory = held(shell, memory_id)
    assert memory["body"]["content"] == "The lighthouse is white."
    assert f"revision {memory['revisionId']}" in shell.run("history", memory_id).out
    assert shell.run("retire", memory_id, "--reason", "obsolete", "--revision", memory["revisionId"]).status == 0
