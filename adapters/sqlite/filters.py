"""A filter as SQL: the one place where what a read may see becomes conditions on revisions and texts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.sqlite.codes import KIND_CODES
from ports.store import VISIBLE, Filter, Validity
from ports.vocabulary import Trust

_BELIEVED_NOW = "e.expired_at IS NULL"
_BELIEVED_THEN = "e.recorded_at <= :known_at AND (e.expired_at IS NULL OR e.expired_at > :known_at)"
_OF_TYPES = (
    "coalesce(r.subject_id, r.memory_id) IN (SELECT e.memory_id FROM revisions e WHERE e.kind = 'entity' "
    "AND {believed} AND e.body ->> '$.entityType' IN (SELECT value FROM json_each(:entity_types)))"
)
_SCOPE = "(SELECT project_id FROM projects WHERE name = :project)"


@dataclass(frozen=True, slots=True)
class Conditions:
    """An SQL condition on `revisions r`, with its named parameters."""

    sql: str
    parameters: Mapping[str, Any]


def revision_conditions(where: Filter) -> Conditions:
    """The whole filter, on columns of `revisions r`."""
    clauses: list[str] = []
    values: dict[str, Any] = {}
    _believed(where, clauses, values)
    _valid(where, clauses, values)
    _scoped(where, clauses, values)
    _linked(where, clauses, values)
    return Conditions(" AND ".join(clauses), values)


def text_conditions(where: Filter) -> Conditions:
    """The part of the filter that `texts t` can decide, for cutting early; the rest still has to be applied."""
    clauses, values = ["1"], dict[str, Any]()
    if where.project is not None:
        clauses.append(f"t.project_id IN ({_projects(where)})")
        values["project"] = where.project
    if where.kinds:
        clauses.append("t.kind IN (SELECT value FROM json_each(:kind_codes))")
        values["kind_codes"] = json.dumps([KIND_CODES[kind] for kind in where.kinds])
    return Conditions(" AND ".join(clauses), values)


def is_narrow(where: Filter) -> bool:
    """Whether the filter may hide most of what is live, so that it has to be applied before ranking."""
    return where.project is not None or bool(where.kinds) or asks_revisions(where)


def asks_revisions(where: Filter) -> bool:
    """Whether project, kind and liveness, which the indexes know, do not decide: revisions have to be looked at."""
    return set(where.trust) != set(VISIBLE) or any(
        (
            where.tags,
            where.memory_ids,
            where.entity_types,
            where.since,
            where.until,
            where.subject_id,
            where.object_id,
            where.session_id,
            where.source,
        )
    )


def live_only(where: Filter) -> bool:
    """Whether the index of possibly live texts holds everything the filter lets through."""
    withheld = any(trust.withheld for trust in where.trust)
    return where.validity is Validity.VALID and not where.as_of and not where.known_at and not withheld


def _projects(where: Filter) -> str:
    return _SCOPE if where.only_project else f"0, {_SCOPE}"


def _believed(where: Filter, clauses: list[str], values: dict[str, Any]) -> None:
    if where.known_at is None:
        clauses.append("r.expired_at IS NULL")
    else:
        clauses.append("r.recorded_at <= :known_at AND (r.expired_at IS NULL OR r.expired_at > :known_at)")
        values["known_at"] = where.known_at
    clauses.append("r.trust IN (SELECT value FROM json_each(:trust))")
    values["trust"] = json.dumps(where.trust)
    if Trust.UNVERIFIED not in where.trust:
        # Said apart, so that the small index of what is not unverified can be used.
        clauses.append("r.trust <> 'unverified'")


def _valid(where: Filter, clauses: list[str], values: dict[str, Any]) -> None:
    match where.validity:
        case Validity.VALID:
            clauses.append("r.valid_from <= :instant AND (r.valid_to IS NULL OR r.valid_to > :instant)")
            values["instant"] = where.instant
        case Validity.RETIRED:
            clauses.append("r.valid_to <= :instant")
            values["instant"] = where.instant
        case Validity.ANY:
            pass
    if where.since is not None:
        clauses.append("r.valid_from >= :since")
        values["since"] = where.since
    if where.until is not None:
        clauses.append("r.valid_from < :until")
        values["until"] = where.until


def _scoped(where: Filter, clauses: list[str], values: dict[str, Any]) -> None:
    if where.project is not None:
        clauses.append(f"r.project_id IN ({_projects(where)})")
        values["project"] = where.project
    elif where.only_project:
        clauses.append("r.project_id = 0")
    if where.kinds:
        clauses.append("r.kind IN (SELECT value FROM json_each(:kinds))")
        values["kinds"] = json.dumps(where.kinds)
    if where.tags:
        clauses.append(
            "EXISTS (SELECT 1 FROM json_each(r.tags) tag WHERE tag.value IN (SELECT value FROM json_each(:tags)))"
        )
        values["tags"] = json.dumps(where.tags)


def _linked(where: Filter, clauses: list[str], values: dict[str, Any]) -> None:
    if where.memory_ids:
        clauses.append("r.memory_id IN (SELECT value FROM json_each(:memory_ids))")
        values["memory_ids"] = json.dumps(where.memory_ids)
    for name in ("subject_id", "object_id", "session_id", "source"):
        value: str | None = getattr(where, name)
        if value is not None:
            clauses.append(f"r.{name} = :{name}")
            values[name] = value
    if where.entity_types:
        clauses.append(_OF_TYPES.format(believed=_BELIEVED_NOW if where.known_at is None else _BELIEVED_THEN))
        values["entity_types"] = json.dumps(where.entity_types)
