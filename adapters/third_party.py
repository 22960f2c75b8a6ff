"""An embedder of the user's own, by the import path of its class. It needs no import of ours."""

from __future__ import annotations

import importlib

from ports.embedder import Embedder
from ports.errors import BadSettings

_MEMBERS = "space, semantic, window, count_tokens, embed and close"


def load_embedder(path: str) -> Embedder:
    """An instance of the class that `package.module:Class` names, made without arguments.

    Raises BadSettings(`BAD_EMBEDDER_CLASS`), and whatever the third party's own code raises while it is made.
    """
    module, _, name = path.partition(":")
    try:
        made: object = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, ValueError) as error:
        raise BadSettings(
            "BAD_EMBEDDER_CLASS",
            f"{path} cannot be imported ({error}); write package.module:Class, and install the package beside "
            "palimpsest-memory.",
        ) from error
    if not isinstance(made, Embedder):
        raise BadSettings("BAD_EMBEDDER_CLASS", f"{path} is no embedder; it needs {_MEMBERS}.")
    return made
