"""The model in the box in other shapes: as one file, optimised beforehand, and with a tokenizer.json."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import onnx
import onnxruntime

from adapters.onnx.card import BOX, read_card
from tools.e5.tokenizer_json import write_tokenizer_json


@dataclass(frozen=True, slots=True)
class Variants:
    """Where the shapes lie."""

    external: Path
    one_file: Path
    optimised: Path
    pieces: Path
    json: Path


def make_variants(folder: Path) -> Variants:
    """Write the shapes that are not shipped into a folder."""
    card = read_card(BOX)
    made = Variants(
        external=BOX / card.graph,
        one_file=folder / "one_file.onnx",
        optimised=folder / "optimised.onnx",
        pieces=BOX / card.tokenizer,
        json=folder / "tokenizer.json",
    )
    onnx.save(onnx.load(made.external), made.one_file)
    _write_optimised(made.external, made.optimised)
    write_tokenizer_json(made.pieces, made.json)
    return made


def _write_optimised(source: Path, target: Path) -> None:
    """What onnxruntime makes of a graph, saved (https://onnxruntime.ai/docs/performance/model-optimizations)."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.optimized_model_filepath = str(target)
    options.log_severity_level = 3
    options.add_session_config_entry("session.optimized_model_external_initializers_file_name", f"{target.stem}.bin")
    options.add_session_config_entry("session.optimized_model_external_initializers_min_size_in_bytes", "1024")
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])
