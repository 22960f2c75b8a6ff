"""Forgetting: the one hard delete, a person's. The store keeps keyed digests, so that no import brings it back."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

from domain import audit, ledger
from domain.context import Caller, World
from domain.former_keys import former_key
from domain.rejections import claims, subject_id, subject_key, value_key
from domain.trust import require_person
from ports.answers import Forgotten
from ports.bodies import Body
from ports.commands import Forget
from ports.errors import NotFound, Refused
from ports.records import Revision
from ports.store import Filter, Reader, Validity, Writer
from ports.vocabulary import Kind, Trust, Verb


def forget(world: World, caller: Caller, command: Forget) -> Forgotten:
    """Remove a memory's text, vectors and history for good, and with an entity all that is about it.

    Raises Refused(`PERSON_REQUIRED`) unless a person acts, and Refused(`REVISION_CHANGED`).
    """
    try:
        require_person(caller, "forget a memory")
        with world.store.write() as writer:
            goes = _with_dependants(writer, world, command.id)
            ledger.require_shown(ledger.find(writer, command.id), command.revision_id)
            for memory_id in goes:
                _forget_one(writer, world, caller, memory_id)
    except Refused as error:
        audit.record_refusal(world, caller, Verb.FORGET, error.code, command.id)
        raise
    world.store.scrub()
    return Forgotten(id=command.id, forgotten=tuple(goes))


def memory_digest(secret: str, memory_id: str) -> str:
    """The keyed digest (HMAC-SHA256, RFC 2104) by which the store knows a forgotten memory's id again."""
    return _digest(secret, f"id {memory_id}")


def is_forgotten(reader: Reader, memory_id: str) -> bool:
    """Whether the memory of an id was forgotten."""
    return reader.is_forgotten(memory_digest(reader.meta("secret") or "", memory_id))


def value_digest(secret: str, body: Body) -> str:
    """The keyed digest by which the store knows a forgotten value again, without keeping its text."""
    return _digest(secret, f"value {body.kind} {subject_id(body)} {value_key(body)}")


def former_value_digest(secret: str, body: Body) -> str:
    """The digest that a value had which was forgotten before statements had a key of their own."""
    return _digest(secret, f"value {body.kind} {subject_key(body)} {former_key(*claims(body)[:1])}")


def _digest(secret: str, text: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def _with_dependants(reader: Reader, world: World, memory_id: str) -> list[str]:
    """The memory itself, and, of an entity, its observations and relations: they carry its name."""
    history = reader.history(memory_id)
    if not history:
        raise NotFound("NOT_FOUND", f"No memory has the id {memory_id}.")
    goes = [memory_id]
    if history[-1].kind is Kind.ENTITY:
        everything = Filter(now=world.clock.now(), trust=tuple(Trust), validity=Validity.ANY)
        about = reader.revisions(replace(everything, subject_id=memory_id))
        linked = reader.revisions(replace(everything, object_id=memory_id))
        goes += [one.memory_id for one in (*about, *linked)]
    return list(dict.fromkeys(goes))


def _forget_one(writer: Writer, world: World, caller: Caller, memory_id: str) -> None:
    secret = writer.meta("secret") or ""
    history: list[Revision] = list(writer.history(memory_id))
    digests = {
        memory_digest(secret, memory_id),
        *(value_digest(secret, one.body) for one in history if claims(one.body)),
    }
    at = world.clock.now()
    writer.forget(memory_id, sorted(digests), at)
    audit.append(writer, caller, Verb.FORGET, at, memory_id=memory_id, before_id=history[-1].id)
