"""What is to be known of a model without loading it: from the `palimpsest.toml` beside it, or from its own files."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ports.embedder import Space
from ports.errors import EmbedderUnavailable

CARD = "palimpsest.toml"
BOX = Path(__file__).parent / "e5-small"
"""The model in the box: multilingual-e5-small, whole vocabulary, 4-bit weights."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """A model folder and how to use what is in it.

    `window` counts tokens with the special ones; `sha256` maps file names to digests, and is empty where none is
    recorded, so that the folder's own bytes are its identity.
    """

    folder: Path
    model: str
    dimensions: int
    pooling: str
    window: int
    query_prefix: str
    passage_prefix: str
    graph: str
    tokenizer: str
    sha256: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def space(self) -> Space:
        """The embedding space of the model's vectors."""
        return Space(
            model=self.model,
            content_hash=self._content_hash(),
            dimensions=self.dimensions,
            pooling=self.pooling,
            query_prefix=self.query_prefix,
            passage_prefix=self.passage_prefix,
            chunking="",
        )

    def check(self) -> None:
        """Raise EmbedderUnavailable where a file is missing or is not the one that the card was written for."""
        for name in (self.graph, self.tokenizer, *self.sha256):
            if not (self.folder / name).is_file():
                raise EmbedderUnavailable(
                    "MODEL_MISSING",
                    f"{self.folder / name} is missing; install palimpsest-memory anew, or pull the model.",
                )
        for name, digest in self.sha256.items():
            if file_sha256(self.folder / name) != digest:
                raise EmbedderUnavailable(
                    "MODEL_TAMPERED",
                    f"{self.folder / name} is not the file it should be (SHA-256 differs); install or pull it anew.",
                )

    def _content_hash(self) -> str:
        digests = self.sha256 or {name: file_sha256(self.folder / name) for name in (self.graph, self.tokenizer)}
        lines = "\n".join(f"{digest} {name}" for name, digest in sorted(digests.items()))
        return hashlib.sha256(lines.encode()).hexdigest()


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, read in blocks. Raises EmbedderUnavailable(`MODEL_MISSING`)."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EmbedderUnavailable("MODEL_MISSING", f"{path} cannot be read ({error.strerror}).") from error


class _Files(BaseModel):
    model_config = ConfigDict(extra="forbid")
    graph: str
    tokenizer: str


class _Toml(BaseModel):
    """The shape of a palimpsest.toml."""

    model_config = ConfigDict(extra="forbid")
    model: str
    dimensions: int = Field(gt=0, le=8192)
    pooling: Literal["mean", "cls", "last"]
    window: int = Field(gt=8, le=1 << 20)
    query_prefix: str = ""
    passage_prefix: str = ""
    files: _Files
    sha256: dict[str, str] = {}


def read_card(folder: Path) -> ModelCard:
    """The card in a model's folder. Raises EmbedderUnavailable(`BAD_MODEL_CARD`, `MODEL_MISSING`)."""
    path = folder / CARD
    try:
        with path.open("rb") as file:
            return card_of(folder, tomllib.load(file))
    except FileNotFoundError as error:
        raise EmbedderUnavailable("MODEL_MISSING", f"There is no {path}.") from error
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise EmbedderUnavailable("BAD_MODEL_CARD", f"{path} cannot be read: {error}.") from error


def card_of(folder: Path, fields: Mapping[str, Any]) -> ModelCard:
    """A card from the fields of a palimpsest.toml."""
    try:
        told = _Toml.model_validate(fields)
    except ValidationError as error:
        problem = error.errors()[0]
        name = ".".join(str(part) for part in problem["loc"])
        raise EmbedderUnavailable("BAD_MODEL_CARD", f"{folder / CARD}: {name}: {problem['msg']}.") from error
    rest = told.model_dump(exclude={"files"})
    return ModelCard(folder=folder, graph=told.files.graph, tokenizer=told.files.tokenizer, **rest)
