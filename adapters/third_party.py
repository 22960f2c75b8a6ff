"""An embedder of the user's own, by the import path of its class. It needs no import of ours."""

from __future__ import annotations

import importlib

from ports.embedder import Embedder
from ports.errors import BadSettings

_OURS = ("adapters", "domain", "entrypoints", "palimpsest", "ports")
_MEMBERS = "space, semantic, window, count_tokens, embed and close"


def load_embedder(path: str) -> Embedder:
    """An instance of the class that `package.module:Class` names, made without arguments.

    Raises BadSettings(`BAD_EMBEDDER_CLASS`), and whatever the third party's own code raises while it is made.
    """
    module, _, name = path.partition(":")
    try:
        made: object = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, ValueError) as error:
        raise BadSettings("BAD_EMBEDDER_CLASS", f"{path} cannot be imported ({error}); {_remedy(module)}") from error
    if not isinstance(made, Embedder):
        raise BadSettings("BAD_EMBEDDER_CLASS", f"{path} is no embedder; it needs {_MEMBERS}.")
    return made


def _remedy(module: str) -> str:
    package = module.partition(".")[0]
    if package in _OURS:
        return (
            f"a package named {package} cannot be reached, because Palimpsest has one of that name itself, which "
            "Python finds first. Give yours, or a module with the class, another name."
        )
    return "write package.module:Class, and install the package beside palimpsest-memory."
