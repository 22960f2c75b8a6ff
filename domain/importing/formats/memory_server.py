"""The `memory.jsonl` of the official MCP memory server: entities by name, with observations, and relations by name.

https://github.com/modelcontextprotocol/servers/tree/main/src/memory. It tells no times; what is imported is held true
from the import on. Ids follow from the texts, so that the same file imported again is the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from domain.importing.chains import Chain, Flawed
from domain.importing.formats.making import UnusableError, added, base, derived, history, unusable
from domain.importing.formats.translation import Origin, Stage
from ports.answers import Problem
from ports.archive import Entry, Source
from ports.envelope import ExportedRejection, ExportedUse
from ports.vocabulary import Kind

CLIENT = "mcp memory server"
Value = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MemoryServerTranslation:
    """Implements Translation on the memory server's lines."""

    source: Source
    origin: Origin

    def memories(self, stage: Stage | None) -> Iterator[Chain | Flawed]:
        if stage is None or stage == Stage(True, False):
            for entry in self.source.entries("entities"):
                yield self._guarded(entry, self._entity)
        if stage is None or stage == Stage(False, False):
            for entry in self.source.entries("entities"):
                yield from self._observations(entry)
            for entry in self.source.entries("relations"):
                yield self._guarded(entry, self._relation)
            for entry in self.source.entries("lines"):
                yield Flawed(_line(entry), Problem(code="BAD_RECORD", message=f"The line {entry.value}."))

    def uses(self) -> Iterator[ExportedUse | Flawed]:
        return iter(())

    def rejections(self) -> Iterator[ExportedRejection | Flawed]:
        return iter(())

    def _guarded(self, entry: Entry, translate: Callable[[Entry], Chain | Flawed]) -> Chain | Flawed:
        try:
            return translate(entry)
        except ValueError as error:
            return unusable(_line(entry), error, cast("Value", entry.value).get("name"))

    def _entity(self, entry: Entry) -> Chain | Flawed:
        name = _text(entry.value, "name")
        body = {"kind": Kind.ENTITY, "name": name, "entityType": entry.value.get("entityType")}
        return self._chain(_line(entry), _entity_id(name), body)

    def _observations(self, entry: Entry) -> Iterator[Chain | Flawed]:
        told: Any = entry.value.get("observations", [])
        name: Any = entry.value.get("name")
        if not isinstance(told, list):
            yield unusable(_line(entry), UnusableError("its observations are no list"), name)
            return
        if not isinstance(name, str) or not name.strip():
            return  # the entity itself is named as flawed
        for place, text in enumerate(cast("list[Any]", told)):
            body = {
                "kind": Kind.OBSERVATION,
                "entityId": _entity_id(name),
                "entityName": name,
                "content": text,
            }
            yield self._chain(f"{_line(entry)}, observation {place}", derived("observation", name, str(text)), body)

    def _relation(self, entry: Entry) -> Chain | Flawed:
        origin, target = _text(entry.value, "from"), _text(entry.value, "to")
        kind = _text(entry.value, "relationType")
        body = {
            "kind": Kind.RELATION,
            "fromEntityId": _entity_id(origin),
            "toEntityId": _entity_id(target),
            "fromName": origin,
            "toName": target,
            "relationType": kind,
        }
        return self._chain(_line(entry), derived("relation", origin, kind, target), body)

    def _chain(self, record: str, memory_id: str, body: dict[str, Any]) -> Chain | Flawed:
        return history(record, base(memory_id, body, {}, self.origin, CLIENT), [added(self.origin.now)])


def _entity_id(name: str) -> str:
    return derived("entity", name)


def _text(value: Value, name: str) -> str:
    text = value.get(name)
    if not isinstance(text, str) or not text.strip():
        raise UnusableError(f"it has no {name}")
    return text


def _line(entry: Entry) -> str:
    return f"line {entry.place}"
