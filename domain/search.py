"""Finding memories: two legs, one fusion, and an answer that says how it came about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from domain.authorship import Authorship, authors
from domain.bounds import bounded
from domain.context import World
from domain.folding import fold
from domain.legs import LEXICAL, VECTOR, Legs, query_vector, run_legs
from domain.presenting import found
from domain.ranking import Ranked, rank
from domain.relevance import ALL_WEAK, weak
from domain.rivals import rivals_among
from domain.use import count_recalled
from ports.answers import Explanation, Found, SearchAnswer
from ports.commands import Mode, Recall, Search
from ports.store import VISIBLE, Filter, Order
from ports.vocabulary import Kind


@dataclass(frozen=True, slots=True)
class Findings:
    """The best candidates of a search, how they were found, and what the same words hide."""

    legs: Legs
    ranked: Sequence[Ranked]
    hidden: Mapping[str, int]


def find(world: World, command: Search, where: Filter, wanted: int) -> Findings:
    """The search itself: at least the best `wanted` candidates that pass the filter, where there are so many."""
    vector, fusion = query_vector(world, command), world.policy.fusion
    with world.store.read() as reader:
        legs = run_legs(reader, command, where, vector, max(fusion.depth, wanted), fusion.refinement)
        ranked = rank(reader, world, legs, command, wanted)
        if reader.damaged:
            told = f"RECORD_DAMAGED: {', '.join(dict.fromkeys(reader.damaged))} cannot be read."
            legs = replace(legs, notice=" ".join(filter(None, (legs.notice, told))))
        return Findings(legs, ranked, reader.hidden(command.query, where))


def search(world: World, command: Search) -> SearchAnswer:
    """Memories that match the query, best first. Counts their use."""
    findings = find(world, command, filter_of(world, command), command.offset + command.limit)
    legs, hidden = findings.legs, findings.hidden
    page = fold(findings.ranked)[command.offset : command.offset + command.limit]
    with world.store.read() as reader:
        candidates = [(one.revision, next(iter(one.hits.values()))) for one, _ in page]
        faint = weak(reader, command.query, legs, candidates)
        by = authors(reader, [one.revision for one, _ in page])
    rivals = rivals_among([one.revision for one, _ in page])
    results = tuple(_present(one, by[one.revision.memory_id], copies, faint, rivals, command) for one, copies in page)
    answer = SearchAnswer(
        query=command.query,
        results=results,
        count=len(results),
        mode=legs.mode,
        requested_mode=command.mode if command.mode is not legs.mode else None,
        legs={name: len(hits) for name, hits in legs.hits.items()},
        hidden=dict(hidden) or None,
        notice=_notice(legs.notice, results),
    )
    return _counted(world, bounded(answer, command.max_characters))


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
                max_characters=command.max_characters,
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
        by = authors(reader, newest)
    results = tuple(found(revision, by[revision.memory_id], command.detail) for revision in newest)
    answer = SearchAnswer(results=results, count=len(results), mode=Mode.FTS)
    return _counted(world, bounded(answer, command.max_characters))


def _counted(world: World, answer: SearchAnswer) -> SearchAnswer:
    count_recalled(world, [hit.id for hit in answer.results])
    return answer


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


def _present(
    one: Ranked,
    by: Authorship,
    copies: tuple[str, ...],
    faint: frozenset[str],
    rivals: Mapping[str, tuple[str, ...]],
    command: Search,
) -> Found:
    vector = one.hits.get(VECTOR)
    shown = found(
        one.revision,
        by,
        command.detail,
        start=vector.start if vector else None,
        end=vector.end if vector else None,
        rank=one.score,
        explain=_explain(one) if command.explain else None,
    )
    return shown.model_copy(
        update={"folded": copies or None, "weak": shown.id in faint or None, "contradicts": rivals.get(shown.id)}
    )


def _notice(told: str | None, results: Sequence[Found]) -> str | None:
    faint = ALL_WEAK if results and all(one.weak for one in results) else None
    return " ".join(filter(None, (told, faint))) or None


def _explain(one: Ranked) -> Explanation:
    lexical, vector = one.hits.get(LEXICAL), one.hits.get(VECTOR)
    return Explanation(
        lexical_rank=one.fused.ranks.get(LEXICAL),
        lexical_score=round(lexical.score, 4) if lexical else None,
        vector_rank=one.fused.ranks.get(VECTOR),
        cosine=round(vector.cosine, 4) if vector and vector.cosine is not None else None,
        fused=round(one.fused.score - one.fused.lifted, 6),
        lifted=round(one.fused.lifted, 6) if one.fused.follows else None,
        follows=one.fused.follows,
        tie_break=round(one.tie_break, 6),
    )
