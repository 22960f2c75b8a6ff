"""The tools' schemas survive the converters to the strict subsets of OpenAI, Gemini and Anthropic whole."""

from __future__ import annotations

import anyio
import pytest
from agents.mcp import MCPServerStdio, MCPUtil
from mcp.types import Tool

from entrypoints.mcp.tools import BY_NAME
from tests.wire.converters import CONVERTERS
from tests.wire.talking import SERVE, RawServer, environment

TOOLS = sorted(BY_NAME)
TYPELESS = {"type": "object", "properties": {"detail": {"enum": ["brief", "full"]}}}
FORMLESS = {"type": "object", "properties": {"id": {"type": "string"}, "changes": {"type": "object"}}}
FORMLESS_ITEMS = {"type": "object", "properties": {"items": {"type": "array", "items": {"type": "object"}}}}
FREE = {"type": "object", "properties": {"data": {"type": "object", "additionalProperties": True}}}
NOTHING = "is an object in which nothing is allowed"


@pytest.fixture(scope="module")
def tools(server: RawServer) -> dict[str, Tool]:
    listed = server.request("tools/list", {})["result"]["tools"]
    return {one["name"]: Tool.model_validate(one) for one in listed}


@pytest.mark.parametrize("vendor", CONVERTERS)
@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_survives(tools: dict[str, Tool], name: str, vendor: str) -> None:
    assert CONVERTERS[vendor](tools[name]) == []


@pytest.mark.parametrize(
    ("vendor", "schema", "fault"),
    [
        ("openai", TYPELESS, "detail has no type"),
        ("gemini", TYPELESS, "detail has no type"),
        ("openai", FORMLESS, "it is not strict"),
        ("gemini", FORMLESS, f"changes {NOTHING}"),
        ("anthropic", FORMLESS, f"changes {NOTHING}"),
        ("openai", FORMLESS_ITEMS, "it is not strict"),
        ("gemini", FORMLESS_ITEMS, f"items[] {NOTHING}"),
        ("anthropic", FORMLESS_ITEMS, f"items[] {NOTHING}"),
        ("openai", FREE, "it is not strict"),
        ("anthropic", FREE, f"data {NOTHING}"),
    ],
)
def test_a_schema_as_ours_were_does_not(vendor: str, schema: dict[str, object], fault: str) -> None:
    assert fault in CONVERTERS[vendor](Tool(name="memory_revise", input_schema=schema))


def test_the_agents_sdk_lists_the_tools_strictly_and_calls_one(tmp_path_factory: pytest.TempPathFactory) -> None:
    """OpenAI's client itself: it starts the server, converts what that lists, and takes an answer."""

    async def talk() -> tuple[dict[str, bool], str]:
        told = environment(tmp_path_factory.mktemp("agents"))
        params = {"command": SERVE[0], "args": list(SERVE[1:]), "env": told}
        async with MCPServerStdio(params=params, client_session_timeout_seconds=60) as server:
            made = [MCPUtil.to_function_tool(one, server, True) for one in await server.list_tools()]
            answer = await server.call_tool("memory_guide", {"topic": "search"})
            return {one.name: one.strict_json_schema for one in made}, str(answer.content)

    strict, answer = anyio.run(talk)
    assert {name for name in BY_NAME if not strict[name]} == {"memory_health"}, "the one that takes no arguments"
    assert "memory_search" in answer
