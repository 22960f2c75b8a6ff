"""The looking-back queries: names, tallies, use and age over many memories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adapters.sqlite.filters import revision_conditions
from adapters.sqlite.rows import REVISION_COLUMNS, sound_revisions
from adapters.sqlite.sql import Sql
from ports.overview import Facet
from ports.records import Instant, Revision
from ports.store import Filter


def named_statement(condition: str) -> str:
    """A range of keys in the index of all revisions of entities, past ones included."""
    return (
        f"SELECT {REVISION_COLUMNS} FROM revisions r INDEXED BY revisions_named JOIN projects p USING (project_id) "
        "WHERE r.kind = 'entity' AND r.key >= :name_key AND r.key < :name_key || char(1114111) "
        f"AND {condition} ORDER BY r.valid_from, r.seq"
    )


def tally_statement(facet: Facet, condition: str) -> str:
    """Counts by one field of the body."""
    return (
        f"SELECT r.body ->> '$.{facet}' AS facet, count(*) AS number FROM revisions r "
        f"WHERE {condition} AND facet IS NOT NULL GROUP BY facet ORDER BY number DESC, facet"
    )


def subjects_statement(condition: str) -> str:
    """Counts by what the revisions are about."""
    return (
        "SELECT r.subject_id, count(*) AS number FROM revisions r "
        f"WHERE {condition} AND r.subject_id IS NOT NULL AND r.recorded_at >= :recorded_since "
        "GROUP BY r.subject_id ORDER BY number DESC, max(r.recorded_at) DESC, r.subject_id LIMIT :limit"
    )


def most_recalled_statement(condition: str) -> str:
    """From the counters to the revisions: what was never used is not looked at."""
    return (
        f"SELECT {REVISION_COLUMNS} FROM uses u CROSS JOIN revisions r ON r.memory_id = u.memory_id "
        "JOIN projects p USING (project_id) "
        f"WHERE u.recalled_count > 0 AND u.last_recalled_at >= :recalled_since AND {condition} "
        "ORDER BY u.recalled_count DESC, u.last_recalled_at DESC, r.memory_id LIMIT :limit"
    )


def never_recalled_statement(condition: str) -> str:
    """From the revisions to the counters, each looked up by its key."""
    return (
        f"SELECT {REVISION_COLUMNS} FROM revisions r JOIN projects p USING (project_id) "
        f"WHERE {condition} AND r.recorded_at < :recorded_before AND NOT EXISTS "
        "(SELECT 1 FROM uses u WHERE u.memory_id = r.memory_id AND u.recalled_count > 0) "
        "ORDER BY r.recorded_at, r.memory_id LIMIT :limit"
    )


class Overviews:
    """Implements ports.overview.Overview on a connection that is inside a transaction."""

    _sql: Sql
    damaged: list[str]

    def entities_named(self, name_key: str, where: Filter) -> Sequence[Revision]:
        return self._overview(named_statement, where, name_key=name_key)

    def tally(self, where: Filter, facet: Facet) -> Mapping[str, int]:
        conditions = revision_conditions(where)
        rows = self._sql.rows(tally_statement(facet, conditions.sql), dict(conditions.parameters))
        return {str(value): int(number) for value, number in rows}

    def subjects(self, where: Filter, recorded_since: Instant, limit: int) -> Sequence[tuple[str, int]]:
        conditions = revision_conditions(where)
        values = {**conditions.parameters, "recorded_since": recorded_since, "limit": limit}
        return [
            (str(subject), int(number))
            for subject, number in self._sql.rows(subjects_statement(conditions.sql), values)
        ]

    def most_recalled(self, where: Filter, recalled_since: Instant, limit: int) -> Sequence[Revision]:
        return self._overview(most_recalled_statement, where, recalled_since=recalled_since, limit=limit)

    def never_recalled(self, where: Filter, recorded_before: Instant, limit: int) -> Sequence[Revision]:
        return self._overview(never_recalled_statement, where, recorded_before=recorded_before, limit=limit)

    def first_recorded(self, project: str | None) -> Instant | None:
        row = self._sql.row(
            "SELECT min(r.recorded_at) FROM revisions r JOIN projects p USING (project_id) "
            "WHERE :project IS NULL OR p.name IS NULL OR p.name = :project",
            {"project": project},
        )
        return None if row is None else row[0]

    def _overview(self, statement: Callable[[str], str], where: Filter, **values: object) -> list[Revision]:
        conditions = revision_conditions(where)
        rows = self._sql.rows(statement(conditions.sql), {**conditions.parameters, **values})
        return list(sound_revisions(rows, self.damaged))
