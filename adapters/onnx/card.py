"""What is to be known of a model without loading it."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from adapters.onnx.external import external_files
from ports.embedder import Space
from ports.errors import EmbedderUnavailable

CARD = "palimpsest.toml"
BOX = Path(__file__).parent / "e5-small"
"""The model in the box: multilingual-e5-small, whole vocabulary, 4-bit weights."""

_LONGEST_END = 4
"""Special tokens around a text: no model in use has more."""


class Pooling(StrEnum):
    """How a text's one vector is made of its tokens' vectors; NONE where the graph itself gives one a text."""

    MEAN = "mean"
    CLS = "cls"
    LAST = "last"
    NONE = "none"


def _inside(name: str) -> str:
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts:
        raise ValueError("must be a file inside the model's folder")
    return name


FileName = Annotated[str, AfterValidator(_inside)]


class ModelCard(BaseModel):
    """A model's folder and how to use what is in it. Every field but `folder` may stand in a palimpsest.toml.

    `window` counts tokens, special ones and prefix included; `vocabulary` is the number of ids that the model knows,
    where that is said; `output` names the graph's output, where it is not to be chosen by its name; `sha256` maps
    file names to digests, and is empty where none is recorded, so that the files' own bytes are their identity;
    `remedy` is what to do when a file is not what it should be.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: Path
    model: str = Field(min_length=1)
    dimensions: int = Field(gt=0, le=8192)
    pooling: Pooling
    window: int = Field(ge=16, le=1 << 20)
    graph: FileName
    tokenizer: FileName
    query_prefix: str = ""
    passage_prefix: str = ""
    output: str | None = None
    vocabulary: int | None = Field(default=None, gt=0)
    sha256: dict[FileName, str] = {}
    remedy: str = "Put the files back as they were, or name another model."

    @model_validator(mode="after")
    def _complete(self) -> ModelCard:
        if self.sha256 and not {self.graph, self.tokenizer} <= self.sha256.keys():
            raise ValueError("sha256 must tell the digests of the graph and of the tokenizer")
        return self

    @property
    def space(self) -> Space:
        """The embedding space of the model's vectors.

        Reads the model's files where no digests are recorded. Raises EmbedderUnavailable(`MODEL_MISSING`).
        """
        return Space(
            model=self.model,
            content_hash=self._content_hash(),
            dimensions=self.dimensions,
            pooling=self.pooling.value,
            query_prefix=self.query_prefix,
            passage_prefix=self.passage_prefix,
            chunking="",
        )

    @property
    def passage_window(self) -> int:
        """The most tokens of a passage's own. No tokenizer makes more tokens than bytes of a prefix."""
        return self.window - _LONGEST_END - len(self.passage_prefix.encode())

    def check(self) -> None:
        """Raise EmbedderUnavailable where a file is missing or is not the one that the card was written for."""
        for name in (self.graph, self.tokenizer):
            self._existing(name)
        for name, digest in self.sha256.items():
            if file_sha256(self._existing(name)) != digest:
                raise EmbedderUnavailable(
                    "MODEL_TAMPERED",
                    f"{self.folder / name} is truncated or changed: its SHA-256 is not the recorded one. {self.remedy}",
                    file=str(self.folder / name),
                )

    def _existing(self, name: str) -> Path:
        path = self.folder / name
        if not path.is_file():
            raise EmbedderUnavailable("MODEL_MISSING", f"{path} is missing. {self.remedy}", file=str(path))
        return path

    def _content_hash(self) -> str:
        digests = self.sha256 or {name: file_sha256(self._existing(name)) for name in self._files()}
        lines = "\n".join(f"{digest} {name}" for name, digest in sorted(digests.items()))
        return hashlib.sha256(lines.encode()).hexdigest()

    def _files(self) -> list[str]:
        beside = PurePosixPath(self.graph).parent
        data = [str(beside / name) for name in external_files(self._existing(self.graph))]
        return [self.graph, self.tokenizer, *data]


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, read in blocks. Raises EmbedderUnavailable(`MODEL_MISSING`)."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EmbedderUnavailable("MODEL_MISSING", f"{path} cannot be read ({error.strerror}).") from error


def read_card(folder: Path) -> ModelCard:
    """The card in a model's folder. Raises EmbedderUnavailable(`BAD_MODEL_CARD`, `MODEL_MISSING`)."""
    fields = read_toml(folder)
    if not fields:
        raise EmbedderUnavailable("MODEL_MISSING", f"There is no {folder / CARD}.")
    return make_card(folder, fields)


def read_toml(folder: Path) -> dict[str, Any]:
    """The fields of a folder's palimpsest.toml; none where there is no such file."""
    path = folder / CARD
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise EmbedderUnavailable("BAD_MODEL_CARD", f"{path} cannot be read: {error}.") from error


def make_card(folder: Path, fields: Mapping[str, Any]) -> ModelCard:
    """A card of the fields. Raises EmbedderUnavailable(`BAD_MODEL_CARD`), which names the first wrong one."""
    try:
        return ModelCard.model_validate({**fields, "folder": folder})
    except ValidationError as error:
        problem = error.errors()[0]
        name = ".".join(str(part) for part in problem["loc"]) or "sha256"
        raise EmbedderUnavailable(
            "BAD_MODEL_CARD", f"{name}: {problem['msg']}. Say it in {folder / CARD}.", field=name
        ) from error
