"""A third party's package that is named like one of ours cannot be loaded, and the error says why."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adapters import third_party
from tests.cli.shell import Shell
from tests.wire.talking import ROOT

OWN = "from tests.embedders.own_embedder import PairsOfLetters as Mine"


@pytest.mark.parametrize("module", ["adapters", "adapters.mine", "domain.mine", "entrypoints.mine", "ports.mine"])
def test_the_error_says_why_and_what_to_do(shell: Shell, tmp_path: Path, module: str) -> None:
    name = module.partition(".")[0]
    package = tmp_path / "theirs" / name
    package.mkdir(parents=True)
    for file in ("__init__.py", "mine.py"):
        (package / file).write_text(OWN, encoding="utf-8")
    theirs = shell.with_settings(PYTHONPATH=str(package.parent), PALIMPSEST_EMBEDDER=f"{module}:Mine")
    told = theirs.run("doctor")
    assert told.status == 1
    assert f"a package named {name} cannot be reached, because Palimpsest has one" in told.out
    assert "another name" in told.out


def test_under_another_name_it_is_loaded(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    told = shell.with_settings(PYTHONPATH=str(tmp_path), PALIMPSEST_EMBEDDER="mine:Mine").run("doctor")
    assert told.status == 0, told.out
    assert "pairs of letters: ready" in told.out


def test_every_name_of_ours_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ours = {*project["tool"]["importlinter"]["root_packages"], *project["project"]["scripts"]}
    assert ours == set(third_party._OURS)  # pyright: ignore[reportPrivateUsage]
