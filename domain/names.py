"""What a program calls itself: shown beside what it wrote, so it may not pass for a person or give orders."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.context import Caller, World
from domain.escapes import escaped
from domain.former_keys import folded
from domain.injection import suspicion
from domain.secrets import refuse_secret_texts
from ports.errors import Refused
from ports.vocabulary import ActorKind

UNNAMED = "unnamed client"
"""The name of a program whose own name is none."""
_AT_MOST = 100
_CLAIMS = re.compile(rf"\b({'|'.join(ActorKind)}|human|owner|user)\b\s*[:=(\[]|\b(the|a) (person|human|owner|user)\b")
"""Words by which a name reads as one of an actor: `person: ada`, `the user`."""


def modest(name: str) -> str:
    """The name on one short line; UNNAMED where it says nothing, or claims to be an actor."""
    line = escaped(" ".join(name.split()))[:_AT_MOST].strip()
    return line if line and not _CLAIMS.search(folded(name)) else UNNAMED


def named(world: World, caller: Caller) -> Caller:
    """A caller by the names that may be stored: one that holds a secret or reads like an instruction is none."""
    name = caller.name if caller.actor is ActorKind.PERSON else _passed(world, caller.name)
    client = _passed(world, caller.client_name) if caller.client_name else None
    version = _passed(world, caller.client_version) if caller.client_version else None
    return replace(caller, name=name, client_name=client, client_version=None if version == UNNAMED else version)


def _passed(world: World, name: str) -> str:
    line = modest(name)
    if suspicion(name) is not None:
        return UNNAMED
    try:
        refuse_secret_texts(world, name)
    except Refused:
        return UNNAMED
    return line
