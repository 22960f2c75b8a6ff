"""JSON Schemas of commands and answers, as short as they can be said: they cost every conversation its tokens."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from ports.bodies import Shape

_NOISE = ("title", "description")
_BOUNDS = {"minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum"}


@cache
def input_schema(command: type[Shape]) -> dict[str, Any]:
    """The schema of a tool's arguments."""
    schema = _unmeasured(_slim(command.model_json_schema(by_alias=True, mode="validation")))
    # That unknown arguments are errors is said by the error, which names those allowed.
    schema.pop("additionalProperties", None)
    return schema


@cache
def output_schema(answer: type[Shape]) -> dict[str, Any]:
    """The schema of a tool's structured content. Absent fields are left out of it, so only few are required."""
    return _slim(answer.model_json_schema(by_alias=True, mode="validation"))


def _unmeasured(node: Any) -> Any:
    """Without bounds and defaults of single values: an error names the bound that was passed, together they cost pages.

    How many items an array takes stays said.
    """
    if isinstance(node, list):
        return [_unmeasured(one) for one in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    schema = cast("dict[str, Any]", node)
    # An enum's values say their type.
    unsaid = {"type"} if "enum" in schema else _BOUNDS if "type" in schema else set[str]()
    return {key: _unmeasured(value) for key, value in schema.items() if key not in unsaid and key != "default"}


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    definitions = schema.pop("$defs", {})
    return cast("dict[str, Any]", _walk(schema, definitions))


def _walk(node: Any, definitions: dict[str, Any]) -> Any:
    """References inlined, generated titles dropped, `X or null` said as an optional X."""
    if isinstance(node, list):
        return [_walk(one, definitions) for one in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    schema = cast("dict[str, Any]", node)
    if "$ref" in schema:
        target = definitions[str(schema["$ref"]).rsplit("/", 1)[-1]]
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
    return (key in _NOISE and isinstance(value, str)) or (key == "default" and value in (None, [], (), False))
