"""The reference's records as histories: it keeps the newest state, and what it tells of the past becomes a revision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.importing.chains import Chain, Flawed, parsed
from domain.importing.formats.making import Event, UnusableError, added, base, derived, history, identity, moment, told
from domain.importing.formats.translation import Origin
from domain.retire import parse_reason
from domain.statements import rejection_key
from ports.envelope import ExportedRejection
from ports.records import Instant
from ports.vocabulary import Kind, RetireReason, Trust, Verb

CLIENT = "local-memory-mcp"
_EPHEMERAL = "ephemeral"

Value = Mapping[str, Any]
Translate = Callable[[Value, str], Chain | Flawed]


@dataclass(frozen=True, slots=True)
class Shapes:
    """One method a section. `names` are those of the entities read so far, by raw id: nothing else repeats them.

    Each raises ValueError where a record cannot become a memory.
    """

    origin: Origin
    names: dict[object, str] = field(default_factory=dict[object, str])

    def by_section(self) -> dict[str, Translate]:
        """What translates the records of each section."""
        return {
            "entities": self.entity,
            "sessions": self.session,
            "observations": self.observation,
            "relations": self.relation,
            "learnings": self.learning,
            "decisions": self.decision,
            "profile": self.profile_field,
            "goal": self.goal,
        }

    def learning(self, value: Value, record: str) -> Chain | Flawed:
        """A learning; archived ones are retired."""
        memory_id, at = identity("learnings", value.get("id")), self._at(value, "date")
        body = {
            "kind": Kind.LEARNING,
            "category": value.get("category"),
            "content": value.get("content"),
            "memoryType": value.get("memoryType"),
        }
        shared = base(memory_id, body, value, self.origin, CLIENT)
        if value.get("lifecycleState") == _EPHEMERAL and isinstance(shared["tags"], list | tuple):
            shared["tags"] = (*shared["tags"], _EPHEMERAL)
        events = [added(at), *_verified(value, at)]
        ending = archived(value)
        if ending is not None:
            events.append(_ended(moment(value.get("archivedAt"), at), *ending))
        return history(record, shared, events)

    def decision(self, value: Value, record: str) -> Chain | Flawed:
        """A decision."""
        memory_id, at = identity("decisions", value.get("id")), self._at(value, "date")
        body = {
            "kind": Kind.DECISION,
            "title": value.get("title"),
            "decision": value.get("decision"),
            "reasoning": value.get("reasoning"),
            "alternatives": told(value.get("alternatives")),
        }
        events = [added(at), *_verified(value, at)]
        return history(record, base(memory_id, body, value, self.origin, CLIENT), events)

    def entity(self, value: Value, record: str) -> Chain | Flawed:
        """An entity, whose name is kept for what is about it."""
        memory_id, at = identity("entities", value.get("id")), self._at(value, "createdAt")
        body = {
            "kind": Kind.ENTITY,
            "name": value.get("name"),
            "entityType": value.get("entityType"),
            "summary": told(value.get("summary")),
        }
        self.names[value.get("id")] = str(value.get("name"))
        return history(record, base(memory_id, body, value, self.origin, CLIENT), [added(at)])

    def observation(self, value: Value, record: str) -> Chain | Flawed:
        """An observation; one whose validTo has passed was superseded, by what the reference does not keep."""
        memory_id, at = identity("observations", value.get("id")), self._at(value, "createdAt")
        body = {
            "kind": Kind.OBSERVATION,
            "entityId": identity("entities", value.get("entityId")),
            "entityName": self._name(value.get("entityId")),
            "content": value.get("content"),
        }
        shared = base(memory_id, body, value, self.origin, CLIENT)
        if told(value.get("sessionId")) is not None:
            shared["provenance"]["sessionId"] = identity("sessions", value["sessionId"])
        start, end = moment(value.get("validFrom"), at), moment(value.get("validTo"), "")
        if not end or end > self.origin.now:
            return history(record, shared, [added(at, start, validTo=end or None)])
        return history(record, shared, [added(at, start), _ended(end, RetireReason.SUPERSEDED, None)])

    def relation(self, value: Value, record: str) -> Chain | Flawed:
        """A relation."""
        memory_id, at = identity("relations", value.get("id")), self._at(value, "createdAt")
        body = {
            "kind": Kind.RELATION,
            "fromEntityId": identity("entities", value.get("fromEntityId")),
            "toEntityId": identity("entities", value.get("toEntityId")),
            "fromName": self._name(value.get("fromEntityId")),
            "toName": self._name(value.get("toEntityId")),
            "relationType": value.get("relationType"),
            "weight": value.get("weight"),
        }
        return history(record, base(memory_id, body, value, self.origin, CLIENT), [added(at)])

    def session(self, value: Value, record: str) -> Chain | Flawed:
        """A session: it began with nothing, and ended with what it left."""
        memory_id, at = identity("sessions", value.get("id")), self._at(value, "startedAt")
        left: dict[str, Any] = {"summary": told(value.get("summary")), "tasks": value.get("tasks") or ()}
        ended_at = moment(value.get("endedAt"), "")
        shared = base(memory_id, {"kind": Kind.SESSION}, {"project": value.get("project")}, self.origin, CLIENT)
        body: dict[str, Any] = {"kind": Kind.SESSION, **{name: one for name, one in left.items() if one}}
        if not ended_at:
            return history(record, {**shared, "body": body}, [added(at)])
        end = Event("left", ended_at, {"body": {**body, "endedAt": ended_at}, "verb": Verb.REVISE})
        return history(record, shared, [added(at), end])

    def profile_field(self, value: Value, record: str) -> Chain | Flawed:
        """One field of the profile, of which no time is told."""
        body = {"kind": Kind.PROFILE, "field": value["field"], "value": value["value"]}
        shared = base(derived("profile", str(value["field"])), body, {}, self.origin, CLIENT)
        return history(record, shared, [added(self.origin.now)])

    def goal(self, value: Value, record: str) -> Chain | Flawed:
        """The goal, of which no time is told."""
        body = {"kind": Kind.GOAL, "goal": value["goal"]}
        shared = base(derived("goal", str(value["goal"])), body, {}, self.origin, CLIENT)
        return history(record, shared, [added(self.origin.now)])

    def rejection(
        self, value: Value, ending: tuple[RetireReason, str | None], record: str
    ) -> ExportedRejection | Flawed:
        """The rejection of what was archived as wrong, as it would be one here."""
        memory_id = identity("learnings", value.get("id"))
        rejection = {
            "id": derived(memory_id, "rejected"),
            "key": rejection_key(str(value.get("content"))),
            "project": told(value.get("project")),
            "memoryId": memory_id,
            "reason": ending[0],
            "note": ending[1],
            "rejectedAt": moment(value.get("archivedAt"), self._at(value, "date")),
            "provenance": base("", {}, value, self.origin, CLIENT)["provenance"],
        }
        return parsed(ExportedRejection, rejection, record)

    def _at(self, value: Value, name: str) -> Instant:
        return moment(value.get(name), self.origin.now)

    def _name(self, raw: object) -> str:
        name = self.names.get(raw) if isinstance(raw, str | int) else None
        if name is None:
            raise UnusableError("it is about an entity that the file does not hold")
        return name


def archived(value: Value) -> tuple[RetireReason, str | None] | None:
    """Why and with what note a learning was archived (`archived:<reason>`), or None where it was not."""
    state = value.get("lifecycleState")
    state = state if isinstance(state, str) else ""
    if not (value.get("archived") in (1, True) or state.startswith("archived")):
        return None
    return parse_reason(told(state.partition(":")[2]))


def _verified(value: Value, at: Instant) -> list[Event]:
    if not value.get("verified"):
        return []
    return [Event("verified", moment(value.get("verifiedAt"), at), {"trust": Trust.VERIFIED, "verb": Verb.VERIFY})]


def _ended(at: Instant, reason: RetireReason, note: str | None) -> Event:
    closing = {"reason": reason} if note is None else {"reason": reason, "note": note}
    update: dict[str, Any] = {"validTo": at, "closing": closing, "verb": Verb.RETIRE}
    return Event("ended", at, {**update, "trust": Trust.REJECTED} if reason.rejects else update)
