"""From the legs' hits to one order: fusion, then tie-breakers among the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from domain import fusion
from domain.context import World
from domain.following import dialogues, lift, neighbours
from domain.fusion import Fused, FusionSettings, TieBreakers
from domain.legs import LEXICAL, VECTOR, Legs
from domain.relevance import weak
from ports.commands import Ranking, Search
from ports.records import Instant, Revision, Use
from ports.store import Hit, Reader
from ports.vocabulary import Trust

_TIE_MARGIN = 20


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate after fusion and tie-breaking, with what each leg says of it."""

    revision: Revision
    fused: Fused
    tie_break: float
    hits: Mapping[str, Hit] = field(default_factory=dict[str, Hit])

    @property
    def score(self) -> float:
        """What the answer is ordered by."""
        return self.fused.score + self.tie_break


def rank(reader: Reader, world: World, legs: Legs, command: Search, wanted: int) -> list[Ranked]:
    """Fuse the legs, break ties among the best, and load what they stand for; a few more than `wanted`."""
    # A tie-breaker moves a hit by less than one rank of one leg, so a few more than wanted hold all that may rise.
    settings, hits, most = world.policy.fusion, _hits_by_memory(legs), wanted + _TIE_MARGIN
    some = {memory_id: next(iter(each.values())) for memory_id, each in hits.items()}
    fused = _fused(legs, settings)
    pairs = neighbours(fused, some)
    # What is lifted among the best is one of a pair, so all that can be among them is loaded at once.
    candidates = dict.fromkeys([*(one.id for one in fused[:most]), *(one.id for pair in pairs for one in pair)])
    revisions = reader.load(some[candidate].revision_id for candidate in candidates)
    by_memory = {revision.memory_id: revision for revision in revisions.values()}
    told = dialogues(pairs, by_memory)
    faint = weak(reader, command.query, legs, [(by_memory[later.id], some[later.id]) for _, later in told])
    told = [(first, later) for first, later in told if later.id not in faint]
    best = lift(fused, told, by_memory, settings.following_share, fusion.largest_tie_break(settings))[:most]
    uses = reader.uses(one.id for one in best)
    ranked = [
        Ranked(revision, one, _tie_break(world, revision, uses.get(one.id), command.ranking), hits[one.id])
        for one in best
        if (revision := by_memory.get(one.id)) is not None
    ]
    return sorted(ranked, key=lambda one: -one.score)


def _fused(legs: Legs, settings: FusionSettings) -> list[Fused]:
    """RRF over the legs, the lexical one weighed by how much of the query the store knows, and their agreement."""
    weights = {LEXICAL: settings.lexical_weight * legs.coverage**3, VECTOR: settings.vector_weight}
    rankings = {leg: [hit.memory_id for hit in hits] for leg, hits in legs.hits.items()}
    if len(rankings) > 1:
        scores = {leg: {hit.memory_id: hit.score for hit in hits} for leg, hits in legs.hits.items()}
        # A lexical score begins at nought; cosines crowd together, so theirs begins at the lowest of the list.
        floors = {LEXICAL: 0.0, VECTOR: min(scores[VECTOR].values(), default=0.0)}
        rankings[fusion.AGREEMENT] = fusion.agreement(scores, floors, weights)
        weights[fusion.AGREEMENT] = settings.agreement_weight
    return fusion.fuse(rankings, weights, settings.k)


def _hits_by_memory(legs: Legs) -> dict[str, dict[str, Hit]]:
    found: dict[str, dict[str, Hit]] = {}
    for leg, hits in legs.hits.items():
        for hit in hits:
            found.setdefault(hit.memory_id, {})[leg] = hit
    return found


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
    most = fusion.largest_tie_break(settings)
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
