"""A unit of work: revisions with their index entries, and the store's book-keeping."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from adapters.sqlite.codes import KIND_CODES
from adapters.sqlite.reader import SqliteReader
from adapters.sqlite.rewording import Rewording
from adapters.sqlite.rows import (
    AUDIT_COLUMNS,
    REJECTION_COLUMNS,
    audit_values,
    rejection_values,
    revision_values,
)
from adapters.sqlite.schema import NO_PROJECT
from adapters.sqlite.soundness import remake_indexes
from adapters.sqlite.texts import digest_of, mend_texts
from adapters.sqlite.vectors import Passage
from adapters.sqlite.vectors_bytes import packed
from ports.embedder import Space
from ports.records import AuditEntry, Instant, Rejection, Revision, Use
from ports.store import Chunk


def may_be_live(revision: Revision) -> bool:
    """Whether a revision belongs in the index of possibly live texts; the clock decides the rest at each read."""
    ends_later = revision.valid_to is None or revision.valid_to > revision.recorded_at
    return revision.current and ends_later and not revision.trust.withheld


class SqliteWriter(SqliteReader):
    """Implements ports.store.Writer on a connection that is inside an immediate transaction."""

    def record(self, revision: Revision, key: str, vectors: Sequence[Chunk] | None, space: Space | None) -> None:
        project_id = self._project_id(revision.project)
        text_id = self._text(revision, project_id, vectors, space)
        values = revision_values(revision, project_id, key, text_id)
        names = ", ".join(values)
        self._sql.run(
            f"INSERT INTO revisions ({names}) VALUES ({', '.join(f':{name}' for name in values)})",
            values,
        )
        if revision.current:
            self._settle(revision, text_id)

    def expire(self, revision_id: str, at: Instant) -> None:
        self._sql.run("UPDATE revisions SET expired_at = ? WHERE revision_id = ?", (at, revision_id))

    def fill(self, space: Space, text_id: int, vectors: Sequence[Chunk]) -> None:
        space_id = self._space_id(space)
        row = self._sql.row(
            "DELETE FROM pending WHERE space_id = ? AND text_id = ? "
            "RETURNING (SELECT json_array(project_id, kind, live) FROM texts WHERE text_id = pending.text_id)",
            (space_id, text_id),
        )
        if row and space_id is not None:
            project_id, kind, live = json.loads(row[0])
            self._vectors.put(space_id, text_id, project_id, kind, bool(live), _passages(vectors))

    def open_space(self, space: Space) -> None:
        if self._space_id(space) is not None:
            return
        first = self.active_space() is None
        self._drop_spaces("active = 0")
        self._sql.run(
            "INSERT INTO spaces (key, description, active) VALUES (?, ?, ?)",
            (space.key, json.dumps(asdict(space)), int(first)),
        )
        space_id = self._sql.last_id
        self._vectors.add_space(space_id, space.dimensions)
        self._sql.run("INSERT INTO pending SELECT ?, text_id FROM texts", (space_id,))

    def activate_space(self, space: Space) -> None:
        self._drop_spaces("key <> ?", space.key)
        self._sql.run("UPDATE spaces SET active = 1 WHERE key = ?", (space.key,))

    def remake_indexes(self, names: Sequence[str]) -> None:
        remake_indexes(self._sql, names)

    def mend_indexes(self) -> None:
        mend_texts(self._sql)
        self._vectors.mend()

    def empty(self, space: Space, text_ids: Sequence[int]) -> None:
        space_id = self._space_id(space)
        if space_id is None:
            return
        for text_id in text_ids:
            self._vectors.empty(space_id, text_id)
        # One that was forgotten meanwhile is in no table of texts any more.
        self._sql.run_many(
            "INSERT OR IGNORE INTO pending SELECT ?, text_id FROM texts WHERE text_id = ?",
            [(space_id, text_id) for text_id in text_ids],
        )

    def stage_words(self, limit: int) -> int:
        return Rewording(self._sql, self._lexicon).stage(limit)

    def switch_words(self) -> int:
        return Rewording(self._sql, self._lexicon).switch()

    def corroborate(self, memory_id: str, at: Instant) -> Use:
        self._sql.run(
            "INSERT INTO uses (memory_id, corroborated_count, last_corroborated_at) VALUES (?, 1, ?) "
            "ON CONFLICT (memory_id) DO UPDATE SET corroborated_count = corroborated_count + 1, "
            "last_corroborated_at = excluded.last_corroborated_at",
            (memory_id, at),
        )
        return self.uses([memory_id])[memory_id]

    def recalled(self, memory_ids: Iterable[str], at: Instant) -> None:
        self._sql.run(
            "INSERT INTO uses (memory_id, recalled_count, last_recalled_at) "
            "SELECT value, 1, ?2 FROM json_each(?1) WHERE true ON CONFLICT (memory_id) DO UPDATE SET "
            "recalled_count = recalled_count + 1, last_recalled_at = excluded.last_recalled_at",
            (json.dumps(list(memory_ids)), at),
        )

    def set_use(self, use: Use) -> None:
        self._sql.run(
            "INSERT OR REPLACE INTO uses VALUES (?, ?, ?, ?, ?)",
            (
                use.memory_id,
                use.recalled_count,
                use.last_recalled_at,
                use.corroborated_count,
                use.last_corroborated_at,
            ),
        )

    def reject(self, rejection: Rejection) -> None:
        self._insert("rejections", REJECTION_COLUMNS, rejection_values(rejection))

    def lift(self, rejection_id: str, at: Instant, by: str) -> None:
        self._sql.run(
            "UPDATE rejections SET lifted_at = ?, lifted_by = ? WHERE rejection_id = ?", (at, by, rejection_id)
        )

    def append_audit(self, entry: AuditEntry) -> None:
        self._insert("audit", AUDIT_COLUMNS, audit_values(entry))

    def forget(self, memory_id: str, digests: Sequence[str], at: Instant) -> None:
        self.set_meta("forgetting", memory_id)
        self._sql.run("DELETE FROM revisions WHERE memory_id = ?", (memory_id,))
        self._sql.run("DELETE FROM meta WHERE name = 'forgetting'")
        for (text_id,) in self._sql.rows("SELECT text_id FROM texts WHERE memory_id = ?", (memory_id,)):
            self._lexicon.remove(int(text_id))
            self._vectors.remove(int(text_id))
        self._sql.run("DELETE FROM texts WHERE memory_id = ?", (memory_id,))
        self._sql.run("DELETE FROM uses WHERE memory_id = ?", (memory_id,))
        # The value stays rejected; what was said about the memory goes with it.
        self._sql.run(
            "UPDATE rejections SET note = NULL, provenance = json_remove(provenance, '$.source') WHERE memory_id = ?",
            (memory_id,),
        )
        self._sql.run_many("INSERT OR IGNORE INTO forgotten VALUES (?, ?)", [(digest, at) for digest in digests])

    def set_meta(self, name: str, value: str) -> None:
        self._sql.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def _insert(self, table: str, columns: str, values: Sequence[object]) -> None:
        marks = ", ".join("?" for _ in values)
        self._sql.run(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)  # type: ignore[arg-type]

    def _project_id(self, project: str | None) -> int:
        if project is None:
            return NO_PROJECT
        self._sql.run("INSERT OR IGNORE INTO projects (name) VALUES (?)", (project,))
        return self._sql.number("SELECT project_id FROM projects WHERE name = ?", (project,))

    def _text(
        self, revision: Revision, project_id: int, vectors: Sequence[Chunk] | None, space: Space | None
    ) -> int | None:
        """The id of the revision's indexed text: of an earlier revision that said the same, or a new one."""
        title, text = revision.body.title, revision.body.text
        if not (revision.kind.searchable and (title or text)):
            return None
        digest = digest_of(project_id, title, text)
        row = self._sql.row(
            "SELECT text_id FROM texts WHERE memory_id = ? AND digest = ?", (revision.memory_id, digest)
        )
        return int(row[0]) if row else self._new_text(revision, project_id, digest, vectors, space)

    def _new_text(
        self, revision: Revision, project_id: int, digest: bytes, vectors: Sequence[Chunk] | None, space: Space | None
    ) -> int:
        live, kind = may_be_live(revision), KIND_CODES[revision.kind]
        self._sql.run(
            "INSERT INTO texts (memory_id, digest, project_id, kind, live) VALUES (?, ?, ?, ?, ?)",
            (revision.memory_id, digest, project_id, kind, live),
        )
        text_id = self._sql.last_id
        self._lexicon.put(text_id, live, revision.body.title, revision.body.text)
        self._sql.run("INSERT INTO pending SELECT space_id, ? FROM spaces", (text_id,))
        if space is not None and vectors is not None:
            self.fill(space, text_id, vectors)
        return text_id

    def _settle(self, revision: Revision, text_id: int | None) -> None:
        """Let exactly the current text of a memory be the live one, if any is."""
        stale = self._sql.rows(
            "SELECT text_id FROM texts WHERE memory_id = ? AND live = 1 AND text_id IS NOT ?",
            (revision.memory_id, text_id),
        )
        for (old_id,) in stale:
            self._set_live(int(old_id), live=False)
        if text_id is not None:
            self._set_live(text_id, live=may_be_live(revision))

    def _set_live(self, text_id: int, *, live: bool) -> None:
        row = self._sql.row("SELECT live FROM texts WHERE text_id = ?", (text_id,))
        if row and bool(row[0]) != live:
            self._sql.run("UPDATE texts SET live = ? WHERE text_id = ?", (live, text_id))
            self._lexicon.move(text_id, live)
            self._vectors.move(text_id, live)

    def _drop_spaces(self, condition: str, *values: str) -> None:
        rows = self._sql.rows(f"SELECT space_id FROM spaces WHERE {condition}", values)
        for (space_id,) in rows:
            self._vectors.drop_space(int(space_id))
            self._sql.run("DELETE FROM spaces WHERE space_id = ?", (space_id,))


def _passages(chunks: Sequence[Chunk]) -> list[Passage]:
    return [Passage(chunk.start, chunk.end, packed(chunk.vector), _passages(chunk.sentences)) for chunk in chunks]
