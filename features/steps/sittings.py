"""Sessions: what a client's sitting begins with and leaves behind."""

from __future__ import annotations

from dataclasses import replace

from pytest_bdd import given, parsers, then, when

from domain import sessions
from features.steps.notebook import Notebook
from ports.commands import SessionEnd, SessionStart


def start(notebook: Notebook, project: str | None) -> None:
    notebook.act(sessions.start, SessionStart, {"project": project})
    session_id = notebook.succeeded().session_id
    notebook.caller = replace(notebook.caller, session_id=session_id)


@given("a session has begun")
@given(parsers.parse('a session has begun in project "{project}"'))
@when("a session begins")
@when(parsers.parse('a session begins in project "{project}"'))
def _(notebook: Notebook, project: str | None = None) -> None:
    start(notebook, project)


@given(parsers.parse('the session ended with the summary "{summary}" and the task "{task}"'))
@when(parsers.parse('the session ends with the summary "{summary}" and the task "{task}"'))
def _(notebook: Notebook, summary: str, task: str) -> None:
    notebook.act(sessions.end, SessionEnd, {"summary": summary, "tasks": [task]})


@when("the session ends without a summary")
def _(notebook: Notebook) -> None:
    notebook.act(sessions.end, SessionEnd, {})


@when(parsers.parse('a session called "{session_id}" is ended'))
def _(notebook: Notebook, session_id: str) -> None:
    notebook.act(sessions.end, SessionEnd, {"sessionId": session_id})


@then(parsers.parse('it is told of "{summary}" with the task "{task}"'))
def _(notebook: Notebook, summary: str, task: str) -> None:
    told = notebook.succeeded().previous_sessions
    assert (summary, (task,)) in [(one.summary, one.tasks) for one in told]


@then("it is told of no earlier session")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().previous_sessions == ()


@then(parsers.parse('it is told of the learning "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert text in [one.text for one in notebook.succeeded().recent_learnings]


@then(parsers.parse('it is not told of the learning "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert text not in [one.text for one in notebook.succeeded().recent_learnings]


@then(parsers.parse('its summary is still "{summary}"'))
def _(notebook: Notebook, summary: str) -> None:
    assert notebook.succeeded().summary == summary
