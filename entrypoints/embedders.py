"""Embedders by name: what PALIMPSEST_EMBEDDER may say."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from ports.embedder import Embedder
from ports.errors import BadSettings

if TYPE_CHECKING:
    from entrypoints.settings import Settings

ALLOWED = (
    "e5-small, hashing, off, hub:OWNER/NAME, path:FOLDER, http:URL, or package.module:Class for an embedder of your own"
)


def embedder_of(settings: Settings) -> Embedder:
    """The embedder that the settings name. Raises BadSettings where it is none of those allowed."""
    from adapters.background import BackgroundEmbedder
    from adapters.hashing.embedder import HashingEmbedder
    from adapters.no_embedder import NoEmbedder

    name = settings.embedder
    match name:
        case "off":
            return NoEmbedder()
        case "hashing":
            return HashingEmbedder()
        case _:
            return BackgroundEmbedder(_model(name, settings), settings.patience_seconds, settings.idle_seconds)


def _model(name: str, settings: Settings) -> Embedder:
    from adapters.onnx.card import BOX, read_card
    from adapters.onnx.embedder import OnnxEmbedder

    kind, _, rest = name.partition(":")
    if name in ("e5-small", "onnx"):
        return OnnxEmbedder(read_card(BOX), settings.threads)
    if kind == "path" and rest:
        return OnnxEmbedder(read_card(Path(rest).expanduser()), settings.threads)
    if kind and rest and "." in kind:
        return _third_party(kind, rest)
    raise BadSettings("BAD_SETTING", f"PALIMPSEST_EMBEDDER={name} names no embedder; allowed are {ALLOWED}.")


def _third_party(module: str, name: str) -> Embedder:
    """An embedder of the user's own, by the import path of its class; it needs no import of ours."""
    try:
        made = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, TypeError) as error:
        raise BadSettings("BAD_SETTING", f"PALIMPSEST_EMBEDDER={module}:{name} cannot be made: {error}.") from error
    if not isinstance(made, Embedder):
        raise BadSettings(
            "BAD_SETTING",
            f"{module}:{name} is no embedder; it needs space, semantic, window, count_tokens, embed and close.",
        )
    return made
