"""The closed vocabularies. Storage, tool schemas, export and import are all generated from these."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a memory is."""

    LEARNING = "learning"
    DECISION = "decision"
    SESSION = "session"
    ENTITY = "entity"
    OBSERVATION = "observation"
    RELATION = "relation"
    PROFILE = "profile"
    GOAL = "goal"

    @property
    def searchable(self) -> bool:
        """Whether search finds it; profile fields and the goal are read by name."""
        return self not in (Kind.PROFILE, Kind.GOAL)


class Category(StrEnum):
    """What a learning is about."""

    PATTERN = "pattern"
    MISTAKE = "mistake"
    INSIGHT = "insight"
    RESEARCH = "research"
    ARCHITECTURE = "architecture"
    INFRASTRUCTURE = "infrastructure"
    TOOL = "tool"
    WORKFLOW = "workflow"
    PERFORMANCE = "performance"
    SECURITY = "security"


class MemoryType(StrEnum):
    """Whether a learning tells of one event or of how things are."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"


class Trust(StrEnum):
    """How far a revision is believed. `pending` and `rejected` are withheld from every read."""

    PENDING = "pending"
    UNVERIFIED = "unverified"
    VERIFIED = "verified"
    DISPUTED = "disputed"
    REJECTED = "rejected"

    @property
    def withheld(self) -> bool:
        """Whether a read must not return it."""
        return self in (Trust.PENDING, Trust.REJECTED)


class RetireReason(StrEnum):
    """Why a memory stopped being held true. `wrong` and `retracted` reject the value itself."""

    WRONG = "wrong"
    RETRACTED = "retracted"
    OBSOLETE = "obsolete"
    SUPERSEDED = "superseded"
    DUPLICATE = "duplicate"
    OTHER = "other"

    @property
    def rejects(self) -> bool:
        """Whether the value may not be stored again."""
        return self in (RetireReason.WRONG, RetireReason.RETRACTED)


class ActorKind(StrEnum):
    """Who acts. It follows from the path a call took, never from what the call says."""

    PERSON = "person"
    AGENT = "agent"
    IMPORT = "import"


class Verb(StrEnum):
    """What was done; one per audit row, and the cause of each revision."""

    ADD = "add"
    CORROBORATE = "corroborate"
    REVISE = "revise"
    RETIRE = "retire"
    REINSTATE = "reinstate"
    VERIFY = "verify"
    DISPUTE = "dispute"
    APPROVE = "approve"
    REJECT = "reject"
    LIFT = "lift"
    FORGET = "forget"
    READ_FORGOTTEN = "read_forgotten"
    UNDO = "undo"
    IMPORT = "import"
    REINDEX = "reindex"


class AuditOutcome(StrEnum):
    """Whether the store did what was asked."""

    DONE = "done"
    REFUSED = "refused"
