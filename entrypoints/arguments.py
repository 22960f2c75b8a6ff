"""Raw arguments to commands: the boundary at which input is parsed, once, for every entrypoint."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from entrypoints.schemas import input_schema
from ports.bodies import Shape
from ports.errors import InvalidInput

Command = TypeVar("Command", bound=Shape)

_CODES = {
    "extra_forbidden": "UNKNOWN_ARGUMENT",
    "missing": "MISSING_ARGUMENT",
    "empty_text": "EMPTY_TEXT",
    "invalid_text": "INVALID_TEXT",
    "invalid_instant": "INVALID_TIME",
    "empty_interval": "EMPTY_INTERVAL",
    "string_too_long": "TEXT_TOO_LONG",
    "too_long": "TOO_MANY",
    "too_short": "TOO_FEW",
    "string_unicode": "INVALID_TEXT",
}
_NAME_AT_MOST = 100
_PROBLEMS_TOLD = 20


def parse(command: type[Command], arguments: Mapping[str, Any]) -> Command:
    """The command that the arguments spell.

    camelCase and snake_case are both accepted, and arrays and objects also as JSON strings. Raises InvalidInput whose
    code is that of the first problem and whose message names every one, up to a bound.
    """
    try:
        return command.model_validate(_unwrapped(command, arguments))
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
        code = _CODES.get(problems[0]["type"], "INVALID_ARGUMENT")
        told = [_sentence(command, one["loc"], one["type"], one["msg"]) for one in problems[:_PROBLEMS_TOLD]]
        more = [f"and {len(problems) - len(told)} more problems"] if len(problems) > len(told) else []
        message = "; ".join((*told, *more))
        raise InvalidInput(code, f"{message}.") from None


def _unwrapped(command: type[Shape], arguments: Mapping[str, Any]) -> dict[str, Any]:
    structured = _structured_fields(command)
    return {
        name: _from_json(value) if isinstance(value, str) and to_camel(name) in structured else value
        for name, value in arguments.items()
    }


@cache
def _structured_fields(command: type[Shape]) -> frozenset[str]:
    properties = input_schema(command).get("properties", {})
    return frozenset(name for name, schema in properties.items() if schema.get("type") in ("array", "object"))


def _from_json(text: str) -> Any:
    """The value a JSON string holds, or the text itself: validation then says what is wrong with it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def shown(name: str) -> str:
    """A name as an error may repeat it: what is far too long for one is cut."""
    return name if len(name) <= _NAME_AT_MOST else f"{name[:_NAME_AT_MOST]}…"


def _sentence(command: type[Shape], location: tuple[int | str, ...], kind: str, message: str) -> str:
    name = ".".join(shown(str(part)) for part in location) or "the arguments"
    if kind == "extra_forbidden":
        allowed = ", ".join(input_schema(command).get("properties", {}))
        return f"{name} is no argument of this tool; allowed are {allowed or 'none'}"
    if kind == "missing":
        return f"{name} is missing"
    return f"{name}: {message[0].lower()}{message[1:]}"
