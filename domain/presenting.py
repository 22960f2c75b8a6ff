"""Memories as callers see them: lean by default, in full on request, always labelled."""

from __future__ import annotations

from domain.authorship import Authorship, Change
from domain.names import modest
from ports.answers import Deed, Explanation, Found, Full, Provenanced, Retired
from ports.bodies import Body
from ports.commands import Detail
from ports.records import Provenance, Revision, Step, Use
from ports.vocabulary import ActorKind, Trust

BRIEF = 200
"""Characters of a brief text."""
_ELLIPSIS = "…"


def shortened(text: str, width: int) -> str:
    """The text on one line, cut at a word's end to at most `width` characters."""
    return cut(" ".join(text.split()), width)


def cut(text: str, width: int) -> str:
    """The text, cut at a word's end to at most `width` characters."""
    if len(text) <= width:
        return text
    head = text[: width - 1]
    space = max(head.rfind(" "), head.rfind("\n"))
    return (head[:space] if space > width // 2 else head).rstrip() + _ELLIPSIS


def headline(body: Body) -> str:
    """A body in one short line."""
    return shortened(": ".join(part for part in (body.title, body.text) if part), BRIEF)


def passage(text: str, start: int | None, end: int | None, width: int = BRIEF) -> str:
    """What a brief hit shows: the best passage where one is known and the text is long, else its beginning."""
    if start is None or len(text) <= width:
        return shortened(text, width)
    shown = shortened(text[start:end], width)
    return shown if start == 0 else _ELLIPSIS + shown


def found(
    revision: Revision,
    authorship: Authorship,
    detail: Detail,
    *,
    start: int | None = None,
    end: int | None = None,
    rank: float | None = None,
    explain: Explanation | None = None,
) -> Found:
    """A revision as a hit. Trust is named wherever it is not the default."""
    text = revision.body.text
    shown = passage(text, start, end) if detail is Detail.BRIEF else text
    return Found(
        id=revision.memory_id,
        revision_id=revision.id if detail is Detail.FULL else None,
        type=revision.kind,
        title=revision.body.title or None,
        text=shown,
        cut=True if len(shown) < len(text) else None,
        project=revision.project,
        tags=revision.tags or None,
        trust=label(revision),
        date=revision.valid_from,
        valid_to=revision.valid_to,
        by=_by(authorship),
        changed_by=changed_by(authorship),
        ruled_by=ruled_by(authorship),
        rank=None if rank is None else round(rank, 6),
        explain=explain,
    )


def labelled(hit: Found, revision: Revision, authorship: Authorship) -> Found:
    """A hit with its trust and its author named whatever they are, for text that an assistant did not ask for."""
    return hit.model_copy(update={"trust": revision.trust, "by": author(authorship.wrote)})


def author(made: Revision | Step) -> str:
    """Who made a revision, and in what capacity."""
    return actor_called(made.provenance.actor, made.provenance.actor_name)


def changed_by(authorship: Authorship) -> str | None:
    """Who changed something of a memory last since its words were written, and what."""
    if not authorship.changed:
        return None
    last = authorship.changed[-1]
    return f"{author(last.step)} ({last.step.verb}{_of(last)})"


def ruled_by(authorship: Authorship) -> str | None:
    """Who ruled on a memory as it stands, and how."""
    ruling = authorship.ruled
    return f"{author(ruling)} ({ruling.verb})" if ruling is not None else None


def _of(change: Change) -> str:
    return f" of {', '.join(change.fields)}" if change.fields else ""


def _deed(step: Step, fields: tuple[str, ...] = ()) -> Deed:
    return Deed(verb=step.verb, by=author(step), at=step.at, fields=fields or None)


def actor_called(actor: ActorKind, name: str) -> str:
    """Somebody in a capacity; nobody but a person by a name that reads as a person's."""
    return f"{actor}: {name if actor is ActorKind.PERSON else modest(name)}"


def name_of(origin: Provenance) -> str:
    """Who somebody is called; nobody but a person by a name that reads as a person's."""
    return origin.actor_name if origin.actor is ActorKind.PERSON else modest(origin.actor_name)


def label(revision: Revision) -> Trust | None:
    """The trust to name: every one but the default."""
    return revision.trust if revision.trust is not Trust.UNVERIFIED else None


def full(revision: Revision, authorship: Authorship, use: Use | None, revisions: int) -> Full:
    """A revision in full."""
    return Full(
        id=revision.memory_id,
        revision_id=revision.id,
        type=revision.kind,
        body=revision.body.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"kind"}),
        project=revision.project,
        tags=revision.tags or None,
        trust=revision.trust,
        confidence=revision.confidence,
        importance=revision.importance,
        valid_from=revision.valid_from,
        valid_to=revision.valid_to,
        recorded_at=revision.recorded_at,
        retired=retired_of(revision) if revision.closing else None,
        superseded_by_id=revision.closing.successor_id if revision.closing else None,
        written_by=provenanced(authorship.wrote.provenance),
        written_at=authorship.wrote.at,
        changed_by=tuple(_deed(one.step, one.fields) for one in authorship.changed) or None,
        ruled_by=_deed(authorship.ruled) if authorship.ruled is not None else None,
        recalled_count=use.recalled_count if use else 0,
        last_recalled_at=use.last_recalled_at if use else None,
        corroborated_count=use.corroborated_count if use else 0,
        revisions=revisions,
    )


def provenanced(origin: Provenance) -> Provenanced:
    """Who made something, and through what."""
    return Provenanced(
        actor=origin.actor,
        name=name_of(origin),
        client=" ".join(modest(part) for part in (origin.client_name, origin.client_version) if part) or None,
        session_id=origin.session_id,
        source=origin.source,
    )


def retired_of(revision: Revision) -> Retired:
    """Why and when a memory was retired; of a withheld one without the note. Raises ValueError where it was not."""
    if revision.closing is None or revision.valid_to is None:
        raise ValueError(f"{revision.memory_id} was not retired")
    return Retired(
        id=revision.memory_id,
        reason=revision.closing.reason,
        note=None if revision.trust.withheld else revision.closing.note,
        retired_at=revision.valid_to,
    )


def _by(authorship: Authorship) -> str | None:
    """Who wrote the words, where it was not an assistant."""
    return None if authorship.wrote.provenance.actor is ActorKind.AGENT else author(authorship.wrote)
