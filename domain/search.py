"""Finding memories: two legs, one fusion, and an answer that says how it came about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from domain import fusion
from domain.context import World
from domain.embedding import embed_query
from domain.fusion import Fused, TieBreakers
from domain.presenting import found
from domain.use import count_recalled
from ports.answers import Explanation, Found, SearchAnswer
from ports.commands import Mode, Ranking, Recall, Search
from ports.embedder import Space, Vector
from ports.errors import EmbedderUnavailable, StoreUnavailable
from ports.records import Instant, Revision, Use
from ports.store import VISIBLE, Filter, Hit, Order, Reader
from ports.vocabulary import Kind, Trust

_TIE_MARGIN = 20
LEXICAL = "lexical"
VECTOR = "vector"


@dataclass(frozen=True, slots=True)
class Legs:
    """What each leg that ran found, and why one did not."""

    hits: Mapping[str, Sequence[Hit]]
    notice: str | None = None

    @property
    def mode(self) -> Mode:
        """The mode that really ran."""
        match (LEXICAL in self.hits, VECTOR in self.hits):
            case (True, True):
                return Mode.HYBRID
            case (False, True):
                return Mode.VECTOR
            case _:
                return Mode.FTS


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate after fusion and tie-breaking."""

    revision: Revision
    fused: Fused
    tie_break: float
    hits: Mapping[str, Hit] = field(default_factory=dict[str, Hit])

    @property
    def score(self) -> float:
        """What the answer is ordered by."""
        return self.fused.score + self.tie_break


@dataclass(frozen=True, slots=True)
class Findings:
    """The best candidates of a search, how they were found, and what the same words hide."""

    legs: Legs
    ranked: Sequence[Ranked]
    hidden: Mapping[str, int]


def find(world: World, command: Search, where: Filter, wanted: int) -> Findings:
    """The search itself: at least the best `wanted` candidates that pass the filter, where there are so many."""
    vector, notice = _query_vector(world, command)
    with world.store.read() as reader:
        legs = _run_legs(reader, world, command, where, vector, notice, wanted)
        ranked = _rank(reader, world, legs, command.ranking, wanted)
        return Findings(legs, ranked, reader.hidden(command.query, where))


def search(world: World, command: Search) -> SearchAnswer:
    """Memories that match the query, best first. Counts their use."""
    findings = find(world, command, filter_of(world, command), command.offset + command.limit)
    legs, hidden = findings.legs, findings.hidden
    page = findings.ranked[command.offset : command.offset + command.limit]
    results = within([_present(one, command) for one in page], command.max_characters)
    count_recalled(world, [hit.id for hit in results])
    return SearchAnswer(
        query=command.query,
        results=tuple(results),
        count=len(results),
        mode=legs.mode,
        requested_mode=command.mode if command.mode is not legs.mode else None,
        legs={name: len(hits) for name, hits in legs.hits.items()},
        hidden=dict(hidden) or None,
        notice=legs.notice,
    )


def recall(world: World, command: Recall) -> SearchAnswer:
    """Learnings by their words, or the newest ones where there is no query. Counts their use."""
    if command.query is not None and command.query.strip():
        return search(
            world,
            Search(
                query=command.query,
                limit=command.limit,
                types=(Kind.LEARNING,),
                mode=Mode.FTS,
                project=command.project,
                tags=command.tags,
                as_of=command.as_of,
                known_at=command.known_at,
                detail=command.detail,
            ),
        )
    where = Filter(
        now=world.clock.now(),
        kinds=(Kind.LEARNING,),
        project=command.project,
        tags=command.tags,
        as_of=command.as_of,
        known_at=command.known_at,
    )
    with world.store.read() as reader:
        newest = reader.revisions(where, order=Order.NEWEST, limit=command.limit)
    results = tuple(found(revision, command.detail) for revision in newest)
    count_recalled(world, [hit.id for hit in results])
    return SearchAnswer(results=results, count=len(results), mode=Mode.FTS)


def filter_of(world: World, command: Search) -> Filter:
    """What a search may see. A withheld trust can be asked for by nobody: reads never return it."""
    trust = tuple(one for one in command.trust if not one.withheld) or VISIBLE
    return Filter(
        now=world.clock.now(),
        kinds=command.types,
        project=command.project,
        tags=command.tags,
        trust=trust,
        since=command.since,
        until=command.until,
        as_of=command.as_of,
        known_at=command.known_at,
    )


def _query_vector(world: World, command: Search) -> tuple[tuple[Space, Vector] | None, str | None]:
    """The query's vector, or why there is none; made before the snapshot is taken."""
    if command.mode is Mode.FTS:
        return None, None
    try:
        return embed_query(world.embedder, command.query), None
    except EmbedderUnavailable as error:
        return None, error.message


def _run_legs(
    reader: Reader,
    world: World,
    command: Search,
    where: Filter,
    vector: tuple[Space, Vector] | None,
    notice: str | None,
    wanted: int,
) -> Legs:
    depth = max(world.policy.fusion.depth, wanted)
    hits: dict[str, Sequence[Hit]] = {}
    if vector is not None:
        nearest, notice = _vector_leg(reader, *vector, where, depth)
        if nearest is not None:
            hits[VECTOR] = nearest
    if command.mode is not Mode.VECTOR or VECTOR not in hits:
        hits = {LEXICAL: reader.lexical(command.query, where, depth), **hits}
    return Legs(hits, notice)


def _vector_leg(
    reader: Reader, space: Space, vector: Vector, where: Filter, depth: int
) -> tuple[Sequence[Hit] | None, str | None]:
    active = reader.active_space()
    if active is not None and active != space:
        return None, (
            f"The stored vectors are of {active.model}, the configured embedder is {space.model}: searched by words "
            "alone. `palimpsest reindex` makes new vectors."
        )
    try:
        hits = reader.nearest(space, vector, where, depth)
    except StoreUnavailable as error:
        return None, error.message
    waiting = reader.pending_count(space)
    return hits, f"{waiting} memories have no vector yet and were searched by words alone." if waiting else None


def _rank(reader: Reader, world: World, legs: Legs, ranking: Ranking | None, wanted: int) -> list[Ranked]:
    """Fuse the legs, break ties among the best, and load what they stand for."""
    settings = world.policy.fusion
    weights = {LEXICAL: settings.lexical_weight, VECTOR: settings.vector_weight}
    fused = fusion.fuse({leg: [hit.memory_id for hit in hits] for leg, hits in legs.hits.items()}, weights, settings.k)
    found_by = {leg: {hit.memory_id: hit for hit in hits} for leg, hits in legs.hits.items()}
    # A tie-breaker moves a hit by less than one rank of one leg, so a few more than wanted hold all that may rise.
    best = fused[: wanted + _TIE_MARGIN]
    of = {one.id: {leg: hits[one.id] for leg, hits in found_by.items() if one.id in hits} for one in best}
    revisions = reader.load(next(iter(of[one.id].values())).revision_id for one in best)
    by_memory = {revision.memory_id: revision for revision in revisions.values()}
    uses = reader.uses(by_memory)
    ranked = [
        Ranked(revision, one, _tie_break(world, revision, uses.get(one.id), ranking), of[one.id])
        for one in best
        if (revision := by_memory.get(one.id)) is not None
    ]
    return sorted(ranked, key=lambda one: -one.score)


def _tie_break(world: World, revision: Revision, use: Use | None, ranking: Ranking | None) -> float:
    settings = world.policy.fusion
    shares = _shares(settings.tie_breakers, ranking)
    age = _days_between(revision.valid_from, world.clock.now())
    share = (
        shares.recency * fusion.recency(age, shares.half_life_days)
        + shares.use * fusion.familiarity(use.recalled_count if use else 0)
        + shares.importance * (revision.importance or 0.0)
        + shares.verified * (1.0 if revision.trust is Trust.VERIFIED else 0.0)
    )
    most = fusion.largest_tie_break(settings.k, min(settings.lexical_weight, settings.vector_weight))
    return min(share, 1.0) * most


def _shares(defaults: TieBreakers, ranking: Ranking | None) -> TieBreakers:
    if ranking is None:
        return defaults
    return TieBreakers(
        recency=_or(ranking.recency_weight, defaults.recency),
        use=_or(ranking.usage_weight, defaults.use),
        importance=_or(ranking.importance_weight, defaults.importance),
        verified=defaults.verified,
        half_life_days=_or(ranking.half_life_days, defaults.half_life_days),
    )


def _or(given: float | None, default: float) -> float:
    return default if given is None else given


def _days_between(start: Instant, end: Instant) -> float:
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() / 86_400


def _present(one: Ranked, command: Search) -> Found:
    vector = one.hits.get(VECTOR)
    return found(
        one.revision,
        command.detail,
        start=vector.start if vector else None,
        end=vector.end if vector else None,
        rank=one.score,
        explain=_explain(one) if command.explain else None,
    )


def _explain(one: Ranked) -> Explanation:
    lexical, vector = one.hits.get(LEXICAL), one.hits.get(VECTOR)
    return Explanation(
        lexical_rank=one.fused.ranks.get(LEXICAL),
        lexical_score=round(lexical.score, 4) if lexical else None,
        vector_rank=one.fused.ranks.get(VECTOR),
        cosine=round(vector.score, 4) if vector else None,
        fused=round(one.fused.score, 6),
        tie_break=round(one.tie_break, 6),
    )


def within(results: Sequence[Found], max_characters: int | None) -> list[Found]:
    """As many of the results, from the first, as fit the bound when written as JSON."""
    if max_characters is None:
        return list(results)
    kept: list[Found] = []
    room = max_characters
    for one in results:
        room -= len(one.model_dump_json(by_alias=True, exclude_none=True)) + 1
        if room < 0:
            break
        kept.append(one)
    return kept
