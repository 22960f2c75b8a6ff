"""Correcting from the command line, with a person's authority where a person is at the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from domain import cases, forgetting, reinstate, retire, review, revise, undo
from domain.context import World
from domain.escapes import escaped
from domain.presenting import headline
from entrypoints.arguments import parse
from entrypoints.cli.context import AsJson, at_a_terminal, caller, opened, show
from entrypoints.cli.fields import revision_of
from entrypoints.cli.ids import Id, whole
from entrypoints.cli.printing import say
from entrypoints.cli.review import draw_case
from ports.answers import RetiredAnswer, ReviewAnswer, Revised, Undone
from ports.commands import Forget, Reinstate, Retire, Review, ReviewAction, Undo
from ports.records import Revision
from ports.vocabulary import RetireReason

_SET_HELP = "Any field, such as tags=deploy,shop or confidence=0.9; may be repeated. A wrong one lists those there are."
Note = Annotated[str | None, typer.Option("--note", help="Why, in your words.")]
BasedOn = Annotated[
    str | None,
    typer.Option("--revision", metavar="REVISION", help="The revision you read; if another is current, stop."),
]


def revise_command(
    memory_id: Id,
    content: Annotated[str | None, typer.Option(help="The new text.")] = None,
    field: Annotated[list[str] | None, typer.Option("--set", metavar="FIELD=VALUE", help=_SET_HELP)] = None,
    revision: BasedOn = None,
    as_json: AsJson = False,
) -> None:
    """Say a memory better; what it said before stays readable."""
    with opened() as world:
        command = revision_of(world, whole(world, memory_id), content, field or [], revision)
        answer = revise.revise(world, caller(), command)
        show(answer, as_json, _draw_revised)


def retire_command(
    memory_id: Id,
    reason: Annotated[RetireReason, typer.Option("--reason", "-r", help="wrong and retracted reject the value.")],
    note: Note = None,
    by: Annotated[str | None, typer.Option("--by", help="The id of what takes its place.")] = None,
    valid_to: Annotated[
        str | None, typer.Option("--valid-to", help="When it stopped being true; now, if left out.")
    ] = None,
    revision: BasedOn = None,
    as_json: AsJson = False,
) -> None:
    """End a memory, with a reason."""
    with opened() as world:
        successor = whole(world, by) if by else None
        given = {
            "id": whole(world, memory_id),
            "revisionId": revision,
            "reason": reason,
            "note": note,
            "successorId": successor,
            "validTo": valid_to,
        }
        answer = retire.retire(world, caller(), parse(Retire, given))
        show(answer, as_json, _draw_retired)


def reinstate_command(memory_id: Id, as_json: AsJson = False) -> None:
    """Hold a retired memory true again; a person's reinstating lifts the rejection of its value."""
    with opened() as world:
        answer = reinstate.reinstate(world, caller(), parse(Reinstate, {"id": whole(world, memory_id)}))
        show(answer, as_json, lambda told: say(f"Reinstated {told.id}."))


def verify(memory_id: Id, as_json: AsJson = False) -> None:
    """Say that a memory is true, as it is shown."""
    _verdict(ReviewAction.VERIFY, memory_id, None, as_json)


def dispute(memory_id: Id, note: Note = None, as_json: AsJson = False) -> None:
    """Put a memory in doubt."""
    _verdict(ReviewAction.DISPUTE, memory_id, note, as_json)


def lift(memory_id: Id, as_json: AsJson = False) -> None:
    """Let a rejected value be stored again."""
    _verdict(ReviewAction.LIFT, memory_id, None, as_json)


def forget(
    memory_id: Id,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove a memory's text, vectors and history for good."""
    with opened() as world:
        meant, shown = whole(world, memory_id), None
        if at_a_terminal() and not yes:
            shown = _shown(world, meant)
            told = escaped(f"{meant} ({shown.kind}: {headline(shown.body)})")
            typer.confirm(f"Forget {told} for good?", abort=True)
        answer = forgetting.forget(world, caller(), parse(Forget, {"id": meant, "revisionId": _id_of(shown)}))
        show(answer, as_json, lambda told: say(f"Forgotten: {', '.join(told.forgotten)}."))


def undo_command(
    sequence: Annotated[int | None, typer.Argument(help="The audit row; yours of late where left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Take back one change; once more takes back the one before."""
    with opened() as world:
        answer = undo.undo(world, caller(), parse(Undo, {"sequence": sequence}))
        show(answer, as_json, _draw_undone)


def redo(
    sequence: Annotated[int | None, typer.Argument(help="The audit row; the one undone last where left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Bring back what was undone, as long as nothing new was changed since."""
    with opened() as world:
        answer = undo.undo(world, caller(), parse(Undo, {"sequence": sequence, "redo": True}))
        show(answer, as_json, _draw_undone)


def _verdict(action: ReviewAction, memory_id: str, note: str | None, as_json: bool) -> None:
    with opened() as world:
        meant = whole(world, memory_id)
        shown = _shown(world, meant) if at_a_terminal() and not as_json else None
        command = parse(Review, {"action": action, "id": meant, "revisionId": _id_of(shown), "note": note})
        answer = review.review(world, caller(), command)
        show(answer, as_json, _draw_verdict)


def _shown(world: World, memory_id: str) -> Revision:
    """Show a memory to the person who rules on it; gives the revision that was shown."""
    about = cases.case(world, memory_id)
    draw_case(about)
    return about.revision


def _id_of(shown: Revision | None) -> str | None:
    return shown.id if shown is not None else None


def _draw_verdict(answer: ReviewAnswer) -> None:
    say(f"{answer.id} is {answer.trust}." + (f" {answer.notice}" if answer.notice else ""))


def _draw_undone(answer: Undone) -> None:
    say(f"{answer.action.capitalize()}: row {answer.sequence}, {answer.verb} of {answer.id}.")


def _draw_revised(answer: Revised) -> None:
    say(f"Revised {answer.id}: {', '.join(answer.changed)}.")
    if answer.notice:
        say(answer.notice)


def _draw_retired(answer: RetiredAnswer) -> None:
    say(f"{answer.action.replace('_', ' ').capitalize()}: {answer.id} ({answer.reason}).")
    if answer.value_rejected:
        say("Its value is refused from now on.")
    for near in answer.still_asserting or ():
        say(f"Still asserts the same: {near.id} {near.text}")
    for one in answer.resting_on_it or ():
        say(f"Rests on it ({one.how}): {one.id} {one.text}")
    if answer.notice:
        say(answer.notice)
