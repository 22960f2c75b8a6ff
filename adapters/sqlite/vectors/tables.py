"""The tables of the vector index.

`vector_chunks` is small and decides who may be found: one row a chunk, with its text's scope and its code (codes.py).
`vectors` holds the floats, two to five a page, and is only ever read by `chunk_id`.
`vector_changes` lets the caches of other connections and processes follow. Triggers write it, so no writer can forget
to. A row's random nonce tells a change that was committed from one that was rolled back and whose number another
change has taken since; a cache that cannot find its own row reads everything again.
`vector_sentences` holds those of the sentences of a chunk that has several, as float16, and their places in the text.
"""

from __future__ import annotations

REMEMBERED_CHANGES = 4096

TABLES = f"""
CREATE TABLE vector_spaces (
    space_id INTEGER PRIMARY KEY,
    dimensions INTEGER NOT NULL,
    chunks INTEGER NOT NULL DEFAULT 0,
    centred_at INTEGER NOT NULL DEFAULT 0,
    centre BLOB
) STRICT;

CREATE TABLE vector_chunks (
    chunk_id INTEGER PRIMARY KEY,
    space_id INTEGER NOT NULL,
    text_id INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    live INTEGER NOT NULL,
    code BLOB
) STRICT;
CREATE INDEX vector_chunks_text ON vector_chunks (text_id, space_id);

CREATE TABLE vectors (
    chunk_id INTEGER PRIMARY KEY,
    text_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    vector BLOB NOT NULL
) STRICT;

CREATE TABLE vector_changes (
    generation INTEGER PRIMARY KEY,
    nonce INTEGER NOT NULL,
    text_id INTEGER
) STRICT;
INSERT INTO vector_changes (nonce) VALUES (random());

CREATE TRIGGER vector_changes_pruned AFTER INSERT ON vector_changes BEGIN
    DELETE FROM vector_changes WHERE generation <= NEW.generation - {REMEMBERED_CHANGES};
END;
CREATE TRIGGER vector_chunks_added AFTER INSERT ON vector_chunks BEGIN
    UPDATE vector_spaces SET chunks = chunks + 1 WHERE space_id = NEW.space_id;
    INSERT INTO vector_changes (nonce, text_id) VALUES (random(), NEW.text_id);
END;
CREATE TRIGGER vector_chunks_changed AFTER UPDATE OF space_id, text_id, project_id, kind, live ON vector_chunks BEGIN
    INSERT INTO vector_changes (nonce, text_id) VALUES (random(), NEW.text_id);
END;
CREATE TRIGGER vector_chunks_removed AFTER DELETE ON vector_chunks BEGIN
    UPDATE vector_spaces SET chunks = chunks - 1 WHERE space_id = OLD.space_id;
    INSERT INTO vector_changes (nonce, text_id) VALUES (random(), OLD.text_id);
    DELETE FROM vectors WHERE chunk_id = OLD.chunk_id;
END;
"""

SENTENCES = """
CREATE TABLE vector_sentences (
    chunk_id INTEGER PRIMARY KEY,
    places TEXT NOT NULL CHECK (json_valid(places)),
    vectors BLOB NOT NULL
) STRICT;
CREATE TRIGGER vector_sentences_removed AFTER DELETE ON vector_chunks BEGIN
    DELETE FROM vector_sentences WHERE chunk_id = OLD.chunk_id;
END;
"""

FORGET_CHANGES = """
INSERT INTO vector_changes (nonce) VALUES (random());
DELETE FROM vector_changes WHERE generation < (SELECT max(generation) FROM vector_changes);
"""
"""After what no list of changed texts can describe: every cache reads everything again."""
