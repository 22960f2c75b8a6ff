"""What the server costs a conversation, in characters, beside the reference's published figures.

    uv run python -m benchmarks.tokens.run --data FOLDER

Fills a store with the texts of LoCoMo's first conversation and measures the tool list, a session's start and a
ten-hit search.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from adapters.hashing.embedder import HashingEmbedder
from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite.store import SqliteStore
from adapters.system import SystemClock, Uuid7Ids
from benchmarks.retrieval.sets import load
from domain import search, sessions
from domain.context import Caller, World
from domain.ledger import Draft
from domain.remember import remember
from entrypoints.mcp.instructions import INSTRUCTIONS
from entrypoints.mcp.server import tool_list
from ports.bodies import LearningBody, Shape
from ports.commands import Search, SessionEnd, SessionStart
from ports.vocabulary import ActorKind, Category

RESULTS = Path(__file__).parent.parent / "results" / "tokens.md"
CALLER = Caller(actor=ActorKind.AGENT, name="benchmark")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print the table and write it down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds the sets")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        world = World(
            SqliteStore(Path(folder) / "memory.sqlite"),
            HashingEmbedder(),
            SystemClock(),
            Uuid7Ids(),
            DetectSecretsScanner(),
        )
        _fill(world, options.data)
        start = sessions.start(world, CALLER, SessionStart())
        found = search.search(world, Search(query="What did they plan for the summer?", limit=10))
        world.store.close()
    listed = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tool_list()]
    outputs = sum(_length(tool.pop("outputSchema")) for tool in listed)
    rows = [
        ("tools/list, without output schemas", _length(listed), "12,600"),
        ("output schemas of all tools", outputs, "none"),
        ("instructions", len(INSTRUCTIONS), "2,720"),
        ("memory_session_start", _answer(start), "18,000–26,000"),
        ("a ten-hit memory_search", _answer(found), "35,379"),
    ]
    table = "| what | characters | reference |\n|---|---|---|\n"
    table += "".join(f"| {what} | {number:,} | {reference} |\n" for what, number, reference in rows)
    print(table)
    RESULTS.write_text(f"# What the server costs a conversation\n\n{table}", encoding="utf-8")


def _fill(world: World, data: Path) -> None:
    caller = CALLER
    for text in load("locomo-sessions", data)[0].texts.values():
        session = sessions.open_session(world, caller, None)
        sessions.end(world, caller, SessionEnd(session_id=session, summary=text[:5_000], tasks=("follow up",)))
    texts = list(load("locomo-turns", data)[0].texts.values())
    remember(world, caller, [Draft(body=LearningBody(category=Category.INSIGHT, content=text)) for text in texts])


def _length(told: object) -> int:
    return len(json.dumps(told, separators=(",", ":"), ensure_ascii=False))


def _answer(answer: Shape) -> int:
    return len(answer.model_dump_json(by_alias=True, exclude_none=True))


if __name__ == "__main__":
    main()
