"""The sources that an import reads: one JSON object in a file or a text, lines of JSON, or a value in memory."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, cast

from adapters.foreign.scanning import VALUE_AT_MOST, scan
from ports.archive import Entry, Format, Source
from ports.errors import InvalidInput

Opening = Callable[[], TextIO]
_LINE_SECTIONS = {"entity": "entities", "relation": "relations"}
UNREADABLE = "lines"
"""The section of lines that are no record."""
_KNOWN = "palimpsest-export, studiomeyer-memory-export (or its database), and the memory server's memory.jsonl"


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """Implements ports.archive.Source on one JSON object."""

    format: Format
    open: Opening

    def entries(self, *sections: str) -> Iterator[Entry]:
        with self.open() as stream:
            for entry in scan(stream):
                if not sections or entry.section in sections:
                    yield entry


@dataclass(frozen=True, slots=True)
class LinesSource:
    """Implements ports.archive.Source on one JSON object a line (https://jsonlines.org). Places are line numbers."""

    open: Opening
    format: Format = Format.MEMORY_SERVER

    def entries(self, *sections: str) -> Iterator[Entry]:
        with self.open() as stream:
            for number, line in enumerate(_lines(stream), start=1):
                entry = _line_entry(number, line)
                if line.strip() and (not sections or entry.section in sections):
                    yield entry


@dataclass(frozen=True, slots=True)
class ValueSource:
    """Implements ports.archive.Source on an object that was parsed already."""

    format: Format
    document: Mapping[str, Any]

    def entries(self, *sections: str) -> Iterator[Entry]:
        for section, value in self.document.items():
            if sections and section not in sections:
                continue
            if isinstance(value, list):
                yield from (Entry(section, place, one) for place, one in enumerate(cast("list[Any]", value)))
            else:
                yield Entry(section, None, value)


def text_source(opening: Opening) -> Source:
    """The source of a text, by its content. Raises InvalidInput(`UNKNOWN_FORMAT`) where it is none we know."""
    with opening() as stream:
        for entry in scan(stream):
            if entry.section == "format" and entry.place is None:
                return DocumentSource(named_format(entry.value), opening)
            if entry.section == "type" and entry.value in _LINE_SECTIONS:
                return LinesSource(opening)
    raise named_format_missing()


def value_source(data: Mapping[str, Any] | str) -> Source:
    """The source of a document that was handed over."""
    if isinstance(data, str):
        return text_source(lambda: io.StringIO(data))
    if "format" not in data:
        raise named_format_missing()
    return ValueSource(named_format(data["format"]), data)


def file_opening(path: Path) -> Opening:
    """Opens a file as text, with or without a byte order mark."""
    return lambda: path.open(encoding="utf-8-sig")


def named_format(name: object) -> Format:
    """The format of a name. Raises InvalidInput(`UNKNOWN_FORMAT`)."""
    for known in (Format.PALIMPSEST, Format.REFERENCE):
        if name == known:
            return known
    raise InvalidInput("UNKNOWN_FORMAT", f"Its format is none that can be imported; these can: {_KNOWN}.")


def named_format_missing() -> InvalidInput:
    """The error for a document that does not say what it is."""
    return InvalidInput("UNKNOWN_FORMAT", f"It does not say what it is; these can be imported: {_KNOWN}.")


def _lines(stream: TextIO) -> Iterator[str]:
    try:
        while line := stream.readline(VALUE_AT_MOST + 1):
            if len(line) > VALUE_AT_MOST:
                raise InvalidInput("RECORD_TOO_LARGE", f"A line has more than {VALUE_AT_MOST:,} characters.")
            yield line
    except UnicodeDecodeError:
        raise InvalidInput("NOT_UTF8", "It is no text in UTF-8; save it as such. Nothing was stored.") from None


def _line_entry(number: int, line: str) -> Entry:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return Entry(UNREADABLE, number, "is no JSON; it may have been cut off")
    kind = cast("dict[str, Any]", value).get("type") if isinstance(value, dict) else None
    section = _LINE_SECTIONS.get(kind) if isinstance(kind, str) else None
    return Entry(section, number, value) if section else Entry(UNREADABLE, number, "is neither entity nor relation")
