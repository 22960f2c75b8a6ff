"""Walking the review queue at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click
import typer

from domain import cases, review, revise
from domain.cases import Case, in_lines
from domain.context import World
from entrypoints.arguments import parse
from entrypoints.cli.context import AsJson, at_a_terminal, caller, opened, show, tell
from entrypoints.cli.printing import say, say_field
from ports.answers import ReviewAnswer
from ports.commands import Review, ReviewAction, Revise
from ports.errors import PalimpsestError, Refused
from ports.vocabulary import Kind, Trust

_WITHHELD = "Their text is shown to a person only: run `palimpsest review` at a terminal."
_CHOICES = "[a]pprove, [e]dit, [r]eject, [s]kip, [q]uit"
_EDITABLE: Mapping[Kind, tuple[str, ...]] = {
    Kind.LEARNING: ("content",),
    Kind.DECISION: ("decision", "title", "reasoning", "alternatives"),
    Kind.SESSION: ("summary", "tasks"),
    Kind.ENTITY: ("name", "summary", "entityType"),
    Kind.OBSERVATION: ("content",),
    Kind.RELATION: ("relationType",),
    Kind.PROFILE: ("value",),
    Kind.GOAL: ("goal",),
}
"""The texts of each kind, the one that is edited most often first."""
_LISTS = ("tasks", "tags")


def review_command(as_json: AsJson = False) -> None:
    """Go through what waits for a person: approve, edit, reject with a reason, or skip."""
    with opened() as world:
        answer = _queue(world)
        show(_for_a_shell(answer), as_json, lambda told: _walk(world, told))


def _for_a_shell(answer: ReviewAnswer) -> ReviewAnswer:
    """The answer, with what to do about texts that are not shown: nobody can be asked here but at a terminal."""
    return answer.model_copy(update={"notice": _WITHHELD if answer.notice else None})


def _queue(world: World) -> ReviewAnswer:
    return review.queue(world, caller(), parse(Review, {"limit": 200}))


def _walk(world: World, answer: ReviewAnswer) -> None:
    waiting = answer.waiting or ()
    if not at_a_terminal():
        say(f"{len(waiting)} wait for review. {answer.notice or ''}".strip())
        return
    for number, one in enumerate(waiting, start=1):
        if not _settle(world, one.id, f"{number} of {len(waiting)}"):
            break
    left = len(_queue(world).waiting or ())
    say(f"{left} still to review." if left else "Nothing waits for review.")


def _settle(world: World, memory_id: str, heading: str) -> bool:
    """Show one memory until it is ruled on or skipped; False where the person is done with all of them."""
    while True:
        case = cases.case(world, memory_id)
        if case.revision.trust is not Trust.PENDING:
            say(f"{memory_id} no longer waits.")
            return True
        say()
        say(f"{heading}: {case.revision.kind} {memory_id}")
        draw_case(case)
        choice = _choice()
        if choice in ("s", "q"):
            return choice == "s"
        try:
            if _ACTS[choice](world, case):
                return True
        except PalimpsestError as error:
            tell(error)


def draw_case(case: Case) -> None:
    """Everything a verdict is about, and why it waits."""
    for name, value in case.fields:
        say_field(name, value)
    for reason in case.why:
        say_field("waits because", reason)


def _choice() -> str:
    """One of the acts; asks again until it is one."""
    while (choice := typer.prompt(_CHOICES)[:1].lower()) not in (*_ACTS, "s", "q"):
        say("Answer with one of the letters in brackets.")
    return choice


def _approve(world: World, case: Case) -> bool:
    shown = case.revision
    review.review(world, caller(), Review(action=ReviewAction.APPROVE, id=shown.memory_id, revision_id=shown.id))
    say("Approved.")
    return True


def _edit(world: World, case: Case) -> bool:
    """Have texts edited, and approve exactly what came of it."""
    shown = case.revision
    stored = {**shown.body.model_dump(mode="json", by_alias=True), "tags": list(shown.tags)}
    edited = _edited({name: stored.get(name) or "" for name in (*_EDITABLE[shown.kind], "tags")})
    if not edited:
        say("Unchanged.")
        return False
    changes = {name: value for name, value in edited.items() if name != "tags"}
    named = {"id": shown.memory_id, "revisionId": shown.id}
    wanted = parse(Revise, {**named, "changes": changes or None, "tags": edited.get("tags")})
    revised = revise.revise(world, caller(), wanted)
    now = cases.case(world, shown.memory_id)
    if now.revision.id != revised.revision_id:
        raise Refused("REVISION_CHANGED", "It was changed by another while you edited it; look at it again.")
    return _approve(world, now)


def _edited(stored: Mapping[str, object]) -> dict[str, object]:
    """What was edited of the texts there are, by their names."""
    present = [name for name in stored if stored[name]]
    edited: dict[str, object] = {}
    while name := _field(present, asked=bool(edited)):
        before = in_lines(edited.get(name, stored[name]))
        after = click.edit(before, extension=".txt")
        text = after.removesuffix("\n") if after is not None and not before.endswith("\n") else after
        if text is not None and text != before and text.strip():
            edited[name] = text.split("\n") if name in _LISTS else text
        if len(present) == 1:
            break
    return edited


def _field(names: list[str], *, asked: bool) -> str:
    """The text to edit, of several; nothing where the person is done."""
    if len(names) == 1:
        return names[0]
    done = "nothing more" if asked else names[0]
    say(f"Which of {', '.join(names)}?" + (" Enter approves what was edited." if asked else ""))
    while (name := typer.prompt("Edit", default=done)) not in (*names, done):
        say("Answer with one of these names.")
    return name if name in names else ""


def _reject(world: World, case: Case) -> bool:
    note = typer.prompt("Why", default="", show_default=False) or None
    shown = case.revision
    command = Review(action=ReviewAction.REJECT, id=shown.memory_id, revision_id=shown.id, note=note)
    review.review(world, caller(), command)
    say("Rejected; its value is refused from now on.")
    return True


_ACTS: dict[str, Callable[[World, Case], bool]] = {"a": _approve, "e": _edit, "r": _reject}
