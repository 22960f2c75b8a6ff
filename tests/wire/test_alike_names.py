"""An entity's name and id are taken under both names that the tools have for them, on every tool that has one."""

from __future__ import annotations

from typing import Any

import pytest

from entrypoints.arguments import parse
from entrypoints.mcp.tools import TOOLS
from entrypoints.schemas import input_schema
from ports.errors import InvalidInput
from tests.wire.talking import RawServer
from tests.wire.test_every_tool import CALLS

ALIKE = (("name", "entityName", "entity_name"), ("id", "entityId", "entity_id"))
OTHERS = [
    (tool.name, own, other)
    for tool in TOOLS
    for spellings in ALIKE
    for own in input_schema(tool.command).get("properties", {})
    if own in spellings
    for other in spellings
    if other != own
]
FIRST = dict(reversed(CALLS))
COMMANDS = {tool.name: tool.command for tool in TOOLS}


def test_the_tools_that_have_one_are_known() -> None:
    named = {tool for tool, own, _ in OTHERS if own in ("name", "entityName")}
    assert named == {"memory_entity_create", "memory_entity_observe", "memory_entity_open", "memory_contradictions"}


@pytest.mark.parametrize(("tool", "own", "other"), OTHERS, ids=[f"{tool} {other}" for tool, _, other in OTHERS])
def test_each_takes_the_other(tool: str, own: str, other: str) -> None:
    command, plain = COMMANDS[tool], {**FIRST[tool], own: "Ada"}
    without: dict[str, Any] = {name: value for name, value in plain.items() if name != own}
    assert parse(command, {**without, other: "Ada"}) == parse(command, plain)
    assert parse(command, {**plain, other: "Ada"}) == parse(command, plain)
    assert parse(command, {**plain, other: ""}) == parse(command, {**without, other: "Ada", own: None})
    with pytest.raises(InvalidInput) as refusal:
        parse(command, {**plain, other: "Bob"})
    assert refusal.value.code == "INVALID_ARGUMENT"
    assert f"{own} and {other} are one argument here, and differ" in refusal.value.message


@pytest.mark.parametrize(("tool", "own", "other"), OTHERS, ids=[f"{tool} {other}" for tool, _, other in OTHERS])
def test_the_schema_has_one(tool: str, own: str, other: str) -> None:
    assert other not in input_schema(COMMANDS[tool])["properties"]


def test_an_entity_is_renamed_by_either() -> None:
    revise = COMMANDS["memory_revise"]
    assert parse(revise, {"id": "x", "changes": {"entityName": "Ada"}}) == parse(
        revise, {"id": "x", "changes": {"name": "Ada"}}
    )


def test_another_name_is_still_unknown() -> None:
    with pytest.raises(InvalidInput) as refusal:
        parse(COMMANDS["memory_search"], {"query": "x", "entityName": "Ada"})
    assert refusal.value.code == "UNKNOWN_ARGUMENT"


def test_a_server_takes_either(server: RawServer) -> None:
    made = server.succeed("memory_entity_create", entityName="Grace", entityType="person")
    server.succeed("memory_entity_observe", name="Grace", entityType="person", content="Grace keeps bees.")
    opened = server.succeed("memory_entity_open", entityName="Grace")
    assert opened["entity"]["id"] == made["id"]
    assert [one["content"] for one in opened["observations"]] == ["Grace keeps bees."]
    assert server.succeed("memory_contradictions", name="Grace")["pairs"] == []
    refused = server.fail("memory_entity_open", name="Grace", entityName="Ada")
    assert refused["code"] == "INVALID_ARGUMENT"
    assert "differ" in refused["message"]
