"""The main job, end to end: a real MCP client stores memories over stdio, finds them, and corrects one.

    uv run examples/exchange.py

It works on a notebook of its own in a temporary folder.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, Implementation

ROOT = Path(__file__).resolve().parent.parent
PORT = "The staging database listens on port 5433."


async def say(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool, print both sides of the exchange in short, and return the answer."""
    print(f"→ {tool} {json.dumps(arguments, ensure_ascii=False)}")
    answer = await client.call_tool(tool, arguments)
    told: dict[str, Any] = answer.structured_content or json.loads(answer.content[0].text)
    print(f"← {in_short(answer, told)}")
    return told


def in_short(answer: CallToolResult, told: dict[str, Any]) -> str:
    """What a person wants to see of an answer."""
    if answer.is_error:
        return f"{told['code']}: {told['message']}"
    if "results" in told:
        return told["results"][0]["text"] if told["results"] else "nothing"
    return f"{told['action']}, value rejected" if told.get("valueRejected") else str(told["action"])


async def exchange(database: Path) -> None:
    """The exchange that the README shows."""
    server = StdioServerParameters(
        command=sys.executable,
        args=[str(ROOT / "palimpsest.py"), "serve"],
        env={**os.environ, "PALIMPSEST_DB": str(database), "PALIMPSEST_PATIENCE_SECONDS": "60"},
    )
    async with Client(server, client_info=Implementation(name="exchange", version="1")) as client:
        learned = await say(client, "memory_learn", category="infrastructure", content=PORT, project="shop")
        again = PORT.replace("The staging ", "the staging  ")
        await say(client, "memory_learn", category="infrastructure", content=again, project="shop")
        question = "auf welchem Port läuft die Staging-Datenbank?"
        await say(client, "memory_search", query=question, project="shop")
        await say(client, "memory_retire", id=learned["id"], reason="wrong", note="it is 5434")
        await say(client, "memory_learn", category="infrastructure", content=PORT, project="shop")


def main() -> None:
    """Run the exchange in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(exchange, Path(folder) / "memory.sqlite")


if __name__ == "__main__":
    main()
