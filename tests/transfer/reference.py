"""A memory as the reference keeps it: as the envelope it exports, and as its database file."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

UUID = "11111111-1111-4111-8111-11111111111"


def learning(number: int, content: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": f"{UUID}{number}",
        "date": "2026-01-02 03:04:05",
        "category": "insight",
        "content": content,
        "project": None,
        "tags": [],
        "usageCount": 0,
        "lastUsed": None,
        "confidence": 0.7,
        "source": None,
        "verified": 0,
        "verifiedAt": None,
        "archived": 0,
        "archivedAt": None,
        "importance": None,
        "lifecycleState": "active",
        "memoryType": "semantic",
        **fields,
    }


def archived(number: int, content: str, state: str) -> dict[str, Any]:
    return learning(number, content, archived=1, archivedAt="2026-02-01 00:00:00", lifecycleState=state)


LEARNINGS = [
    learning(1, "Deploys go out on Tuesdays.", project="shop", tags=["ops"], importance=0.9, source="wiki"),
    learning(2, "Tea is at four.", usageCount=3, lastUsed="2026-01-05 00:00:00"),
    learning(3, "The kettle is blue.", verified=1, verifiedAt="2026-01-09 10:00:00"),
    archived(4, "The office is in Graz.", "archived:superseded by the one in Linz"),
    archived(5, "The moon is cheese.", "archived:wrong: it is rock"),
    archived(6, "The bus is red.", "archived"),
    learning(7, "This will pass.", lifecycleState="ephemeral", memoryType="episodic"),
    {**learning(8, "An old id."), "id": "../x"},
]
DECISIONS = [
    {
        "id": "22222222-2222-4222-8222-222222222222",
        "date": "2026-01-03 00:00:00",
        "title": "Queue",
        "decision": "Use a table.",
        "reasoning": "It is there.",
        "alternatives": "",
        "project": "shop",
        "tags": ["db"],
        "confidence": 0.8,
        "source": None,
        "verified": 1,
        "verifiedAt": None,
    }
]
ENTITIES = [
    {
        "id": "ada",
        "name": "Ada",
        "entityType": "person",
        "createdAt": "2026-01-01 00:00:00",
        "updatedAt": "2026-01-04 00:00:00",
        "summary": "Engineer",
        "confidence": 0.7,
    },
    {
        "id": 7,
        "name": "Shop",
        "entityType": "project",
        "createdAt": "2026-01-01 00:00:00",
        "updatedAt": "2026-01-01 00:00:00",
        "summary": None,
        "confidence": 0.7,
    },
]
OBSERVATIONS = [
    {
        "id": "o1",
        "entityId": "ada",
        "content": "Ada lives in Linz.",
        "source": None,
        "sessionId": "s1",
        "validFrom": "2026-01-01 00:00:00",
        "validTo": None,
        "confidence": 0.7,
        "createdAt": "2026-01-01 00:00:00",
    },
    {
        "id": "o2",
        "entityId": "ada",
        "content": "Ada lives in Graz.",
        "source": None,
        "sessionId": None,
        "validFrom": "2020-01-01 00:00:00",
        "validTo": "2026-01-01 00:00:00",
        "confidence": 0.7,
        "createdAt": "2025-01-01 00:00:00",
    },
]
RELATIONS = [
    {
        "id": "r1",
        "fromEntityId": "ada",
        "toEntityId": 7,
        "relationType": "owns",
        "weight": 0.5,
        "createdAt": "2026-01-01 00:00:00",
    }
]
SESSIONS = [
    {
        "id": "s1",
        "startedAt": "2026-01-01 08:00:00",
        "endedAt": "2026-01-01 09:00:00",
        "project": "shop",
        "summary": "Moved the deploy.",
        "tasks": ["tell Ada"],
    },
    {"id": "s2", "startedAt": "2026-01-02 08:00:00", "endedAt": None, "project": None, "summary": None, "tasks": []},
]


def envelope(**changes: Any) -> dict[str, Any]:
    """All of it, as the reference exports it."""
    return {
        "format": "studiomeyer-memory-export",
        "version": 1,
        "exportedAt": "2026-03-01T00:00:00.000Z",
        "source": "local-memory-mcp",
        "schemaVersion": "2",
        "counts": {"learnings": len(LEARNINGS)},
        "profile": {"editor": "vim"},
        "goal": "Ship it.",
        "learnings": LEARNINGS,
        "decisions": DECISIONS,
        "entities": ENTITIES,
        "observations": OBSERVATIONS,
        "relations": RELATIONS,
        "sessions": SESSIONS,
        **changes,
    }


def database(path: Path) -> Path:
    """All of it, in a database with the reference's tables."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    for table, rows in (
        ("learnings", LEARNINGS),
        ("decisions", DECISIONS),
        ("entities", ENTITIES),
        ("entity_observations", OBSERVATIONS),
        ("entity_relations", RELATIONS),
        ("sessions", SESSIONS),
    ):
        names = [_column(name) for name in rows[0]]
        connection.execute(f"CREATE TABLE {table} ({', '.join(names)})")
        marks = ", ".join("?" for _ in names)
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", [[*map(_cell, row.values())] for row in rows])
    connection.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
    meta = {"schema_version": "2", "profile_editor": "vim", "current_goal": "Ship it."}
    connection.executemany("INSERT INTO meta VALUES (?, ?)", list(meta.items()))
    connection.commit()
    connection.close()
    return path


def _column(name: str) -> str:
    snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    return f"{snake}_json" if name in ("tags", "tasks") else snake


def _cell(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list) else value
