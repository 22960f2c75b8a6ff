"""`--set FIELD=VALUE`: which fields a memory has, and what a shell's words mean for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic.alias_generators import to_camel

from domain import ledger
from domain.context import World
from entrypoints.arguments import parse
from ports.commands import Changes, Revise
from ports.errors import InvalidInput

_SHARED = ("tags", "confidence", "importance", "validFrom", "validTo")
_EXAMPLES = {"content": "--set content='Deploys go out on Fridays.'", "name": "--set name=Lighthouse"}
_TAGS = "--set tags=deploy,shop"


def revision_of(
    world: World, memory_id: str, content: str | None, settings: Sequence[str], based_on: str | None = None
) -> Revise:
    """The revision that `--content`, `--set` and `--revision` spell.

    Raises InvalidInput, whose message lists the fields of the memory's kind and gives an example.
    """
    with world.store.read() as reader:
        body = ledger.find(reader, memory_id).body
    own = [name for name in map(to_camel, Changes.model_fields) if name in body.model_dump(by_alias=True)]
    allowed = (*own, *_SHARED)
    try:
        told = _told([f"content={content}", *settings] if content is not None else settings, allowed, body.kind)
        shared = {name: told.pop(name) for name in _SHARED if name in told}
        return parse(Revise, {"id": memory_id, "revisionId": based_on, "changes": told or None, **shared})
    except InvalidInput as error:
        example = next((_EXAMPLES[name] for name in own if name in _EXAMPLES), "--set confidence=0.9")
        raise InvalidInput(
            error.code,
            f"{error.message} The fields of this {body.kind} are {', '.join(allowed)}. "
            f"Write, for example, {example} {_TAGS}.",
        ) from None


def _told(settings: Sequence[str], allowed: Sequence[str], kind: str) -> dict[str, Any]:
    """The fields and their values; a list's may be repeated, and of tags there may be several with commas."""
    told: dict[str, Any] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        field = to_camel(name.strip())
        if not sign:
            raise InvalidInput("MISSING_ARGUMENT", f"--set {setting} gives no value; it is FIELD=VALUE.")
        if field not in allowed:
            raise InvalidInput("NO_SUCH_FIELD", f"This {kind} has no field {name}.")
        match field:
            case "tags":
                tags = [tag.strip() for tag in value.split(",")]
                told[field] = [*told.get(field, ()), *(tag for tag in tags if tag)]
            case "tasks":
                told[field] = [*told.get(field, ()), value]
            case _:
                told[field] = value
    return told
