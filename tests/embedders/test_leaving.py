"""A process ends at once and cleanly, whatever its model is doing."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from adapters.onnx.native import Gate
from ports.errors import EmbedderUnavailable

ROOT = Path(__file__).parents[2]
LOADING = """
from adapters.background import BackgroundEmbedder
from adapters.onnx.card import BOX, read_card
from adapters.onnx.embedder import OnnxEmbedder
from ports.embedder import Role
embedder = BackgroundEmbedder(OnnxEmbedder(read_card(BOX)))
embedder.start()
"""
EMBEDDING = (
    LOADING
    + """
import threading
from ports.errors import EmbedderUnavailable
embedder.wait()
begun = threading.Event()
def work():
    begun.set()
    try:
        embedder.embed(["The cat sleeps on the warm stove all winter long. " * 20] * 400, Role.PASSAGE)
    except EmbedderUnavailable as error:
        print(error.code)
threading.Thread(target=work, daemon=True).start()
begun.wait()
"""
)


@pytest.mark.parametrize("script", [LOADING, EMBEDDING], ids=["loading", "embedding"])
def test_a_process_ends_cleanly_in_the_middle_of(script: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.stderr == ""
    assert ended.returncode == 0


def test_closing_stops_those_inside_waits_for_them_and_lets_nobody_in() -> None:
    gate, entered, stopped = Gate(), threading.Event(), threading.Event()
    left: list[bool] = []

    def work() -> None:
        with gate.inside(stopped.set):
            entered.set()
            left.append(stopped.wait(30))

    worker = threading.Thread(target=work)
    worker.start()
    assert entered.wait(30)
    gate.close()
    assert left == [True]
    with pytest.raises(EmbedderUnavailable) as raised, gate.inside():
        pytest.fail("nobody is let in")
    assert raised.value.code == "LEAVING"


def test_closing_does_not_wait_for_ever() -> None:
    gate, entered, released = Gate(closing_waits_seconds=0.01), threading.Event(), threading.Event()

    def work() -> None:
        with gate.inside():
            entered.set()
            assert released.wait(30)

    worker = threading.Thread(target=work)
    worker.start()
    assert entered.wait(30)
    gate.close()
    assert worker.is_alive()
    released.set()
    worker.join(30)
