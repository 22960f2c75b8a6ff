"""Export and import from a shell, and at a terminal, where a person's word counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from domain import review
from ports.commands import Review, ReviewAction
from tests.making import PERSON, learned
from tests.process.terminals import at_a_terminal
from tests.transfer import reference
from tests.transfer.conftest import Filled
from tests.transfer.stores import exported, new_store

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, str(ROOT / "palimpsest.py"))


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The command's settings: a store of its own, and token hashes for vectors."""
    return {
        **os.environ,
        "PALIMPSEST_DB": str(tmp_path / "cli" / "memory.sqlite"),
        "PALIMPSEST_EMBEDDER": "hashing",
        "PALIMPSEST_CONFIG": str(tmp_path / "none.toml"),
    }


def run(environment: dict[str, str], *arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (*COMMAND, *arguments), env=environment, capture_output=True, text=True, timeout=120, check=False, **more
    )


def answered(environment: dict[str, str], *arguments: str, **more: Any) -> dict[str, Any]:
    done = run(environment, *arguments, "--json", **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def typed(environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    """The answer that a person at a terminal is shown, among what the terminal is told besides."""
    shown = at_a_terminal(environment, *arguments, "--json")
    return json.loads(shown[shown.index("{") : shown.rindex("}") + 1])


def test_a_store_goes_out_and_comes_in(filled: Filled, environment: dict[str, str], tmp_path: Path) -> None:
    rehearsed = typed(environment, "import", filled.path, "--dry-run")
    assert (rehearsed["way"], rehearsed["dryRun"]) == ("restored", True)
    brought = typed(environment, "import", filled.path)
    assert brought["way"] == "restored"
    assert (brought["results"], brought["totals"]) == ([], {}), "a person gets everything back as it was"
    assert brought["pendingVectors"] == 0, "what came in has its vectors when the command ends"
    written = answered(environment, "export", str(tmp_path / "out.json"))
    assert written["path"] == str(tmp_path / "out.json")
    ours, theirs = (Path(path).read_text(encoding="utf-8").splitlines() for path in (filled.path, written["path"]))
    assert [*ours[:1], *ours[2:]] == [*theirs[:1], *theirs[2:]]


def test_a_script_gets_a_store_back_without_a_persons_word(
    filled: Filled, environment: dict[str, str], tmp_path: Path
) -> None:
    """The log, the counters and every text come back as they were; what a person vouched for does not."""
    rehearsed = answered(environment, "import", filled.path, "--dry-run")
    brought = answered(environment, "import", filled.path)
    assert rehearsed["totals"] == brought["totals"] == {"lowered": 1, "withheld": 1}
    assert brought["way"] == "restored"
    answered(environment, "export", str(tmp_path / "out.json"))
    ours, theirs = (json.loads(Path(path).read_text(encoding="utf-8")) for path in (filled.path, tmp_path / "out.json"))
    assert theirs["audit"] == ours["audit"]
    assert theirs["uses"] == ours["uses"]
    told_by_a_person = {"trust", "provenance"}
    assert [without(one, told_by_a_person) for one in theirs["revisions"]] == [
        without(one, told_by_a_person) for one in ours["revisions"]
    ]
    assert "verified" in {one["trust"] for one in ours["revisions"]}
    assert "verified" not in {one["trust"] for one in theirs["revisions"]}


def without(record: dict[str, Any], fields: set[str]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in fields}


def test_a_file_can_be_piped_in(environment: dict[str, str]) -> None:
    done = run(environment, "import", "-", "--json", input=json.dumps(reference.envelope()))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["added"]["learning"] == 8


def test_it_tells_in_words_what_it_did(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "their.json"
    file.write_text(json.dumps(reference.envelope(learnings=[{"id": "1", "category": "?", "content": "A."}])))
    done = run(environment, "import", str(file))
    assert done.returncode == 0, done.stderr
    assert "Refused: learnings[0]" in done.stdout
    assert "(BAD_RECORD)" in done.stdout


@pytest.mark.parametrize(("arguments", "code"), [(("export", "notes.txt"), "BAD_PATH"), (("import", "no"), "NO_SUCH")])
def test_a_failure_has_a_code_and_a_status(
    environment: dict[str, str], tmp_path: Path, arguments: tuple[str, str], code: str
) -> None:
    done = run(environment, *arguments, cwd=tmp_path)
    assert done.returncode == 1
    assert f"Error {code}" in done.stderr


def test_the_schema_is_printed_without_a_store(filled: Filled, environment: dict[str, str]) -> None:
    done = run(environment, "export", "--schema")
    assert done.returncode == 0, done.stderr
    jsonschema.validate(json.loads(Path(filled.path).read_text(encoding="utf-8")), json.loads(done.stdout))
    assert not Path(environment["PALIMPSEST_DB"]).exists()


@pytest.mark.parametrize("terminal", [True, False])
def test_verified_there_is_verified_here_by_a_person_at_a_terminal(
    environment: dict[str, str], tmp_path: Path, terminal: bool
) -> None:
    source = new_store(tmp_path, "source")
    memory_id = learned(source, "Tea is at four.")
    review.review(source, PERSON, Review(action=ReviewAction.VERIFY, id=memory_id))
    path = exported(source).path or ""
    assert run(environment, "learn", "Something of our own.").returncode == 0
    if terminal:
        at_a_terminal(environment, "import", path)
    else:
        assert run(environment, "import", path).returncode == 0
    shown = answered(environment, "get", memory_id)["memories"][0]
    assert shown["trust"] == ("verified" if terminal else "unverified")
