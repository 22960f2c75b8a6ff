"""The server as a process: stdin and stdout for JSON-RPC, stderr for logs, and a prompt end."""

from __future__ import annotations

import logging
import os
import signal
import sys

import anyio

from entrypoints.mcp.server import build_server
from entrypoints.mcp.service import Service

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name))


def serve() -> None:
    """Serve MCP on stdio until stdin closes or a signal comes, then leave at once.

    Threads may still be embedding then; a unit of work that has not committed rolls back when the file is next
    opened, so nothing is half-done.
    """
    from entrypoints.health import program_version

    logging.basicConfig(stream=sys.stderr, level=_log_level(), format="%(levelname)s %(name)s %(message)s")
    service = Service(_world)
    core_only = os.environ.get("PALIMPSEST_TOOLS", "").lower() == "core"
    server = build_server(service, program_version(), core_only=core_only)
    anyio.run(_until_the_end, server)
    sys.stderr.flush()
    os._exit(0)


async def _until_the_end(server: object) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(_serve_stdio, server, group.cancel_scope)
        with anyio.open_signal_receiver(*_ENDING) as signals:
            async for _ in signals:
                os._exit(0)


async def _serve_stdio(server: object, scope: anyio.CancelScope) -> None:
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    if not isinstance(server, Server):
        raise TypeError("not an MCP server")
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
    scope.cancel()


def _log_level() -> str:
    return os.environ.get("PALIMPSEST_LOG_LEVEL", "warning").upper()


def _world():  # type: ignore[no-untyped-def]
    from entrypoints.container import Container

    return Container().world()
