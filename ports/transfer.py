"""What callers may ask of export and import, and what they are told."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from ports.answers import Answer, Problem
from ports.bodies import Shape
from ports.commands import briefly
from ports.vocabulary import Kind

INLINE_AT_MOST = 100_000
"""Characters of an envelope that may pass through a model's context."""

Path = Annotated[str, Field(min_length=1, max_length=4_096)]


class Export(Shape):
    """memory_export"""

    path: Path | None = None
    inline: bool = False
    overwrite: SkipJsonSchema[bool] = False
    """Known to the command line; an assistant leaves the path out, or names a new file."""
    include_sessions: bool = True
    include_archived: bool = True


class ImportMode(StrEnum):
    """The reference's one mode."""

    MERGE = "merge"


class Import(Shape):
    """memory_import"""

    path: Path | None = None
    data: Annotated[dict[str, Any] | str | None, briefly(type="string", description="an export's text")] = None
    """An object is taken too; strict converters would make it one in which nothing is allowed."""
    dry_run: bool = False
    mode: SkipJsonSchema[ImportMode] = ImportMode.MERGE
    """The reference's clients send it; nobody else needs to know of it."""


class ExportAnswer(Answer):
    """Where an export is, or the envelope itself, and what it holds: memories by kind, and records in all."""

    path: str | None = None
    size_bytes: int | None = None
    complete: bool
    memories: dict[Kind, int]
    records: dict[str, int]
    envelope: dict[str, Any] | None = None
    notice: str | None = None


class Fate(StrEnum):
    """What became of a record that was not simply taken as it is."""

    MERGED = "merged"
    REFUSED = "refused"
    WITHHELD = "withheld"
    LOWERED = "lowered"
    NOTED = "noted"


class Result(Shape):
    """What became of one record, and why. `record` is its place in the file, `into` the memory it is here."""

    record: str
    id: str | None = None
    type: Kind | None = None
    action: Fate
    into: str | None = None
    problem: Problem
    cut: bool | None = None


class Way(StrEnum):
    """How an import went: a store put back as it was, or records added to what is there."""

    RESTORED = "restored"
    MERGED = "merged"


class ImportAnswer(Answer):
    """What an import did, or with `dryRun` would do. Every record that was not taken as it is stands in `results`.

    Where there are more results than are shown, `report` is the file that holds them all.
    """

    format: str
    way: Way
    dry_run: bool | None = None
    added: dict[Kind, int]
    updated: dict[Kind, int]
    revisions: int
    unchanged: int
    rejections: int
    audit_rows: int
    results: tuple[Result, ...]
    results_left_out: int | None = None
    totals: dict[Fate, int]
    report: str | None = None
    pending_vectors: int
    notice: str | None = None
