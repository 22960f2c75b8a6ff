"""The server as a process: stdin and stdout for JSON-RPC, stderr for logs, and a prompt end."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable
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
_ANSWERING_SECONDS = 9.4
"""From the end of stdin until whatever still hangs is left; a little more than answers are waited for."""
_CLOSING_SECONDS = 0.4


def serve() -> NoReturn:
    """Serve MCP on stdio until stdin closes or a signal comes, then leave at once.

    Threads may still be embedding then; a unit of work that has not committed rolls back when the file is next
    opened, so nothing is half-done. What can be closed in time is, so that the one file holds everything.
    """
    log_to_stderr()
    sdk.load()
    from entrypoints.mcp.server import build_server
    from entrypoints.mcp.service import Service

    status, service = 0, Service(_world)
    leaving = _Leaving(service.close)
    try:
        anyio.run(_until_the_end, build_server(service, program_version(), core_only=_core_only), leaving)
    except* BrokenPipeError:
        log.warning("the client has stopped reading")
    except* Exception:
        log.exception("the connection failed")
        status = 1
    leaving.now(status)


class _Leaving:
    """The end of the process, which comes in time whatever hangs: the store, or a client that does not read."""

    def __init__(self, close: Callable[[], None]) -> None:
        self._close = close
        self._turn = threading.Lock()

    def soon(self) -> None:
        """Leave after the time in which answers may still be written, if nothing has ended the process before."""
        timer = threading.Timer(_ANSWERING_SECONDS, self.now)
        timer.daemon = True
        timer.start()

    def now(self, status: int = 0) -> NoReturn:
        """Close what can be closed in time, and leave."""
        with self._turn:
            closing = threading.Thread(target=self._closed, name="palimpsest closing", daemon=True)
            closing.start()
            closing.join(_CLOSING_SECONDS)
            os._exit(status)

    def _closed(self) -> None:
        try:
            self._close()
        except Exception:
            log.exception("the store could not be closed")


async def _until_the_end(server: Server[Any], leaving: _Leaving) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(_serve_stdio, server, leaving, group.cancel_scope)
        with anyio.open_signal_receiver(*_ENDING) as signals:
            async for _ in signals:
                leaving.now()


async def _serve_stdio(server: Server[Any], leaving: _Leaving, scope: anyio.CancelScope) -> None:
    from entrypoints.mcp.stdio import streams

    async with streams(leaving.soon) as (read, write):
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
    world = container.world()
    for warning in world.store.warnings():
        log.warning("%s", warning)
    return world
