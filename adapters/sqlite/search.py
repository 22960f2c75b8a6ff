"""The two legs of search over a snapshot. The filter is applied inside each leg, before any cut."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.sqlite import words
from adapters.sqlite.codes import KIND_CODES
from adapters.sqlite.filters import asks_revisions, is_narrow, live_only, revision_conditions, text_conditions
from adapters.sqlite.lexicon import LIVE, PAST, Lexicon
from adapters.sqlite.sql import Sql
from adapters.sqlite.vectors import Near, VectorIndex
from adapters.sqlite.vectors_bytes import packed
from ports.embedder import Space, Vector
from ports.errors import StoreUnavailable
from ports.store import Filter, Hit, Refinement

_HIDDEN_AT_MOST = 100
_KNOWN = f"SELECT 1 FROM {LIVE} WHERE {LIVE} MATCH ? LIMIT 1"


def broad_statement(condition: str) -> str:
    """FTS5 hands out its rows in order of rank, and revisions are looked up only until the cut is reached."""
    return (
        f"SELECT r.memory_id, r.revision_id, r.text_id, -{LIVE}.rank "
        f"FROM {LIVE} CROSS JOIN revisions r ON r.text_id = {LIVE}.rowid "
        f"WHERE {LIVE} MATCH :query AND {condition} ORDER BY {LIVE}.rank LIMIT :depth"
    )


def narrow_statement(table: str, text_condition: str, condition: str) -> str:
    """The cheap look-up in `texts` comes before the dear computation of a rank."""
    return (
        f"SELECT r.memory_id, r.revision_id, r.text_id, -bm25({table}, {_weights()}) AS score "
        f"FROM {table} CROSS JOIN texts t ON t.text_id = {table}.rowid "
        "CROSS JOIN revisions r ON r.text_id = t.text_id "
        f"WHERE {table} MATCH :query AND {text_condition} AND {condition} ORDER BY score DESC LIMIT :depth"
    )


def later_statement(text_condition: str) -> str:
    """Counts what is not true yet. It is little, so each is looked up in the index, not each match in the ledger."""
    return (
        "SELECT count(*) FROM (SELECT 1 FROM revisions r INDEXED BY revisions_newest "
        "CROSS JOIN texts t ON t.text_id = r.text_id "
        "WHERE r.expired_at IS NULL AND r.valid_from > :now AND r.trust NOT IN ('pending', 'rejected') "
        f"AND {text_condition} AND EXISTS (SELECT 1 FROM {LIVE} WHERE {LIVE} MATCH :query AND rowid = r.text_id) "
        "LIMIT :most)"
    )


def with_every_word_statement(table: str) -> str:
    """Each of the given rows is looked up in the index; FTS5 skips to it in every word's list."""
    return f"SELECT rowid FROM {table} WHERE {table} MATCH ? AND rowid IN (SELECT value FROM json_each(?))"


def _weights() -> str:
    return ", ".join(str(weight) for weight in words.WEIGHTS[:3])


class Legs:
    """The lexical and the vector leg on a connection that is inside a transaction."""

    def __init__(self, sql: Sql, lexicon: Lexicon, vectors: VectorIndex, problem: str | None) -> None:
        self._sql = sql
        self._lexicon = lexicon
        self._vectors = vectors
        self._vectors_problem = problem
        self.damaged: list[str] = []

    def lexical(self, query: str, where: Filter, depth: int) -> Sequence[Hit]:
        expression = words.match(query)
        if expression is None:
            return []
        tables = (LIVE,) if live_only(where) else (LIVE, PAST)
        hits = [hit for table in tables for hit in self._lexical(table, expression, where, depth)]
        return sorted(hits, key=lambda hit: -hit.score)[:depth]

    def _lexical(self, table: str, expression: str, where: Filter, depth: int) -> list[Hit]:
        texts, conditions = text_conditions(where), revision_conditions(where)
        if is_narrow(where) or table == PAST:
            statement = narrow_statement(table, texts.sql, conditions.sql)
        else:
            statement = broad_statement(conditions.sql)
        values = {**texts.parameters, **conditions.parameters, "query": expression, "depth": depth}
        return [Hit(*row) for row in self._sql.rows(statement, values)]

    def coverage(self, query: str) -> float:
        told = words.each(query)
        known = sum(1 for expression in told if self._sql.row(_KNOWN, (expression,)))
        return known / len(told) if told else 0.0

    def with_every_word(self, query: str, places: Sequence[int]) -> frozenset[int]:
        expression = words.match_all(query)
        if expression is None:
            return frozenset()
        rows = [
            row
            for table in (LIVE, PAST)
            for row in self._sql.rows(with_every_word_statement(table), (expression, json.dumps(places)))
        ]
        return frozenset(int(text_id) for (text_id,) in rows)

    def hidden(self, query: str, where: Filter) -> Mapping[str, int]:
        expression = words.match_all(query)
        if expression is None or not live_only(where):
            return {}
        texts = text_conditions(where)
        rows = self._sql.rows(
            "SELECT coalesce(CASE WHEN r.trust IN ('pending', 'rejected') THEN r.trust END, r.reason, 'revised') "
            f"FROM {PAST} CROSS JOIN texts t ON t.text_id = {PAST}.rowid "
            "LEFT JOIN revisions r ON r.text_id = t.text_id AND r.expired_at IS NULL "
            f"WHERE {PAST} MATCH :query AND {texts.sql} LIMIT :most",
            {**texts.parameters, "query": expression, "most": _HIDDEN_AT_MOST},
        )
        later = self._sql.number(
            later_statement(texts.sql),
            {**texts.parameters, "query": expression, "now": where.now, "most": _HIDDEN_AT_MOST},
        )
        return Counter(str(reason) for (reason,) in rows) + Counter(later=later)

    def nearest(
        self,
        space: Space,
        vector: Vector,
        where: Filter,
        depth: int,
        least: float = -math.inf,
        refinement: Refinement | None = None,
    ) -> Sequence[Hit]:
        space_id = self._space_id(space)
        if space_id is None:
            return []
        if self._vectors_problem:
            raise StoreUnavailable("VECTORS_UNAVAILABLE", self._vectors_problem)
        allowed = self._allowed_texts(where)
        near = self._vectors.nearest(
            space_id,
            packed(vector),
            depth if allowed else depth + self._lapsed(where),
            live_only=live_only(where),
            projects=self._project_ids(where),
            kinds=[KIND_CODES[kind] for kind in where.kinds] or None,
            texts=allowed,
            least=least,
            refinement=refinement,
        )
        return self._hits(near, where)[:depth]

    def _allowed_texts(self, where: Filter) -> tuple[str, Mapping[str, Any]] | None:
        """A subquery for what project and kind cannot decide; None where those two (and liveness) suffice."""
        if live_only(where) and not asks_revisions(where):
            return None
        conditions = revision_conditions(where)
        return f"SELECT r.text_id FROM revisions r WHERE {conditions.sql}", conditions.parameters

    def _lapsed(self, where: Filter) -> int:
        """How many texts count as live in the index though their interval has ended or not begun."""
        row = self._sql.row(
            "SELECT (SELECT count(*) FROM revisions WHERE expired_at IS NULL AND valid_to > recorded_at "
            "AND valid_to <= :now) + (SELECT count(*) FROM revisions WHERE expired_at IS NULL AND valid_from > :now)",
            {"now": where.instant},
        )
        return int(row[0])  # type: ignore[index]

    def _hits(self, near: Sequence[Near], where: Filter) -> list[Hit]:
        if not near:
            return []
        conditions = revision_conditions(where)
        rows = self._sql.rows(
            "SELECT found.value, r.memory_id, r.revision_id FROM json_each(:found) found "
            f"CROSS JOIN revisions r ON r.text_id = found.value WHERE {conditions.sql}",
            {**conditions.parameters, "found": json.dumps([one.text_id for one in near])},
        )
        owners = {text_id: (memory_id, revision_id) for text_id, memory_id, revision_id in rows}
        return [
            Hit(
                *owners[one.text_id],
                place=one.text_id,
                score=one.score,
                start=one.start,
                end=one.end,
                cosine=one.cosine,
            )
            for one in near
            if one.text_id in owners
        ]

    def can_search(self, space: Space) -> bool:
        return self._vectors_problem is None and self._space_id(space) is not None

    def similarity(self, space: Space, left_id: str, right_id: str) -> float | None:
        space_id, left, right = self._space_id(space), self._text_of(left_id), self._text_of(right_id)
        if space_id is None or left is None or right is None or self._vectors_problem:
            return None
        return self._vectors.similarity(space_id, left, right)

    def _text_of(self, memory_id: str) -> int | None:
        row = self._sql.row("SELECT text_id FROM revisions WHERE memory_id = ? AND expired_at IS NULL", (memory_id,))
        return row[0] if row else None

    def _project_ids(self, where: Filter) -> list[int] | None:
        if where.project is None:
            return None
        row = self._sql.row("SELECT project_id FROM projects WHERE name = ?", (where.project,))
        own = [int(row[0])] if row else []
        return own if where.only_project else [0, *own]

    def _space_id(self, space: Space) -> int | None:
        row = self._sql.row("SELECT space_id FROM spaces WHERE key = ?", (space.key,))
        return int(row[0]) if row else None
