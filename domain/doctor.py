"""Verifying the store's own account of itself."""

from __future__ import annotations

from domain.audit import HEAD, broken_end, broken_links
from domain.fitness import unfit_texts
from ports.records import AuditEntry
from ports.store import Store

_PAGE = 1_000


def chain_problems(store: Store) -> list[str]:
    """What is wrong with the audit chain, in sentences; empty where every row is as it was written."""
    problems: list[str] = []
    last: AuditEntry | None = None
    with store.read() as reader:
        while entries := reader.audit(after=last.sequence if last else 0, limit=_PAGE):
            problems += broken_links(entries, last)
            last = entries[-1]
        problems += broken_end(last, reader.meta(HEAD))
    return problems


def vector_problems(store: Store) -> list[str]:
    """What the vectors that are searched lack or have besides, in sentences."""
    with store.snapshot() as reader:
        space = reader.active_space()
        unfit = unfit_texts(reader, space) if space else []
    return [f"The vectors of {len(unfit)} texts are missing or not theirs; run `palimpsest reindex`."] if unfit else []
