"""The ledger's records: a revision and its provenance, a rejection, an audit row, a use counter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from ports.bodies import Body, Shape
from ports.texts import LongText, Name, ShortText, Tag
from ports.vocabulary import ActorKind, AuditOutcome, Kind, RetireReason, Trust, Verb

Instant = str
"""A moment in UTC, fixed width, ISO 8601 with microseconds: `2026-12-01T13:46:28.000000Z`. Text order is time order."""

Unit = Annotated[float, Field(ge=0, le=1)]


class Provenance(Shape):
    """Who wrote it, through what, in which session, and where the caller says it comes from."""

    actor: ActorKind
    actor_name: Name
    client_name: Name | None = None
    client_version: Name | None = None
    session_id: str | None = None
    source: Name | None = None


class Closing(Shape):
    """Why a memory stopped being held true, and what took its place."""

    reason: RetireReason
    note: LongText | None = None
    successor_id: str | None = None


class Revision(Shape):
    """One belief. Nothing in it ever changes but `expired_at`, once.

    `valid_from`/`valid_to`: when it is true in the world; `recorded_at`/`expired_at`: when the store believed it.
    """

    id: str
    memory_id: str
    body: Body
    project: Name | None = None
    tags: tuple[Tag, ...] = ()
    trust: Trust = Trust.UNVERIFIED
    confidence: Unit = 0.7
    importance: Unit | None = None
    valid_from: Instant
    valid_to: Instant | None = None
    recorded_at: Instant
    expired_at: Instant | None = None
    verb: Verb = Verb.ADD
    closing: Closing | None = None
    provenance: Provenance

    @property
    def kind(self) -> Kind:
        """What the memory is."""
        return self.body.kind

    @property
    def current(self) -> bool:
        """Whether the store believes it now."""
        return self.expired_at is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A revision without its text: what was done to a memory, by whom, and how it stood then.

    `number` counts the memory's revisions from one; `words` are equal for two of them where they say the same.
    """

    revision_id: str
    number: int
    verb: Verb
    at: Instant
    words: str
    tags: tuple[str, ...]
    trust: Trust
    confidence: float
    importance: float | None
    valid_from: Instant
    valid_to: Instant | None
    reason: RetireReason | None
    successor_id: str | None
    provenance: Provenance


class Rejection(Shape):
    """A value that may not be stored again.

    `key` is that of the value (domain/statements.py); `subject_id` is the entity it is about, if any, and `subject_key`
    the key of that entity's name. It holds no text, so it outlives the forgetting of its memory.
    """

    id: str
    key: str
    subject_key: str | None = None
    subject_id: str | None = None
    project: Name | None = None
    memory_id: str
    reason: RetireReason
    note: LongText | None = None
    rejected_at: Instant
    provenance: Provenance
    lifted_at: Instant | None = None
    lifted_by: Name | None = None


class AuditEntry(Shape):
    """One mutation or refusal. It never holds a memory's text.

    `policy` is the weaker policy (`review=off`, `secrets=allow`) without which it would have been held or refused;
    `hash` is the SHA-256 of the row with its predecessor's hash (domain/audit.py).
    """

    sequence: int
    at: Instant
    actor: ActorKind
    actor_name: Name
    client_name: Name | None = None
    client_version: Name | None = None
    session_id: str | None = None
    verb: Verb
    outcome: AuditOutcome = AuditOutcome.DONE
    memory_id: str | None = None
    before_id: str | None = None
    after_id: str | None = None
    reason: ShortText | None = None
    policy: Annotated[str, Field(pattern=r"^[a-z]+=[a-z]+( [a-z]+=[a-z]+)*$", max_length=100)] | None = None
    hash: str


class Use(Shape):
    """How often a memory was recalled, and how often it was stored again. Kept outside the ledger."""

    memory_id: str
    recalled_count: int = 0
    last_recalled_at: Instant | None = None
    corroborated_count: int = 0
    last_corroborated_at: Instant | None = None
