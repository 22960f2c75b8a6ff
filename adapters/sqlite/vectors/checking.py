"""The vector index, compared with the texts it is of and made to agree with them.

What can be put right without a model is mended here; texts whose vectors are gone or damaged are named, so that they
can be embedded again.
"""

from __future__ import annotations

import apsw

from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors.tables import FORGET_CHANGES, SENTENCES, TABLES

_BATCH = 1024
_TOLERANCE = 1e-3

_OBJECTS = "SELECT type || ' ' || name FROM sqlite_schema WHERE tbl_name LIKE 'vector%' AND name NOT LIKE 'sqlite_%'"
_OF_NO_SPACE = "vector_spaces WHERE space_id NOT IN (SELECT space_id FROM spaces)"
_NO_ROOM = "spaces WHERE space_id NOT IN (SELECT space_id FROM vector_spaces)"
_OWNERLESS = (
    "vector_chunks WHERE space_id NOT IN (SELECT space_id FROM spaces) OR text_id NOT IN (SELECT text_id FROM texts)"
)
_STRAY = (
    "vector_chunks c JOIN texts t USING (text_id) "
    "WHERE c.project_id <> t.project_id OR c.kind <> t.kind OR c.live <> t.live"
)
_MISCOUNTED = "vector_spaces WHERE chunks <> (SELECT count(*) FROM vector_chunks c WHERE c.space_id = {0}.space_id)"
_LEFT_OVER = "{0} WHERE chunk_id NOT IN (SELECT chunk_id FROM vector_chunks)"

_DISAGREEING = (
    _OF_NO_SPACE,
    _NO_ROOM,
    _OWNERLESS,
    _STRAY,
    _MISCOUNTED.format("vector_spaces"),
    _LEFT_OVER.format("vectors"),
    _LEFT_OVER.format("vector_sentences"),
)

_UNFIT = """
SELECT text_id FROM texts t
WHERE NOT EXISTS (SELECT 1 FROM pending p WHERE p.space_id = :space AND p.text_id = t.text_id)
    AND NOT EXISTS (SELECT 1 FROM vector_chunks c WHERE c.text_id = t.text_id AND c.space_id = :space)
UNION
SELECT c.text_id FROM vector_chunks c LEFT JOIN vectors v USING (chunk_id)
WHERE c.space_id = :space
    AND (v.vector IS NULL OR v.text_id <> c.text_id OR length(v.vector) <> 4 * :dimensions)
UNION
SELECT c.text_id FROM vector_sentences s JOIN vector_chunks c USING (chunk_id)
WHERE c.space_id = :space AND length(s.vectors) <> 2 * :dimensions * json_array_length(s.places)"""
_NEXT = (
    "SELECT c.chunk_id, c.text_id, v.vector, c.code FROM vector_chunks c JOIN vectors v USING (chunk_id) "
    f"WHERE c.chunk_id > ? AND c.space_id = ? AND length(v.vector) = ? ORDER BY c.chunk_id LIMIT {_BATCH}"
)


def is_whole(sql: Sql) -> bool:
    """Whether every table, index and trigger of the vector index is there."""
    made = apsw.Connection(":memory:")
    fresh = Sql(made)
    fresh.run(TABLES)
    fresh.run(SENTENCES)
    wanted = fresh.rows(_OBJECTS)
    made.close()
    return set(wanted) <= set(sql.rows(_OBJECTS))


def disagreements(sql: Sql) -> int:
    """How many entries of a whole index do not fit the texts and spaces, or each other."""
    counted = sum(sql.number(f"SELECT count(*) FROM {which}") for which in _DISAGREEING)
    return counted + sum(_miscoded(sql, int(space_id)) for (space_id,) in sql.rows("SELECT space_id FROM spaces"))


def unfit_texts(sql: Sql, space_id: int, dimensions: int) -> set[int]:
    """Texts that neither have sound vectors in a space nor wait for any."""
    if not is_whole(sql):
        return {int(text_id) for (text_id,) in sql.rows("SELECT text_id FROM texts")}
    found = {int(row[0]) for row in sql.rows(_UNFIT, {"space": space_id, "dimensions": dimensions})}
    return found | _not_of_length_one(sql, space_id, dimensions)


def renew(sql: Sql) -> None:
    """Make the tables anew and empty, with room for each space."""
    for kind, name in sql.rows(
        "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'trigger') AND tbl_name LIKE 'vector%' "
        "ORDER BY type DESC"
    ):
        sql.run(f'DROP {kind} "{name}"')
    sql.run(TABLES)
    sql.run(SENTENCES)


def mend(sql: Sql) -> None:
    """Put right what needs no model: what belongs to nothing goes, and the rest says what the texts say."""
    if not is_whole(sql):
        renew(sql)
    for which in (_OWNERLESS, _OF_NO_SPACE, _LEFT_OVER.format("vectors"), _LEFT_OVER.format("vector_sentences")):
        sql.run(f"DELETE FROM {which}")
    sql.run(
        "INSERT INTO vector_spaces (space_id, dimensions) "
        f"SELECT space_id, description ->> '$.dimensions' FROM {_NO_ROOM}"
    )
    sql.run(
        "UPDATE vector_chunks AS c SET (project_id, kind, live) = (t.project_id, t.kind, t.live) FROM texts t "
        "WHERE t.text_id = c.text_id AND (c.project_id <> t.project_id OR c.kind <> t.kind OR c.live <> t.live)"
    )
    sql.run(
        "UPDATE vector_spaces SET chunks = (SELECT count(*) FROM vector_chunks c WHERE c.space_id = "
        "vector_spaces.space_id)"
    )
    for (space_id,) in sql.rows("SELECT space_id FROM spaces"):
        if _miscoded(sql, int(space_id)):
            _recode(sql, int(space_id))
    sql.run(FORGET_CHANGES)


def _recode(sql: Sql, space_id: int) -> None:
    from adapters.sqlite.vectors.centring import centre

    centre(sql, space_id)


def _miscoded(sql: Sql, space_id: int) -> int:
    """How many chunks of a space have another code than their vector gives."""
    row = sql.row("SELECT dimensions, centre FROM vector_spaces WHERE space_id = ?", (space_id,))
    if row is None or row[1] is None:
        return sql.number("SELECT count(*) FROM vector_chunks WHERE space_id = ? AND code IS NOT NULL", (space_id,))
    import numpy as np

    from adapters.sqlite.vectors.codes import Coder, as_rows

    coder, wrong, last = Coder(np.frombuffer(row[1], "<f4")), 0, 0
    while rows := sql.rows(_NEXT, (last, space_id, 4 * row[0])):
        codes = coder.encode(as_rows([one[2] for one in rows]))
        wrong += sum(one[3] != code for one, code in zip(rows, codes, strict=True))
        last = rows[-1][0]
    return wrong


def _not_of_length_one(sql: Sql, space_id: int, dimensions: int) -> set[int]:
    import numpy as np

    from adapters.sqlite.vectors.codes import as_rows

    found: set[int] = set()
    last = 0
    while rows := sql.rows(_NEXT, (last, space_id, 4 * dimensions)):
        norms = np.linalg.norm(as_rows([one[2] for one in rows]), axis=1)
        # NaN and infinities make the comparison false.
        sound = np.abs(norms - 1) < _TOLERANCE
        found |= {int(one[1]) for one, fits in zip(rows, sound, strict=True) if not fits}
        last = rows[-1][0]
    return found
