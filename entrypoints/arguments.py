"""Raw arguments to commands: the boundary at which input is parsed, once, for every entrypoint."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar, cast, get_args

from pydantic import ValidationError
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo

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
_SHOULD_BE = {"tuple_type": "a list", "model_type": "an object", "dict_type": "an object"}
ADDED_BY_FRAMEWORKS = frozenset(
    {"toolCallId", "tool_call_id", "sessionId", "action", "chatInput", "random_string", "explanation"}
)
"""What client frameworks add to every call by themselves: ignored where a tool has no such argument."""
_ALIKE = {"name": "entityName", "entityName": "name", "id": "entityId", "entityId": "id"}
"""What some tools call one way and some the other: each takes both. The schema has the tool's own name alone."""
_NAME_AT_MOST = 100
_PROBLEMS_TOLD = 20


def parse(command: type[Command], arguments: Mapping[str, Any]) -> Command:
    """The command that the arguments spell.

    camelCase and snake_case are both accepted, and arrays and objects also as JSON strings; an entity is named by
    `name` or by `entityName`. Raises InvalidInput whose code is that of the first problem and whose message names every
    one, up to a bound.
    """
    try:
        return command.model_validate(_meant(command, arguments))
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
        code = _CODES.get(problems[0]["type"], "INVALID_ARGUMENT")
        told = [_sentence(command, one["loc"], one["type"], one["msg"]) for one in problems[:_PROBLEMS_TOLD]]
        more = [f"and {len(problems) - len(told)} more problems"] if len(problems) > len(told) else []
        message = "; ".join((*told, *more))
        raise InvalidInput(code, f"{message}.") from None


def _meant(command: type[Shape], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments without what frameworks add of their own; arrays and objects that came as JSON strings are read."""
    known, structured = _fields(command), _structured_fields(command)
    meant = {name: value for name, value in arguments.items() if name in known or not _is_added(name)}
    read = {
        name: _from_json(value) if isinstance(value, str) and value and to_camel(name) in structured else value
        for name, value in meant.items()
    }
    return _told(command, read, _is_nothing)


def _is_added(name: str) -> bool:
    return name in ADDED_BY_FRAMEWORKS or name.startswith("_")


def _told(shape: type[Shape], values: Mapping[str, Any], is_left_out: Callable[[Any], bool]) -> dict[str, Any]:
    """The values without those that mean a field is left out, where it is optional; in inner objects null alone does.

    An inner object's empty text is a change that somebody wrote down, and is refused where it can be none.
    """
    fields = _fields(shape)
    return {
        name: _told_within(fields.get(name), value)
        for name, value in _by_own_names(fields, values, is_left_out).items()
        if not (is_left_out(value) and name in fields and not fields[name].is_required())
    }


def _by_own_names(
    fields: Mapping[str, FieldInfo], values: Mapping[str, Any], is_left_out: Callable[[Any], bool]
) -> dict[str, Any]:
    """The values under the names the schema has. Raises InvalidInput where two spellings of one of them differ."""
    told: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        told.setdefault(_own_name(fields, name), {})[name] = value
    return {own: _agreed(spelled, is_left_out) for own, spelled in told.items()}


def _own_name(fields: Mapping[str, FieldInfo], name: str) -> str:
    if name in fields:
        return to_camel(name)
    other = _ALIKE.get(to_camel(name), "")
    return other if other in fields else name


def _agreed(spelled: Mapping[str, Any], is_left_out: Callable[[Any], bool]) -> Any:
    """The one value of an argument that may have been given under several of its names."""
    said = [value for value in spelled.values() if not is_left_out(value)] or list(spelled.values())
    if any(value != said[0] for value in said):
        names = " and ".join(spelled)
        raise InvalidInput("INVALID_ARGUMENT", f"{names} are one argument here, and differ; give one of them.")
    return said[0]


def _told_within(field: FieldInfo | None, value: Any) -> Any:
    inner = inner_shape(field) if field is not None else None
    if inner is None:
        return value
    if isinstance(value, dict):
        return _told(inner, cast("dict[str, Any]", value), lambda one: one is None)
    if isinstance(value, list):
        return [_told_within(field, one) for one in cast("list[Any]", value)]
    return value


def _is_nothing(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


@cache
def _fields(shape: type[Shape]) -> dict[str, FieldInfo]:
    """The fields by both of their names."""
    fields = shape.model_fields
    return {**fields, **{to_camel(name): field for name, field in fields.items()}}


def inner_shape(field: FieldInfo) -> type[Shape] | None:
    """The shape of a field that holds an object, or a list of objects."""
    pending: list[Any] = [field.annotation]
    while pending:
        one = pending.pop()
        if isinstance(one, type) and issubclass(one, Shape):
            return one
        pending += get_args(one)
    return None


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
        return f"{name} is no argument of {_owner(location)}; allowed are {_allowed(command, location[:-1])}"
    if kind == "missing":
        return f"{name} is missing"
    if kind in _SHOULD_BE:
        return f"{name}: input should be {_SHOULD_BE[kind]}"
    # JSON has no tuples.
    return f"{name}: {message[0].lower()}{message[1:]}".replace(": tuple should", ": the list should")


def _owner(location: tuple[int | str, ...]) -> str:
    return ".".join(shown(str(part)) for part in location[:-1]) or "this tool"


def _allowed(command: type[Shape], path: tuple[int | str, ...]) -> str:
    """The fields of the object that a path leads to."""
    shape = command
    for step in path:
        field = _fields(shape).get(step) if isinstance(step, str) else None
        shape = (inner_shape(field) if field is not None else None) or shape
    return ", ".join(to_camel(name) for name in shape.model_fields) or "none"
