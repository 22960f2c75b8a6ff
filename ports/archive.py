"""The archive port: files that hold a memory, of whatever format, read and written in a stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from ports.records import Instant
from ports.transfer import Result


class Format(StrEnum):
    """The formats that an import reads."""

    PALIMPSEST = "palimpsest-export"
    REFERENCE = "studiomeyer-memory-export"
    MEMORY_SERVER = "memory.jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of one section: the value as it stands there, and its place, counted from 0.

    A member that is no array is an entry of its own, with no place.
    """

    section: str
    place: int | None
    value: Any


class Source(Protocol):
    """One file or document, which can be read again and again."""

    @property
    def format(self) -> Format:
        """What it is, by its content."""
        ...

    def entries(self, *sections: str) -> Iterator[Entry]:
        """The entries of these sections (of all where none is named), as they come; never the whole at once.

        Raises InvalidInput(`NOT_JSON`, …) at the place where it cannot be read; what came before was sound.
        """
        ...


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written whole."""

    path: str
    size_bytes: int


class Report(Protocol):
    """Takes down what became of records: the first ones at hand, all of them in a file where those are not all."""

    @property
    def first(self) -> Sequence[Result]:
        """The first results."""
        ...

    @property
    def path(self) -> str | None:
        """The file that holds every result, one JSON object a line; None where `first` does."""
        ...

    def add(self, result: Result) -> None:
        """Take down one result."""
        ...


class Archive(Protocol):
    """Reads and writes files beside a store."""

    def read(self, path: str) -> Source:
        """What a file holds, by its content. Raises InvalidInput with a code that says why it cannot be read."""
        ...

    def parse(self, data: Mapping[str, Any] | str) -> Source:
        """What a document holds that was handed over as it is."""
        ...

    def write(self, path: str | None, at: Instant, lines: Iterable[str], *, overwrite: bool) -> Written:
        """Write a file whole or not at all, readable by its owner only; without a path, beside the store.

        Raises InvalidInput (`FILE_EXISTS`, `NOT_AN_EXPORT`, `BAD_PATH`) where it must not be written.
        """
        ...

    def report(self, at: Instant) -> AbstractContextManager[Report]:
        """A report, whose file, if it needs one, lies beside the store."""
        ...
