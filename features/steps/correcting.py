"""Changing one's mind: revising, retiring, reinstating, reviewing, undoing, forgetting."""

from __future__ import annotations

from pathlib import Path

from pytest_bdd import given, parsers, then, when

from domain import cases, forgetting, history, reinstate, retire, review, revise, sessions, undo
from domain.context import Policy
from domain.context import Review as ReviewPolicy
from domain.remember import decide, learn
from features.steps.notebook import AGENT, PERSON, Notebook, make_world
from ports.commands import Decide, Forget, HistoryOf, Learn, Reinstate, Retire, Review, Revise, Undo
from ports.vocabulary import AuditOutcome

ACTORS = {"assistant": AGENT, "person": PERSON}


def act_as(notebook: Notebook, who: str) -> None:
    notebook.caller = ACTORS[who]


@given(parsers.parse('the {who} retired "{text}" as {reason}'))
@given(parsers.parse('the {who} retired "{text}" as {reason} because "{note}"'))
@given(parsers.parse('the {who} retired "{text}" as {reason} by "{successor}"'))
@when(parsers.parse('the {who} retires "{text}" as {reason}'))
@when(parsers.parse('the {who} retires "{text}" as {reason} because "{note}"'))
@when(parsers.parse('the {who} retires "{text}" as {reason} by "{successor}"'))
@when(parsers.parse('the {who} retires "{text}" as {reason} and marks "{mark}"'))
def _(
    notebook: Notebook,
    who: str,
    text: str,
    reason: str,
    note: str | None = None,
    successor: str | None = None,
    mark: str | None = None,
) -> None:
    act_as(notebook, who)
    arguments = {
        "id": notebook.ids[text],
        "reason": reason,
        "note": note,
        "successorId": notebook.ids[successor] if successor else None,
        "mark": [notebook.ids[mark]] if mark else None,
    }
    notebook.act(retire.retire, Retire, arguments)
    act_as(notebook, "assistant")


@given(parsers.parse('the {who} revised "{text}" to "{new}"'))
@when(parsers.parse('the {who} revises "{text}" to "{new}"'))
def _(notebook: Notebook, who: str, text: str, new: str) -> None:
    act_as(notebook, who)
    notebook.act(revise.revise, Revise, {"id": notebook.ids[text], "changes": {"content": new}})
    if notebook.error is None:
        notebook.ids[new] = notebook.ids[text]
    act_as(notebook, "assistant")


@when(parsers.parse('the {who} reinstates "{text}"'))
def _(notebook: Notebook, who: str, text: str) -> None:
    act_as(notebook, who)
    notebook.act(reinstate.reinstate, Reinstate, {"id": notebook.ids[text]})
    act_as(notebook, "assistant")


@given(parsers.re(r'the (?P<who>assistant|person) (?P<action>approved|rejected|verified|disputed) "(?P<text>[^"]*)"'))
@when(
    parsers.re(
        r'the (?P<who>assistant|person) (?P<action>approves|rejects|verifies|disputes) "(?P<text>[^"]*)"'
        r'( because "(?P<note>[^"]*)")?'
    )
)
def _(notebook: Notebook, who: str, action: str, text: str, note: str | None = None) -> None:
    verbs = {"app": "approve", "rej": "reject", "ver": "verify", "dis": "dispute"}
    act_as(notebook, who)
    notebook.act(review.review, Review, {"action": verbs[action[:3]], "id": notebook.ids[text], "note": note})
    act_as(notebook, "assistant")


@given(parsers.parse('the person was shown "{text}"'))
@when(parsers.parse('the person is shown "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    notebook.shown = cases.case(notebook.world, notebook.ids[text])


@when(parsers.re(r'the person (?P<action>approves|rejects|forgets) "(?P<text>[^"]*)" as it was shown'))
def _(notebook: Notebook, action: str, text: str) -> None:
    assert notebook.shown is not None
    act_as(notebook, "person")
    named = {"id": notebook.ids[text], "revisionId": notebook.shown.revision.id}
    if action == "forgets":
        notebook.act(forgetting.forget, Forget, named)
    else:
        notebook.act(review.review, Review, {**named, "action": action.removesuffix("s")})
    act_as(notebook, "assistant")


@then(parsers.parse('"{name}" is shown as "{text}"'))
def _(notebook: Notebook, name: str, text: str) -> None:
    assert notebook.shown is not None
    assert dict(notebook.shown.fields)[name] == text


@then(parsers.parse('it waits because "{reason}"'))
def _(notebook: Notebook, reason: str) -> None:
    assert notebook.shown is not None
    assert reason in "\n".join(notebook.shown.why)


@when(parsers.parse('the {who} lifts the rejection of "{text}"'))
def _(notebook: Notebook, who: str, text: str) -> None:
    act_as(notebook, who)
    notebook.act(review.review, Review, {"action": "lift", "id": notebook.ids[text]})
    act_as(notebook, "assistant")


@when(parsers.parse("the {who} looks at the review queue"))
def _(notebook: Notebook, who: str) -> None:
    act_as(notebook, who)
    notebook.act(review.review, Review, {})
    act_as(notebook, "assistant")


@when(parsers.re(r"the (?P<who>\w+) (?P<deed>undoes|redoes) (the last change|audit row (?P<sequence>\d+))"))
def _(notebook: Notebook, who: str, deed: str, sequence: str | None = None) -> None:
    act_as(notebook, who)
    row = int(sequence) if sequence else None
    notebook.act(undo.undo, Undo, {"sequence": row, "redo": deed == "redoes"})
    act_as(notebook, "assistant")


@given("a sitting that left nothing")
def _(notebook: Notebook) -> None:
    notebook.ids["the sitting"] = sessions.open_session(notebook.world, notebook.caller, None)


@then(parsers.parse('"{name}" says "{text}"'))
def _(notebook: Notebook, name: str, text: str) -> None:
    with notebook.world.store.read() as reader:
        current = reader.current(notebook.ids[name])
    assert current is not None
    assert current.body.text == text


@given(parsers.parse('the {who} forgot "{text}"'))
@when(parsers.parse('the {who} forgets "{text}"'))
def _(notebook: Notebook, who: str, text: str) -> None:
    act_as(notebook, who)
    notebook.act(forgetting.forget, Forget, {"id": notebook.ids[text]})
    act_as(notebook, "assistant")


@when(parsers.parse('the {who} asks for the history of "{text}"'))
def _(notebook: Notebook, who: str, text: str) -> None:
    act_as(notebook, who)
    notebook.act(history.history, HistoryOf, {"id": notebook.ids[text]})
    act_as(notebook, "assistant")


@then(parsers.parse('the answer holds "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert text in notebook.succeeded().model_dump_json()


@then(parsers.parse('the answer does not hold "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert text not in notebook.succeeded().model_dump_json()


@given(parsers.parse("the review policy is {policy}"))
def _(notebook: Notebook, policy: str) -> None:
    path = notebook.world.store.status().path
    notebook.world.store.close()
    notebook.world = make_world(Path(path), notebook.clock, Policy(review=ReviewPolicy(policy)))


@given("the notebook is opened anew")
@when("the notebook is opened anew")
def _(notebook: Notebook) -> None:
    path = notebook.world.store.status().path
    notebook.world.store.close()
    notebook.world = make_world(Path(path), notebook.clock, notebook.world.policy)


@then(parsers.parse('the refusal names "{text}" by its id'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.error is not None
    assert notebook.ids[text] in notebook.error.message


@then("it is done")
def _(notebook: Notebook) -> None:
    notebook.succeeded()


@then(parsers.parse('the answer says that "{text}" still asserts it'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.ids[text] in [one.id for one in notebook.succeeded().still_asserting or ()]


@then(parsers.parse('the answer says that "{text}" rests on it'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.ids[text] in [one.id for one in notebook.succeeded().resting_on_it or ()]


@then(parsers.parse('the answer names "{text}" as retired before for {reason}'))
def _(notebook: Notebook, text: str, reason: str) -> None:
    before = notebook.succeeded().retired_before or ()
    assert (notebook.ids[text], reason) in [(one.id, str(one.reason)) for one in before]


@then(parsers.parse('"{text}" is labelled {trust}'))
def _(notebook: Notebook, text: str, trust: str) -> None:
    labels = {hit.id: str(hit.trust) for hit in notebook.succeeded().results}
    assert labels[notebook.ids[text]] == trust


@then(parsers.parse('the history is "{verbs}"'))
def _(notebook: Notebook, verbs: str) -> None:
    assert [str(one.verb) for one in notebook.succeeded().revisions] == verbs.split(", ")


@then(parsers.parse('the last change of the history is by the {kind} "{name}" for {reason}: "{note}"'))
def _(notebook: Notebook, kind: str, name: str, reason: str, note: str) -> None:
    last = notebook.succeeded().revisions[-1]
    assert (last.by.actor, last.by.name, last.reason, last.note) == (kind, name, reason, note)


@then(parsers.parse('the history shows the change "{diff}"'))
def _(notebook: Notebook, diff: str) -> None:
    changes = [change for one in notebook.succeeded().revisions for change in one.changes or ()]
    assert diff in [change.diff or f"{change.before} -> {change.after}" for change in changes]


@then(parsers.parse("{count:d} memories wait for review"))
@then(parsers.parse("{count:d} memory waits for review"))
def _(notebook: Notebook, count: int) -> None:
    assert len(notebook.succeeded().waiting) == count


@then(parsers.parse('the queue shows the text "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert text in [one.text for one in notebook.succeeded().waiting]


@then("the queue shows no text")
def _(notebook: Notebook) -> None:
    waiting = notebook.succeeded().waiting
    assert waiting
    assert [one.text for one in waiting] == [None] * len(waiting)


@then(parsers.parse('the audit log ends with "{rows}"'))
def _(notebook: Notebook, rows: str) -> None:
    wanted = rows.split(", ")
    with notebook.world.store.read() as reader:
        log = reader.audit(0, 10_000)
    told = [f"{row.verb}" + (" refused" if row.outcome is AuditOutcome.REFUSED else "") for row in log]
    assert told[-len(wanted) :] == wanted


@then("every row of the audit log names who acted")
def _(notebook: Notebook) -> None:
    with notebook.world.store.read() as reader:
        log = reader.audit(0, 10_000)
    assert log
    assert all(row.actor and row.actor_name for row in log)


@then(parsers.parse('no row of the audit log holds "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    with notebook.world.store.read() as reader:
        log = reader.audit(0, 10_000)
    assert log
    assert [row for row in log if text in row.model_dump_json()] == []


@given(parsers.parse('a decision that cites "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    cited = notebook.ids[text]
    arguments = {"title": "Citing decision", "decision": f"Keep queues short, see {cited}.", "reasoning": "It said so."}
    notebook.act(decide, Decide, arguments)
    notebook.ids["Citing decision"] = notebook.succeeded().id


@given(parsers.parse('the learning "{text}" drawn from "{source}"'))
def _(notebook: Notebook, text: str, source: str) -> None:
    arguments = {"category": "insight", "content": text, "source": notebook.ids[source]}
    notebook.act(learn, Learn, arguments)
    notebook.ids[text] = notebook.succeeded().id


@then("the answer says that nothing rests on it")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().resting_on_it is None
