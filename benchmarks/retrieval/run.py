"""Retrieval quality, one command a set.

    uv run python -m benchmarks.retrieval.run locomo-turns --data FOLDER [--cache FILE] [--embedder e5-small]

Prints search by words, by meaning, hybrid without and with tie-breakers side by side, over the real store, and writes
each question's ranking to benchmarks/results/retrieval-SET.jsonl (not committed).
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite.store import SqliteStore
from adapters.system import SystemClock, Uuid7Ids
from benchmarks.retrieval.caching import CachingEmbedder
from benchmarks.retrieval.measures import by_chance, hit, ndcg, recall, reciprocal_rank
from benchmarks.retrieval.sets import Collection, Question, load
from domain.context import Caller, Policy, Secrets, World
from domain.context import Review as ReviewPolicy
from domain.ledger import Draft
from domain.remember import remember
from domain.search import search
from entrypoints.container import Container
from entrypoints.settings import Settings
from ports.bodies import LearningBody
from ports.commands import Mode, Search
from ports.vocabulary import ActorKind, Category

RESULTS = Path(__file__).parent.parent / "results"
DEPTH = 10


@dataclass
class Run:
    """One system's answers."""

    rankings: list[tuple[Question, list[str]]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def scores(self, k: int = DEPTH) -> list[float]:
        """Recall at k, question by question."""
        return [recall(ranking, question.gold, k) for question, ranking in self.rankings]


SYSTEMS = {"words": Mode.FTS, "meaning": Mode.VECTOR, "hybrid": Mode.HYBRID, "hybrid with tie-breakers": Mode.HYBRID}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one set and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", help="locomo-turns, locomo-sessions, devbench, xquad-QQ or xquad-QQ-TT")
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds the sets")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "palimpsest-vectors.sqlite")
    parser.add_argument("--embedder", default="e5-small")
    options = parser.parse_args(arguments)
    container = Container()
    container.settings.override(Settings(embedder=options.embedder, patience_seconds=60, idle_seconds=0))
    inner = container.embedder()
    embedder = CachingEmbedder(inner, options.cache)
    runs = {name: Run() for name in SYSTEMS}
    size = texts = 0
    for collection in load(options.set, options.data):
        with tempfile.TemporaryDirectory() as folder:
            world = world_over(Path(folder) / "memory.sqlite", embedder)
            names = fill(world, collection)
            texts += len(names)
            for name, mode in SYSTEMS.items():
                _ask(_without_tie_breakers(world) if name == "hybrid" else world, mode, collection, names, runs[name])
            world.store.close()
            size += (Path(folder) / "memory.sqlite").stat().st_size
    _report(options.set, options.embedder, runs, size / texts)
    _write(options.set, runs)


def world_over(path: Path, embedder: CachingEmbedder) -> World:
    """A world over a new file, where nothing waits for review."""
    policy = Policy(review=ReviewPolicy.OFF, secrets=Secrets.ALLOW)
    return World(SqliteStore(path), embedder, SystemClock(), Uuid7Ids(), DetectSecretsScanner(), policy)


def _without_tie_breakers(world: World) -> World:
    fusion = world.policy.fusion
    none = replace(fusion.tie_breakers, recency=0.0, use=0.0, importance=0.0, verified=0.0)
    return replace(world, policy=replace(world.policy, fusion=replace(fusion, tie_breakers=none)))


def fill(world: World, collection: Collection) -> dict[str, str]:
    """Store a collection; returns the name of each memory by its id."""
    caller = Caller(actor=ActorKind.AGENT, name="benchmark")
    named = list(collection.texts.items())
    names: dict[str, str] = {}
    for start in range(0, len(named), 200):
        batch = named[start : start + 200]
        drafts = [Draft(body=LearningBody(category=Category.INSIGHT, content=text[:10_000])) for _, text in batch]
        for (name, _), stored in zip(batch, remember(world, caller, drafts), strict=True):
            names.setdefault(stored.id or "", name)
    return names


def _ask(world: World, mode: Mode, collection: Collection, names: dict[str, str], run: Run) -> None:
    for question in collection.questions:
        begun = time.perf_counter()
        answer = search(world, Search(query=question.text, mode=mode, limit=DEPTH))
        run.seconds.append(time.perf_counter() - begun)
        run.rankings.append((question, [names[found.id] for found in answer.results]))


def _report(name: str, embedder: str, runs: dict[str, Run], bytes_each: float) -> None:
    questions = len(next(iter(runs.values())).rankings)
    print(f"\n{name}, {questions} questions, {embedder}, {bytes_each:.0f} bytes a memory\n")
    print("| system | R@1 | R@5 | R@10 | any@10 | MRR | nDCG@10 | p50 ms | p95 ms | p against words |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    floor = runs["words"].scores()
    for system, run in runs.items():
        print(f"| {system} | {_row(run)} | {by_chance(floor, run.scores()):.3f} |")
    for category in sorted({question.category for question, _ in runs["words"].rankings}):
        told = ", ".join(f"{system} {_category(run, category):.1f}" for system, run in runs.items())
        print(f"category {category or '-'}: R@10 {told}", file=sys.stdout)


def _row(run: Run) -> str:
    ranked = [(ranking, question.gold) for question, ranking in run.rankings]
    measures = [100 * statistics.mean(recall(*one, k) for one in ranked) for k in (1, 5, 10)]
    measures.append(100 * statistics.mean(hit(*one, DEPTH) for one in ranked))
    measures.append(100 * statistics.mean(reciprocal_rank(*one) for one in ranked))
    measures.append(100 * statistics.mean(ndcg(*one, DEPTH) for one in ranked))
    times = statistics.quantiles(run.seconds, n=20)
    return " | ".join([*(f"{value:.1f}" for value in measures), f"{times[9] * 1e3:.1f}", f"{times[18] * 1e3:.1f}"])


def _category(run: Run, category: str) -> float:
    told = [(question, ranking) for question, ranking in run.rankings if question.category == category]
    return 100 * statistics.mean(recall(ranking, question.gold, DEPTH) for question, ranking in told)


def _write(name: str, runs: dict[str, Run]) -> None:
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / f"retrieval-{name}.jsonl").open("w") as file:
        for asked in zip(*(run.rankings for run in runs.values()), strict=True):
            question = asked[0][0]
            told = {system: ranking for system, (_, ranking) in zip(runs, asked, strict=True)}
            row = {"question": question.text, "gold": sorted(question.gold), "rankings": told}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
