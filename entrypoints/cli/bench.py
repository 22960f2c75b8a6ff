"""What a model costs on this machine, and whether it finds the right sentence in several languages."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence

from ports.embedder import Embedder, Role

_QUERY_RUNS = 20
_PASSAGE_RUNS = 10
_PASSAGE = (
    "The staging database was moved to the new cluster last week, and every service reads its address from there. " * 3
)
_CHECK = (
    ("When do releases go out?", "Deploys happen every Tuesday morning."),
    ("Which port is the database on?", "PostgreSQL listens on 5433 in staging."),
    ("Who looks after the parser?", "Noor maintains the parser."),
    ("Wie lange werden Sicherungen aufbewahrt?", "Backups are kept for ninety days."),
    ("Où est le bureau ?", "The office is in Ghent."),
    ("¿Qué cola usamos?", "We chose RabbitMQ as the message broker."),
    ("どの言語で書かれていますか", "The importer is written in Go."),
    ("Почему упала сборка?", "The build broke because the disk was full."),
)


def measure(embedder: Embedder) -> Iterator[tuple[str, str]]:
    """Pairs of what was measured and what came out. Raises EmbedderUnavailable where the model cannot be used."""
    yield "load", f"{_seconds(lambda: _wait(embedder)):.2f} s"
    space = embedder.space
    yield "model", f"{space.model}, {space.dimensions} dimensions" if space else "none"
    yield "one query, median", f"{_median(lambda: embedder.embed(['what is it'], Role.QUERY), _QUERY_RUNS):.1f} ms"
    yield "one passage, median", f"{_median(lambda: embedder.embed([_PASSAGE], Role.PASSAGE), _PASSAGE_RUNS):.1f} ms"
    yield "most memory so far", _memory()
    yield "right sentence first", f"{_right(embedder)} of {len(_CHECK)}, in 6 languages"


def _wait(embedder: Embedder) -> None:
    """Load the model, however long it takes."""
    wait: Callable[[], None] | None = getattr(embedder, "wait", None)
    if wait is not None:
        wait()
    embedder.count_tokens("ready")


def _seconds(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def _median(run: Callable[[], object], times: int) -> float:
    return statistics.median(_seconds(run) for _ in range(times)) * 1e3


def _memory() -> str:
    try:
        import resource
    except ImportError:
        return "not told by this platform"
    import sys

    unit = 1 if sys.platform == "darwin" else 1024
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6:.0f} MB"


def _right(embedder: Embedder) -> int:
    questions = embedder.embed([question for question, _ in _CHECK], Role.QUERY)
    sentences = embedder.embed([sentence for _, sentence in _CHECK], Role.PASSAGE)
    return sum(_nearest(question, sentences) == place for place, question in enumerate(questions))


def _nearest(question: Sequence[float], sentences: Sequence[Sequence[float]]) -> int:
    scores = [sum(a * b for a, b in zip(question, sentence, strict=True)) for sentence in sentences]
    return scores.index(max(scores))
