"""Every tool, called by the SDK's own client in both of its modes: it succeeds, and answers as its schema says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import pytest
from mcp.types import CallToolResult, ElicitResult, Implementation

from entrypoints.mcp.tools import BY_NAME
from tests.wire.talking import client_of, environment

ADA = {"entityName": "Ada", "entityType": "person"}
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("memory_session_start", {"project": "shop"}),
    ("memory_learn", {"category": "tool", "content": "The shop's tests run on every push.", "project": "shop"}),
    ("memory_learn_bulk", {"items": [{"category": "insight", "content": "Fridays are quiet.", "project": "shop"}]}),
    ("memory_decide", {"title": "Queue", "decision": "Use a table.", "reasoning": "One thing less.", "tags": ["db"]}),
    ("memory_search", {"query": "tests on every push", "project": "shop", "explain": True}),
    ("memory_recall", {"query": "push"}),
    ("memory_get", {"ids": ["$memory_learn"]}),
    ("memory_revise", {"id": "$memory_learn", "changes": {"content": "The shop's tests run on every merge."}}),
    ("memory_learn_update", {"learningId": "$memory_learn", "confidence": 0.9}),
    ("memory_history", {"id": "$memory_learn"}),
    ("memory_review", {"action": "dispute", "id": "$memory_learn", "note": "not on Fridays"}),
    ("memory_undo", {}),
    ("memory_learn_archive", {"learningId": "$memory_learn"}),
    ("memory_reinstate", {"id": "$memory_learn"}),
    ("memory_retire", {"id": "$memory_decide", "reason": "obsolete"}),
    ("memory_entity_create", {"name": "Ada", "entityType": "person", "summary": "keeps the shop"}),
    ("memory_entity_observe", {**ADA, "content": "Ada drinks tea."}),
    ("memory_observation_supersede", {"observationId": "$memory_entity_observe"}),
    ("memory_entity_create", {"name": "Shop", "entityType": "project"}),
    ("memory_entity_relate", {"fromName": "Ada", "toName": "Shop", "relationType": "keeps"}),
    ("memory_entity_search", {"query": "who keeps the shop"}),
    ("memory_entity_open", {"name": "Ada"}),
    ("memory_contradictions", {}),
    ("memory_reflect", {}),
    ("memory_insights", {}),
    ("memory_profile", {"action": "set", "field": "language", "value": "German"}),
    ("memory_goal", {"action": "set", "goal": "Open the shop."}),
    ("memory_export", {}),
    ("memory_import", {"path": "$memory_export", "dryRun": True}),
    ("memory_entity_delete", {"id": "$memory_entity_create"}),
    ("memory_forget", {"id": "$memory_learn"}),
    ("memory_guide", {"topic": "search"}),
    ("memory_health", {}),
    ("memory_session_end", {"summary": "Tried every tool.", "tasks": ["rest"]}),
)
NAMES = ("id", "observationId", "path")


def test_the_calls_are_complete() -> None:
    assert {tool for tool, _ in CALLS} == set(BY_NAME)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_answers_as_its_schema_says(mode: str, tmp_path: Path) -> None:
    async def agree(_: Any, __: Any) -> ElicitResult:
        return ElicitResult(action="accept", content={"confirm": True})

    async def talk() -> tuple[dict[str, Any], list[tuple[str, CallToolResult]]]:
        options = {"mode": mode, "elicitation_callback": agree, "client_info": Implementation(name="sdk", version="2")}
        async with client_of(environment(tmp_path), **options) as client:
            schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
            answers: list[tuple[str, CallToolResult]] = []
            ids: dict[str, str] = {}
            for tool, arguments in CALLS:
                answers.append((tool, await client.call_tool(tool, filled(arguments, ids))))
                ids |= told_ids(tool, answers[-1][1].structured_content or {})
            return schemas, answers

    schemas, answers = anyio.run(talk)
    assert len(answers) == len(CALLS)
    for tool, answer in answers:
        assert not answer.is_error, (tool, answer.content)
        (block,) = answer.content
        assert block.type == "text", tool
        assert json.loads(block.text) == answer.structured_content, tool
        jsonschema.validate(answer.structured_content, schemas[tool], jsonschema.Draft202012Validator)


def filled(arguments: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    """The arguments with the ids that earlier answers gave in place of `$tool`."""
    text = json.dumps(arguments)
    for tool, identity in sorted(ids.items(), reverse=True):
        text = text.replace(f'"${tool}"', json.dumps(identity))
    assert '"$' not in text, text
    return json.loads(text)


def told_ids(tool: str, told: Mapping[str, Any]) -> dict[str, str]:
    """The id that an answer gives, by the name of its tool."""
    return dict([(tool, told[name]) for name in NAMES if name in told][:1])
