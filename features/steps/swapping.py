"""Swapping the embedder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytest_bdd import given, parsers, then, when

from adapters.hashing.embedder import HashingEmbedder
from adapters.no_embedder import NoEmbedder
from domain import spaces
from features.steps.notebook import AGENT, PERSON, Notebook, make_world
from ports.embedder import Embedder, Space


class OtherEmbedder(HashingEmbedder):
    """Token hashes that say they are another model's."""

    @property
    def space(self) -> Space:
        return replace(super().space, model="another model")


EMBEDDERS: dict[str, type[Embedder]] = {"another": OtherEmbedder, "the first": HashingEmbedder}


def reopen(notebook: Notebook, embedder: Embedder) -> None:
    path = Path(notebook.world.store.status().path)
    notebook.world.store.close()
    notebook.world = replace(make_world(path, notebook.clock, notebook.world.policy), embedder=embedder)


@given(parsers.re(r"the notebook is opened with (?P<which>another|the first) embedder"))
def _(notebook: Notebook, which: str) -> None:
    reopen(notebook, EMBEDDERS[which]())


@given("the notebook is opened without an embedder")
def _(notebook: Notebook) -> None:
    reopen(notebook, NoEmbedder())


@when("a person reindexes the notebook")
def _(notebook: Notebook) -> None:
    assert spaces.reindex(notebook.world, PERSON, lambda done, total: None) > 0


@when("the server fills what is pending")
def _(notebook: Notebook) -> None:
    assert spaces.maintain(notebook.world, AGENT) > 0


@then(parsers.parse('the answer\'s notice says "{words}"'))
def _(notebook: Notebook, words: str) -> None:
    assert words in (notebook.succeeded().notice or "")
