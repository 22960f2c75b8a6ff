"""Looking back: what is used, what nobody ever asked for, what grows, and what nobody has verified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from domain.authorship import Authorship, authors
from domain.bounds import ANSWER_AT_MOST, bounded
from domain.context import World
from domain.fences import fenced, line, quoted
from domain.insights import pending, retired
from domain.naming import entity_of
from domain.periods import days_before
from domain.presenting import found
from ports.commands import Detail
from ports.looking_back import HotEntity, Recollected, Reflect, ReflectAnswer
from ports.records import Revision, Use
from ports.store import Filter, Reader, Validity
from ports.vocabulary import Kind, Trust

_LINE = 100
_SECTION_AT_MOST = 1_200
"""Characters of a section's lines: as JSON a summary has less than half of what an answer may have."""
_LISTS_AT_MOST = ANSWER_AT_MOST // 2
_RECALLED = (Kind.LEARNING, Kind.DECISION, Kind.ENTITY, Kind.OBSERVATION)
_MAY_BE_STALE = (Kind.LEARNING, Kind.OBSERVATION)
_UNVERIFIED = (Trust.UNVERIFIED, Trust.DISPUTED)


@dataclass(frozen=True, slots=True)
class Looked:
    """What there is to say, before it is put into words."""

    most_used: Sequence[Revision]
    stale: Sequence[Revision]
    hot: Sequence[tuple[Revision, int]]
    open_decisions: Sequence[Revision]
    by: Mapping[str, Authorship]


def reflect(world: World, command: Reflect) -> ReflectAnswer:
    """What deserves a look in a project. Never recalled is only what no read has ever returned.

    It counts no use: to be listed here is not to be recalled.
    """
    where = Filter(now=world.clock.now(), project=command.project)
    with world.store.read() as reader:
        looked = _look(reader, where, command)
        uses = reader.uses([one.memory_id for one in (*looked.most_used, *looked.stale)])
        counts, ended, waiting = reader.count(where), retired(reader, where), pending(reader, where)
    answer = ReflectAnswer(
        lookback_days=command.lookback_days,
        stale_threshold_days=command.stale_threshold_days,
        project=command.project,
        counts=dict(counts),
        retired=dict(ended),
        pending=sum(waiting.values()),
        most_used=tuple(_recollected(one, looked.by, uses) for one in looked.most_used),
        stale=tuple(_recollected(one, looked.by, uses) for one in looked.stale),
        hot_entities=tuple(_hot(entity, number) for entity, number in looked.hot),
        open_decisions=tuple(found(one, looked.by[one.memory_id], Detail.BRIEF) for one in looked.open_decisions),
        summary="",
    )
    told = bounded(answer, _LISTS_AT_MOST)
    summary = _summary(looked, uses, command, sum(ended.values()), sum(waiting.values()))
    return told.model_copy(update={"summary": summary})


def _look(reader: Reader, where: Filter, command: Reflect) -> Looked:
    recent = days_before(where.now, command.lookback_days)
    old = days_before(where.now, command.stale_threshold_days)
    decisions = replace(where, kinds=(Kind.DECISION,), trust=_UNVERIFIED)
    most_used = reader.most_recalled(replace(where, kinds=_RECALLED), recent, command.limit)
    stale = reader.never_recalled(replace(where, kinds=_MAY_BE_STALE), old, command.limit)
    open_decisions = reader.revisions(decisions, limit=command.limit)
    return Looked(
        most_used=most_used,
        stale=stale,
        hot=_hottest(reader, where, recent, command.limit),
        open_decisions=open_decisions,
        by=authors(reader, (*most_used, *stale, *open_decisions)),
    )


def _hottest(reader: Reader, where: Filter, recent: str, limit: int) -> list[tuple[Revision, int]]:
    counted = reader.subjects(replace(where, kinds=(Kind.OBSERVATION,)), recent, limit)
    if not counted:
        return []
    ids = tuple(entity_id for entity_id, _ in counted)
    wanted = replace(where, kinds=(Kind.ENTITY,), memory_ids=ids, validity=Validity.ANY)
    entities = {one.memory_id: one for one in reader.revisions(wanted)}
    return [(entities[entity_id], number) for entity_id, number in counted if entity_id in entities]


def _recollected(revision: Revision, by: Mapping[str, Authorship], uses: Mapping[str, Use]) -> Recollected:
    use = uses.get(revision.memory_id)
    told = found(revision, by[revision.memory_id], Detail.BRIEF)
    return Recollected(
        **{name: getattr(told, name) for name in type(told).model_fields},
        recalled_count=use.recalled_count if use else 0,
        last_recalled_at=use.last_recalled_at if use else None,
    )


def _hot(entity: Revision, number: int) -> HotEntity:
    body = entity_of(entity)
    return HotEntity(id=entity.memory_id, name=body.name, entity_type=body.entity_type, new_observations=number)


def _summary(looked: Looked, uses: Mapping[str, Use], command: Reflect, ended: int, waiting: int) -> str:
    days, threshold = command.lookback_days, command.stale_threshold_days

    def told(one: Revision) -> str:
        return line(one, looked.by[one.memory_id], _LINE)

    recalled = [f"{uses[one.memory_id].recalled_count}× {told(one)}" for one in looked.most_used]
    hot = [
        f"{number}× {entity.memory_id} {quoted(entity_of(entity).name, _LINE)} "
        f"({quoted(entity_of(entity).entity_type, _LINE)})"
        for entity, number in looked.hot
    ]
    sections = (
        (f"Most recalled (last {days}d)", recalled),
        (
            f"Never recalled in over {threshold}d: memory_get to check one, memory_retire to end it",
            [told(one) for one in looked.stale],
        ),
        (f"Entities with most new observations (last {days}d)", hot),
        (
            "Decisions that no person has verified: memory_revise or memory_retire; a person verifies with "
            "`palimpsest review`",
            [told(one) for one in looked.open_decisions],
        ),
    )
    parts = [f"## {title}\n{fenced(lines)}" for title, lines in _shortened(sections)] or ["Nothing to surface."]
    return "\n\n".join([*parts, f"Waiting for a person: {waiting}. Retired: {ended}."])


def _shortened(sections: Iterable[tuple[str, Sequence[str]]]) -> Iterable[tuple[str, Sequence[str]]]:
    """The sections that have lines, each with as many as fit into its share of the summary; the rest is counted."""
    for title, lines in sections:
        lengths = accumulate(len(one) for one in lines)
        shown = [one for one, length in zip(lines, lengths, strict=True) if length <= _SECTION_AT_MOST]
        more = f" (and {len(lines) - len(shown)} more)" if len(shown) < len(lines) else ""
        if lines:
            yield f"{title}{more}", shown
