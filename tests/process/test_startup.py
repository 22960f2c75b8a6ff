"""A server answers the handshake with next to nothing loaded; what it left out of the SDK is there when asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.wire.talking import LAUNCHER, PATIENCE_SECONDS, ROOT, RawServer, environment

HEAVY = {"onnxruntime", "numpy", "apsw", "sqlite_vec", "tokenizers", "dependency_injector", "typer", "rich", "adapters"}


def run(script: str, *arguments: str) -> str:
    told = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


def imported(errors: str) -> set[str]:
    """The modules in what `-X importtime` tells."""
    lines = [line for line in errors.splitlines() if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip() for line in lines}


def test_the_handshake_loads_no_model_no_store_and_no_wiring(tmp_path: Path) -> None:
    command: Sequence[str] = (sys.executable, "-X", "importtime", LAUNCHER, "serve")
    with RawServer(environment(tmp_path), command) as server:
        assert server.leave() == 0
    modules = imported(server.errors())
    assert "entrypoints.mcp.server" in modules
    assert {name for name in modules if name.partition(".")[0] in HEAVY} == set()
    assert {name for name in modules if name.startswith(("domain", "ports."))} == {"ports.errors"}
    assert not (tmp_path / "memory.sqlite").exists()


def test_listing_the_tools_needs_no_store(tmp_path: Path) -> None:
    with RawServer(environment(tmp_path, EMBEDDER="off", DB="/proc/nowhere/memory.sqlite")) as server:
        assert len(server.request("tools/list", {})["result"]["tools"]) > 20


def test_the_front_doors_of_the_sdk_stay_closed_until_somebody_knocks() -> None:
    told = run(
        "import sys, json\n"
        "from entrypoints.mcp import sdk\n"
        "sdk.load()\n"
        "closed = [name for name in ('mcp.client', 'mcp.server.mcpserver') if name in sys.modules]\n"
        "import mcp, mcp.server, gc\n"
        "from mcp import Client, types\n"
        "from mcp.server import MCPServer\n"
        "from mcp.server.lowlevel import Server\n"
        "from pydantic import BaseModel\n"
        "print(json.dumps([closed, MCPServer.__module__, Client.__module__, mcp.server.Server is Server,\n"
        "    types.Tool is mcp.Tool, hasattr(mcp, 'Nobody'), type(mcp).__name__, gc.isenabled(),\n"
        "    'defer_build' in BaseModel.model_config]))"
    )
    assert json.loads(told) == [
        [],
        "mcp.server.mcpserver.server",
        "mcp.client.client",
        True,
        True,
        False,
        "module",
        True,
        False,
    ]


@pytest.mark.parametrize("lost", ["mcp.server.stdio", "mcp.server.context"])
def test_an_sdk_that_is_laid_out_in_another_way_is_imported_as_it_is(lost: str) -> None:
    """Stood for by a module that cannot be imported unless its package's `__init__` has begun to run."""
    told = run(
        "import sys\n"
        "from importlib.abc import MetaPathFinder\n"
        "class Strict(MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == sys.argv[1] and type(sys.modules['mcp']).__name__ != 'module':\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, Strict())\n"
        "from entrypoints.mcp import sdk\n"
        "sdk.load()\n"
        "from mcp.server.lowlevel import Server\n"
        "import mcp.server.stdio\n"
        "print('mcp.server.mcpserver' in sys.modules)",
        lost,
    )
    assert told == "True\n"


def test_an_sdk_that_is_loaded_already_is_left_alone() -> None:
    assert run("import mcp, sys; from entrypoints.mcp import sdk; sdk.load(); print(type(mcp).__name__)") == "module\n"
