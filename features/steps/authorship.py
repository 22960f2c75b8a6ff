"""Who wrote the words, who changed what, who ruled."""

from __future__ import annotations

from typing import Any

from pytest_bdd import given, parsers, then, when

from domain import recall, review, revise
from features.steps.notebook import AGENT, PERSON, Notebook
from ports.answers import Deed, Found
from ports.commands import Get, Review, Revise


def told(deed: Deed) -> str:
    fields = f" of {', '.join(deed.fields)}" if deed.fields else ""
    return f"{deed.by} ({deed.verb}{fields})"


def as_person(notebook: Notebook, rule: Any, command: Any, arguments: dict[str, Any]) -> None:
    notebook.caller, before = PERSON, notebook.caller
    notebook.act(rule, command, arguments)
    notebook.caller = before
    notebook.succeeded()


@when(parsers.parse('the person tags "{text}" with "{tag}"'))
def _(notebook: Notebook, text: str, tag: str) -> None:
    as_person(notebook, revise.revise, Revise, {"id": notebook.ids[text], "tags": [tag]})


@when(parsers.parse('the person files "{text}" under {category}'))
def _(notebook: Notebook, text: str, category: str) -> None:
    as_person(notebook, revise.revise, Revise, {"id": notebook.ids[text], "changes": {"category": category}})


@given("the person verified the session")
def _(notebook: Notebook) -> None:
    as_person(notebook, review.review, Review, {"action": "verify", "id": notebook.caller.session_id})


@when(parsers.parse('the assistant reads "{text}" in full as known at {known_at}'))
def _(notebook: Notebook, text: str, known_at: str) -> None:
    arguments = {"ids": [notebook.ids[text]], "knownAt": known_at}
    notebook.act(lambda world, _caller, command: recall.get(world, command), Get, arguments)


@then(parsers.parse('its words are by "{author}"'))
def _(notebook: Notebook, author: str) -> None:
    (memory,) = notebook.succeeded().memories
    assert f"{memory.written_by.actor}: {memory.written_by.name}" == author
    assert author != f"{AGENT.actor}: {AGENT.name}" or memory.written_by.client == "claude-code 2.1"


@then(parsers.parse('it was last changed by "{deed}"'))
def _(notebook: Notebook, deed: str) -> None:
    assert told(notebook.succeeded().memories[0].changed_by[-1]) == deed


@then("it was changed by nobody")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().memories[0].changed_by is None


@then(parsers.parse('it was ruled on by "{deed}"'))
def _(notebook: Notebook, deed: str) -> None:
    assert told(notebook.succeeded().memories[0].ruled_by) == deed


@then("it was ruled on by nobody")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().memories[0].ruled_by is None


def hit(notebook: Notebook, text: str) -> Found:
    (found,) = [one for one in notebook.succeeded().results if one.text == text]
    return found


@then(parsers.parse('the hit "{text}" names as its author nobody but an assistant'))
def _(notebook: Notebook, text: str) -> None:
    assert hit(notebook, text).by is None


@then(parsers.parse('the hit "{text}" names as its author "{author}"'))
def _(notebook: Notebook, text: str, author: str) -> None:
    assert hit(notebook, text).by == author


@then(parsers.parse('the hit "{text}" was changed by "{deed}"'))
def _(notebook: Notebook, text: str, deed: str) -> None:
    assert hit(notebook, text).changed_by == deed


@then(parsers.parse('the hit "{text}" was ruled on by "{deed}"'))
def _(notebook: Notebook, text: str, deed: str) -> None:
    assert hit(notebook, text).ruled_by == deed


@then(parsers.parse('the queue names "{author}" as the author, and "{deed}" as who changed it last'))
def _(notebook: Notebook, author: str, deed: str) -> None:
    assert (author, deed) in [(one.by, one.changed_by) for one in notebook.succeeded().waiting]


@then(parsers.parse('it is told of the learning "{text}" by "{author}", ruled on by "{deed}"'))
def _(notebook: Notebook, text: str, author: str, deed: str) -> None:
    told = notebook.succeeded().recent_learnings
    assert (text, author, deed) in [(one.text, one.by, one.ruled_by) for one in told]


@then(parsers.parse('it is told of the session by "{author}", ruled on by "{deed}"'))
def _(notebook: Notebook, author: str, deed: str) -> None:
    assert (author, deed) in [(one.by, one.ruled_by) for one in notebook.succeeded().previous_sessions]


@then(parsers.parse('the summary says that "{title}" is by "{author}"'))
def _(notebook: Notebook, title: str, author: str) -> None:
    (line,) = [line for line in notebook.succeeded().summary.splitlines() if title in line]
    assert f"by {author}]" in line
