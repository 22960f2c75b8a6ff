"""The MCP server: the SDK's low-level server over the table of tools.

https://modelcontextprotocol.io/specification/2025-11-25/server/tools
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import anyio.from_thread
import anyio.to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from entrypoints.mcp.asking import Questions, can_ask
from entrypoints.mcp.instructions import INSTRUCTIONS
from entrypoints.mcp.service import Client, Service
from ports.errors import PalimpsestError

if TYPE_CHECKING:
    from domain.context import Progress
    from entrypoints.mcp.tools import Tool as ToolEntry

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")
NAME = "palimpsest"
_WARM_AFTER_SECONDS = 0.2


def build_server(service: Service, version: str, *, core_only: Callable[[], bool] = lambda: False) -> Server[Any]:
    """A server that answers the handshake without a store, a model or settings, and `tools/list` without the first two.

    `core_only` says whether only the tools of every day are offered; it is asked when they are first listed.
    """

    async def list_tools(
        context: ServerRequestContext[Any],
        params: PaginatedRequestParams | None,
    ) -> ListToolsResult:
        service.warm_soon(_WARM_AFTER_SECONDS)
        return ListToolsResult(tools=await _in_thread(lambda: tool_list(core_only=core_only())))

    questions = Questions()

    async def call_tool(
        context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        service.warm_soon(_WARM_AFTER_SECONDS)
        arguments, client = params.arguments or {}, _client(context)
        question = await _in_thread(partial(service.question, params.name, arguments)) if can_ask(context) else None
        if question is not None:
            answer = await questions.ask(context, params, question)
            if isinstance(answer, InputRequiredResult):
                return answer
            if answer is None:
                return _failure("DECLINED", "The person did not agree; nothing was changed.", {})
            client = replace(client, agreed_to=answer)
        return await _in_thread(partial(_call, service, params.name, arguments, client, _progress(context)))

    return Server(
        NAME,
        version=version,
        title="Palimpsest",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _in_thread(run: Callable[[], Answer]) -> Answer:
    """Run something slow off the loop; a connection that ends does not wait for it."""
    return await anyio.to_thread.run_sync(run, abandon_on_cancel=True)


def tool_list(*, core_only: bool = False) -> list[Tool]:
    """The tools as `tools/list` gives them."""
    from entrypoints.mcp.tools import TOOLS
    from entrypoints.schemas import input_schema, output_schema

    return [
        Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=input_schema(tool.command),
            output_schema=output_schema(tool.answer),
            annotations=_annotations(tool),
        )
        for tool in TOOLS
        if tool.core or not core_only
    ]


def _annotations(tool: ToolEntry) -> ToolAnnotations:
    """The hints that differ from MCP's defaults; the defaults are left unsaid."""
    if tool.read_only:
        return ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return ToolAnnotations(
        destructive_hint=None if tool.destructive else False,
        idempotent_hint=(tool.idempotent and not tool.destructive) or None,
        open_world_hint=False,
    )


def _progress(context: ServerRequestContext[Any]) -> Progress:
    """How a long call tells its client how far it is; the SDK sends it on where the client asked."""

    def report(done: int, total: int) -> None:
        with suppress(Exception):  # a client that left does not undo the work
            anyio.from_thread.run(context.session.report_progress, float(done), float(total))

    return report


def _call(service: Service, name: str, arguments: dict[str, Any], client: Client, progress: Progress) -> CallToolResult:
    """Run a tool; every failure becomes a result with a stable code."""
    try:
        answer = service.call(name, arguments, client, progress)
    except PalimpsestError as error:
        return _failure(error.code, error.message, error.details)
    except Exception:
        log.exception("%s failed", name)
        return _failure(
            "INTERNAL_ERROR", f"{name} failed unexpectedly; nothing was stored. The server's log has it.", {}
        )
    text = answer.model_dump_json(by_alias=True, exclude_none=True)
    structured = answer.model_dump(mode="json", by_alias=True, exclude_none=True)
    return CallToolResult(content=[TextContent(text=text)], structured_content=structured)


def _failure(code: str, message: str, details: dict[str, object]) -> CallToolResult:
    """An error as JSON in the text block alone: clients hold structured content against the tool's output schema.

    The TypeScript SDK does so also where `isError` is set, and then reports a fault of the schema in place of ours.
    """
    import json

    problem: dict[str, object] = {"code": code, "message": message}
    if details:
        problem["details"] = {name: value for name, value in details.items() if value is not None}
    text = json.dumps(problem, ensure_ascii=False, default=str)
    return CallToolResult(content=[TextContent(text=text)], is_error=True)


def _client(context: ServerRequestContext[Any]) -> Client:
    params = context.session.client_params
    if params is None:
        return Client()
    told = params.client_info
    return Client(_storable(told.name) or Client().name, _storable(told.version) or None)


def _storable(text: str) -> str:
    """What provenance can hold of a client's own words: any client may write, whatever it calls itself."""
    return "".join(character for character in text if character.isprintable()).strip()[:200]
