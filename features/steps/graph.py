"""The graph: entities, what is observed of them, and how they are related."""

from __future__ import annotations

from typing import Any

from pytest_bdd import given, parsers, then, when

from domain import entities, graph, observations, relations, retire
from features.steps.correcting import act_as
from features.steps.notebook import Notebook
from ports.answers import Action
from ports.commands import ObservationSupersede
from ports.graph import EntityAction, EntityCreate, EntityDelete, EntityObserve, EntityOpen, EntityRelate, EntitySearch


def q(name: str) -> str:
    """The pattern of a quoted argument."""
    return rf'"(?P<{name}>[^"]*)"'


def typed(name: str) -> str:
    """The pattern of a type that need not be said."""
    return rf"( of type (?P<{name}>\S+))?"


WHERE = rf"( in project {q('project')})?"
THEN = r"( as of (?P<as_of>\S+))?( as known at (?P<known_at>\S+))?"
INTERVAL = r"( valid from (?P<valid_from>\S+)| from (?P<start>\S+) to (?P<end>\S+))?"


def make(notebook: Notebook, name: str, entity_type: str, **fields: Any) -> None:
    notebook.act(entities.create, EntityCreate, {"name": name, "entityType": entity_type, **fields})
    if notebook.answer is not None:
        notebook.ids.setdefault(name, notebook.answer.id)


def observe(notebook: Notebook, content: str, **fields: Any) -> None:
    notebook.act(observations.observe, EntityObserve, {"content": content, **fields})
    if notebook.answer is not None:
        notebook.ids.setdefault(content, notebook.answer.observation_id)


def open_it(notebook: Notebook, **fields: Any) -> None:
    notebook.act(lambda world, _caller, command: graph.open_entity(world, command), EntityOpen, fields)


MADE = rf"the entity {q('name')} of type (?P<entity_type>\S+)( summed up as {q('summary')})?{WHERE}"


@given(parsers.re(MADE))
def _(notebook: Notebook, name: str, entity_type: str, summary: str | None = None, project: str | None = None) -> None:
    make(notebook, name, entity_type, summary=summary, project=project)
    assert notebook.succeeded().action is EntityAction.CREATED


@given(parsers.parse('the entity "{name}" of type {entity_type} is withheld'))
def _(notebook: Notebook, name: str, entity_type: str) -> None:
    make(notebook, name, entity_type)
    assert notebook.succeeded().action is EntityAction.PENDING


@when(parsers.re(f"the assistant makes {MADE}"))
def _(notebook: Notebook, name: str, entity_type: str, summary: str | None = None, project: str | None = None) -> None:
    make(notebook, name, entity_type, summary=summary, project=project)


@given(
    parsers.re(
        rf"the observation of {q('name')} that {q('content')}{INTERVAL}{WHERE}"
        r"( with confidence (?P<confidence>[\d.]+))?"
    )
)
def _(
    notebook: Notebook,
    name: str,
    content: str,
    valid_from: str | None = None,
    start: str | None = None,
    end: str | None = None,
    project: str | None = None,
    confidence: str | None = None,
) -> None:
    observe(
        notebook,
        content,
        entityName=name,
        validFrom=valid_from or start,
        validTo=end,
        project=project,
        confidence=confidence,
    )
    assert notebook.succeeded().action == Action.ADDED


@when(
    parsers.re(
        rf"the assistant observes of {q('name')}{typed('entity_type')} that "
        rf"{q('content')}{INTERVAL}{WHERE}"
    )
)
def _(
    notebook: Notebook,
    name: str,
    content: str,
    entity_type: str | None = None,
    valid_from: str | None = None,
    start: str | None = None,
    end: str | None = None,
    project: str | None = None,
) -> None:
    observe(
        notebook,
        content,
        entityName=name,
        entityType=entity_type,
        validFrom=valid_from or start,
        validTo=end,
        project=project,
    )


@when(parsers.parse('the assistant observes of the id "{entity_id}" that "{content}"'))
def _(notebook: Notebook, entity_id: str, content: str) -> None:
    observe(notebook, content, entityId=entity_id)


@when(parsers.parse('the assistant observes of nobody that "{content}"'))
def _(notebook: Notebook, content: str) -> None:
    observe(notebook, content)


@given(parsers.parse('"{older}" was superseded by "{newer}"'))
@when(parsers.parse('"{older}" is superseded by "{newer}"'))
def _(notebook: Notebook, older: str, newer: str) -> None:
    arguments = {"observationId": notebook.ids[older], "supersededById": notebook.ids[newer]}
    notebook.act(retire.observation_supersede, ObservationSupersede, arguments)
    assert notebook.succeeded().action == "superseded"


@when(
    parsers.re(
        rf"the assistant opens the entity {q('name')}{typed('entity_type')}{WHERE}{THEN}"
        r"( showing at most (?P<limit>\d+))?"
    )
)
def _(
    notebook: Notebook,
    name: str,
    entity_type: str | None = None,
    project: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
    limit: str | None = None,
) -> None:
    open_it(notebook, name=name, entityType=entity_type, project=project, asOf=as_of, knownAt=known_at, limit=limit)


@when(parsers.re(rf"the assistant searches the entities for {q('query')}{typed('entity_type')}{WHERE}{THEN}"))
def _(
    notebook: Notebook,
    query: str,
    entity_type: str | None = None,
    project: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
) -> None:
    notebook.act(
        lambda world, _caller, command: graph.search_entities(world, command),
        EntitySearch,
        {"query": query, "entityType": entity_type, "project": project, "asOf": as_of, "knownAt": known_at},
    )


RELATED = (
    rf"{q('origin')}{typed('origin_type')} is related to {q('target')}"
    rf"{typed('target_type')} as (?P<relation>\S+)( with weight (?P<weight>[\d.]+))?"
    rf"( valid from (?P<valid_from>\S+))?{WHERE}"
)


def relate(notebook: Notebook, **fields: Any) -> None:
    notebook.act(relations.relate, EntityRelate, fields)


def related(
    notebook: Notebook,
    origin: str,
    target: str,
    relation: str,
    origin_type: str | None = None,
    target_type: str | None = None,
    weight: str | None = None,
    valid_from: str | None = None,
    project: str | None = None,
) -> None:
    relate(
        notebook,
        fromName=origin,
        fromType=origin_type,
        toName=target,
        toType=target_type,
        relationType=relation,
        weight=weight,
        validFrom=valid_from,
        project=project,
    )
    if notebook.answer is not None:
        notebook.ids.setdefault(f"{origin} {relation} {target}", notebook.answer.id)


@given(parsers.re(RELATED))
def _(
    notebook: Notebook,
    origin: str,
    target: str,
    relation: str,
    origin_type: str | None = None,
    target_type: str | None = None,
    weight: str | None = None,
    valid_from: str | None = None,
    project: str | None = None,
) -> None:
    related(notebook, origin, target, relation, origin_type, target_type, weight, valid_from, project)
    assert notebook.succeeded().action == Action.ADDED


@when(parsers.re(f"the assistant says that {RELATED}"))
def _(
    notebook: Notebook,
    origin: str,
    target: str,
    relation: str,
    origin_type: str | None = None,
    target_type: str | None = None,
    weight: str | None = None,
    valid_from: str | None = None,
    project: str | None = None,
) -> None:
    related(notebook, origin, target, relation, origin_type, target_type, weight, valid_from, project)


@when(parsers.parse('the assistant says that the ids "{origin}" and "{target}" are related as {relation}'))
def _(notebook: Notebook, origin: str, target: str, relation: str) -> None:
    relate(notebook, fromEntityId=origin, toEntityId=target, relationType=relation)


@given(parsers.parse('"{origin}" is no longer related to "{target}" as {relation} because "{reason}"'))
@when(parsers.parse('the assistant closes that "{origin}" is related to "{target}" as {relation} because "{reason}"'))
def _(notebook: Notebook, origin: str, target: str, relation: str, reason: str) -> None:
    relate(notebook, fromName=origin, toName=target, relationType=relation, action="close", reason=reason)


@when(parsers.re(rf"the (?P<who>assistant|person) deletes the entity {q('name')}( because {q('reason')})?"))
def _(notebook: Notebook, who: str, name: str, reason: str | None = None) -> None:
    act_as(notebook, who)
    notebook.act(entities.delete, EntityDelete, {"id": notebook.ids[name], "reason": reason})
    act_as(notebook, "assistant")


@then(parsers.parse("the entity is {action}"))
def _(notebook: Notebook, action: str) -> None:
    assert notebook.succeeded().action == action


@then(parsers.parse('it is the entity "{name}"'))
def _(notebook: Notebook, name: str) -> None:
    assert notebook.succeeded().id == notebook.ids[name]


@then("it is observed")
@then("they are related")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().action == Action.ADDED


@then("it is observed, and its entity was made")
def _(notebook: Notebook) -> None:
    assert (notebook.succeeded().action, notebook.answer.entity_created) == (Action.ADDED, True)


@then("the observation was known already")
@then("the relation was known already")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().action == Action.DUPLICATE
    assert notebook.answer.usage_count == 1


@then(parsers.parse("the relation is {action}"))
def _(notebook: Notebook, action: str) -> None:
    assert notebook.succeeded().action == action


@then(parsers.parse('the refusal lists the candidates "{types}"'))
def _(notebook: Notebook, types: str) -> None:
    error = notebook.failed("AMBIGUOUS_ENTITY")
    assert ", ".join(one["entityType"] for one in error.details["candidates"]) == types
    assert all(one["id"] in error.message for one in error.details["candidates"])


@then(parsers.parse('it is summed up as "{summary}"'))
def _(notebook: Notebook, summary: str) -> None:
    assert notebook.succeeded().entity.summary == summary


@then(parsers.parse('it shows the observations "{contents}"'))
def _(notebook: Notebook, contents: str) -> None:
    assert [one.content for one in notebook.succeeded().observations] == contents.split("; ")


@then(parsers.parse("it says that {count:d} observation was left out"))
def _(notebook: Notebook, count: int) -> None:
    assert notebook.succeeded().observations_left_out == count


@then(parsers.parse('it shows the relations "{links}"'))
def _(notebook: Notebook, links: str) -> None:
    shown = [f"{one.direction} {one.relation_type} {one.name}" for one in notebook.succeeded().relations]
    assert shown == links.split("; ")


@then(parsers.parse("its first relation weighs {weight:f}"))
def _(notebook: Notebook, weight: float) -> None:
    assert notebook.succeeded().relations[0].weight == weight


@then("it shows no relation")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().relations == ()


@then(parsers.parse("{count:d} entities are found"))
@then(parsers.parse("{count:d} entity is found"))
def _(notebook: Notebook, count: int) -> None:
    assert notebook.succeeded().count == count
    assert len(notebook.answer.results) == count


@then("no entity is found")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().results == ()


@then(parsers.parse('the entities are "{names}"'))
def _(notebook: Notebook, names: str) -> None:
    assert [one.name for one in notebook.succeeded().results] == names.split(", ")


@then(parsers.parse('the first entity is "{name}", for "{match}"'))
def _(notebook: Notebook, name: str, match: str) -> None:
    first = notebook.succeeded().results[0]
    assert (first.name, first.match) == (name, match)


@then(parsers.parse("{entities:d} entity, {observations:d} observation and {relations:d} relation were retired"))
def _(notebook: Notebook, entities: int, observations: int, relations: int) -> None:
    counts = {"entity": entities, "observation": observations, "relation": relations}
    assert notebook.succeeded().retired == counts
    assert len(notebook.answer.ids) == sum(counts.values())


@then("the entity was deleted already")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().action == "already_retired"
