"""How much there is: counts of what is live, retired and pending, by kind."""

from __future__ import annotations

from collections.abc import Mapping

from domain.context import World
from domain.periods import days_between
from ports.looking_back import Insights, InsightsAnswer
from ports.overview import Facet
from ports.records import Instant
from ports.store import VISIBLE, Filter, Reader, Validity
from ports.vocabulary import Kind, Trust


def insights(world: World, command: Insights) -> InsightsAnswer:
    """Counts over one project and what has none, or over everything."""
    where = Filter(now=world.clock.now(), project=command.project)
    with world.store.read() as reader:
        live = reader.count(where)
        return InsightsAnswer(
            days_of_memory=_days(reader.first_recorded(command.project), where.now),
            total_sessions=live.get(Kind.SESSION, 0),
            total_learnings=live.get(Kind.LEARNING, 0),
            total_decisions=live.get(Kind.DECISION, 0),
            total_entities=live.get(Kind.ENTITY, 0),
            total_observations=live.get(Kind.OBSERVATION, 0),
            total_relations=live.get(Kind.RELATION, 0),
            retired=dict(retired(reader, where)),
            pending=dict(pending(reader, where)),
            category_breakdown=dict(reader.tally(_of(where, Kind.LEARNING), Facet.CATEGORY)),
            entity_type_breakdown=dict(reader.tally(_of(where, Kind.ENTITY), Facet.ENTITY_TYPE)),
        )


def retired(reader: Reader, where: Filter) -> Mapping[Kind, int]:
    """How many memories are no longer held true, by kind."""
    ended = Filter(now=where.now, project=where.project, validity=Validity.RETIRED, trust=(*VISIBLE, Trust.REJECTED))
    return reader.count(ended)


def pending(reader: Reader, where: Filter) -> Mapping[Kind, int]:
    """How many memories wait for a person, by kind."""
    return reader.count(Filter(now=where.now, project=where.project, validity=Validity.ANY, trust=(Trust.PENDING,)))


def _of(where: Filter, kind: Kind) -> Filter:
    return Filter(now=where.now, project=where.project, kinds=(kind,))


def _days(first: Instant | None, now: Instant) -> int:
    """Whole days since the first memory; the first day counts as one."""
    return 0 if first is None else max(int(days_between(first, now)), 1)
