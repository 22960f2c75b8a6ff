"""What the store, its search and its embedder say of themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from domain.context import World
from domain.doctor import chain_problems, vector_problems
from domain.embedding import space_of
from entrypoints.version import program_version
from ports.answers import HealthAnswer
from ports.commands import Health
from ports.embedder import Embedder
from ports.errors import EmbedderUnavailable
from ports.store import Filter, Status, Validity
from ports.vocabulary import Kind, Trust


def health(world: World, command: Health) -> HealthAnswer:
    """A full check of the file and of the audit chain; takes as long as the file is large."""
    status = world.store.status()
    name, state = _embedder(world.embedder)
    held = _held(world)
    problems = (
        *world.store.check(),
        *chain_problems(world.store),
        *vector_problems(world.store),
        *_embedder_problems(world, status),
    )
    return HealthAnswer(
        ok=not problems,
        version=program_version(),
        path=status.path,
        size_bytes=status.size_bytes,
        schema_version=status.schema_version,
        journal_mode=status.journal_mode,
        counts=_by_kind(status.counts),
        live=held["live"],
        retired=held["retired"],
        waiting=held["waiting"],
        embedder=name,
        embedder_state=state,
        vectors=_vectors(status),
        pending_vectors=status.pending,
        clock_behind_seconds=_clock_behind(world),
        let_through=_let_through(world) or None,
        problems=problems,
    )


def _clock_behind(world: World) -> float | None:
    """How far the machine's clock is behind the last instant recorded, in seconds, where that is a second or more."""
    ahead = round(world.clock.ahead())
    return float(ahead) if ahead >= 1 else None


def _let_through(world: World) -> dict[str, int]:
    """How much each weaker policy let through; what two let through counts for both."""
    with world.store.read() as reader:
        told = reader.let_through()
    counted: Counter[str] = Counter()
    for policies, number in told.items():
        for policy in policies.split():
            counted[policy] += number
    return dict(counted)


def _held(world: World) -> dict[str, dict[str, int]]:
    """What is believed now by what becomes of it; what is only true later is in none of the three."""
    now = world.clock.now()
    decided = tuple(trust for trust in Trust if trust is not Trust.PENDING)
    filters = {
        "live": Filter(now=now),
        "retired": Filter(now=now, trust=decided, validity=Validity.RETIRED),
        "waiting": Filter(now=now, trust=(Trust.PENDING,), validity=Validity.ANY),
    }
    with world.store.read() as reader:
        return {name: _by_kind(reader.count(where)) for name, where in filters.items()}


def _by_kind(counts: Mapping[Kind, int]) -> dict[str, int]:
    return {str(kind): number for kind, number in counts.items()}


def _embedder(embedder: Embedder) -> tuple[str, str]:
    try:
        space = embedder.space
        if space is None:
            return "none", "search is by words alone"
        meaning = "" if embedder.semantic else " (no semantic model)"
        embedder.count_tokens("ready")
    except EmbedderUnavailable as error:
        return "unavailable", f"{error.code}: {error.message}"
    return space.model, f"ready{meaning}"


_NO_FAULT = ("MODEL_LOADING", "EMBEDDER_OFF")
"""Codes of an embedder that makes no vectors now, with nothing being wrong."""


def _embedder_problems(world: World, status: Status) -> tuple[str, ...]:
    """What keeps memories from being found by meaning, and what to do."""
    try:
        space = space_of(world.embedder)
        if space is not None:
            world.embedder.count_tokens("ready")
    except EmbedderUnavailable as error:
        return () if error.code in _NO_FAULT else (f"The embedder cannot be used: {error.message}",)
    if space is None or status.active_space in (None, space):
        return ()
    told = status.active_space.model if status.active_space else ""
    return (f"The stored vectors are of {told}, the embedder is {space.model}: run `palimpsest reindex`.",)


def _vectors(status: Status) -> str:
    if status.vectors_problem:
        return status.vectors_problem
    return status.active_space.model if status.active_space else "none yet"
