"""Storing things, and what became of them."""

from __future__ import annotations

from typing import Any

from pytest_bdd import given, parsers, then, when

from domain import remember
from features.steps.notebook import AGENT, PERSON, Notebook
from ports.answers import Action
from ports.commands import Decide, Learn, LearnBulk


def learn(notebook: Notebook, text: str, **fields: Any) -> None:
    arguments = {"category": "insight", "content": text, **fields}
    notebook.act(remember.learn, Learn, arguments)
    if notebook.answer is not None and notebook.answer.id is not None:
        notebook.ids.setdefault(text, notebook.answer.id)


@given(parsers.parse('the learning "{text}"'))
@given(parsers.parse('the learning "{text}" in project "{project}"'))
@given(parsers.parse('the learning "{text}" tagged "{tag}"'))
@given(parsers.parse('the learning "{text}" valid from {valid_from}'))
def _(
    notebook: Notebook, text: str, project: str | None = None, tag: str | None = None, valid_from: str | None = None
) -> None:
    learn(notebook, text, project=project, tags=[tag] if tag else [], validFrom=valid_from)
    assert notebook.succeeded().action is Action.ADDED


@given(parsers.parse("{count:d} learnings about the {subject} of {length:d} characters each"))
def _(notebook: Notebook, count: int, subject: str, length: int) -> None:
    for number in range(count):
        text = " ".join(f"{subject}{number}w{position}" for position in range(length))
        learn(notebook, f"The {subject}: {text}"[:length].rstrip().ljust(length, "."))
        assert notebook.succeeded().action is Action.ADDED


@given(parsers.parse('the learning "{text}" is stored anew'))
def _(notebook: Notebook, text: str) -> None:
    learn(notebook, text)
    assert notebook.succeeded().id != notebook.ids[text]


@when(parsers.parse('the assistant learns "{text}"'))
@when(parsers.parse('the assistant learns "{text}" in project "{project}"'))
@when(parsers.parse('the assistant learns "{text}" with confidence {confidence:f} and tag "{tag}"'))
def _(
    notebook: Notebook, text: str, project: str | None = None, confidence: float | None = None, tag: str | None = None
) -> None:
    learn(notebook, text, project=project, confidence=confidence, tags=[tag] if tag else [])


@when(parsers.parse('the {who} says "{text}" again'))
def _(notebook: Notebook, who: str, text: str) -> None:
    notebook.caller = PERSON if who == "person" else notebook.caller
    notebook.act(remember.learn, Learn, {"category": "insight", "content": text})
    notebook.caller = AGENT
    if notebook.answer is not None:
        notebook.ids["the restatement"] = notebook.answer.id


@when("the assistant learns in one batch:")
def _(notebook: Notebook, datatable: list[list[str]]) -> None:
    items = [{"category": "insight", "content": row[0]} for row in datatable[1:]]
    notebook.act(remember.learn_bulk, LearnBulk, {"items": items})


@given(parsers.parse('the decision "{title}" to "{decision}" because "{reasoning}"'))
def _(notebook: Notebook, title: str, decision: str, reasoning: str) -> None:
    notebook.act(remember.decide, Decide, {"title": title, "decision": decision, "reasoning": reasoning})
    notebook.ids[title] = notebook.succeeded().id


@when(parsers.parse('the assistant decides "{title}" to "{decision}" because "{reasoning}"'))
def _(notebook: Notebook, title: str, decision: str, reasoning: str) -> None:
    notebook.act(remember.decide, Decide, {"title": title, "decision": decision, "reasoning": reasoning})


@given("a person at the terminal")
def _(notebook: Notebook) -> None:
    notebook.caller = PERSON


@when(parsers.parse("it is {moment}"))
@given(parsers.parse("it is {moment}"))
def _(notebook: Notebook, moment: str) -> None:
    notebook.clock.set(moment)


@then("it is stored")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().action is Action.ADDED
    assert notebook.answer.id is not None


@then("it is known already")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().action is Action.DUPLICATE


@then("it is withheld until a person reviews it")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().action is Action.PENDING


@then(parsers.parse('it is the same memory as "{text}", corroborated {count:d} time'))
@then(parsers.parse('it is the same memory as "{text}", corroborated {count:d} times'))
def _(notebook: Notebook, text: str, count: int) -> None:
    assert notebook.succeeded().id == notebook.ids[text]
    assert notebook.answer.usage_count == count


@then(parsers.parse('the answer says that "{difference}"'))
def _(notebook: Notebook, difference: str) -> None:
    assert difference in (notebook.succeeded().differs or ())


@then(parsers.parse('the answer names "{text}" as nearly the same'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.ids[text] in [near.id for near in notebook.succeeded().near or ()]


@then(parsers.parse('the answer names "{text}" as nearly the same, and rejected'))
def _(notebook: Notebook, text: str) -> None:
    assert (notebook.ids[text], True) in [(near.id, near.rejected) for near in notebook.succeeded().near or ()]


@then(parsers.parse('the answer names "{text}" as what took its place'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.ids[text] in [one.living_successor_id for one in notebook.succeeded().retired_before or ()]
    assert f"{notebook.ids[text]} took its place and is live" in notebook.answer.notice


@then("the answer names nothing that took its place")
def _(notebook: Notebook) -> None:
    assert [one.living_successor_id for one in notebook.succeeded().retired_before] == [None]
    assert notebook.answer.notice is None


@then(parsers.parse('the answer names "{text}" as contradicted'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.ids[text] in [one.id for one in notebook.succeeded().contradicts or ()]


@then("the answer names nothing as contradicted")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().contradicts is None


@then(parsers.parse("it is refused with {code}"))
def _(notebook: Notebook, code: str) -> None:
    notebook.failed(code)


@then(parsers.parse('the refusal says "{words}"'))
def _(notebook: Notebook, words: str) -> None:
    assert notebook.error is not None
    assert words in notebook.error.message


@then(parsers.parse('the items are "{actions}"'))
def _(notebook: Notebook, actions: str) -> None:
    assert [str(item.action) for item in notebook.succeeded().results] == actions.split(", ")
