"""What clients send besides or in place of an argument: on every tool, and for every optional parameter."""

from __future__ import annotations

from typing import Any

import pytest

from entrypoints.arguments import ADDED_BY_FRAMEWORKS, parse
from entrypoints.mcp.tools import BY_NAME
from ports.errors import InvalidInput
from tests.wire.talking import RawServer, environment
from tests.wire.test_every_tool import CALLS

OPTIONAL = [
    (tool, arguments, name)
    for tool, arguments in CALLS
    for name, field in BY_NAME[tool].command.model_fields.items()
    if not field.is_required()
]


@pytest.mark.parametrize("nothing", [None, "", " "], ids=["null", "empty", "blank"])
@pytest.mark.parametrize(("tool", "arguments", "name"), OPTIONAL, ids=[f"{tool} {name}" for tool, _, name in OPTIONAL])
def test_nothing_means_left_out(tool: str, arguments: dict[str, Any], name: str, nothing: str | None) -> None:
    command = BY_NAME[tool].command
    alias = command.model_fields[name].alias or name
    without = {told: value for told, value in arguments.items() if told not in (name, alias)}
    for spelled in (name, alias):
        assert parse(command, {**without, spelled: nothing}) == parse(command, without)


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=[tool for tool, _ in CALLS])
def test_what_frameworks_add_is_ignored(tool: str, arguments: dict[str, Any]) -> None:
    command = BY_NAME[tool].command
    own = {field.alias or name for name, field in command.model_fields.items()}
    added = dict.fromkeys({*ADDED_BY_FRAMEWORKS, "_meta", "_"} - own - set(command.model_fields), "call_1")
    assert added
    assert parse(command, {**arguments, **added}) == parse(command, arguments)
    with pytest.raises(InvalidInput) as refusal:
        parse(command, {**arguments, **added, "colour": "red"})
    assert refusal.value.code == "UNKNOWN_ARGUMENT"
    assert "colour is no argument of this tool" in refusal.value.message
    assert "toolCallId" not in refusal.value.message


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        (
            "memory_revise",
            {"id": "x", "changes": {"colour": "red"}},
            "changes.colour is no argument of changes; allowed",
        ),
        ("memory_search", {"query": "x", "ranking": {"colour": 1}}, "allowed are recencyWeight"),
        (
            "memory_learn_bulk",
            {"items": [{"category": "insight", "content": "x", "colour": "red"}]},
            "items.0.colour is no argument of items.0; allowed are category, content",
        ),
        ("memory_learn", {"category": "insight", "content": "x", "tags": 5}, "tags: input should be a list"),
        ("memory_search", {"query": "x", "ranking": 5}, "ranking: input should be"),
    ],
)
def test_an_inner_problem_is_told_of_its_own_object(tool: str, arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        parse(BY_NAME[tool].command, arguments)
    assert told in refusal.value.message
    assert "tuple" not in refusal.value.message


def test_a_server_takes_a_call_as_frameworks_send_it(tmp_path: Any) -> None:
    with RawServer(environment(tmp_path)) as server:
        added = {"toolCallId": "call_1", "sessionId": "abc", "action": "sendMessage", "chatInput": "hi", "_meta": {}}
        nothing = {"project": "", "tags": None, "source": "", "confidence": None}
        stored = server.succeed(
            "memory_learn", category="insight", content="The lighthouse is red.", **nothing, **added
        )
        assert stored["action"] == "added"
        found = server.succeed("memory_search", query="lighthouse", project=None, asOf="", types="", **added)
        assert [hit["text"] for hit in found["results"]] == ["The lighthouse is red."]
