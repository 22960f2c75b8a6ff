"""Values of which there is one: the person's profile, field by field, and the goal of each project.

Setting one again is a new revision of it, clearing it retires it; what it was before stays in its history.
"""

from __future__ import annotations

from typing import assert_never

from domain.context import Caller, World
from domain.keeping import Update, add, keep
from domain.ledger import Draft
from domain.presenting import label
from domain.retire import retire
from domain.revise import revise
from ports.answers import Action, Revised, Stored
from ports.bodies import GoalBody, ProfileBody
from ports.commands import Changes, Retire, Revise
from ports.errors import InvalidInput
from ports.looking_back import Goal, GoalAnswer, Keeping, Profile, ProfileAnswer
from ports.records import Revision
from ports.store import VISIBLE, Filter
from ports.vocabulary import Kind, RetireReason, Trust

_KEPT = (*VISIBLE, Trust.PENDING)


def profile(world: World, caller: Caller, command: Profile) -> ProfileAnswer:
    """Read the profile or a field of it, set a field, or clear one.

    Raises InvalidInput(`MISSING_ARGUMENT`) and Refused as any write does.
    """
    match command.action:
        case Keeping.GET:
            return _read_profile(world, command.field)
        case Keeping.SET:
            return _set_field(world, caller, command)
        case Keeping.CLEAR:
            return _clear_field(world, caller, command)
    assert_never(command.action)


def goal(world: World, caller: Caller, command: Goal) -> GoalAnswer:
    """Read the goal of a project (or the one without any), set it, or clear it."""
    match command.action:
        case Keeping.GET:
            return _read_goal(world, command.project)
        case Keeping.SET:
            return _set_goal(world, caller, command)
        case Keeping.CLEAR:
            return _clear_goal(world, caller, command)
    assert_never(command.action)


def _read_profile(world: World, field: str | None) -> ProfileAnswer:
    fields = {one.body.title: one for one in _fields(world)}
    if field is not None:
        fields = {name: one for name, one in fields.items() if name == field}
    trust = {name: mark for name, one in fields.items() if (mark := label(one)) is not None}
    if field is None:
        return ProfileAnswer(profile={name: one.body.text for name, one in sorted(fields.items())}, trust=trust or None)
    one = fields.get(field)
    return ProfileAnswer(
        field=field,
        value=one.body.text if one else None,
        id=one.memory_id if one else None,
        trust=trust or None,
        notice=None if one else "This field is not set.",
    )


def _set_field(world: World, caller: Caller, command: Profile) -> ProfileAnswer:
    if command.field is None or command.value is None:
        raise InvalidInput("MISSING_ARGUMENT", "Give the field and its value.")
    draft = Draft(body=ProfileBody(field=command.field, content=command.value))
    outcome = keep(world, caller, draft, Update(Changes(value=command.value)))
    return ProfileAnswer(action=_action(outcome), field=command.field, id=outcome.id, notice=outcome.notice)


def _clear_field(world: World, caller: Caller, command: Profile) -> ProfileAnswer:
    if command.field is None:
        raise InvalidInput("MISSING_ARGUMENT", "Name the field to clear.")
    standing = [one for one in _fields(world, _KEPT) if one.body.title == command.field]
    action, notice = _clear(world, caller, standing)
    return ProfileAnswer(action=action, field=command.field, notice=notice)


def _fields(world: World, trust: tuple[Trust, ...] = VISIBLE) -> list[Revision]:
    where = Filter(now=world.clock.now(), kinds=(Kind.PROFILE,), trust=trust)
    with world.store.read() as reader:
        return list(reader.revisions(where))


def _read_goal(world: World, project: str | None) -> GoalAnswer:
    """The project's own goal, or else the one without a project."""
    where = Filter(now=world.clock.now(), kinds=(Kind.GOAL,), project=project)
    with world.store.read() as reader:
        goals = reader.revisions(where)
    best = next((one for one in goals if one.project == project), None) or next(
        (one for one in goals if one.project is None), None
    )
    if best is None:
        return GoalAnswer(notice="There is no goal.")
    return GoalAnswer(goal=best.body.text, id=best.memory_id, project=best.project, trust=label(best))


def _set_goal(world: World, caller: Caller, command: Goal) -> GoalAnswer:
    if command.goal is None:
        raise InvalidInput("MISSING_ARGUMENT", "Say what the goal is.")
    standing = _goals(world, command.project)
    if standing and standing[0].body.text != command.goal:
        outcome: Stored | Revised = revise(
            world, caller, Revise(id=standing[0].memory_id, changes=Changes(goal=command.goal))
        )
    else:
        outcome = add(world, caller, Draft(body=GoalBody(goal=command.goal), project=command.project))
    return GoalAnswer(action=_action(outcome), id=outcome.id, project=command.project, notice=outcome.notice)


def _clear_goal(world: World, caller: Caller, command: Goal) -> GoalAnswer:
    action, notice = _clear(world, caller, _goals(world, command.project))
    return GoalAnswer(action=action, project=command.project, notice=notice)


def _goals(world: World, project: str | None) -> list[Revision]:
    """The goals of exactly this scope, newest first: one, unless two clients set the first one at the same moment."""
    where = Filter(now=world.clock.now(), kinds=(Kind.GOAL,), project=project, only_project=True, trust=_KEPT)
    with world.store.read() as reader:
        return list(reader.revisions(where))


def _clear(world: World, caller: Caller, standing: list[Revision]) -> tuple[str, str | None]:
    """What became of the values, and what there is to tell of it."""
    retired = [retire(world, caller, Retire(id=one.memory_id, reason=RetireReason.OBSOLETE)) for one in standing]
    notices = dict.fromkeys(one.notice for one in retired if one.notice)
    return "cleared" if standing else "not_set", " ".join(notices) or None


def _action(outcome: Stored | Revised) -> str:
    if outcome.trust is Trust.PENDING:
        return Action.PENDING
    if isinstance(outcome, Revised):
        return "updated"
    return "unchanged" if outcome.action is Action.DUPLICATE else "set"
