"""A made-up memory of any size, written as the reference would export it."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_WORDS = [
    "deploy", "queue", "index", "server", "person", "meeting", "budget", "branch", "review", "backup", "schema",
    "latency", "invoice", "router", "harbour", "kettle", "window", "garden", "ticket", "release", "planet", "violin",
]  # fmt: skip
_PER_ENTITY = 5


def write(path: Path, records: int, seed: int = 1) -> None:
    """Write an envelope with so many records: six in ten learnings, a tenth entities, the rest observations."""
    pick = random.Random(seed)  # noqa: S311 -- the same text every time is what is wanted
    with path.open("w", encoding="utf-8") as stream:
        stream.write('{"format":"studiomeyer-memory-export","version":1')
        for section, made in _sections(records, pick).items():
            stream.write(f',\n"{section}":[')
            for place, record in enumerate(made):
                stream.write(("," if place else "") + "\n" + json.dumps(record))
            stream.write("]")
        stream.write("}\n")


def _sections(records: int, pick: random.Random) -> dict[str, Iterator[dict[str, Any]]]:
    entities = records // 10
    observations = records - records * 6 // 10 - entities
    return {
        "learnings": (_learning(number, pick) for number in range(records * 6 // 10)),
        "entities": (_entity(number) for number in range(entities)),
        "observations": (_observation(number, entities, pick) for number in range(observations)),
    }


def _learning(number: int, pick: random.Random) -> dict[str, Any]:
    return {
        "id": _id("learning", number),
        "date": f"2026-01-{number % 28 + 1:02d} 12:00:00",
        "category": "insight",
        "content": _text(number, pick),
        "project": f"project {number % 20}",
        "tags": ["made up"],
        "usageCount": number % 3,
        "lifecycleState": "archived:obsolete" if number % 10 == 0 else "active",
    }


def _entity(number: int) -> dict[str, Any]:
    return {"id": _id("entity", number), "name": f"Entity {number}", "entityType": "thing", "summary": "Made up."}


def _observation(number: int, entities: int, pick: random.Random) -> dict[str, Any]:
    return {
        "id": _id("observation", number),
        "entityId": _id("entity", number // _PER_ENTITY % entities),
        "content": _text(number, pick),
        "validFrom": "2026-01-01 00:00:00",
    }


def _id(kind: str, number: int) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{kind} {number}"))


def _text(number: int, pick: random.Random) -> str:
    """About 200 characters, no two the same."""
    return f"Note {number}: the " + " ".join(pick.choices(_WORDS, k=28)) + "."
