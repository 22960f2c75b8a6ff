"""The evaluation sets, as stores to fill and questions to ask. They stay where they are, under their own licences."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ADVERSARIAL = 5
"""LoCoMo's category of questions that have no answer in the conversation."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the names of the texts that answer it."""

    text: str
    gold: frozenset[str]
    category: str


@dataclass(frozen=True, slots=True)
class Collection:
    """One store: named texts, and the questions asked of it."""

    name: str
    texts: dict[str, str]
    questions: tuple[Question, ...]


def load(name: str, folder: Path) -> list[Collection]:
    """The collections of a set: locomo-turns, locomo-sessions, devbench, or xquad-QQ or xquad-QQ-TT by language."""
    if name.startswith("locomo"):
        return list(_locomo(folder / "locomo", turns=name.endswith("turns")))
    if name == "devbench":
        return [_devbench(folder / "devbench")]
    asked, _, told = name.removeprefix("xquad-").partition("-")
    return [_xquad(folder / "xquad", asked, told or asked)]


def _locomo(folder: Path, *, turns: bool) -> Iterator[Collection]:
    conversations = json.loads(next(folder.glob("*.json")).read_text())
    for number, conversation in enumerate(conversations):
        said = dict(_turns(conversation["conversation"]))
        texts = said if turns else _sessions(conversation["conversation"])
        questions = tuple(_questions(conversation["qa"], said, turns=turns))
        yield Collection(f"conversation {number}", texts, questions)


def _turns(conversation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for session in conversation.values():
        if isinstance(session, list):
            for turn in session:
                picture = f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""
                yield turn["dia_id"], f"{turn['speaker']}: {turn['text']}{picture}"


def _sessions(conversation: dict[str, Any]) -> dict[str, str]:
    return {
        f"D{name.split('_')[1]}": "\n".join(
            [conversation.get(f"{name}_date_time", ""), *(f"{turn['speaker']}: {turn['text']}" for turn in session)]
        )
        for name, session in conversation.items()
        if isinstance(session, list)
    }


def _questions(asked: list[dict[str, Any]], said: dict[str, str], *, turns: bool) -> Iterator[Question]:
    for one in asked:
        evidence = [name for name in one.get("evidence", []) if name in said]
        if evidence and one["category"] != _ADVERSARIAL:
            gold = evidence if turns else [name.split(":")[0] for name in evidence]
            yield Question(one["question"], frozenset(gold), str(one["category"]))


def _devbench(folder: Path) -> Collection:
    data = json.loads(next(folder.glob("*.json")).read_text())
    texts = {memory["id"]: memory["content"] for memory in data["memories"]}
    questions = tuple(
        Question(query["question"], _tagged(data["memories"], set(query["expected_tags"])), query["category"])
        for query in data["queries"]
        if query["expected_tags"]
    )
    return Collection("devbench", texts, questions)


def _tagged(memories: list[dict[str, Any]], tags: set[str]) -> frozenset[str]:
    return frozenset(memory["id"] for memory in memories if tags & set(memory["tags"]))


def _xquad(folder: Path, asked: str, told: str) -> Collection:
    texts = dict(_paragraphs(folder / f"xquad.{told}.json"))
    questions = tuple(
        Question(one["question"], frozenset([name]), asked)
        for name, paragraph in _numbered(folder / f"xquad.{asked}.json")
        for one in paragraph["qas"]
    )
    return Collection(f"xquad {asked} in {told}", texts, questions)


def _paragraphs(path: Path) -> Iterator[tuple[str, str]]:
    for name, paragraph in _numbered(path):
        yield name, paragraph["context"]


def _numbered(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    data = json.loads(path.read_text())["data"]
    paragraphs = (paragraph for article in data for paragraph in article["paragraphs"])
    yield from ((str(number), paragraph) for number, paragraph in enumerate(paragraphs))
