"""The server as a process: stdin and stdout for JSON-RPC, stderr for logs, and a prompt end."""

from __future__ import annotations

import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import anyio

from entrypoints.logs import log_to_stderr
from entrypoints.mcp import sdk
from entrypoints.version import program_version
from ports.errors import BadSettings

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

    from domain.context import World

log = logging.getLogger(__name__)
_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name))


def serve() -> NoReturn:
    """Serve MCP on stdio until stdin closes or a signal comes, then leave at once.

    Threads may still be embedding then; a unit of work that has not committed rolls back when the file is next
    opened, so nothing is half-done.
    """
    log_to_stderr()
    sdk.load()
    from entrypoints.mcp.server import build_server
    from entrypoints.mcp.service import Service

    status = 0
    try:
        anyio.run(_until_the_end, build_server(Service(_world), program_version(), core_only=_core_only))
    except* BrokenPipeError:
        log.warning("the client has stopped reading")
    except* Exception:
        log.exception("the connection failed")
        status = 1
    sys.stderr.flush()
    os._exit(status)


async def _until_the_end(server: Server[Any]) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(_serve_stdio, server, group.cancel_scope)
        with anyio.open_signal_receiver(*_ENDING) as signals:
            async for _ in signals:
                os._exit(0)


async def _serve_stdio(server: Server[Any], scope: anyio.CancelScope) -> None:
    from entrypoints.mcp.stdio import streams

    async with streams() as (read, write):
        await server.run(read, write, server.create_initialization_options())
    scope.cancel()


def _core_only() -> bool:
    """Whether only the tools of every day are offered. Where a setting is wrong all are, and each call says so."""
    from entrypoints.settings import ToolSet, load_settings

    try:
        return load_settings().tools is ToolSet.CORE
    except BadSettings as error:
        log.error("%s: %s", error.code, error.message)
        return False


def _world() -> World:
    from entrypoints.container import Container

    container = Container()
    log_to_stderr(container.settings().log_level)
    return container.world()
