"""JSON Schemas of commands and answers, as short as they can be said: they cost every conversation its tokens."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from ports.bodies import Shape

_UNSAID = {
    "default",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "pattern",
    "minItems",
}
"""Bounds and defaults: an error names the bound that was passed, together they cost pages.

How many items an array takes at most stays said.
"""


@cache
def input_schema(command: type[Shape]) -> dict[str, Any]:
    """The schema of a tool's arguments.

    It has to survive the converters to the strict subsets of OpenAI, Gemini and Anthropic: every value has a type, and
    every object its properties.
    """
    return _brief(_slim(command.model_json_schema(by_alias=True, mode="validation")))


@cache
def output_schema(answer: type[Shape]) -> dict[str, Any]:
    """The schema of a tool's structured content. Absent fields are left out of it, so only few are required."""
    return _slim(answer.model_json_schema(by_alias=True, mode="validation"))


def _brief(schema: dict[str, Any], depth: int = 0) -> dict[str, Any]:
    """Without what an error says where it matters, and without an inner field's values: its own tool lists them."""
    unsaid = _UNSAID | ({"enum", "maxItems"} if depth > 1 else set[str]())
    # That unknown arguments are errors is said by the error, which names those allowed; and Google's converter of
    # lists of tools fails on it.
    if schema.get("additionalProperties") is False:
        unsaid.add("additionalProperties")
    brief = {key: value for key, value in schema.items() if key not in unsaid}
    if "properties" in brief:
        brief["properties"] = {name: _brief(one, depth + 1) for name, one in schema["properties"].items()}
    if "items" in brief:
        brief["items"] = _brief(schema["items"], depth)
    return brief


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    definitions = schema.pop("$defs", {})
    return cast("dict[str, Any]", _walk(_undocumented(schema), definitions))


def _undocumented(schema: dict[str, Any]) -> dict[str, Any]:
    """Without the docstring of its class, which is for readers of the code; what a field says of itself stays."""
    return {key: value for key, value in schema.items() if key != "description"}


def _walk(node: Any, definitions: dict[str, Any]) -> Any:
    """References inlined, generated titles dropped, `X or null` said as an optional X."""
    if isinstance(node, list):
        return [_walk(one, definitions) for one in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    schema = cast("dict[str, Any]", node)
    if "$ref" in schema:
        target = _undocumented(definitions[str(schema["$ref"]).rsplit("/", 1)[-1]])
        return _walk({**target, **{key: value for key, value in schema.items() if key != "$ref"}}, definitions)
    choices = [one for one in schema.get("anyOf", []) if one != {"type": "null"}]
    if "anyOf" in schema and len(choices) == 1:
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        return _walk({**choices[0], **rest}, definitions)
    return {
        key: _properties(value, definitions) if key == "properties" else _walk(value, definitions)
        for key, value in schema.items()
        if not _noise(key, value)
    }


def _properties(properties: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    return {name: _walk(schema, definitions) for name, schema in properties.items()}


def _noise(key: str, value: Any) -> bool:
    """What a schema can leave unsaid: generated titles and empty defaults."""
    return (key == "title" and isinstance(value, str)) or (key == "default" and value in (None, [], (), False))
