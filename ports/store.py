"""The store port: one person's ledger, read in snapshots and written in units of work."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ports.bodies import Body
from ports.embedder import Space, Vector
from ports.overview import Overview
from ports.records import AuditEntry, Instant, Rejection, Revision, Step, Use
from ports.vocabulary import Kind, Trust

VISIBLE = (Trust.UNVERIFIED, Trust.VERIFIED, Trust.DISPUTED)


class Validity(StrEnum):
    """Which revisions a filter lets through, by their interval of validity."""

    VALID = "valid"
    RETIRED = "retired"
    ANY = "any"


class Order(StrEnum):
    """How a listing is ordered."""

    NEWEST = "newest"
    OLDEST = "oldest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What a read may see. Every leg and every listing applies the whole of it before any cut.

    `now` is the instant at which validity is judged unless `as_of` (or else `known_at`) names another;
    `known_at` chooses what the store believed then; an empty tuple means no restriction;
    `project` lets through that project and memories without one; `entity_types` entities of these types and what is
    about them.
    """

    now: Instant
    kinds: tuple[Kind, ...] = ()
    project: str | None = None
    only_project: bool = False
    tags: tuple[str, ...] = ()
    trust: tuple[Trust, ...] = VISIBLE
    validity: Validity = Validity.VALID
    as_of: Instant | None = None
    known_at: Instant | None = None
    since: Instant | None = None
    until: Instant | None = None
    memory_ids: tuple[str, ...] = ()
    subject_id: str | None = None
    object_id: str | None = None
    session_id: str | None = None
    source: str | None = None
    entity_types: tuple[str, ...] = ()

    @property
    def instant(self) -> Instant:
        """The moment in the world that is asked about."""
        return self.as_of or self.known_at or self.now


@dataclass(frozen=True, slots=True)
class Hit:
    """One candidate of one leg, best first. `score` is larger for better: minus bm25, the cosine, or what refined it.

    `start` and `end` are character offsets of the best passage in the body's text, where the leg knows it.
    `cosine` is that of the best chunk, where the leg compares vectors. `place` counts the store's texts in the order
    in which they were first written.
    """

    memory_id: str
    revision_id: str
    place: int
    score: float
    start: int | None = None
    end: int | None = None
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class Refinement:
    """How the nearest texts are told apart once they are found. Both are shares, 0 to 1; benchmarks choose them.

    `centring` of the found vectors' mean is taken from them and from the query before they are compared: what all of
    them share says nothing of which one is meant. `sentences` is what a chunk's best sentence counts beside the whole.
    """

    centring: float
    sentences: float


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a text and its vector; and those of its sentences, where it has several."""

    start: int
    end: int
    vector: Vector
    sentences: tuple[Chunk, ...] = ()


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that has no vectors in a space yet."""

    text_id: int
    revision: Revision


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a chunk of a text lies, in characters, and those of its sentences that have a vector of their own."""

    start: int
    end: int
    sentences: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Cuts:
    """The chunks that a text has in a space, in order."""

    text_id: int
    body: Body
    chunks: tuple[Cut, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """What the store is: for `memory_health` and `palimpsest doctor`."""

    path: str
    size_bytes: int
    schema_version: int
    journal_mode: str
    vectors_available: bool
    vectors_problem: str | None
    active_space: Space | None
    building_space: Space | None
    pending: int
    counts: Mapping[Kind, int]


class Reader(Overview, Protocol):
    """A consistent snapshot."""

    def current(self, memory_id: str) -> Revision | None:
        """What the store believes of a memory now, retired and withheld ones included."""
        ...

    def believed(self, memory_id: str, known_at: Instant) -> Revision | None:
        """What the store believed of a memory at an instant."""
        ...

    def load(self, revision_ids: Iterable[str]) -> Mapping[str, Revision]:
        """Revisions by their own ids; unknown ids are left out."""
        ...

    def known(self, revision_ids: Iterable[str]) -> frozenset[str]:
        """Those of the ids that are of revisions here."""
        ...

    def resembling(self, part: str, limit: int) -> list[str]:
        """At most `limit` ids of memories that begin or end with a part, in order."""
        ...

    def history(self, memory_id: str) -> Sequence[Revision]:
        """Every revision of a memory, oldest first."""
        ...

    def steps(self, memory_ids: Iterable[str], limit: int) -> Mapping[str, Sequence[Step]]:
        """How each of the memories came about, oldest first: its first revision and the newest `limit`."""
        ...

    def with_key(self, kind: Kind, key: str, project: str | None) -> Sequence[Revision]:
        """Current revisions of one kind and exactly this project (None is its own scope) that have the key."""
        ...

    def rejections(self, key: str) -> Sequence[Rejection]:
        """Standing (not lifted) rejections of a folded key, whatever their project and subject."""
        ...

    def all_rejections(self) -> Sequence[Rejection]:
        """Every rejection, lifted ones included, oldest first."""
        ...

    def revisions(
        self, where: Filter, *, order: Order = Order.NEWEST, limit: int | None = None, offset: int = 0
    ) -> Sequence[Revision]:
        """Revisions that pass the filter, by `valid_from` and then the memory's id."""
        ...

    def count(self, where: Filter) -> Mapping[Kind, int]:
        """How many revisions pass the filter, by kind."""
        ...

    def lexical(self, query: str, where: Filter, depth: int) -> Sequence[Hit]:
        """At most `depth` revisions that share a word with the query, best first. Never fails on any text."""
        ...

    def coverage(self, query: str) -> float:
        """The share, 0 to 1, of the query's telling words that any live memory holds, as it stands or by its stem."""
        ...

    def with_every_word(self, query: str, places: Sequence[int]) -> frozenset[int]:
        """Those of the places (`Hit.place`) whose text holds every telling word of the query, or its stem."""
        ...

    def hidden(self, query: str, where: Filter) -> Mapping[str, int]:
        """How many memories hold every word of the query but are kept out of sight, by reason (at most 100)."""
        ...

    def nearest(
        self,
        space: Space,
        vector: Vector,
        where: Filter,
        depth: int,
        least: float = -math.inf,
        refinement: Refinement | None = None,
    ) -> Sequence[Hit]:
        """At most `depth` revisions nearest to the vector by cosine, nearest first; exact enough to be named so.

        None whose cosine is below `least` is among them; a high one makes the search cheaper. A `refinement` scores
        and orders what was found anew.
        Raises StoreUnavailable(code `VECTORS_UNAVAILABLE`) where the store cannot search vectors.
        """
        ...

    def can_search(self, space: Space) -> bool:
        """Whether the store has room for the space's vectors and can search them."""
        ...

    def similarity(self, space: Space, left_id: str, right_id: str) -> float | None:
        """The best cosine between two memories' current chunks, or None where one has none."""
        ...

    def uses(self, memory_ids: Iterable[str]) -> Mapping[str, Use]:
        """Use counters of the given memories; a memory never used is left out."""
        ...

    def active_space(self) -> Space | None:
        """The space whose vectors the store searches, or None before the first vector."""
        ...

    def building_space(self) -> Space | None:
        """The space that is being filled beside the active one, if any."""
        ...

    def pending(self, space: Space, limit: int) -> Sequence[PendingText]:
        """Texts without vectors in the space, oldest first; texts that may be live come before past ones."""
        ...

    def pending_count(self, space: Space) -> int:
        """How many texts have no vectors in the space."""
        ...

    def unfit(self, space: Space) -> set[int]:
        """Texts that neither have sound vectors in the space nor wait for any; none where there is no such space."""
        ...

    def cuts(self, space: Space) -> Iterator[Cuts]:
        """Where the chunks of every text that has any in the space lie, one text at a time."""
        ...

    def damaged_indexes(self) -> Sequence[str]:
        """Names of the store's own indexes that do not match what they are of; there may be more of them."""
        ...

    def last_audit(self) -> AuditEntry | None:
        """The newest audit row."""
        ...

    def audit(self, after: int, limit: int, memory_id: str | None = None) -> Sequence[AuditEntry]:
        """Audit rows with a sequence above `after`, in order."""
        ...

    def let_through(self) -> Mapping[str, int]:
        """How many audit rows there are of what a weaker policy let through, by what they name as that."""
        ...

    damaged: list[str]
    """The memories of which this snapshot came upon a revision that cannot be read, and passed it over."""

    def ledger(self, kind: Kind) -> Iterator[Revision]:
        """Every revision of a kind, memory by memory in the order of their ids, the oldest of each first.

        One at a time, for as long as the snapshot lasts.
        """
        ...

    def all_uses(self) -> Iterator[Use]:
        """Every use counter in the order of the memories' ids, one at a time."""
        ...

    def is_forgotten(self, digest: str) -> bool:
        """Whether a keyed digest (domain/forgetting.py) is of something forgotten."""
        ...

    def meta(self, name: str) -> str | None:
        """A value of the store's own book-keeping, such as its secret for keyed digests."""
        ...


class Writer(Reader, Protocol):
    """A unit of work: everything in it is committed together, or nothing is."""

    def record(self, revision: Revision, key: str, vectors: Sequence[Chunk] | None, space: Space | None) -> None:
        """Add a revision and its index entries; `key` is its exact key.

        Expire the memory's current revision first. Where the text is new and `vectors` is None, the text is
        noted as pending in `space` (if there is one). A text already indexed keeps its vectors.
        """
        ...

    def expire(self, revision_id: str, at: Instant) -> None:
        """Stop believing a current revision."""
        ...

    def fill(self, space: Space, text_id: int, vectors: Sequence[Chunk]) -> None:
        """Give a pending text its vectors in a space."""
        ...

    def open_space(self, space: Space) -> None:
        """Make room for a space's vectors. The first one ever becomes active; a later one is built beside it."""
        ...

    def activate_space(self, space: Space) -> None:
        """Search this space from now on, and drop the vectors of the one before."""
        ...

    def remake_indexes(self, names: Sequence[str]) -> None:
        """Make the store's own indexes of these names (see `damaged_indexes`) anew."""
        ...

    def mend_indexes(self) -> None:
        """Let what is derived from the revisions say what they say, where that needs neither a model nor long."""
        ...

    def empty(self, space: Space, text_ids: Sequence[int]) -> None:
        """Take texts' vectors out of a space, and note the texts as pending there."""
        ...

    def stage_words(self, limit: int) -> int:
        """Prepare, aside from the lexical index, the words of at most `limit` texts more.

        Returns how many are left: none exactly then, else a number that may count forgotten ones too.

        What was prepared lasts until it is switched to or the store is closed.
        """
        ...

    def switch_words(self) -> int:
        """Make the lexical index anew of what was prepared and of what was written since; returns how many texts.

        It needs nothing of the old index, which may be damaged.
        """
        ...

    def corroborate(self, memory_id: str, at: Instant) -> Use:
        """Count that a memory was stored again."""
        ...

    def recalled(self, memory_ids: Iterable[str], at: Instant) -> None:
        """Count that memories were returned by a read."""
        ...

    def set_use(self, use: Use) -> None:
        """Put a use counter as it is (import)."""
        ...

    def reject(self, rejection: Rejection) -> None:
        """Remember a value that may not be stored again."""
        ...

    def lift(self, rejection_id: str, at: Instant, by: str) -> None:
        """Let a rejected value be stored again."""
        ...

    def append_audit(self, entry: AuditEntry) -> None:
        """Append an audit row; its sequence must follow the last one's."""
        ...

    def forget(self, memory_id: str, digests: Sequence[str], at: Instant) -> None:
        """Remove a memory's text, vectors, history and counters from the file, and remember the digests.

        What was rejected of it stays so, without the note that was given.
        """
        ...

    def set_meta(self, name: str, value: str) -> None:
        """Put a value of the store's own book-keeping."""
        ...


class KeyMaker(Protocol):
    """The rules for keys, as far as a store needs them to bring one of before up to date."""

    def key(self, body: Body) -> str:
        """The key of a body."""
        ...

    def rejection_key(self, body: Body, key: str) -> str | None:
        """The key now of a rejection that has a key of before, where it is of this body's value."""
        ...


class Store(Protocol):
    """One person's memory in one place."""

    def read(self) -> AbstractContextManager[Reader]:
        """A snapshot; takes no write lock."""
        ...

    def snapshot(self) -> AbstractContextManager[Reader]:
        """A snapshot for a long read, which no other read has to wait for."""
        ...

    def rehearsal(self) -> AbstractContextManager[Store]:
        """A private copy of the store, thrown away at the end: what is done to it shows what would be done here."""
        ...

    def write(self, *, patient: bool = True) -> AbstractContextManager[Writer]:
        """A unit of work; waits for its turn and raises StoreUnavailable(`STORE_LOCKED`) when that takes too long.

        An impatient one does not wait at all. An exception inside rolls everything back.
        """
        ...

    def last_instant(self) -> Instant | None:
        """When the newest audit row that is committed was recorded. Waits for no snapshot and no unit of work."""
        ...

    def status(self) -> Status:
        """What the store is and holds."""
        ...

    def check(self) -> Sequence[str]:
        """Problems of the file itself, in sentences; empty when it is sound."""
        ...

    def warnings(self) -> Sequence[str]:
        """What endangers the file where it lies, in sentences; cheap enough to ask at each start."""
        ...

    def scrub(self) -> None:
        """Leave no byte of what was forgotten in the file or its journal."""
        ...

    def close(self) -> None:
        """Let go of the file. Idempotent."""
        ...
