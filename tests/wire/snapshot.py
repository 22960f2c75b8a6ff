"""The tool list as it stands on the wire, kept in tools.json so that a change of it is seen in a review.

uv run python -m tests.wire.snapshot      # write it anew
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from entrypoints.mcp.server import tool_list

FILE = Path(__file__).with_name("tools.json")


def current() -> list[dict[str, Any]]:
    """The tools as `tools/list` sends them."""
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tool_list()]


def stored() -> list[dict[str, Any]]:
    """The tools as they were reviewed last."""
    return json.loads(FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    FILE.write_text(json.dumps(current(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
