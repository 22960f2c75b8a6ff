"""Keys and tokens are refused on every write path: what several assistants read is no place for them."""

from __future__ import annotations

from collections.abc import Iterable

from domain.context import Secrets, World
from domain.keys import visible
from domain.texts import texts_of
from ports.bodies import Body
from ports.errors import Refused


def refuse_secrets(world: World, body: Body, tags: Iterable[str] = (), *more: str | None) -> None:
    """Raise Refused(`SECRET_REFUSED`), naming the rule and masking the match, where any of the texts holds a secret."""
    refuse_secret_texts(world, *texts_of(body), *tags, *more)


def refuse_secret_texts(world: World, *texts: str | None) -> None:
    """Raise Refused(`SECRET_REFUSED`) where any of the texts holds a secret."""
    if world.policy.secrets is Secrets.ALLOW:
        return
    told = "\n".join(text for text in texts if text)
    # A character that nobody sees inside a token must not hide it.
    for text in dict.fromkeys((told, visible(told))):
        for finding in world.secrets.find(text):
            raise Refused(
                "SECRET_REFUSED",
                f"This holds what looks like a secret ({finding.rule}: {finding.masked}). Nothing was stored; leave it "
                "out, or set PALIMPSEST_SECRETS=allow.",
                rule=finding.rule,
                masked=finding.masked,
            )
