"""A user's own class is an embedder without an import of ours, and its trouble is trouble with vectors alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from adapters.guarded import GuardedEmbedder
from adapters.third_party import load_embedder
from ports.embedder import Embedder, Role, Space
from ports.errors import BadSettings, EmbedderUnavailable

MODULE = "tests.embedders.own_embedder"


def guarded(name: str) -> GuardedEmbedder:
    return GuardedEmbedder(name, lambda: load_embedder(f"{MODULE}:{name}"))


def refusal(embedder: GuardedEmbedder) -> EmbedderUnavailable:
    with pytest.raises(EmbedderUnavailable) as raised:
        embedder.embed(["Rain."], Role.QUERY)
    return raised.value


def test_the_class_imports_nothing_of_ours() -> None:
    tree = ast.parse((Path(__file__).parent / "own_embedder.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert imported == {"__future__", "math", "zlib", "dataclasses"}


def test_its_space_becomes_one_of_ours() -> None:
    space = guarded("PairsOfLetters").space
    assert isinstance(space, Space)
    assert (space.model, space.dimensions) == ("pairs of letters", 64)


def test_what_it_raises_is_no_vectors() -> None:
    error = refusal(guarded("Broken"))
    assert error.code == "EMBEDDER_FAILED"
    assert "Broken" in error.message
    assert "the sum of nothing" in error.message


def test_one_that_cannot_be_made_is_no_vectors() -> None:
    error = refusal(guarded("CannotBeMade"))
    assert error.code == "EMBEDDER_FAILED"
    assert "no licence found" in error.message


@pytest.mark.parametrize("path", [f"{MODULE}:None", f"{MODULE}:Nothing", "no.such.module:Class", "nothing", ""])
def test_a_path_that_names_no_class_is_a_wrong_setting(path: str) -> None:
    with pytest.raises(BadSettings) as raised:
        load_embedder(path)
    assert raised.value.code == "BAD_EMBEDDER_CLASS"


def test_a_class_of_another_kind_is_told_what_it_lacks() -> None:
    with pytest.raises(BadSettings) as raised:
        load_embedder("pathlib:Path")
    assert "count_tokens" in raised.value.message


def test_a_wrong_setting_found_late_keeps_its_code() -> None:
    embedder = GuardedEmbedder("mine", lambda: load_embedder("no.such.module:Class"))
    assert refusal(embedder).code == "BAD_EMBEDDER_CLASS"
    embedder.close()


def test_it_is_made_once_and_only_when_it_is_needed() -> None:
    made: list[int] = []

    def make() -> Embedder:
        made.append(1)
        return load_embedder(f"{MODULE}:PairsOfLetters")

    embedder = GuardedEmbedder("mine", make)
    embedder.close()
    assert made == []
    embedder.embed(["Rain."], Role.QUERY)
    embedder.embed(["Rain."], Role.QUERY)
    assert made == [1]
