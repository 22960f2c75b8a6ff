"""A secret reaches no table, wherever in a connection's first call it stands."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.wire.talking import RawServer, environment

SECRET = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
ENDS = {"fromName": "Ada", "fromType": "person", "toName": "Shop", "toType": "shop", "relationType": "keeps"}
FIRST: dict[str, tuple[str, dict[str, Any]]] = {
    "learn": ("memory_learn", {"category": "tool", "content": "x", "project": SECRET}),
    "bulk": ("memory_learn_bulk", {"items": [{"category": "tool", "content": "x", "project": SECRET}]}),
    "decide": ("memory_decide", {"title": "t", "decision": "d", "reasoning": "r", "project": SECRET}),
    "start": ("memory_session_start", {"project": SECRET}),
    "entity": ("memory_entity_create", {"name": "Ada", "entityType": "person", "project": SECRET}),
    "observe": ("memory_entity_observe", {"entityName": "Ada", "entityType": "x", "content": "c", "project": SECRET}),
    "relate": ("memory_entity_relate", {**ENDS, "project": SECRET}),
    "goal": ("memory_goal", {"action": "set", "goal": "Rest.", "project": SECRET}),
    "profile": ("memory_profile", {"action": "set", "field": "editor", "value": SECRET}),
    "forget": ("memory_forget", {"id": SECRET}),
    "verify": ("memory_review", {"action": "verify", "id": SECRET}),
    "reinstate": ("memory_reinstate", {"id": SECRET}),
    "revise": ("memory_revise", {"id": SECRET, "tags": ["x"]}),
    "retire": ("memory_retire", {"id": SECRET, "reason": "wrong"}),
    "delete": ("memory_entity_delete", {"id": SECRET}),
    "search": ("memory_search", {"query": SECRET}),
}


@pytest.mark.parametrize(("tool", "arguments"), FIRST.values(), ids=FIRST)
def test_a_secret_in_the_first_call_reaches_no_table(tmp_path: Path, tool: str, arguments: dict[str, Any]) -> None:
    with RawServer(environment(tmp_path)) as server:
        server.call(tool, **arguments)
        server.leave()
    store = sqlite3.connect(tmp_path / "memory.sqlite")
    assert SECRET not in "\n".join(store.iterdump())
    store.close()
