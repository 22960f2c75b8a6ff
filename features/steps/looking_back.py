"""Looking back over the whole memory, and the values of which there is one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pytest_bdd import given, parsers, then, when

from domain import conflicts, insights, profile, recall, reflect, retire, search
from features.steps.finding import search as run_search
from features.steps.graph import observe, q
from features.steps.notebook import Notebook
from features.steps.remembering import learn
from ports.answers import Action, Found
from ports.commands import Get, ObservationSupersede, Recall, Retire
from ports.looking_back import Contradictions, Goal, Insights, Profile, Reflect

PLURALS = {"observations": "observation", "learnings": "learning"}


@given(parsers.parse('{count:d} observations of "{name}" that all but repeat "{text}"'))
def _(notebook: Notebook, count: int, name: str, text: str) -> None:
    for number in range(count):
        observe(notebook, text + "," * (number + 1), entityName=name)
        assert notebook.succeeded().action is Action.ADDED


@given(parsers.parse('the learning "{text}" waits for review'))
def _(notebook: Notebook, text: str) -> None:
    learn(notebook, text)
    assert notebook.succeeded().action is Action.PENDING


@given(parsers.parse('the assistant learns "{text}" once more'))
def _(notebook: Notebook, text: str) -> None:
    learn(notebook, text)
    assert notebook.succeeded().action is Action.DUPLICATE


@given(parsers.parse('a search for "{query}" by words alone was made'))
def _(notebook: Notebook, query: str) -> None:
    run_search(notebook, query, mode="fts")
    assert notebook.succeeded().count == 1


@given(parsers.parse('"{text}" was recalled by "{query}"'))
def _(notebook: Notebook, text: str, query: str) -> None:
    notebook.act(lambda world, _caller, command: search.recall(world, command), Recall, {"query": query})
    assert [one.id for one in notebook.succeeded().results] == [notebook.ids[text]]


@given(parsers.parse('"{text}" was read in full'))
def _(notebook: Notebook, text: str) -> None:
    notebook.act(lambda world, _caller, command: recall.get(world, command), Get, {"ids": [notebook.ids[text]]})
    assert [one.id for one in notebook.succeeded().memories] == [notebook.ids[text]]


@when(
    parsers.re(
        rf"the assistant looks for contradictions( of {q('name')})?( in project {q('project')})?"
        r"( among (?P<plural>\w+))?( with a limit of (?P<limit>\d+))?"
    )
)
def _(
    notebook: Notebook,
    name: str | None = None,
    project: str | None = None,
    plural: str | None = None,
    limit: str | None = None,
) -> None:
    notebook.act(
        lambda world, _caller, command: conflicts.contradictions(world, command),
        Contradictions,
        {"entityName": name, "project": project, "kind": PLURALS[plural] if plural else None, "limit": limit},
    )


@when("the assistant follows the first suggestion")
def _(notebook: Notebook) -> None:
    tool, arguments = notebook.succeeded().pairs[0].suggestion.split(": ", 1)[1].split(" ", 1)
    command, rule = {
        "memory_observation_supersede": (ObservationSupersede, retire.observation_supersede),
        "memory_retire": (Retire, retire.retire),
    }[tool]
    notebook.act(rule, command, json.loads(arguments))


@when("the assistant reflects")
@when(parsers.parse('the assistant reflects on project "{project}"'))
def _(notebook: Notebook, project: str | None = None) -> None:
    notebook.act(lambda world, _caller, command: reflect.reflect(world, command), Reflect, {"project": project})


@when("the assistant asks for insights")
@when(parsers.parse('the assistant asks for insights into project "{project}"'))
def _(notebook: Notebook, project: str | None = None) -> None:
    notebook.act(lambda world, _caller, command: insights.insights(world, command), Insights, {"project": project})


def keep_profile(notebook: Notebook, action: str, field: str | None = None, value: str | None = None) -> None:
    notebook.act(profile.profile, Profile, {"action": action, "field": field, "value": value})
    if notebook.answer is not None and notebook.answer.id is not None:
        notebook.ids.setdefault(field or "", notebook.answer.id)


def keep_goal(notebook: Notebook, action: str, project: str | None, goal: str | None = None) -> None:
    notebook.act(profile.goal, Goal, {"action": action, "project": project, "goal": goal})
    if notebook.answer is not None and notebook.answer.id is not None and goal is not None:
        notebook.ids.setdefault(goal, notebook.answer.id)


@given(parsers.parse('the profile field "{field}" is set to "{value}"'))
def _(notebook: Notebook, field: str, value: str) -> None:
    keep_profile(notebook, "set", field, value)
    assert notebook.succeeded().action == "set"


@when(parsers.parse('the assistant sets the profile field "{field}" to "{value}"'))
def _(notebook: Notebook, field: str, value: str) -> None:
    keep_profile(notebook, "set", field, value)


@when("the assistant reads the profile")
@when(parsers.parse('the assistant reads the profile field "{field}"'))
def _(notebook: Notebook, field: str | None = None) -> None:
    keep_profile(notebook, "get", field)


@when(parsers.parse('the assistant clears the profile field "{field}"'))
def _(notebook: Notebook, field: str) -> None:
    keep_profile(notebook, "clear", field)


@given(parsers.parse('the goal is set to "{goal}"'))
def _(notebook: Notebook, goal: str) -> None:
    keep_goal(notebook, "set", None, goal)
    assert notebook.succeeded().action == "set"


@when(parsers.re(rf"the assistant sets the goal( of project {q('project')})? to {q('goal')}"))
def _(notebook: Notebook, goal: str, project: str | None = None) -> None:
    keep_goal(notebook, "set", project, goal)


@when("the assistant reads the goal")
@when(parsers.parse('the assistant reads the goal of project "{project}"'))
def _(notebook: Notebook, project: str | None = None) -> None:
    keep_goal(notebook, "get", project)


@when("the assistant clears the goal")
def _(notebook: Notebook) -> None:
    keep_goal(notebook, "clear", None)


@then(parsers.parse('the contradictions are "{pairs}"'))
def _(notebook: Notebook, pairs: str) -> None:
    told = [f"{one.older.content} | {one.newer.content}" for one in notebook.succeeded().pairs]
    assert told == pairs.split("; ")


@then("there are no contradictions")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().pairs == ()


@then(parsers.parse("{count:d} contradictions are told"))
def _(notebook: Notebook, count: int) -> None:
    assert len(notebook.succeeded().pairs) == count


@then(parsers.parse("the first contradiction is a {reason}"))
def _(notebook: Notebook, reason: str) -> None:
    assert reason in notebook.succeeded().pairs[0].reasons


def listed(notebook: Notebook, name: str) -> Sequence[Found]:
    return {"most used": notebook.succeeded().most_used, "stale": notebook.answer.stale}[name]


@then(parsers.parse('"{text}" is among the {name}'))
def _(notebook: Notebook, text: str, name: str) -> None:
    assert notebook.ids[text] in [one.id for one in listed(notebook, name)]
    assert notebook.ids[text] in notebook.answer.summary


@then(parsers.parse('"{text}" is not among the {name}'))
def _(notebook: Notebook, text: str, name: str) -> None:
    assert notebook.ids[text] not in [one.id for one in listed(notebook, name)]


@then(parsers.parse("nothing is among the {name}"))
def _(notebook: Notebook, name: str) -> None:
    assert listed(notebook, name) == ()


@then(parsers.parse('the hot entities are "{entities}"'))
def _(notebook: Notebook, entities: str) -> None:
    told = [f"{one.name} {one.new_observations}" for one in notebook.succeeded().hot_entities]
    assert told == entities.split(", ")


@then("there are no hot entities")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().hot_entities == ()


@then(parsers.parse('the open decisions are "{titles}"'))
def _(notebook: Notebook, titles: str) -> None:
    assert [one.title for one in notebook.succeeded().open_decisions] == titles.split(", ")


@then(parsers.parse('the reflection counts "{counts}"'))
def _(notebook: Notebook, counts: str) -> None:
    told = {str(kind): number for kind, number in notebook.succeeded().counts.items()}
    assert ", ".join(f"{number} {kind}" for kind, number in sorted(told.items())) == counts


@then(parsers.parse('the summary keeps "{one}" and "{other}" out of its own words'))
def _(notebook: Notebook, one: str, other: str) -> None:
    own_words = re.sub(r"```text\n.*?\n```", "", notebook.succeeded().summary, flags=re.DOTALL)
    assert "## Decisions" in own_words
    assert one not in notebook.answer.summary
    assert other not in notebook.answer.summary


@then(parsers.parse('the summary names the decision "{title}"'))
def _(notebook: Notebook, title: str) -> None:
    lines = notebook.succeeded().summary.splitlines()
    assert [line for line in lines if notebook.ids[title] in line and title in line]


@then(
    parsers.parse(
        "the insights count {learnings:d} learnings, {entities:d} entities, {observations:d} observations and "
        "{relations:d} relations"
    )
)
def _(notebook: Notebook, learnings: int, entities: int, observations: int, relations: int) -> None:
    told = notebook.succeeded()
    assert (told.total_learnings, told.total_entities) == (learnings, entities)
    assert (told.total_observations, told.total_relations) == (observations, relations)


@then(parsers.parse("the insights count {ended:d} retired learnings and {waiting:d} pending learnings"))
def _(notebook: Notebook, ended: int, waiting: int) -> None:
    assert notebook.succeeded().retired == {"learning": ended}
    assert notebook.answer.pending == {"learning": waiting}


@then(parsers.parse("the reflection counts {ended:d} retired learnings and {waiting:d} pending memories"))
def _(notebook: Notebook, ended: int, waiting: int) -> None:
    assert notebook.succeeded().retired == {"learning": ended}
    assert notebook.answer.pending == waiting


@then(parsers.parse('the insights break down "{categories}" and "{types}"'))
def _(notebook: Notebook, categories: str, types: str) -> None:
    told = notebook.succeeded()
    assert ", ".join(f"{name} {number}" for name, number in told.category_breakdown.items()) == categories
    assert ", ".join(f"{name} {number}" for name, number in told.entity_type_breakdown.items()) == types


@then(parsers.parse("the memory is {days:d} days old"))
def _(notebook: Notebook, days: int) -> None:
    assert notebook.succeeded().days_of_memory == days


@then(parsers.parse('the profile is "{fields}"'))
def _(notebook: Notebook, fields: str) -> None:
    assert ", ".join(f"{name}={value}" for name, value in notebook.succeeded().profile.items()) == fields


@then(parsers.parse('its value is "{value}"'))
def _(notebook: Notebook, value: str) -> None:
    assert notebook.succeeded().value == value


@then(parsers.parse("the value is {action}"))
def _(notebook: Notebook, action: str) -> None:
    assert notebook.succeeded().action == action


@then(parsers.parse('the goal is "{goal}"'))
def _(notebook: Notebook, goal: str) -> None:
    assert notebook.succeeded().goal == goal


@then("there is no goal")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().goal is None
