"""Finding things again."""

from __future__ import annotations

from typing import Any

from pytest_bdd import given, parsers, then, when

from domain import recall as reading
from domain import search as searching
from features.steps.notebook import Notebook
from ports.commands import Get, Recall, Search


def search(notebook: Notebook, query: str, **fields: Any) -> None:
    notebook.act(lambda world, _caller, command: searching.search(world, command), Search, {"query": query, **fields})


@given(parsers.parse('a search for "{query}" was made'))
@when(parsers.parse('the assistant searches for "{query}"'))
@when(parsers.parse('the assistant searches for "{query}" in project "{project}"'))
@when(parsers.parse('the assistant searches for "{query}" tagged "{tag}"'))
@when(parsers.parse('the assistant searches for "{query}" as of {as_of}'))
@when(parsers.parse('the assistant searches for "{query}" as known at {known_at}'))
@when(parsers.parse('the assistant searches for "{query}" by {mode} alone'))
def _(
    notebook: Notebook,
    query: str,
    project: str | None = None,
    tag: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
    mode: str | None = None,
) -> None:
    modes = {"words": "fts", "meaning": "vector", None: None}
    search(
        notebook, query, project=project, tags=[tag] if tag else None, asOf=as_of, knownAt=known_at, mode=modes[mode]
    )


@when(parsers.parse('the assistant searches for "{query}" in full by words within {most:d} characters'))
def _(notebook: Notebook, query: str, most: int) -> None:
    search(notebook, query, detail="full", limit=100, mode="fts", maxCharacters=most)


@when("the assistant reads the first hit in full")
def _(notebook: Notebook) -> None:
    ids = [notebook.succeeded().results[0].id]
    notebook.act(lambda world, _caller, command: reading.get(world, command), Get, {"ids": ids})


@then(parsers.parse("the answer has at most {most:d} characters"))
def _(notebook: Notebook, most: int) -> None:
    assert len(notebook.succeeded().model_dump_json(by_alias=True, exclude_none=True)) <= most


@then("the first hit is cut")
def _(notebook: Notebook) -> None:
    assert notebook.succeeded().results[0].cut


@then(parsers.parse("what is shown and what is left out are {total:d}"))
def _(notebook: Notebook, total: int) -> None:
    answer = notebook.succeeded()
    assert answer.count == len(answer.results) >= 1
    assert answer.count + answer.left_out == total


@then(parsers.parse("it has {length:d} characters"))
def _(notebook: Notebook, length: int) -> None:
    assert len(notebook.succeeded().memories[0].body["content"]) == length


@when("the assistant recalls the newest learnings")
@when(parsers.parse('the assistant recalls the newest learnings of project "{project}"'))
def _(notebook: Notebook, project: str | None = None) -> None:
    notebook.act(lambda world, _caller, command: searching.recall(world, command), Recall, {"project": project})


@when(parsers.parse('the assistant reads "{text}" in full'))
def _(notebook: Notebook, text: str) -> None:
    notebook.act(lambda world, _caller, command: reading.get(world, command), Get, {"ids": [notebook.ids[text]]})


def hits(notebook: Notebook) -> list[str]:
    """The last answer's hits, by their full text."""
    texts = {memory_id: text for text, memory_id in notebook.ids.items()}
    return [texts.get(hit.id, hit.text) for hit in notebook.succeeded().results]


@then(parsers.parse('the first hit is "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert hits(notebook)[0] == text


@then(parsers.parse('the next hit is "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert hits(notebook)[1] == text


@then(parsers.parse("the first hit stands for {number:d} near-copy"))
def _(notebook: Notebook, number: int) -> None:
    first = notebook.succeeded().results[0]
    assert len(first.folded or ()) == number


@then(parsers.parse('"{text}" stands against "{other}"'))
def _(notebook: Notebook, text: str, other: str) -> None:
    labels = {hit.id: hit.contradicts for hit in notebook.succeeded().results}
    assert labels[notebook.ids[text]] == (notebook.ids[other],)


@then(parsers.parse('"{text}" stands against none of them'))
def _(notebook: Notebook, text: str) -> None:
    labels = {hit.id: hit.contradicts for hit in notebook.succeeded().results}
    assert labels[notebook.ids[text]] is None


@then(parsers.parse('"{text}" is found'))
def _(notebook: Notebook, text: str) -> None:
    assert text in hits(notebook)


@then(parsers.parse('"{text}" is not found'))
def _(notebook: Notebook, text: str) -> None:
    assert text not in hits(notebook)


@then("nothing is found")
def _(notebook: Notebook) -> None:
    assert hits(notebook) == []


@then(parsers.parse("{count:d} memories are found"))
@then(parsers.parse("{count:d} memory is found"))
def _(notebook: Notebook, count: int) -> None:
    assert len(hits(notebook)) == count


@then(parsers.parse('the answer says that the legs "{legs}" ran'))
def _(notebook: Notebook, legs: str) -> None:
    assert set(notebook.succeeded().legs) == set(legs.split(" and "))


@then(parsers.parse("the answer says that {count:d} were hidden as {reason}"))
@then(parsers.parse("the answer says that {count:d} was hidden as {reason}"))
def _(notebook: Notebook, count: int, reason: str) -> None:
    assert notebook.succeeded().hidden == {reason: count}


@then(parsers.parse('the full text is "{text}"'))
def _(notebook: Notebook, text: str) -> None:
    assert notebook.succeeded().memories[0].body["content"] == text


@then(parsers.parse("it was recalled {count:d} times"))
def _(notebook: Notebook, count: int) -> None:
    assert notebook.succeeded().memories[0].recalled_count == count


@then(parsers.parse('it was written by the {kind} "{name}" through "{client}"'))
def _(notebook: Notebook, kind: str, name: str, client: str) -> None:
    origin = notebook.succeeded().memories[0].written_by
    assert (origin.actor, origin.name, origin.client) == (kind, name, client)
