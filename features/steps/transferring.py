"""Taking a notebook out, and bringing another one in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pytest_bdd import given, parsers, then, when

from domain.context import World
from domain.doctor import chain_problems
from entrypoints.transfers import bring_in, export
from features.steps.notebook import AGENT, PERSON, Notebook, make_world
from ports.transfer import Export, Fate, Import, Way

CALLERS = {"assistant": AGENT, "person": PERSON}
FATES = {
    "merged into it": Fate.MERGED,
    "refused": Fate.REFUSED,
    "withheld": Fate.WITHHELD,
    "no longer verified": Fate.LOWERED,
    "noted": Fate.NOTED,
}


@dataclass
class Shelf:
    """The other notebook, the one that is laid aside while it is written in, and the file between them."""

    folder: Path
    first: World | None = None
    other: World | None = None
    ids: dict[str, str] = field(default_factory=dict)
    theirs: dict[str, str] = field(default_factory=dict)
    file: str = ""

    def close(self) -> None:
        for world in (self.first, self.other):
            if world is not None:
                world.store.close()


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.close()


@given("another notebook")
def _(notebook: Notebook, shelf: Shelf) -> None:
    """From here on, what is given is given to the other one."""
    shelf.first, shelf.ids = notebook.world, notebook.ids
    shelf.other = make_world(shelf.folder / "other" / "memory.sqlite", notebook.clock, notebook.world.policy)
    notebook.world, notebook.ids = shelf.other, {}


@given("the assistant exported the notebook")
@when("the assistant exports the notebook")
def _(notebook: Notebook, shelf: Shelf) -> None:
    notebook.act(lambda world, _caller, command: export(world, command), Export, {})
    shelf.file = notebook.succeeded().path


@when("the assistant exports the notebook inline")
def _(notebook: Notebook) -> None:
    notebook.act(lambda world, _caller, command: export(world, command), Export, {"inline": True})


@when("the assistant imports its export into an empty notebook")
def _(notebook: Notebook, shelf: Shelf) -> None:
    """The notebook is laid aside, and the empty one taken up."""
    shelf.first, shelf.theirs = notebook.world, notebook.ids
    shelf.file = export(notebook.world, Export()).path or ""
    shelf.other = make_world(shelf.folder / "other" / "memory.sqlite", notebook.clock, notebook.world.policy)
    notebook.world = shelf.other
    _import(notebook, path=shelf.file)


@when(parsers.parse("the {who} imports it into the first notebook"))
def _(notebook: Notebook, shelf: Shelf, who: str) -> None:
    _take_up_the_first(notebook, shelf)
    notebook.caller = CALLERS[who]
    _import(notebook, path=shelf.file)


@when("the assistant rehearses importing it into the first notebook")
def _(notebook: Notebook, shelf: Shelf) -> None:
    _take_up_the_first(notebook, shelf)
    _import(notebook, path=shelf.file, dryRun=True)


@given("the assistant imported it into the first notebook")
def _(notebook: Notebook, shelf: Shelf) -> None:
    _take_up_the_first(notebook, shelf)
    _import(notebook, path=shelf.file)
    notebook.succeeded()


@when("the assistant imports it again")
def _(notebook: Notebook, shelf: Shelf) -> None:
    _import(notebook, path=shelf.file)


@when("the reference's export is imported, with the learnings:")
def _(notebook: Notebook, datatable: list[list[str]]) -> None:
    header, *rows = datatable
    learnings = [{name: _cell(cell) for name, cell in zip(header, row, strict=True)} for row in rows]
    data = {"format": "studiomeyer-memory-export", "version": 1, "learnings": learnings}
    _import(notebook, data=data)
    _know_by_text(notebook)


@when("a memory server's file is imported, with the lines:")
def _(notebook: Notebook, shelf: Shelf, docstring: str) -> None:
    file = shelf.folder / "memory.jsonl"
    file.write_text(docstring, encoding="utf-8")
    _import(notebook, path=str(file))
    _know_by_text(notebook)


@then("it is the same notebook, to the byte")
def _(notebook: Notebook, shelf: Shelf) -> None:
    assert notebook.succeeded().way is Way.RESTORED
    assert shelf.first is not None
    assert _lines(notebook.world) == _lines(shelf.first)
    assert chain_problems(notebook.world.store) == []


@then(parsers.parse('"{text}" is {fate} for {code}'))
def _(notebook: Notebook, shelf: Shelf, text: str, fate: str, code: str) -> None:
    memory_id = (shelf.theirs or notebook.ids)[text]
    told = [(one.id, one.action, one.problem.code) for one in notebook.succeeded().results]
    assert (memory_id, FATES[fate], code) in told


@then(parsers.parse('the record "{record}" is refused for {code} of its {part}'))
def _(notebook: Notebook, record: str, code: str, part: str) -> None:
    told = {one.record: one.problem for one in notebook.succeeded().results if one.action is Fate.REFUSED}
    assert told[record].code == code
    assert part in told[record].message


@then("every record was taken as it is")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().results == ()
    assert notebook.answer.revisions > 0


@then("nothing was added")
def _(notebook: Notebook) -> None:
    answer = notebook.succeeded()
    assert (answer.added, answer.updated, answer.revisions, answer.audit_rows) == ({}, {}, 0, 0)
    assert answer.unchanged > 0


@then("the first notebook is as it was")
def _(notebook: Notebook, shelf: Shelf) -> None:
    assert set(_texts(notebook.world)) == set(shelf.ids)


@then(parsers.parse('"{text}" is retired as {reason}: "{note}"'))
def _(notebook: Notebook, text: str, reason: str, note: str) -> None:
    with notebook.world.store.read() as reader:
        memory = reader.current(notebook.ids[text])
    assert memory is not None
    assert memory.closing is not None
    assert (memory.closing.reason, memory.closing.note) == (reason, note)


@then(parsers.parse("it tells a path and numbers in fewer than {count:d} characters"))
def _(notebook: Notebook, count: int) -> None:
    answer = notebook.succeeded()
    assert Path(answer.path).is_file()
    assert len(answer.model_dump_json(exclude_none=True)) < count


@then(parsers.parse('the envelope holds "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert text in str(notebook.succeeded().envelope)


@then(parsers.parse('the envelope does not hold "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.succeeded().envelope is not None
    assert text not in str(notebook.answer.envelope)


@then(parsers.parse("{count:d} texts wait for vectors"))
def _(notebook: Notebook, count: int) -> None:
    assert notebook.succeeded().pending_vectors == count


def _import(notebook: Notebook, **arguments: Any) -> None:
    notebook.act(bring_in, Import, arguments)


def _take_up_the_first(notebook: Notebook, shelf: Shelf) -> None:
    assert shelf.first is not None
    shelf.file = shelf.file or export(notebook.world, Export()).path or ""
    shelf.theirs = dict(notebook.ids)
    notebook.world, notebook.ids = shelf.first, {**notebook.ids, **shelf.ids}


def _know_by_text(notebook: Notebook) -> None:
    notebook.ids |= _texts(notebook.world)


def _texts(world: World) -> dict[str, str]:
    """Every memory's id by its text, or its name."""
    revisions = json.loads("".join(_lines(world)))["revisions"]
    return {one["body"].get("content", one["body"].get("name")): one["memoryId"] for one in revisions}


def _lines(world: World) -> list[str]:
    """An export's lines, but for the one that tells its time."""
    lines = Path(export(world, Export()).path or "").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith('"exportedAt"')]


def _cell(text: str) -> Any:
    return int(text) if text.isdigit() else text
