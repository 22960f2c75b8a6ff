"""The list of tools as three vendors' own converters pass it to their models, and what is amiss with it there.

A converter that meets what its vendor's strict subset lacks does not fail: it gives up strictness (OpenAI), leaves a
value without a type (Gemini), or makes of an object without properties one in which nothing is allowed (Anthropic).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from agents.mcp import MCPServerStdio, MCPUtil
from anthropic import transform_schema
from google.genai import types
from google.genai._mcp_utils import mcp_to_gemini_tool
from mcp.types import Tool

Faults = list[str]


def openai(tool: Tool) -> Faults:
    """As the OpenAI Agents SDK passes a tool of an MCP server, strictly."""
    server = MCPServerStdio(params={"command": "never started"})
    made = MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=True)
    # Of a tool without arguments it cannot tell that it takes none, and passes it as it is; nothing is lost by that.
    loose = ["it is not strict"] if tool.input_schema.get("properties") and not made.strict_json_schema else []
    return [*loose, *_faults(tool.input_schema, made.params_json_schema, needs_types=True)]


def gemini(tool: Tool) -> Faults:
    """As Google's SDK passes a tool of an MCP server, and as it converts a schema when it may leave nothing out."""
    try:
        (declared,) = mcp_to_gemini_tool(tool).function_declarations or ()
    except AttributeError as error:  # where `additionalProperties` is true or false
        return [f"it cannot be converted: {error}"]
    whole = types.Schema.from_json_schema(
        json_schema=types.JSONSchema(**tool.input_schema), raise_error_on_unsupported_field=True
    )
    return [
        fault
        for schema in (declared.parameters, whole)
        if schema is not None
        for fault in _faults(tool.input_schema, schema.model_dump(mode="json", exclude_none=True), needs_types=True)
    ]


def anthropic(tool: Tool) -> Faults:
    """As Anthropic's SDK makes a schema strict. It drops the type of an enum itself."""
    return _faults(tool.input_schema, transform_schema(copy.deepcopy(tool.input_schema)), needs_types=False)


CONVERTERS: dict[str, Callable[[Tool], Faults]] = {"openai": openai, "gemini": gemini, "anthropic": anthropic}


def _faults(original: dict[str, Any], converted: dict[str, Any], *, needs_types: bool) -> Faults:
    """What a converted schema lost of the original, and where it allows nothing or says no type."""
    told, kept = dict(_nodes(original)), dict(_nodes(converted))
    faults = [f"{path} is lost" for path in told if path not in kept]
    for path, schema in kept.items():
        kind = str(schema.get("type", "")).lower()
        if kind == "object" and not schema.get("properties") and (path or original.get("properties")):
            faults.append(f"{path} is an object in which nothing is allowed")
        if kind == "array" and "items" not in schema:
            faults.append(f"{path} is a list of nothing")
        if not kind and (needs_types or "enum" not in schema):
            faults.append(f"{path} has no type")
        if path in told and list(schema.get("enum", ())) != list(told[path].get("enum", ())):
            faults.append(f"{path} allows other values")
        if path in told and told[path].get("description", "") not in schema.get("description", ""):
            faults.append(f"{path} lost its description")
    return faults


def _nodes(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    yield path, schema
    for name, one in schema.get("properties", {}).items():
        yield from _nodes(one, f"{path}.{name}".lstrip("."))
    if "items" in schema:
        yield from _nodes(schema["items"], f"{path}[]")
