"""Keys and tokens are refused on every write path: what several assistants read is no place for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from domain.confusables import unmixed
from domain.context import SECRETS_ALLOWED, Secrets, World
from domain.keys import visible
from domain.texts import texts_of
from ports.bodies import Body
from ports.errors import Refused
from ports.gates import SecretFinding

_OTHER_WRITING = re.compile("[^\x00-\x7f]+")
_BROKEN = re.compile(r"(?<=[\w-])[ \t]*[\r\n]+[ \t]*(?=[\w-])")


def refuse_secrets(world: World, body: Body, tags: Iterable[str] = (), *more: str | None) -> None:
    """Raise Refused(`SECRET_REFUSED`), naming the rule and masking the match, where any of the texts holds a secret."""
    refuse_secret_texts(world, *texts_of(body), *tags, *more)


def refuse_secret_texts(world: World, *texts: str | None) -> None:
    """Raise Refused(`SECRET_REFUSED`) where any of the texts holds a secret."""
    if world.policy.secrets is Secrets.ALLOW:
        return
    for finding in _found(world, texts):
        raise Refused(
            "SECRET_REFUSED",
            f"This holds what looks like a secret ({finding.rule}: {finding.masked}). Nothing was stored; leave it "
            "out, or set PALIMPSEST_SECRETS=allow.",
            rule=finding.rule,
            masked=finding.masked,
        )


def allowed_secret(world: World, *texts: str | None) -> str | None:
    """The weaker policy by which a secret in any of the texts is let through; None where there is none, or it is not.

    It takes as long as refusing does, so ask before the write lock is taken.
    """
    allowed = world.policy.secrets is Secrets.ALLOW and any(True for _ in _found(world, texts))
    return SECRETS_ALLOWED if allowed else None


def _found(world: World, texts: Iterable[str | None]) -> Iterator[SecretFinding]:
    told = "\n".join(text for text in texts if text)
    for text in dict.fromkeys(_readings(told)):
        yield from world.secrets.find(text)


def _readings(text: str) -> Iterator[str]:
    """The text, and the same without what must not hide a token: a character that nobody sees, a letter of another
    alphabet in it or in front of it, a line's end in the midst of it.
    """
    yield text
    seen = visible(text)
    yield seen
    if not seen.isascii():
        yield _OTHER_WRITING.sub(" ", seen)
        seen = unmixed(seen)
        yield seen
    yield _BROKEN.sub("", seen)
