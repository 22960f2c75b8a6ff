"""The launcher: the one module at the root, which puts the four rooms on the path.

In a wheel the rooms lie in the private folder `palimpsest_bundle/`, so that their generic names never reach
site-packages; in a checkout they lie beside this file.
"""

import sys
from pathlib import Path

_BUNDLE = Path(__file__).resolve().parent / "palimpsest_bundle"
if _BUNDLE.is_dir():
    sys.path.insert(0, str(_BUNDLE))


def main() -> None:
    """Run the command line; `palimpsest` alone serves MCP where stdin is not a terminal."""
    from entrypoints.cli.main import run

    run()


if __name__ == "__main__":
    main()
