"""What every rule is handed: the world it acts on and the caller it acts for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum

from domain.fusion import FusionSettings
from ports.clock import Clock, Ids
from ports.embedder import Embedder
from ports.errors import Cancelled
from ports.gates import SecretScanner
from ports.records import Provenance
from ports.store import Store
from ports.vocabulary import ActorKind


class Review(StrEnum):
    """Which of an agent's writes wait for a person."""

    OFF = "off"
    FLAGGED = "flagged"
    ALL = "all"


class Secrets(StrEnum):
    """What happens to a write that holds a key or a token."""

    REFUSE = "refuse"
    ALLOW = "allow"


REVIEW_OFF = f"review={Review.OFF}"
SECRETS_ALLOWED = f"secrets={Secrets.ALLOW}"
"""What stands in the audit row of a write that only a weaker policy than the default let through."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The person's settings that the rules read."""

    review: Review = Review.FLAGGED
    secrets: Secrets = Secrets.REFUSE
    near_duplicate: float = 0.95
    fusion: FusionSettings = field(default_factory=FusionSettings)


@dataclass(frozen=True, slots=True)
class World:
    """The ports, and the policy."""

    store: Store
    embedder: Embedder
    clock: Clock
    ids: Ids
    secrets: SecretScanner
    policy: Policy = field(default_factory=Policy)


Progress = Callable[[int, int], None]
"""Called with the number done and the number in all, while something long is done."""


def unwatched(done: int, total: int) -> None:
    """Progress that nobody asked for."""
    del done, total


Checkpoint = Callable[[], None]
"""Called between two steps of something long; raises Cancelled where whoever asked waits no longer."""


def unhindered() -> None:
    """A checkpoint of what nobody cancels."""


def stopping(is_cancelled: Callable[[], bool]) -> Checkpoint:
    """A checkpoint at which what was cancelled stops."""

    def look() -> None:
        if is_cancelled():
            raise Cancelled("CANCELLED", "The call was cancelled; what it had not stored by then is not stored.")

    return look


@dataclass(frozen=True, slots=True)
class Sightings:
    """Up to which audit row a connection was shown each memory, and the sessions in which it wrote itself."""

    shown: Mapping[str, int] = field(default_factory=dict[str, int])
    sessions: Set[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who acts, and through what. Built from the path a call took, never from what the call says."""

    actor: ActorKind
    name: str
    client_name: str | None = None
    client_version: str | None = None
    session_id: str | None = None
    project: str | None = None
    progress: Progress = unwatched
    sightings: Sightings = field(default_factory=Sightings)
    let_through_by: str | None = None
    checkpoint: Checkpoint = unhindered

    def under(self, *policies: str | None) -> Caller:
        """This caller in a deed that only the weaker policies that are named let through, if any are."""
        return replace(self, let_through_by=" ".join(dict.fromkeys(filter(None, policies))) or None)

    def provenance(self, source: str | None = None) -> Provenance:
        """This caller's mark on a revision."""
        return Provenance(
            actor=self.actor,
            actor_name=self.name,
            client_name=self.client_name,
            client_version=self.client_version,
            session_id=self.session_id,
            source=source,
        )
