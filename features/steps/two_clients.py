"""Two clients of one notebook, each with a connection of its own, and changes that name what they are based on."""

from __future__ import annotations

from typing import Any

from pytest_bdd import given, parsers, then, when

from domain import entities, observations, retire, revise
from entrypoints.mcp.service import Client, Service
from features.steps.notebook import Notebook
from ports.commands import ObservationSupersede, Retire, Revise
from ports.errors import PalimpsestError
from ports.graph import EntityCreate, EntityObserve


def current_revision(notebook: Notebook, text: str) -> str:
    with notebook.world.store.read() as reader:
        revision = reader.current(notebook.ids[text])
    assert revision is not None
    return revision.id


@given(parsers.parse('the assistant noted the revision of "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    notebook.ids["what it noted"] = current_revision(notebook, text)


@given(parsers.parse('the observation "{text}" of the boat "{name}"'))
def _(notebook: Notebook, text: str, name: str) -> None:
    notebook.act(entities.create, EntityCreate, {"name": name, "entityType": "boat"})
    notebook.act(observations.observe, EntityObserve, {"entityName": name, "content": text})
    notebook.ids[text] = notebook.succeeded().observation_id


@when(parsers.parse('a call based on that revision revises "{text}" to "{new}"'))
def _(notebook: Notebook, text: str, new: str) -> None:
    arguments = {"id": notebook.ids[text], "revisionId": notebook.ids["what it noted"], "changes": {"content": new}}
    notebook.act(revise.revise, Revise, arguments)


@when(parsers.parse('a call based on that revision retires "{text}" as {reason}'))
def _(notebook: Notebook, text: str, reason: str) -> None:
    arguments = {"id": notebook.ids[text], "revisionId": notebook.ids["what it noted"], "reason": reason}
    notebook.act(retire.retire, Retire, arguments)


@when(parsers.parse('a call based on that revision supersedes "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    arguments = {"observationId": notebook.ids[text], "revisionId": notebook.ids["what it noted"]}
    notebook.act(retire.observation_supersede, ObservationSupersede, arguments)


@then(parsers.parse('the refusal names the revision that was noted and the current one of "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.error is not None
    named: dict[str, Any] = notebook.error.details
    pair = (named["basedOn"]["revisionId"], named["current"]["revisionId"])
    assert pair == (notebook.ids["what it noted"], current_revision(notebook, text))
    assert all(one in notebook.error.message for one in pair)


def call(notebook: Notebook, client: str, tool: str, **arguments: Any) -> None:
    """Call a tool through the client's own connection."""
    service = notebook.connections.setdefault(client, Service(lambda: notebook.world))
    notebook.answer, notebook.error = None, None
    try:
        notebook.answer = service.call(tool, arguments, Client(client, "1"))
    except PalimpsestError as error:
        notebook.error = error


@given(parsers.parse('client "{client}" has found "{text}"'))
def _(notebook: Notebook, client: str, text: str) -> None:
    call(notebook, client, "memory_search", query=text)
    assert notebook.ids[text] in [one.id for one in notebook.succeeded().results]


@given(parsers.parse('client "{client}" has read "{text}" in full'))
def _(notebook: Notebook, client: str, text: str) -> None:
    call(notebook, client, "memory_get", ids=[notebook.ids[text]])
    assert notebook.succeeded().memories[0].revision_id == current_revision(notebook, text)


@given(parsers.parse('client "{client}" has asked for the history of "{text}"'))
def _(notebook: Notebook, client: str, text: str) -> None:
    call(notebook, client, "memory_history", id=notebook.ids[text])
    assert notebook.succeeded().revisions[-1].revision_id == current_revision(notebook, text)


@given(parsers.parse('client "{client}" has read what was believed of "{text}" at first'))
def _(notebook: Notebook, client: str, text: str) -> None:
    with notebook.world.store.read() as reader:
        first = reader.history(notebook.ids[text])[0]
    call(notebook, client, "memory_get", ids=[notebook.ids[text]], knownAt=first.recorded_at)
    assert notebook.succeeded().memories[0].revision_id == first.id


@given(parsers.parse('client "{client}" revised "{text}" to "{new}"'))
@when(parsers.parse('client "{client}" revises "{text}" to "{new}"'))
def _(notebook: Notebook, client: str, text: str, new: str) -> None:
    call(notebook, client, "memory_revise", id=notebook.ids[text], changes={"content": new})
    assert notebook.succeeded().revision_id == current_revision(notebook, text)


@when(parsers.parse('client "{client}" retires "{text}" as {reason}'))
def _(notebook: Notebook, client: str, text: str, reason: str) -> None:
    call(notebook, client, "memory_retire", id=notebook.ids[text], reason=reason)


@then(parsers.re(r'the answer tells of an? (?P<verb>\w+) by "(?P<name>[^"]*)"'))
def _(notebook: Notebook, verb: str, name: str) -> None:
    told = notebook.succeeded().notice or ""
    assert "Another changed it since this connection last read it" in told
    assert f": {verb} by " in told
    assert name in told


@then("the answer tells of nothing that others changed")
def _(notebook: Notebook) -> None:
    assert "Another changed it" not in (notebook.succeeded().notice or "")
