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


PLAIN = """
    action alternatives asOf category changes confidence content decision detail dryRun entityId entityName entityType
    explain field fromEntityId fromName fromType goal halfLifeDays id ids importance importanceWeight includeArchived
    includeSessions inline items kind learningId limit lookbackDays maxCharacters memoryType mode name note
    observationId offset path project query ranking reason reasoning recencyWeight redo relationType sessionId since
    source staleThresholdDays successorId summary supersededById tags tasks title toEntityId toName toType topic trust
    types until usageWeight validFrom validTo value weight
""".split()
"""Names that say what they are. Another has a description, or stands in its tool's."""


def test_a_parameter_whose_name_does_not_explain_itself_is_explained(tools: list[dict[str, Any]]) -> None:
    told = [(tool, *one) for tool in tools for one in parameters(tool["inputSchema"])]
    jargon = {name for _, name, _ in told} - set(PLAIN)
    assert jargon == {"data", "knownAt", "mark", "revisionId", "sequence"}
    for tool, name, schema in told:
        explained = bool(schema.get("description")) or f"{name}:" in tool["description"]
        assert explained or name in PLAIN, (tool["name"], name)
        assert not (schema.get("description") and name in PLAIN), (tool["name"], name)


def parameters(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every parameter of a schema, those of its objects too."""
    own = list(schema.get("properties", {}).items())
    return [*own, *(inner for _, one in own for inner in parameters(one.get("items", one)))]


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
