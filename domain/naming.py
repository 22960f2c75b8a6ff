"""Which entity a caller means: an id, or a name that need not tell its type where only one fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from domain.duplicates import body_key
from domain.intervals import is_retired
from domain.keys import name_form, name_key
from domain.presenting import retired_of
from ports.bodies import EntityBody
from ports.errors import InvalidInput, NotFound, PalimpsestError
from ports.records import Instant, Revision
from ports.store import VISIBLE, Filter, Reader, Validity
from ports.vocabulary import Kind, Trust


@dataclass(frozen=True, slots=True)
class Mention:
    """How a caller names an entity. Raises InvalidInput(`MISSING_ENTITY_REF`) where it does not.

    `asks` are the arguments' own names, for the errors.
    """

    id: str | None
    name: str | None
    entity_type: str | None
    asks: tuple[str, str, str] = ("id", "name", "entityType")

    def __post_init__(self) -> None:
        if self.id is None and self.name is None:
            raise InvalidInput("MISSING_ENTITY_REF", f"Name the entity by {self.asks[0]} or by {self.asks[1]}.")

    @property
    def key(self) -> str:
        """What the key of every entity that may be meant begins with."""
        if self.entity_type is None:
            return name_key(self.name or "")
        return body_key(EntityBody(name=self.name or "", entity_type=self.entity_type))

    def __str__(self) -> str:
        return self.id or " ".join(part for part in (self.name, self.entity_type and f"({self.entity_type})") if part)


def entity_of(revision: Revision) -> EntityBody:
    """The body of an entity's revision. Raises TypeError of any other kind."""
    if not isinstance(revision.body, EntityBody):
        raise TypeError(f"{revision.memory_id} is no entity")
    return revision.body


def to_read(reader: Reader, mention: Mention, where: Filter) -> Revision:
    """The entity meant, as believed then, unless it had ended by the instant asked about.

    It need not have begun by then: what is told of the past may be older than the entity's own record. Raises
    NotFound(`NOT_FOUND`) and InvalidInput(`AMBIGUOUS_ENTITY`, `ENTITY_MISMATCH`).
    """
    believed = _believed(reader, mention, replace(where, validity=Validity.ANY, trust=VISIBLE))
    return _agreeing(mention, _only(mention, _standing(believed, mention, where.instant), where.project))


def to_write(reader: Reader, mention: Mention, project: str | None, now: Instant) -> Revision | None:
    """The entity meant, also one that waits for review, or None where nothing has the name.

    Raises NotFound(`NOT_FOUND`) for an id, InvalidInput(`AMBIGUOUS_ENTITY`) for a name, and InvalidInput
    (`ENTITY_MISMATCH`) where the two disagree.
    """
    where = Filter(now=now, project=project, validity=Validity.ANY)
    believed = _believed(reader, mention, where)
    if not believed:
        believed = _believed(reader, mention, replace(where, trust=(Trust.PENDING,)))
    if mention.id is None and all(is_retired(one, now) for one in believed):
        return None
    return _agreeing(mention, _only(mention, _standing(believed, mention, now), project))


def _agreeing(mention: Mention, entity: Revision) -> Revision:
    """The entity of an id, which may be named and typed as well. Raises InvalidInput(`ENTITY_MISMATCH`)."""
    body = entity_of(entity)
    told = ((mention.name, body.name, mention.asks[1]), (mention.entity_type, body.entity_type, mention.asks[2]))
    for said, is_so, argument in told:
        if mention.id is not None and said is not None and name_form(said) != name_form(is_so):
            raise InvalidInput(
                "ENTITY_MISMATCH",
                f"{mention.asks[0]} and {argument} disagree: {mention.id} is {body.name} ({body.entity_type}). Give "
                "one of the two.",
            )
    return entity


def not_found(mention: Mention, advice: str) -> NotFound:
    """The error for an entity that is not there."""
    return NotFound("NOT_FOUND", f"There is no entity {mention}; {advice}")


def _believed(reader: Reader, mention: Mention, where: Filter) -> Sequence[Revision]:
    if mention.id is None:
        return reader.entities_named(mention.key, where)
    return reader.revisions(replace(where, kinds=(Kind.ENTITY,), memory_ids=(mention.id,)))


def _standing(believed: Sequence[Revision], mention: Mention, instant: Instant) -> list[Revision]:
    if not believed:
        raise not_found(mention, "search with memory_entity_search, or make it with memory_entity_create.")
    standing = [one for one in believed if not is_retired(one, instant)]
    if not standing:
        raise _ended(mention, believed[-1])
    return standing


def _ended(mention: Mention, entity: Revision) -> PalimpsestError:
    why = f" as {retired_of(entity).reason}" if entity.closing else ""
    return not_found(
        mention,
        f"it was retired on {(entity.valid_to or '')[:10]}{why}. memory_entity_open with an earlier asOf shows it as "
        f"it was, memory_reinstate {entity.memory_id} brings it back.",
    )


def _only(mention: Mention, entities: Iterable[Revision], project: str | None) -> Revision:
    """The one that fits. An entity of the project itself stands before one of the same name and type without any."""
    kinds: dict[str, list[Revision]] = {}
    for one in entities:
        kinds.setdefault(name_form(entity_of(one).entity_type), []).append(one)
    fitting = [one for namesakes in kinds.values() for one in _closest(namesakes, project)]
    if len(fitting) == 1:
        return fitting[0]
    raise _ambiguous(mention, fitting)


def _closest(namesakes: Sequence[Revision], project: str | None) -> Sequence[Revision]:
    own = [one for one in namesakes if one.project == project]
    shared = [one for one in namesakes if one.project is None]
    return own or shared or namesakes


def _ambiguous(mention: Mention, fitting: Sequence[Revision]) -> InvalidInput:
    candidates: list[dict[str, object]] = []
    for one in fitting:
        body = entity_of(one)
        told = {"id": one.memory_id, "name": body.name, "entityType": body.entity_type, "project": one.project}
        candidates.append({name: value for name, value in told.items() if value is not None})
    listed = ", ".join(_listed(one) for one in candidates)
    return InvalidInput(
        "AMBIGUOUS_ENTITY",
        f"{len(fitting)} entities are called {mention}: {listed}. Give {mention.asks[2]}, the project or "
        f"{mention.asks[0]}.",
        candidates=candidates,
    )


def _listed(candidate: dict[str, object]) -> str:
    where = f" in {candidate['project']}" if "project" in candidate else ""
    return f"{candidate['name']} ({candidate['entityType']}{where}) {candidate['id']}"
