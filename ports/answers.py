"""What callers are told. The tools' output schemas are generated from these; absent fields are left out."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from ports.bodies import Shape
from ports.commands import Mode
from ports.records import AuditEntry, Instant
from ports.vocabulary import ActorKind, Kind, MemoryType, RetireReason, Trust, Verb


class Action(StrEnum):
    """What became of something a caller wanted stored."""

    ADDED = "added"
    PENDING = "pending_review"
    DUPLICATE = "skipped_duplicate"
    REFUSED = "refused"


class Answer(Shape):
    """What a tool answers, within a bound of characters (domain/bounds.py).

    `left_out` counts what was found and is not shown; `cut` tells that a text of the answer's own was cut.
    """

    cut: bool | None = None
    left_out: int | None = None


class Near(Shape):
    """A memory that says nearly the same; nothing was merged. It is live, or its value was rejected."""

    id: str
    text: str
    similarity: float | None = None
    rejected: bool | None = None
    cut: bool | None = None


class Contradicted(Shape):
    """A live memory that cannot be true beside the new one, and in what they differ; both are kept."""

    id: str
    text: str
    detail: str
    cut: bool | None = None


class Retired(Shape):
    """A memory that was retired, and why; said again, also the live one that took its place."""

    id: str
    reason: RetireReason
    note: str | None = None
    retired_at: Instant
    living_successor_id: str | None = None
    cut: bool | None = None


class Problem(Shape):
    """Why something was not done: a stable code and a sentence that says what to do."""

    code: str
    message: str
    details: dict[str, object] | None = None


class Stored(Answer):
    """What became of one thing to be stored."""

    id: str | None = None
    action: Action
    memory_type: MemoryType | None = None
    trust: Trust | None = None
    usage_count: int | None = None
    differs: tuple[str, ...] | None = None
    retired_before: tuple[Retired, ...] | None = None
    near: tuple[Near, ...] | None = None
    contradicts: tuple[Contradicted, ...] | None = None
    problem: Problem | None = None
    notice: str | None = None


class StoredItem(Stored):
    """What became of one item of a batch."""

    index: int


class StoredMany(Answer):
    """What became of a batch."""

    total: int
    added: int
    skipped: int
    refused: int
    results: tuple[StoredItem, ...]
    notice: str | None = None


class Explanation(Shape):
    """Where a hit stood in each leg, and what ranked it; `lifted` is added where it answers the memory `follows`."""

    lexical_rank: int | None = None
    lexical_score: float | None = None
    vector_rank: int | None = None
    cosine: float | None = None
    fused: float
    lifted: float | None = None
    follows: str | None = None
    tie_break: float


class Found(Shape):
    """One hit. Brief text is its best passage; `memory_get` gives all of it. `folded` are near-copies it stands for.

    `revision_id` is given with the whole text. `by` wrote the words, where it was no assistant; `changed_by` changed
    something else of it since, and by `ruled_by` it stands as it does.

    `weak`: no nearer to the question than anything is to any question. `contradicts`: other hits that say otherwise.
    """

    id: str
    revision_id: str | None = None
    type: Kind
    title: str | None = None
    text: str
    cut: bool | None = None
    project: str | None = None
    tags: tuple[str, ...] | None = None
    trust: Trust | None = None
    date: Instant
    valid_to: Instant | None = None
    by: str | None = None
    changed_by: str | None = None
    ruled_by: str | None = None
    weak: bool | None = None
    folded: tuple[str, ...] | None = None
    contradicts: tuple[str, ...] | None = None
    rank: float | None = None
    explain: Explanation | None = None


class SearchAnswer(Answer):
    """Hits, best first, and how they were found."""

    query: str | None = None
    results: tuple[Found, ...]
    count: int
    mode: Mode
    requested_mode: Mode | None = None
    legs: dict[str, int] | None = None
    hidden: dict[str, int] | None = None
    notice: str | None = None


class Provenanced(Shape):
    """Who wrote it, and through what."""

    actor: ActorKind
    name: str
    client: str | None = None
    session_id: str | None = None
    source: str | None = None


class Deed(Shape):
    """What somebody did to a memory besides writing its words, and the fields that changed by it."""

    verb: Verb
    by: str
    at: Instant
    fields: tuple[str, ...] | None = None


class Full(Shape):
    """A memory in full, as the store believes it (or believed it).

    `written_by` wrote the words; `changed_by` are the newest changes since that left the words alone or brought them
    back; by `ruled_by` it is verified, disputed, retired or rejected.
    """

    id: str
    revision_id: str
    type: Kind
    body: dict[str, object]
    project: str | None = None
    tags: tuple[str, ...] | None = None
    trust: Trust
    confidence: float
    importance: float | None = None
    valid_from: Instant
    valid_to: Instant | None = None
    recorded_at: Instant
    retired: Retired | None = None
    superseded_by_id: str | None = None
    written_by: Provenanced
    written_at: Instant
    changed_by: tuple[Deed, ...] | None = None
    ruled_by: Deed | None = None
    recalled_count: int = 0
    last_recalled_at: Instant | None = None
    corroborated_count: int = 0
    revisions: int
    cut: bool | None = None


class GetAnswer(Answer):
    """Memories in full, and the ids that name none."""

    memories: tuple[Full, ...]
    missing: tuple[str, ...] | None = None


class PastSession(Shape):
    """An earlier session that left something behind."""

    id: str
    started_at: Instant
    ended_at: Instant | None = None
    project: str | None = None
    summary: str | None = None
    tasks: tuple[str, ...] | None = None
    trust: Trust
    by: str
    changed_by: str | None = None
    ruled_by: str | None = None
    cut: bool | None = None


class Started(Answer):
    """A session's beginning: what to know before the work, each piece with its id, trust and author."""

    session_id: str
    total_sessions: int
    previous_sessions: tuple[PastSession, ...]
    recent_learnings: tuple[Found, ...]
    notice: str | None = None


class Ended(Answer):
    """A session's end."""

    session_id: str
    ended_at: Instant
    summary: str | None = None
    tasks: Annotated[tuple[str, ...] | None, Field()] = None
    notice: str | None = None


class GuideAnswer(Answer):
    """A page of the guide, or its contents."""

    topic: str | None = None
    content: str | None = None
    topics: tuple[str, ...] | None = None
    hint: str | None = None


class HealthAnswer(Answer):
    """Whether the store and its search are sound."""

    ok: bool
    version: str
    path: str
    size_bytes: int
    schema_version: int
    journal_mode: str
    counts: dict[str, int]
    live: dict[str, int]
    retired: dict[str, int]
    waiting: dict[str, int]
    embedder: str
    embedder_state: str
    vectors: str
    pending_vectors: int
    clock_behind_seconds: float | None = None
    let_through: dict[str, int] | None = None
    problems: tuple[str, ...]


class Revised(Answer):
    """A new revision of a memory."""

    id: str
    revision_id: str
    action: str
    trust: Trust
    changed: tuple[str, ...]
    contradicts: tuple[Contradicted, ...] | None = None
    notice: str | None = None


class Leaning(Shape):
    """A memory that rests on another, and how."""

    id: str
    type: Kind
    how: str
    text: str
    cut: bool | None = None


class RetiredAnswer(Answer):
    """A memory's end, and what still stands that rests on it or says the same."""

    id: str
    action: str
    reason: RetireReason | None = None
    valid_to: Instant | None = None
    superseded_by_id: str | None = None
    value_rejected: bool | None = None
    still_asserting: tuple[Near, ...] | None = None
    resting_on_it: tuple[Leaning, ...] | None = None
    marked: tuple[str, ...] | None = None
    notice: str | None = None


class Change(Shape):
    """One field that a revision changed."""

    field: str
    before: object | None = None
    after: object | None = None
    diff: str | None = None


class PastRevision(Shape):
    """One revision of a memory, with its four times, who made it and what it changed; a withheld one has no text."""

    revision_id: str
    verb: Verb
    trust: Trust
    withheld: bool | None = None
    valid_from: Instant
    valid_to: Instant | None = None
    recorded_at: Instant
    expired_at: Instant | None = None
    by: Provenanced
    reason: RetireReason | None = None
    note: str | None = None
    superseded_by_id: str | None = None
    changes: tuple[Change, ...] | None = None
    cut: bool | None = None


class HistoryAnswer(Answer):
    """A memory's revisions, oldest first."""

    id: str
    type: Kind
    revisions: tuple[PastRevision, ...]


class Forgotten(Answer):
    """What was removed for good."""

    id: str
    forgotten: tuple[str, ...]
    marked: tuple[str, ...] | None = None


class Waiting(Shape):
    """A memory that waits for a person. Its text is shown to persons only."""

    id: str
    type: Kind
    trust: Trust
    recorded_at: Instant
    by: str
    changed_by: str | None = None
    text: str | None = None
    cut: bool | None = None


class ReviewAnswer(Answer):
    """The queue, or what became of one memory in it."""

    waiting: tuple[Waiting, ...] | None = None
    id: str | None = None
    trust: Trust | None = None
    notice: str | None = None


class Undone(Answer):
    """One mutation taken back."""

    sequence: int
    verb: Verb
    id: str
    action: str


class LogAnswer(Answer):
    """Rows of the audit log, oldest first."""

    rows: tuple[AuditEntry, ...]
