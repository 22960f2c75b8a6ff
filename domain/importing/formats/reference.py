"""The reference's envelope, `studiomeyer-memory-export` version 1, and its database, whose rows read the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from domain.importing.chains import Chain, Flawed, parsed, place_of
from domain.importing.formats.making import UnusableError, identity, told, unusable
from domain.importing.formats.reference_shapes import Shapes, Value, archived
from domain.importing.formats.translation import Stage
from ports.archive import Entry, Source
from ports.envelope import ExportedRejection, ExportedUse

_ENTITIES = ("entities",)
_OTHERS = ("sessions", "observations", "relations", "learnings", "decisions")
_MEMBERS = ("profile", "goal")
_HEADER = ("format", "version", "exportedAt", "source", "schemaVersion", "counts")


@dataclass(frozen=True, slots=True)
class ReferenceTranslation:
    """Implements Translation on the reference's records."""

    source: Source
    shapes: Shapes

    def memories(self, stage: Stage | None) -> Iterator[Chain | Flawed]:
        if stage is None or stage == Stage(True, False):
            yield from self._sections(_ENTITIES)
        if stage is None or stage == Stage(False, False):
            yield from self._sections(_OTHERS)
            yield from self._single()
            yield from self._strays()

    def uses(self) -> Iterator[ExportedUse | Flawed]:
        """Its usageCount tells how often a learning was stored again, never how often it was read."""
        for entry in self.source.entries("learnings"):
            value = _fields(entry)
            if value.get("usageCount"):
                use = {
                    "memoryId": _memory_id(value),
                    "corroboratedCount": value["usageCount"],
                    "lastCorroboratedAt": told(value.get("lastUsed")),
                }
                yield parsed(ExportedUse, use, _record(entry))

    def rejections(self) -> Iterator[ExportedRejection | Flawed]:
        for entry in self.source.entries("learnings"):
            value = _fields(entry)
            ending = archived(value)
            if ending is not None and ending[0].rejects:
                try:
                    yield self.shapes.rejection(value, ending, _record(entry))
                except ValueError as error:
                    yield unusable(_record(entry), error, value.get("id"))

    def _sections(self, sections: tuple[str, ...]) -> Iterator[Chain | Flawed]:
        for section in sections:
            for entry in self.source.entries(section):
                if entry.place is not None:
                    yield self._translated(section, entry.value, _record(entry))

    def _single(self) -> Iterator[Chain | Flawed]:
        for entry in self.source.entries(*_MEMBERS):
            if entry.section == "goal" and told(entry.value) is not None:
                yield self._translated("goal", {"goal": entry.value}, "goal")
            elif entry.section == "profile":
                for name, text in _fields(entry).items():
                    yield self._translated("profile", {"field": name, "value": text}, f"profile.{name[:100]}")

    def _translated(self, section: str, value: Any, record: str) -> Chain | Flawed:
        fields = cast("Value", value) if isinstance(value, dict) else None
        if fields is None:
            return unusable(record, UnusableError("it is no object"), None)
        try:
            return self.shapes.by_section()[section](fields, record)
        except ValueError as error:
            return unusable(record, error, fields.get("id"))

    def _strays(self) -> Iterator[Flawed]:
        """Members that the format does not have, and arrays that are none."""
        told_of: set[str] = set()
        for entry in self.source.entries():
            known = (*_ENTITIES, *_OTHERS) if entry.place is not None else (*_MEMBERS, *_HEADER)
            if entry.section not in known and entry.section not in told_of:
                told_of.add(entry.section)
                yield unusable(entry.section[:100], UnusableError("no such part belongs to this format"), None)


def _fields(entry: Entry) -> Value:
    value: Any = entry.value
    return cast("Value", value) if isinstance(value, dict) else {}


def _memory_id(value: Value) -> str | None:
    """The memory's id, or None, which is no id: then the counter is named as the learning is."""
    try:
        return identity("learnings", value.get("id"))
    except UnusableError:
        return None


def _record(entry: Entry) -> str:
    return place_of(entry.section, [entry.place or 0])
