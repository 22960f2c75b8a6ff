"""What a person is shown before a verdict: one revision, whole, and why it waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from domain import ledger
from domain.authorship import Authorship, authors, sole
from domain.context import Review, World
from domain.injection import suspicion
from domain.presenting import author, changed_by, ruled_by
from domain.trust import contradicted
from ports.records import Revision
from ports.store import Reader
from ports.vocabulary import Trust


@dataclass(frozen=True, slots=True)
class Case:
    """A revision as it was shown; a verdict names it, so that nothing unseen is ruled on."""

    revision: Revision
    fields: tuple[tuple[str, str], ...]
    why: tuple[str, ...] = ()


def case(world: World, memory_id: str) -> Case:
    """What the store believes of a memory now, with every text that a verdict is about. Raises NotFound."""
    with world.store.read() as reader:
        revision = ledger.find(reader, memory_id)
        history, by = reader.history(memory_id), authors(reader, [revision])[memory_id]
        why = [*_flags(revision), *_resting(reader, revision)]
    if revision.trust is not Trust.PENDING:
        return Case(revision, fields_of(revision, by))
    why += [f"It contradicts {one.memory_id}, verified: {one.body.text}" for one in contradicted(world, memory_id)]
    if not why:
        why = [f"An earlier wording: {flag}" for one in history for flag in _flags(one)]
    if not why and world.policy.review is Review.ALL:
        why = ["Every write is reviewed here."]
    before = next((one for one in reversed(history) if not one.trust.withheld), None)
    replaces = (("in place of", before.body.text),) if before is not None else ()
    return Case(revision, (*fields_of(revision, by), *replaces), tuple(dict.fromkeys(why)))


def fields_of(revision: Revision, by: Authorship) -> tuple[tuple[str, str], ...]:
    """Everything that is stored of a revision in somebody's words, and what it is said to be worth and true of."""
    origin, closing = by.wrote.provenance, revision.closing
    client = " ".join(part for part in (origin.client_name, origin.client_version) if part)
    beside: dict[str, object] = {
        "project": revision.project,
        "tags": "\n".join(revision.tags),
        "source": origin.source,
        "confidence": revision.confidence,
        "importance": revision.importance,
        "true from": revision.valid_from,
        "true to": revision.valid_to,
        "retired as": closing.reason if closing else None,
        "retired with the note": closing.note if closing else None,
        "written by": author(by.wrote),
        "through": client,
        "written at": by.wrote.at,
        "changed by": changed_by(by),
        "ruled on by": ruled_by(by),
    }
    body: dict[str, Any] = revision.body.model_dump(mode="json", by_alias=True, exclude={"kind"})
    return tuple((name, in_lines(value)) for name, value in {**body, **beside}.items() if value not in (None, "", []))


def in_lines(value: object) -> str:
    """A field as text, a list one item a line."""
    return "\n".join(str(one) for one in cast("list[object]", value)) if isinstance(value, list) else str(value)


def _flags(revision: Revision) -> Iterator[str]:
    for name, text in fields_of(revision, sole(revision)):
        found = suspicion(text)
        if found is not None:
            yield f"Its {name} reads like an instruction to a model: {found.rule} ({found.excerpt})."


def _resting(reader: Reader, revision: Revision) -> Iterator[str]:
    for memory_id in dict.fromkeys((revision.body.subject_id, revision.body.object_id)):
        entity = reader.current(memory_id) if memory_id else None
        if entity is not None and entity.trust is Trust.PENDING:
            yield f"It is about {entity.memory_id}, which waits for review itself."
