"""A snapshot of the store: listings, look-ups and book-keeping. The two legs of search are in search.py."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from adapters.sqlite.filters import revision_conditions
from adapters.sqlite.overview import Overviews
from adapters.sqlite.rows import (
    AUDIT_COLUMNS,
    REJECTION_COLUMNS,
    REVISION_COLUMNS,
    STEP_COLUMNS,
    audit_of,
    rejection_of,
    revision_of,
    sound_revisions,
    step_of,
    use_of,
)
from adapters.sqlite.search import Legs
from adapters.sqlite.soundness import damaged_indexes
from adapters.sqlite.sql import Row, Values
from adapters.sqlite.texts import LATEST_BODY, body_of
from ports.embedder import Space
from ports.errors import StoreUnavailable
from ports.records import AuditEntry, Instant, Rejection, Revision, Step, Use
from ports.store import Cut, Cuts, Filter, Order, PendingText
from ports.vocabulary import Kind

_REVISIONS = f"SELECT {REVISION_COLUMNS} FROM revisions r JOIN projects p USING (project_id)"

EVERY_REVISION = _REVISIONS

LEDGER = (
    f"SELECT {REVISION_COLUMNS} FROM revisions r INDEXED BY revisions_memory JOIN projects p USING (project_id) "
    "WHERE r.kind = ? ORDER BY r.memory_id, r.recorded_at, r.seq"
)


CUTS = (
    f'SELECT c.text_id, {LATEST_BODY.format("c")}, v.start, v."end", s.places '
    "FROM vector_chunks c JOIN vectors v USING (chunk_id) LEFT JOIN vector_sentences s USING (chunk_id) "
    "WHERE c.space_id = ? ORDER BY c.text_id, c.chunk_id"
)

STEPS = (
    f"SELECT {STEP_COLUMNS} FROM ("
    "SELECT r.revision_id, r.memory_id, r.verb, r.recorded_at, coalesce(r.text_id, r.body) AS words, r.tags, r.trust, "
    "r.confidence, r.importance, r.valid_from, r.valid_to, r.reason, r.successor_id, r.actor, r.actor_name, "
    "r.client_name, r.client_version, r.session_id, r.source, count(*) OVER (PARTITION BY r.memory_id) AS total, "
    "row_number() OVER (PARTITION BY r.memory_id ORDER BY r.recorded_at, r.seq) AS number "
    "FROM json_each(:memory_ids) wanted CROSS JOIN revisions r INDEXED BY revisions_memory "
    "ON r.memory_id = wanted.value) "
    "WHERE number = 1 OR number > total - :limit ORDER BY memory_id, number"
)
"""The words are told by the text that is indexed, or by the body where none is: no text is read to compare them."""

LET_THROUGH = "SELECT policy, count(*) FROM audit WHERE policy IS NOT NULL GROUP BY policy"

AUDIT_ROWS = f"SELECT {AUDIT_COLUMNS} FROM audit WHERE sequence > :after ORDER BY sequence LIMIT :limit"

AUDIT_ROWS_OF = (
    f"SELECT {AUDIT_COLUMNS} FROM audit WHERE memory_id = :memory_id AND sequence > :after "
    "ORDER BY sequence LIMIT :limit"
)


def _cut(row: Row) -> Cut:
    return Cut(row[2], row[3], tuple((start, end) for start, end in json.loads(row[4] or "[]")))


class SqliteReader(Legs, Overviews):
    """Implements ports.store.Reader on a connection that is inside a transaction."""

    def current(self, memory_id: str) -> Revision | None:
        return self._one(f"{_REVISIONS} WHERE r.memory_id = ? AND r.expired_at IS NULL", (memory_id,))

    def believed(self, memory_id: str, known_at: Instant) -> Revision | None:
        return self._one(
            f"{_REVISIONS} WHERE r.memory_id = ?1 AND r.recorded_at <= ?2 "
            "AND (r.expired_at IS NULL OR r.expired_at > ?2)",
            (memory_id, known_at),
        )

    def load(self, revision_ids: Iterable[str]) -> Mapping[str, Revision]:
        rows = self._sql.rows(
            f"{_REVISIONS} WHERE r.revision_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(revision_ids)),),
        )
        return {revision.id: revision for revision in sound_revisions(rows, self.damaged)}

    def known(self, revision_ids: Iterable[str]) -> frozenset[str]:
        rows = self._sql.rows(
            "SELECT wanted.value FROM json_each(?) AS wanted JOIN revisions r ON r.revision_id = wanted.value",
            (json.dumps(list(revision_ids)),),
        )
        return frozenset(str(found) for (found,) in rows)

    def resembling(self, part: str, limit: int) -> list[str]:
        rows = self._sql.rows(
            "SELECT DISTINCT memory_id FROM revisions INDEXED BY revisions_memory "
            "WHERE substr(memory_id, 1, length(?1)) = ?1 OR substr(memory_id, -length(?1)) = ?1 "
            "ORDER BY memory_id LIMIT ?2",
            (part, limit),
        )
        return [str(memory_id) for (memory_id,) in rows]

    def history(self, memory_id: str) -> Sequence[Revision]:
        return self._many(f"{_REVISIONS} WHERE r.memory_id = ? ORDER BY r.recorded_at, r.seq", (memory_id,))

    def steps(self, memory_ids: Iterable[str], limit: int) -> Mapping[str, Sequence[Step]]:
        found: dict[str, list[Step]] = {}
        wanted = json.dumps(list(dict.fromkeys(memory_ids)))
        for row in self._sql.rows(STEPS, {"memory_ids": wanted, "limit": limit}):
            # A damaged one is named where the memory itself is read.
            with suppress(ValueError):
                found.setdefault(row[0], []).append(step_of(row))
        return found

    def with_key(self, kind: Kind, key: str, project: str | None) -> Sequence[Revision]:
        return self._many(
            f"{_REVISIONS} WHERE r.key = ? AND r.kind = ? AND r.expired_at IS NULL "
            "AND r.project_id = (SELECT project_id FROM projects WHERE name IS ?) ORDER BY r.seq",
            (key, kind, project),
        )

    def revisions(
        self, where: Filter, *, order: Order = Order.NEWEST, limit: int | None = None, offset: int = 0
    ) -> Sequence[Revision]:
        conditions = revision_conditions(where)
        direction = {Order.NEWEST: "DESC", Order.OLDEST: "ASC"}[order]
        return self._many(
            f"{_REVISIONS} WHERE {conditions.sql} "
            f"ORDER BY r.valid_from {direction}, r.memory_id {direction} LIMIT :limit OFFSET :offset",
            {**conditions.parameters, "limit": -1 if limit is None else limit, "offset": offset},
        )

    def count(self, where: Filter) -> Mapping[Kind, int]:
        conditions = revision_conditions(where)
        rows = self._sql.rows(
            f"SELECT r.kind, count(*) FROM revisions r WHERE {conditions.sql} GROUP BY r.kind",
            dict(conditions.parameters),
        )
        return {Kind(kind): number for kind, number in rows}

    def rejections(self, key: str) -> Sequence[Rejection]:
        rows = self._sql.rows(
            f"SELECT {REJECTION_COLUMNS} FROM rejections WHERE key = ? AND lifted_at IS NULL ORDER BY rejected_at",
            (key,),
        )
        return [rejection_of(row) for row in rows]

    def all_rejections(self) -> Sequence[Rejection]:
        rows = self._sql.rows(f"SELECT {REJECTION_COLUMNS} FROM rejections ORDER BY rejected_at, rejection_id")
        return [rejection_of(row) for row in rows]

    def uses(self, memory_ids: Iterable[str]) -> Mapping[str, Use]:
        rows = self._sql.rows(
            "SELECT uses.* FROM json_each(?) AS wanted JOIN uses ON uses.memory_id = wanted.value",
            (json.dumps(list(memory_ids)),),
        )
        return {use.memory_id: use for use in map(use_of, rows)}

    def active_space(self) -> Space | None:
        return self._space("active = 1")

    def building_space(self) -> Space | None:
        return self._space("active = 0")

    def pending(self, space: Space, limit: int) -> Sequence[PendingText]:
        rows = self._sql.rows(
            f"SELECT waiting.text_id, {REVISION_COLUMNS} FROM "
            "(SELECT text_id FROM pending JOIN texts USING (text_id) "
            " WHERE space_id = (SELECT space_id FROM spaces WHERE key = ?) "
            " ORDER BY live DESC, text_id LIMIT ?) waiting "
            "CROSS JOIN revisions r ON r.seq = "
            "(SELECT max(latest.seq) FROM revisions latest WHERE latest.text_id = waiting.text_id) "
            "JOIN projects p USING (project_id)",
            (space.key, limit),
        )
        return [PendingText(row[0], one) for row in rows for one in sound_revisions([row[1:]], self.damaged)]

    def pending_count(self, space: Space) -> int:
        return self._sql.number(
            "SELECT count(*) FROM pending WHERE space_id = (SELECT space_id FROM spaces WHERE key = ?)", (space.key,)
        )

    def unfit(self, space: Space) -> set[int]:
        space_id = self._space_id(space)
        return set() if space_id is None else self._vectors.unfit(space_id, space.dimensions)

    def cuts(self, space: Space) -> Iterator[Cuts]:
        if not self._vectors.is_whole():
            return
        rows = self._sql.stream(CUTS, (self._space_id(space),))
        for text_id, group in groupby(rows, key=lambda row: row[0]):
            _, told, *_ = first = next(group)
            body = body_of(told)
            if body is not None:
                yield Cuts(text_id, body, tuple(_cut(row) for row in (first, *group)))

    def damaged_indexes(self) -> Sequence[str]:
        return damaged_indexes(self._sql)

    def last_audit(self) -> AuditEntry | None:
        row = self._sql.row(f"SELECT {AUDIT_COLUMNS} FROM audit ORDER BY sequence DESC LIMIT 1")
        return audit_of(row) if row else None

    def audit(self, after: int, limit: int, memory_id: str | None = None) -> Sequence[AuditEntry]:
        values = {"after": after, "limit": limit}
        if memory_id is None:
            rows = self._sql.rows(AUDIT_ROWS, values)
        else:
            rows = self._sql.rows(AUDIT_ROWS_OF, {**values, "memory_id": memory_id})
        return [audit_of(row) for row in rows]

    def let_through(self) -> Mapping[str, int]:
        return {str(policy): int(number) for policy, number in self._sql.rows(LET_THROUGH)}

    def ledger(self, kind: Kind) -> Iterator[Revision]:
        return sound_revisions(self._sql.stream(LEDGER, (kind,)), self.damaged)

    def all_uses(self) -> Iterator[Use]:
        return map(use_of, self._sql.stream("SELECT * FROM uses ORDER BY memory_id"))

    def is_forgotten(self, digest: str) -> bool:
        return bool(self._sql.number("SELECT count(*) FROM forgotten WHERE digest = ?", (digest,)))

    def meta(self, name: str) -> str | None:
        row = self._sql.row("SELECT value FROM meta WHERE name = ?", (name,))
        return row[0] if row else None

    def _one(self, sql: str, values: Values) -> Revision | None:
        row = self._sql.row(sql, values)
        try:
            return revision_of(row) if row else None
        except ValueError as error:
            raise StoreUnavailable(
                "RECORD_DAMAGED",
                f"The memory {row[1] if row else None} is damaged and cannot be read; the others are not "
                "touched. Forget it, or put back an export.",
            ) from error

    def _many(self, sql: str, values: Values) -> Sequence[Revision]:
        return list(sound_revisions(self._sql.rows(sql, values), self.damaged))

    def _space(self, condition: str) -> Space | None:
        row = self._sql.row(f"SELECT description FROM spaces WHERE {condition}")
        return Space(**json.loads(row[0])) if row else None
