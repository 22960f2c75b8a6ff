"""Walking the review queue at a terminal."""

from __future__ import annotations

from collections.abc import Callable

import click
import typer

from domain import review, revise
from domain.context import World
from domain.trust import contradicted
from entrypoints.arguments import parse
from entrypoints.cli.context import AsJson, at_a_terminal, caller, opened, show
from ports.answers import ReviewAnswer, Waiting
from ports.commands import Changes, Review, ReviewAction, Revise

_WITHHELD = "Their text is shown to a person only: run `palimpsest review` at a terminal."
_CHOICES = "[a]pprove, [e]dit, [r]eject, [s]kip, [q]uit"


def review_command(as_json: AsJson = False) -> None:
    """Go through what waits for a person: approve, edit, reject with a reason, or skip."""
    with opened() as world:
        answer = review.queue(world, caller(), parse(Review, {"limit": 200}))
        show(_for_a_shell(answer), as_json, lambda told: _walk(world, told))


def _for_a_shell(answer: ReviewAnswer) -> ReviewAnswer:
    """The answer, with what to do about texts that are not shown: nobody can be asked here but at a terminal."""
    return answer.model_copy(update={"notice": _WITHHELD if answer.notice else None})


def _walk(world: World, answer: ReviewAnswer) -> None:
    waiting = answer.waiting or ()
    if not at_a_terminal():
        typer.echo(f"{len(waiting)} wait for review. {answer.notice or ''}".strip())
        return
    left = len(waiting)
    for number, one in enumerate(waiting, start=1):
        typer.echo(f"\n{number} of {len(waiting)}: {one.type} {one.id}, by {one.by} at {one.recorded_at}")
        typer.echo(f"  {one.text}")
        for verified in contradicted(world, one.id):
            typer.echo(f"  contradicts {verified.memory_id}, verified: {verified.body.text}")
        choice = _choice()
        if choice == "q":
            break
        _ACTS[choice](world, one)
        left -= choice != "s"
    typer.echo(f"{left} still to review." if left else "Nothing waits for review.")


def _choice() -> str:
    """One of the acts; asks again until it is one."""
    while (choice := typer.prompt(_CHOICES)[:1].lower()) not in (*_ACTS, "q"):
        typer.echo("Answer with one of the letters in brackets.")
    return choice


def _approve(world: World, one: Waiting) -> None:
    review.review(world, caller(), Review(action=ReviewAction.APPROVE, id=one.id))
    typer.echo("Approved.")


def _edit(world: World, one: Waiting) -> None:
    text = click.edit(one.text or "")
    if text is None or not text.strip():
        typer.echo("Unchanged.")
        return
    revise.revise(world, caller(), Revise(id=one.id, changes=Changes(content=text.strip())))
    _approve(world, one)


def _reject(world: World, one: Waiting) -> None:
    note = typer.prompt("Why", default="", show_default=False) or None
    review.review(world, caller(), Review(action=ReviewAction.REJECT, id=one.id, note=note))
    typer.echo("Rejected; its value is refused from now on.")


def _skip(world: World, one: Waiting) -> None:  # one of the acts, which all take these
    del world, one


_ACTS: dict[str, Callable[[World, Waiting], None]] = {"a": _approve, "e": _edit, "r": _reject, "s": _skip}
