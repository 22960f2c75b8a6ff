"""stdout carries JSON-RPC and nothing else, in UTF-8, whatever runs in the process and whatever the locale."""

from __future__ import annotations

import json
from pathlib import Path

from tests.process.guarding import NOISY, guarded
from tests.wire.talking import RawServer, environment

TEXT = "Grüße, 緑茶, नमस्ते 🍵"
LEARN = {"category": "insight", "content": TEXT}
BAD_LOCALE = {
    "LANG": "C",
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONIOENCODING": "ascii:strict",
}


def test_what_others_print_never_reaches_the_client(tmp_path: Path) -> None:
    """And what they read from stdin is not what the client says."""
    with RawServer(guarded(tmp_path, EMBEDDER=NOISY, PATIENCE_SECONDS="60")) as server:
        assert server.succeed("memory_learn", **LEARN)["action"] == "added"
        assert server.succeed("memory_search", query="Grüße")["mode"] == "hybrid"
        assert server.leave() == 0
    lines = [json.loads(line) for line in server.received]
    assert len(lines) == 3
    assert all(line["jsonrpc"] == "2.0" for line in lines)
    told = server.errors()
    for noise in ("import", "making", "embedding"):
        assert f"noise at {noise}" in told
    assert "noise on the descriptor" in told
    assert "noise of a child" in told


def test_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    with RawServer(environment(tmp_path) | BAD_LOCALE) as server:
        stored = server.succeed("memory_learn", **LEARN)
        (memory,) = server.succeed("memory_get", ids=[stored["id"]])["memories"]
    assert memory["body"]["content"] == TEXT
    assert TEXT.encode() in server.received[-1]
