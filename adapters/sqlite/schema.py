"""The tables, and the ordered ledger of migrations that makes them. `user_version` counts those applied."""

from __future__ import annotations

from collections.abc import Callable

from adapters.sqlite.lexicon import Lexicon
from adapters.sqlite.rekeying import renew_keys
from adapters.sqlite.rewording import Rewording
from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors import VectorIndex
from ports.vocabulary import Kind

APPLICATION_ID = 0x50414C49
"""`PALI`, in the file's header, tells our files from any other program's."""

NO_PROJECT = 0

_KEEP = """
CREATE TRIGGER revisions_keep BEFORE UPDATE ON revisions
WHEN OLD.expired_at IS NOT NULL OR NEW.expired_at IS NULL OR NEW.seq <> OLD.seq
    OR NEW.body <> OLD.body OR NEW.trust <> OLD.trust OR NEW.valid_from <> OLD.valid_from
    OR NEW.valid_to IS NOT OLD.valid_to OR NEW.recorded_at <> OLD.recorded_at OR NEW.memory_id <> OLD.memory_id
    OR NEW.actor <> OLD.actor OR NEW.actor_name <> OLD.actor_name OR NEW.revision_id <> OLD.revision_id
BEGIN SELECT RAISE(ABORT, 'a revision is never changed; only expired_at is set, once'); END;"""

_LEDGER = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE projects (project_id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT;
INSERT INTO projects VALUES (0, NULL);

CREATE TABLE texts (
    text_id INTEGER PRIMARY KEY,
    memory_id TEXT NOT NULL,
    digest BLOB NOT NULL,
    project_id INTEGER NOT NULL REFERENCES projects,
    kind INTEGER NOT NULL,
    live INTEGER NOT NULL,
    UNIQUE (memory_id, digest)
) STRICT;

CREATE TABLE revisions (
    seq INTEGER PRIMARY KEY,
    revision_id TEXT NOT NULL UNIQUE,
    memory_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    project_id INTEGER NOT NULL REFERENCES projects,
    tags TEXT NOT NULL CHECK (json_valid(tags)),
    trust TEXT NOT NULL,
    confidence REAL NOT NULL,
    importance REAL,
    valid_from TEXT NOT NULL,
    valid_to TEXT,
    recorded_at TEXT NOT NULL,
    expired_at TEXT,
    verb TEXT NOT NULL,
    reason TEXT,
    note TEXT,
    successor_id TEXT,
    actor TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    client_name TEXT,
    client_version TEXT,
    session_id TEXT,
    source TEXT,
    key TEXT NOT NULL,
    subject_id TEXT,
    object_id TEXT,
    text_id INTEGER REFERENCES texts
) STRICT;
CREATE UNIQUE INDEX revisions_current ON revisions (memory_id) WHERE expired_at IS NULL;
CREATE INDEX revisions_memory ON revisions (memory_id, recorded_at);
CREATE INDEX revisions_key ON revisions (key, kind, project_id) WHERE expired_at IS NULL;
CREATE INDEX revisions_named ON revisions (key) WHERE kind = 'entity';
CREATE INDEX revisions_text ON revisions (text_id);
CREATE INDEX revisions_kind ON revisions (kind, valid_from) WHERE expired_at IS NULL;
CREATE INDEX revisions_subject ON revisions (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX revisions_object ON revisions (object_id) WHERE object_id IS NOT NULL;
CREATE INDEX revisions_source ON revisions (source) WHERE source IS NOT NULL;
CREATE INDEX revisions_session ON revisions (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX revisions_trust ON revisions (trust, valid_from) WHERE expired_at IS NULL AND trust <> 'unverified';
CREATE INDEX revisions_newest ON revisions (valid_from) WHERE expired_at IS NULL;
CREATE INDEX revisions_dated ON revisions (valid_to) WHERE expired_at IS NULL AND valid_to > recorded_at;

CREATE TRIGGER revisions_stay BEFORE DELETE ON revisions
WHEN NOT EXISTS (SELECT 1 FROM meta WHERE name = 'forgetting' AND value = OLD.memory_id)
BEGIN SELECT RAISE(ABORT, 'a revision is only ever removed by forgetting'); END;

CREATE TABLE uses (
    memory_id TEXT PRIMARY KEY,
    recalled_count INTEGER NOT NULL DEFAULT 0,
    last_recalled_at TEXT,
    corroborated_count INTEGER NOT NULL DEFAULT 0,
    last_corroborated_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE rejections (
    rejection_id TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    subject_key TEXT,
    project TEXT,
    memory_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    note TEXT,
    rejected_at TEXT NOT NULL,
    provenance TEXT NOT NULL CHECK (json_valid(provenance)),
    lifted_at TEXT,
    lifted_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX rejections_key ON rejections (key) WHERE lifted_at IS NULL;

CREATE TABLE forgotten (digest TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    sequence INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    client_name TEXT,
    client_version TEXT,
    session_id TEXT,
    verb TEXT NOT NULL,
    outcome TEXT NOT NULL,
    memory_id TEXT,
    before_id TEXT,
    after_id TEXT,
    reason TEXT,
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_memory ON audit (memory_id) WHERE memory_id IS NOT NULL;
CREATE TRIGGER audit_keep BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_stay BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TABLE spaces (
    space_id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL CHECK (json_valid(description)),
    active INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX spaces_active ON spaces (active) WHERE active = 1;
CREATE TABLE pending (
    space_id INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
    text_id INTEGER NOT NULL REFERENCES texts ON DELETE CASCADE,
    PRIMARY KEY (space_id, text_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_text ON pending (text_id);
"""

_SHARED_COLUMNS = """
    r.memory_id AS id, p.name AS project, r.tags, r.trust, r.confidence, r.valid_from, r.valid_to, r.recorded_at,
    w.actor, w.actor_name, w.client_name, w.session_id, w.source, r.verb AS last_verb, r.actor AS last_actor,
    r.actor_name AS last_actor_name"""
"""The actor is who wrote the words (domain/authorship.py); the last one may have touched the memory otherwise."""
_WORDS = "coalesce({0}.text_id, {0}.body)"
_WROTE = f"""coalesce((
    SELECT i.seq FROM revisions i WHERE i.memory_id = r.memory_id AND i.verb <> 'undo'
    AND {_WORDS.format("i")} = {_WORDS.format("r")} AND {_WORDS.format("i")} IS NOT (
        SELECT {_WORDS.format("b")} FROM revisions b WHERE b.memory_id = i.memory_id
        AND (b.recorded_at, b.seq) < (i.recorded_at, i.seq) ORDER BY b.recorded_at DESC, b.seq DESC LIMIT 1)
    ORDER BY i.recorded_at DESC, i.seq DESC LIMIT 1), r.seq)"""

_VIEWS = {
    "learnings": (Kind.LEARNING, ("category", "content", "memoryType")),
    "decisions": (Kind.DECISION, ("title", "decision", "reasoning", "alternatives")),
    "sessions": (Kind.SESSION, ("summary", "tasks", "endedAt")),
    "entities": (Kind.ENTITY, ("name", "entityType", "summary")),
    "observations": (Kind.OBSERVATION, ("entityId", "entityName", "content")),
    "relations": (Kind.RELATION, ("fromName", "relationType", "toName", "weight")),
    "profile_fields": (Kind.PROFILE, ("field", "value")),
    "goals": (Kind.GOAL, ("goal",)),
}


_NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"


def _view(name: str, kind: Kind, fields: tuple[str, ...]) -> str:
    """A view of what is held of one kind now, one column a field, for the sqlite3 shell."""
    columns = ", ".join(f"r.body ->> '$.{field}' AS \"{field}\"" for field in fields)
    return (
        f"CREATE VIEW {name} AS SELECT {columns}, {_SHARED_COLUMNS} FROM revisions r "
        f"JOIN projects p USING (project_id) JOIN revisions w ON w.seq = {_WROTE} "
        f"WHERE r.kind = '{kind}' AND r.expired_at IS NULL "
        "AND r.trust NOT IN ('pending', 'rejected') "
        f"AND r.valid_from <= {_NOW} AND (r.valid_to IS NULL OR r.valid_to > {_NOW})"
    )


def _create_ledger(sql: Sql) -> None:
    sql.run(_LEDGER)
    sql.run(_KEEP)
    for name, (kind, fields) in _VIEWS.items():
        sql.run(_view(name, kind, fields))
    Lexicon(sql).create()
    VectorIndex(sql.connection).create()
    sql.run("INSERT INTO meta VALUES ('secret', hex(randomblob(32)))")


def _add_sentences(sql: Sql) -> None:
    VectorIndex(sql.connection).create_sentences()


def _analyse_words_anew(sql: Sql) -> None:
    """Spellings meet since then (words/letters.py, words/joined.py): a text of before has the new words too."""
    Rewording(sql, Lexicon(sql)).switch()


def _renew_keys(sql: Sql) -> None:
    renew_keys(sql, _KEEP)


def _name_policies(sql: Sql) -> None:
    """The log names the weaker policy that let something through; the views tell who wrote the words."""
    sql.run("ALTER TABLE audit ADD COLUMN policy TEXT")
    sql.run("CREATE INDEX audit_policy ON audit (policy) WHERE policy IS NOT NULL")
    for name, (kind, fields) in _VIEWS.items():
        sql.run(f"DROP VIEW IF EXISTS {name}")
        sql.run(_view(name, kind, fields))


MIGRATIONS: tuple[Callable[[Sql], None], ...] = (
    _create_ledger,
    _add_sentences,
    _analyse_words_anew,
    _renew_keys,
    _name_policies,
)
SCHEMA_VERSION = len(MIGRATIONS)
