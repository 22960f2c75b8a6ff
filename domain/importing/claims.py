"""Whose an imported record is. What a file says of that is a claim: authority comes from the path."""

from __future__ import annotations

from ports.envelope import ExportedRejection
from ports.records import Provenance, Revision
from ports.vocabulary import ActorKind

_NAME_AT_MOST = 200


def imported(provenance: Provenance) -> Provenance:
    """The provenance of a record that an import brought: an import's, with the origin that the file claims by name."""
    if provenance.actor is ActorKind.IMPORT:
        return provenance
    claimed = f"import of {provenance.actor}: {provenance.actor_name}"[:_NAME_AT_MOST]
    return provenance.model_copy(update={"actor": ActorKind.IMPORT, "actor_name": claimed})


def revision_of_import(revision: Revision) -> Revision:
    """The revision as an import's."""
    return revision.model_copy(update={"provenance": imported(revision.provenance)})


def rejection_of_import(rejection: ExportedRejection) -> ExportedRejection:
    """The rejection as an import's."""
    return rejection.model_copy(update={"provenance": imported(rejection.provenance)})


def claims_person(provenance: Provenance) -> bool:
    """Whether a record says that a person wrote it."""
    return provenance.actor is ActorKind.PERSON
