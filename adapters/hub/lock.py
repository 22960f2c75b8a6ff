"""What was pulled from a hub, in a small JSON file: the commit, the card and every file's SHA-256."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from adapters.hub.reference import HubReference
from adapters.onnx.card import ModelCard
from ports.errors import EmbedderUnavailable


class Pulled(BaseModel):
    """A model as it was pulled: `commit` is the revision's, and stays until it is pulled anew with `update`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    commit: str
    card: ModelCard


Lock = TypeAdapter(dict[str, Pulled])


def read_lock(path: Path) -> dict[str, Pulled]:
    """What was pulled, by reference; nothing where there is no file. Raises EmbedderUnavailable(`BAD_MODEL_LOCK`)."""
    try:
        return Lock.validate_json(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValidationError) as error:
        raise EmbedderUnavailable(
            "BAD_MODEL_LOCK", f"{path} cannot be read: {error}. Delete it and pull the models anew."
        ) from error


def record(path: Path, reference: HubReference, pulled: Pulled) -> None:
    """Add a model to the lock file, or replace it there; the file is never seen half written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = Lock.dump_json({**read_lock(path), str(reference): pulled}, indent=2, exclude_defaults=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    Path(name).replace(path)


def pulled_card(path: Path, reference: HubReference) -> ModelCard:
    """The card of a model that was pulled. Opens no connection. Raises EmbedderUnavailable(`MODEL_NOT_PULLED`)."""
    pulled = read_lock(path).get(str(reference))
    if pulled is None:
        raise EmbedderUnavailable(
            "MODEL_NOT_PULLED", f"hub:{reference} is not here yet; run `palimpsest model pull hub:{reference}`."
        )
    return pulled.card
