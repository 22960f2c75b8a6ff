"""What every conversation pays for: the tools, their schemas and the instructions."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from entrypoints.mcp.instructions import INSTRUCTIONS
from entrypoints.version import program_version
from tests.wire import snapshot
from tests.wire.talking import RawServer

BUDGET = 13_500
"""Bytes of names, descriptions, input schemas and annotations: what a client puts before its model."""


@pytest.fixture(scope="module")
def tools(server: RawServer) -> list[dict[str, Any]]:
    listed = server.request("tools/list", {})["result"]
    assert "nextCursor" not in listed
    return listed["tools"]


def test_the_list_is_the_reviewed_one(tools: list[dict[str, Any]]) -> None:
    """After a change that is meant: `uv run python -m tests.wire.snapshot`."""
    assert [one["name"] for one in tools] == [one["name"] for one in snapshot.stored()]
    assert tools == snapshot.stored()


def test_the_list_stays_within_its_budget(tools: list[dict[str, Any]]) -> None:
    keys = ("name", "description", "inputSchema", "annotations")
    said = [{key: tool[key] for key in keys} for tool in tools]
    assert len(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()) < BUDGET


def test_every_schema_is_one(tools: list[dict[str, Any]]) -> None:
    assert len(tools) >= 25
    for tool in tools:
        for name in ("inputSchema", "outputSchema"):
            jsonschema.Draft202012Validator.check_schema(tool[name])
            assert tool[name]["type"] == "object", tool["name"]


def test_every_tool_says_what_it_is(tools: list[dict[str, Any]]) -> None:
    for tool in tools:
        assert tool["name"].startswith("memory_")
        assert tool["title"]
        assert tool["description"]
        assert tool["annotations"]["openWorldHint"] is False


def test_the_server_says_who_it_is(server: RawServer) -> None:
    told = server.handshake
    assert told["serverInfo"] == {"name": "palimpsest", "title": "Palimpsest", "version": program_version()}
    assert program_version()[0].isdigit()
    assert told["capabilities"]["tools"] is not None
    assert told["instructions"] == INSTRUCTIONS
    assert len(told["instructions"]) < 2_000
