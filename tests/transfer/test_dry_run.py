"""A dry run tells exactly what would happen, and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain import retire
from domain.context import World
from entrypoints.arguments import parse
from ports import commands
from tests.making import AGENT, PERSON, learned
from tests.transfer import reference
from tests.transfer.conftest import Filled
from tests.transfer.stores import imported, text_of

OURS, THEIRS = "ours", "the reference's"


@pytest.mark.parametrize("caller", [AGENT, PERSON], ids=["agent", "person"])
@pytest.mark.parametrize("occupied", [False, True], ids=["empty", "occupied"])
@pytest.mark.parametrize("form", [OURS, THEIRS])
def test_it_tells_what_happens(filled: Filled, target: World, caller: Any, occupied: bool, form: str) -> None:
    if occupied:
        learned(target, "Deploys go out on Tuesdays — 火曜日に。", project="shop")
        wrong = learned(target, "Tea is at four.")
        retire.retire(target, AGENT, parse(commands.Retire, {"id": wrong, "reason": "wrong"}))
    source = filled.path if form == OURS else reference.envelope()
    before = text_of(target)
    told = imported(target, source, caller, dryRun=True)
    assert told.dry_run is True
    assert text_of(target) == before
    assert told.revisions > 20
    happened = imported(target, source, caller)
    assert told.model_copy(update={"dry_run": None}) == happened
    assert text_of(target) != before


def test_more_results_than_are_shown_stand_in_a_file(target: World) -> None:
    """Not: counted only."""
    flawed = [{**reference.learning(1, "Flawed."), "id": str(number), "category": "?"} for number in range(150)]
    answer = imported(target, reference.envelope(learnings=flawed))
    assert len(answer.results) == 20
    file = Path(answer.report or "")
    told = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(told) == sum(answer.totals.values()) == 20 + (answer.results_left_out or 0)
    named = {one["record"] for one in told if one["problem"]["code"] == "BAD_RECORD"}
    assert named == {f"learnings[{number}]" for number in range(150)}
    assert file.stat().st_mode & 0o777 == 0o600
