"""A client that asks for progress is told how far a long call is; one that does not is told nothing."""

from __future__ import annotations

from typing import Any, Literal

import anyio
import pytest
from mcp import Client

from domain.context import World
from entrypoints.mcp.server import build_server
from entrypoints.mcp.service import Service

ITEMS = [{"category": "insight", "content": f"Fact number {number}."} for number in range(200)]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("asks", [True, False])
def test_a_long_batch_tells_its_progress(world: World, mode: Literal["auto", "legacy"], asks: bool) -> None:
    told: list[tuple[float, float | None]] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        del message
        told.append((progress, total))

    async def call() -> Any:
        async with Client(build_server(Service(lambda: world), "1"), mode=mode) as client:
            return await client.call_tool(
                "memory_learn_bulk", {"items": ITEMS}, progress_callback=listen if asks else None
            )

    result = anyio.run(call)
    assert not result.is_error
    assert result.structured_content["added"] == 200
    assert [total for _, total in told] == [200.0] * len(told)
    assert [progress for progress, _ in told] == ([64.0, 128.0, 192.0, 200.0] if asks else [])
