"""Every path by which text enters the store, and every one by which it leaves it, in one place.

A tool that is added to the server has to be added here: tests/correction/test_paths_are_complete.py sees to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.context import World
from entrypoints.mcp.service import Client, Service
from entrypoints.mcp.tools import TOOLS

Arguments = dict[str, Any]


@dataclass(frozen=True, slots=True)
class WritePath:
    """How a tool would be made to store a text: arguments from the text and from the ids of what is there already."""

    tool: str
    arguments: Callable[[str, dict[str, str]], Arguments]


@dataclass(frozen=True, slots=True)
class ReadPath:
    """How a tool would be made to show a text: arguments from the text and from its id."""

    tool: str
    arguments: Callable[[str, str], Arguments]


def _another_memory(text: str) -> Arguments:
    learning = {"id": "11111111-1111-4111-8111-111111111111", "category": "insight", "content": text}
    return {"format": "studiomeyer-memory-export", "version": 1, "learnings": [learning]}


WRITE_PATHS = (
    WritePath("memory_learn", lambda text, _: {"category": "insight", "content": text}),
    WritePath("memory_learn_bulk", lambda text, _: {"items": [{"category": "insight", "content": text}]}),
    WritePath("memory_decide", lambda text, _: {"title": "T", "decision": text, "reasoning": "R"}),
    WritePath("memory_session_end", lambda text, ids: {"sessionId": ids["session"], "summary": text}),
    WritePath("memory_revise", lambda text, ids: {"id": ids["learning"], "changes": {"content": text}}),
    WritePath("memory_learn_update", lambda text, ids: {"learningId": ids["learning"], "content": text}),
    WritePath("memory_reinstate", lambda _, ids: {"id": ids["rejected"]}),
    WritePath("memory_entity_create", lambda text, _: {"name": "Harbour", "entityType": "place", "summary": text}),
    WritePath("memory_entity_observe", lambda text, ids: {"entityId": ids["entity"], "content": text}),
    WritePath("memory_profile", lambda text, _: {"action": "set", "field": "motto", "value": text}),
    WritePath("memory_import", lambda text, _: {"data": _another_memory(text)}),
    WritePath("memory_goal", lambda text, _: {"action": "set", "goal": text}),
)

READ_PATHS = (
    ReadPath("memory_search", lambda text, _: {"query": text, "detail": "full", "limit": 100}),
    ReadPath("memory_recall", lambda text, _: {"query": text, "detail": "full"}),
    ReadPath("memory_recall", lambda _, __: {"detail": "full"}),
    ReadPath("memory_get", lambda _, memory_id: {"ids": [memory_id]}),
    ReadPath("memory_history", lambda _, memory_id: {"id": memory_id}),
    ReadPath("memory_session_start", lambda _, __: {"detail": "full", "maxCharacters": 100_000}),
    ReadPath("memory_review", lambda _, __: {}),
    ReadPath("memory_contradictions", lambda _, __: {"kind": "learning"}),
    ReadPath("memory_reflect", lambda _, __: {}),
    ReadPath("memory_insights", lambda _, __: {}),
    ReadPath("memory_entity_search", lambda text, _: {"query": text}),
    ReadPath("memory_entity_open", lambda _, __: {"name": "Lighthouse"}),
    ReadPath("memory_profile", lambda _, __: {"action": "get"}),
    ReadPath("memory_export", lambda _, __: {"inline": True}),
    ReadPath("memory_goal", lambda _, __: {"action": "get"}),
)

CARRY_NO_TEXT = {
    "memory_retire": "takes a reason and a note about a memory, and ids",
    "memory_learn_archive": "takes a reason",
    "memory_observation_supersede": "takes ids and an instant",
    "memory_forget": "takes an id",
    "memory_undo": "takes a row's number; what it brings back went through the gate (features/undo.feature)",
    "memory_entity_relate": "takes names of entities that are there already",
    "memory_entity_delete": "takes an id and a reason",
    "memory_guide": "shows its own pages",
    "memory_health": "shows counts",
}
"""Tools on neither list, and why."""


def call(world: World, tool: str, arguments: Arguments) -> Any:
    """Run a tool as an assistant would, and give its structured content."""
    answer = Service(lambda: world).call(tool, arguments, Client("claude-code", "2.1"))
    return answer.model_dump(mode="json", by_alias=True, exclude_none=True)


def all_tools() -> set[str]:
    """The names of every tool of the server."""
    return {tool.name for tool in TOOLS}
