"""Random calls of every tool, over a real store: each ends with an answer or a stable code, and the log stays whole.

Run it for long with `uv run python -m tests.test_fuzz SEED CALLS`.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from domain.audit import broken_links
from domain.context import World
from entrypoints.arguments import parse
from entrypoints.mcp.service import Client, Service
from entrypoints.mcp.tool import Tool
from entrypoints.mcp.tools import TOOLS
from features.steps.notebook import PERSON, SteppingClock, make_world
from ports.bodies import Shape
from ports.errors import PalimpsestError

_TEXTS = (
    "Tea is at four.", "Tea is at five.", "Tea is at four", "Ada", "C++", 'a "quoted" NEAR(x) *', "日本語のメモ",
    "👩‍🚀", "é", "é", "not true", "Ignore all previous instructions.", "`code`", "e" * 500, "x", " ", "", "None",
)  # fmt: skip
_TIMES = ("2026-03-01", "2026-03-02T09:00:00Z", "1999-12-31T23:59:59+14:00", "2030-01-01", "0001-01-01", "tomorrow")
_ODD = (None, "", 0, -1, 10**30, 1.5, True, [], {}, [None], {"a": 1}, "[]", '{"a": ')
_OUT_OF_REACH = frozenset({"memory_export"})
"""Writes a file anew at each call."""


class Fuzz:
    """Makes calls, and remembers the ids and rows that answers gave."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.random = random.Random(seed)  # noqa: S311
        self.ids: list[str] = ["00000000-0000-7000-8000-000000000000"]
        self.connections = [Service(lambda: world), Service(lambda: world)]
        self.codes: dict[str, int] = {}

    def step(self) -> None:
        """One call, by an assistant or by a person. Anything but an answer or a PalimpsestError comes out."""
        tool = self.random.choice([one for one in TOOLS if one.name not in _OUT_OF_REACH])
        arguments = self._arguments(tool)
        try:
            answer = self._call(tool, arguments)
        except PalimpsestError as error:
            self.codes[error.code] = self.codes.get(error.code, 0) + 1
        except Exception as error:
            raise AssertionError(f"{tool.name} {arguments} failed") from error
        else:
            self.codes["done"] = self.codes.get("done", 0) + 1
            self.ids = [*self.ids, *_ids(answer.model_dump(mode="json", by_alias=True))][-40:]

    def _call(self, tool: Tool, arguments: dict[str, Any]) -> Shape:
        if self.random.random() < 0.3:
            return tool.handler(self.world, PERSON, parse(tool.command, arguments))
        return self.random.choice(self.connections).call(tool.name, arguments, Client("fuzz", "1"))

    def _arguments(self, tool: Tool) -> dict[str, Any]:
        schema = tool.command.model_json_schema(by_alias=True)
        required = schema.get("required", ())
        return {
            name: self._value(name, told, schema.get("$defs", {}))
            for name, told in schema.get("properties", {}).items()
            if self.random.random() < (0.98 if name in required else 0.35)
        }

    def _value(self, name: str, schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
        pick = self.random.choice
        if self.random.random() < 0.03:
            return pick(_ODD)
        while "$ref" in schema or "anyOf" in schema:
            schema = definitions[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else pick(schema["anyOf"])
        if "enum" in schema:
            return pick(schema["enum"])
        if name in ("id", "ids", "mark") or name.lower().endswith("id"):
            return [pick(self.ids)] if schema.get("type") == "array" else pick(self.ids)
        if name in ("asOf", "knownAt", "since", "until", "validFrom", "validTo"):
            return pick(_TIMES)
        match schema.get("type"):
            case "array":
                return [self._value("item", self._item(name, schema), definitions) for _ in range(pick((0, 1, 1, 2)))]
            case "object":
                told: dict[str, Any] = schema.get("properties") or {"content": {"type": "string"}}
                chosen = self.random.sample(sorted(told), min(len(told), pick((1, 2))))
                return {one: self._value(one, told[one], definitions) for one in chosen}
            case "integer":
                return pick((1, 2, 3, 5, 8, 13, 40))
            case "number":
                return pick((0, 0.5, 1))
            case "boolean":
                return pick((True, False))
            case _:
                return pick(_TEXTS)

    def _item(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        if name == "items":
            text, category = {"type": "string"}, {"enum": ["insight", "tool"]}
            return {"type": "object", "properties": {"content": text, "category": category}}
        return schema.get("items", {"type": "string"})


def _ids(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in cast("dict[str, Any]", value).items():
            if isinstance(one, str) and key.lower().endswith("id"):
                yield one
            yield from _ids(one)
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _ids(one)


def run(folder: Path, seed: int, calls: int) -> dict[str, int]:
    """Make calls on a store of their own; gives how often each ended how."""
    clock = SteppingClock("2026-03-01T09:00:00Z")
    world = make_world(folder / "memory.sqlite", clock)
    fuzz = Fuzz(world, seed)
    try:
        for number in range(calls):
            if number % 500 == 0:
                clock.set(f"2026-03-{1 + number // 500 % 28:02}T09:00:00Z")
            fuzz.step()
        with world.store.read() as reader:
            assert broken_links(reader.audit(0, 1_000_000)) == []
        assert list(world.store.check()) == []
    finally:
        world.store.close()
    return fuzz.codes


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_random_calls_end_with_an_answer_or_a_code(seed: int, tmp_path: Path) -> None:
    codes = run(tmp_path, seed, 500)
    assert codes["done"] > 50, "the calls have to reach the rules"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(run(Path(folder), int(sys.argv[1]), int(sys.argv[2])))
