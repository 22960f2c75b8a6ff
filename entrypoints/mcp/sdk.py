"""The SDK's parts, imported in two thirds of the time that `import mcp` takes.

`import mcp` runs the `__init__` of the package, which loads clients, the high-level server and HTTP transports, and
pydantic builds some 640 models at once. A server over stdio needs little of that to answer the handshake. Nothing of
the SDK is replaced here: what is left out is loaded as soon as somebody asks for it.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec
from types import ModuleType

from pydantic import BaseModel

_FRONT_DOORS = ("mcp", "mcp.server")
_PARTS = ("mcp.server.lowlevel", "mcp.server.stdio")


def load() -> None:
    """Import what the server uses of the SDK. An SDK that is laid out in another way is imported as a whole."""
    if "mcp" in sys.modules:
        return
    with _uncollected(), _built_on_demand():
        try:
            for name in _FRONT_DOORS:
                _leave_closed(name)
            _import_parts()
        except (ImportError, AttributeError):
            for name in [name for name in sys.modules if name.partition(".")[0] == "mcp"]:
                del sys.modules[name]
            _import_parts()


def _import_parts() -> None:
    for name in _PARTS:
        importlib.import_module(name)


class _FrontDoor(ModuleType):
    """A package whose `__init__` runs when it is asked for something that is none of its modules.

    `importlib.util.LazyLoader` does not do: it loads a package as soon as one of its modules is imported.
    """

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        if find_spec(f"{self.__name__}.{name}") is not None:
            return importlib.import_module(f"{self.__name__}.{name}")
        self.__class__ = ModuleType  # type: ignore[assignment]
        if self.__spec__ is not None and self.__spec__.loader is not None:
            self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def _leave_closed(name: str) -> None:
    spec = find_spec(name)
    if spec is None:
        raise ImportError(name)
    package = module_from_spec(spec)
    package.__class__ = _FrontDoor
    sys.modules[name] = package
    parent, _, own = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], own, package)


@contextmanager
def _uncollected() -> Generator[None]:
    """Nothing that an import makes is garbage; looking for it costs a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


@contextmanager
def _built_on_demand() -> Generator[None]:
    """Models defined meanwhile build their validators when they are first used (pydantic's `defer_build`)."""
    BaseModel.model_config["defer_build"] = True
    try:
        yield
    finally:
        del BaseModel.model_config["defer_build"]
