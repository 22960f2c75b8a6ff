"""Nothing opens a network connection: the main job, with the model of the package, under a guard that sees any."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.process.guarding import guarded
from tests.wire.talking import PATIENCE_SECONDS, RawServer


def test_the_main_job_needs_no_network(tmp_path: Path) -> None:
    settings = {"EMBEDDER": "e5-small", "PATIENCE_SECONDS": "60"}
    with RawServer(guarded(tmp_path, "no-network", **settings)) as server:
        server.succeed("memory_learn", category="tool", content="The staging database listens on port 5433.")
        found = server.succeed("memory_search", query="Wo läuft die Datenbank?")
        server.succeed("memory_health")
        assert server.leave() == 0
    assert found["mode"] == "hybrid"
    assert found["count"] == 1
    assert "guarded: no-network" in server.errors()
    assert not (tmp_path / "network.log").exists()


def test_the_guard_sees_a_connection(tmp_path: Path) -> None:
    script = "import socket; socket.create_connection(('127.0.0.1', 9))"
    told = subprocess.run(
        [sys.executable, "-c", script],
        env=guarded(tmp_path, "no-network"),
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert told.returncode == 1
    assert "127.0.0.1" in (tmp_path / "network.log").read_text("utf-8")
