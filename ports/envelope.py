"""The export envelope, `palimpsest-export` version 1: the ledger's own records, and what may be said in each field.

One JSON object in UTF-8. The writer puts each record of the four arrays on a line of its own, so that two exports can
be compared line by line; a reader accepts any layout and any order of the members. `complete` says that nothing was
left out; only such an envelope carries the audit log, and only such a one can be restored. The revisions of a memory
stand next to each other, oldest first, and entities come before what is about them.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from ports.bodies import SessionBody, Shape
from ports.instants import Moment, parse_instant
from ports.records import AuditEntry, Rejection, Revision, Use

FORMAT = "palimpsest-export"
VERSION = 1

_UUID = r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
_SURROGATE = re.compile("[\ud800-\udfff]")
_COUNTED_AT_MOST = 1_000_000_000
_SEQUENCE_AT_MOST = 1 << 53


def _encodable(text: str) -> str:
    if _SURROGATE.search(text):
        raise PydanticCustomError("invalid_text", "holds a lone surrogate; send plain Unicode text")
    return text


Uuid = Annotated[str, StringConstraints(pattern=_UUID)]
Key = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Given = Annotated[str, StringConstraints(max_length=200), AfterValidator(_encodable)]
"""An id as a caller once wrote it, which may name nothing at all: a refusal's audit row keeps it."""
Count = Annotated[int, Field(ge=0, le=_COUNTED_AT_MOST)]


class Section(StrEnum):
    """The envelope's arrays, in the order in which they are written."""

    REVISIONS = "revisions"
    USES = "uses"
    REJECTIONS = "rejections"
    AUDIT = "audit"


class ExportedRevision(Revision):
    """A revision whose ids are UUIDs and whose times are instants, as the store's own are."""

    id: Uuid
    memory_id: Uuid
    valid_from: Moment
    valid_to: Moment | None = None
    recorded_at: Moment
    expired_at: Moment | None = None

    @model_validator(mode="after")
    def _links(self) -> ExportedRevision:
        session = self.provenance.session_id
        for field, link in self._named_links():
            if link is not None and not re.match(_UUID, link):
                raise PydanticCustomError("invalid_id", "{field}: links to something that is no UUID", {"field": field})
        if session is not None:
            _encodable(session)
        if session is not None and len(session) > _ID_AT_MOST:
            raise PydanticCustomError("string_too_long", "provenance.sessionId: is longer than 200 characters")
        ended = self.body.ended_at if isinstance(self.body, SessionBody) else None
        if ended is not None and parse_instant(ended) != ended:
            raise PydanticCustomError("invalid_instant", "body.endedAt: is no instant as this format writes them")
        return self

    @model_validator(mode="after")
    def _interval(self) -> ExportedRevision:
        # What is retired before it begins ends before it begins; nothing else does.
        if self.closing is None and self.valid_to is not None and self.valid_to < self.valid_from:
            raise PydanticCustomError("empty_interval", "validTo: is before validFrom")
        if self.expired_at is not None and self.expired_at < self.recorded_at:
            raise PydanticCustomError("empty_interval", "expiredAt: is before recordedAt")
        return self

    def _named_links(self) -> list[tuple[str, str | None]]:
        body, closing = self.body, self.closing
        ends = ("body.fromEntityId", "body.toEntityId") if body.object_id else ("body.entityId", "")
        return [
            (ends[0], body.subject_id),
            (ends[1], body.object_id),
            ("closing.successorId", closing.successor_id if closing else None),
        ]


_ID_AT_MOST = 200


class ExportedUse(Use):
    """How often a memory was recalled and stored again."""

    memory_id: Uuid
    recalled_count: Count = 0
    last_recalled_at: Moment | None = None
    corroborated_count: Count = 0
    last_corroborated_at: Moment | None = None


class ExportedRejection(Rejection):
    """A value that may not be stored again. It is kept as a key, so it holds no text."""

    id: Uuid
    key: Key
    subject_key: Key | None = None
    subject_id: Uuid | None = None
    memory_id: Uuid
    rejected_at: Moment
    lifted_at: Moment | None = None


class ExportedAuditEntry(AuditEntry):
    """A row of the audit log. Its hash is that of domain/audit.py, over the row and the hash of the one before."""

    sequence: Annotated[int, Field(ge=1, le=_SEQUENCE_AT_MOST)]
    at: Moment
    session_id: Given | None = None
    memory_id: Given | None = None
    before_id: Given | None = None
    after_id: Given | None = None
    hash: Hash


class Counts(Shape):
    """How many records each array holds: what was cut off is missed."""

    revisions: Count = 0
    uses: Count = 0
    rejections: Count = 0
    audit: Count = 0


class Envelope(Shape):
    """A whole store, or the part of one that was asked for. This class only describes it: it is read in a stream."""

    format: Literal["palimpsest-export"] = FORMAT
    version: Literal[1] = VERSION
    exported_at: Moment
    complete: bool
    revisions: tuple[ExportedRevision, ...]
    uses: tuple[ExportedUse, ...]
    rejections: tuple[ExportedRejection, ...]
    audit: tuple[ExportedAuditEntry, ...]
    counts: Counts
    audit_head: Hash | None = None


RECORDS: dict[Section, type[Shape]] = {
    Section.REVISIONS: ExportedRevision,
    Section.USES: ExportedUse,
    Section.REJECTIONS: ExportedRejection,
    Section.AUDIT: ExportedAuditEntry,
}


def envelope_schema() -> dict[str, Any]:
    """The envelope's JSON Schema (draft 2020-12), generated from the records that the store itself writes."""
    schema = Envelope.model_json_schema(by_alias=True, mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{FORMAT} {VERSION}", **schema}
