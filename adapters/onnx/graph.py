"""An ONNX graph, loaded and run by onnxruntime (https://onnxruntime.ai/docs/api/python)."""

# onnxruntime has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false
# pyright: reportUnknownArgumentType=false
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adapters.onnx.native import GATE
from ports.errors import EmbedderUnavailable

Ids = NDArray[np.int64]
Floats = NDArray[np.float32]


class Graph:
    """A graph in memory. Safe to run from several threads; one run uses up to `threads` of its own.

    Raises EmbedderUnavailable(`NO_ONNXRUNTIME`, `BAD_MODEL`).
    """

    def __init__(self, path: Path, threads: int) -> None:
        self._path = path
        with GATE.inside():
            self._session = _load(path, threads)
        self.inputs: frozenset[str] = frozenset(one.name for one in self._session.get_inputs())
        self.outputs: list[str] = [one.name for one in self._session.get_outputs()]

    def run(self, output: str, feeds: Mapping[str, Ids]) -> Floats:
        """One output for the given inputs. Raises EmbedderUnavailable(`BAD_MODEL`)."""
        import onnxruntime

        options = onnxruntime.RunOptions()
        with GATE.inside(lambda: setattr(options, "terminate", True)):
            try:
                (result,) = self._session.run([output], dict(feeds), options)
            except Exception as error:
                GATE.check_open()
                raise EmbedderUnavailable("BAD_MODEL", f"{self._path} does not run: {error}") from error
        return np.asarray(result, dtype=np.float32)


def _load(path: Path, threads: int) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise EmbedderUnavailable(
            "NO_ONNXRUNTIME",
            f"onnxruntime cannot be imported on this platform ({error}); install it, or set PALIMPSEST_EMBEDDER to "
            "`off` or to an `http:` endpoint.",
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Threads that spin while they wait take the cores from everything else on a busy machine.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises bare exceptions of its own
        raise EmbedderUnavailable("BAD_MODEL", f"{path} cannot be loaded as an ONNX model: {error}") from error
