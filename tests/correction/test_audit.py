"""The audit log: append-only, chained, and written with what it tells of or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from domain import retire, revise
from domain.context import World
from domain.doctor import chain_problems
from ports.bodies import Shape
from ports.commands import Changes, Retire, Revise
from ports.errors import PalimpsestError
from ports.vocabulary import AuditOutcome, RetireReason
from tests.making import AGENT, learned, make_world

UNLOCK = "DROP TRIGGER audit_keep; DROP TRIGGER audit_stay;"


def tamper(world: World, statement: str) -> None:
    """Change the file as somebody with a sqlite3 shell would."""
    path = world.store.status().path
    world.store.close()
    connection = apsw.Connection(path)
    connection.execute(UNLOCK + statement)
    connection.close()


@pytest.fixture
def kept(world: World) -> World:
    for number in range(5):
        learned(world, f"Fact number {number} is noted.")
    return world


def test_an_untouched_chain_is_sound(kept: World) -> None:
    assert chain_problems(kept.store) == []


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE audit SET actor_name = 'mallory' WHERE sequence = 3", "row 3 was changed"),
        ("DELETE FROM audit WHERE sequence = 3", "3 to 3 are missing"),
        ("DELETE FROM audit WHERE sequence = 5", "ends"),
        (
            "UPDATE audit SET sequence = 99 WHERE sequence = 2; UPDATE audit SET sequence = 2 WHERE sequence = 3; "
            "UPDATE audit SET sequence = 3 WHERE sequence = 99",
            "row 2 was changed",
        ),
    ],
    ids=["changed", "removed", "the last one removed", "reordered"],
)
def test_the_doctor_finds_a_row_that_was(kept: World, statement: str, told: str) -> None:
    tamper(kept, statement)
    problems = chain_problems(kept.store)
    assert any(told in problem for problem in problems), problems


@pytest.mark.parametrize("statement", ["UPDATE audit SET reason = 'x'", "DELETE FROM audit"])
def test_the_file_itself_refuses_to_change_the_log(kept: World, statement: str) -> None:
    path = kept.store.status().path
    kept.store.close()
    with pytest.raises(apsw.ConstraintError, match="append-only"):
        apsw.Connection(path).execute(statement)
    assert chain_problems(kept.store) == []


@pytest.mark.parametrize("statement", ["UPDATE revisions SET body = '{}'", "DELETE FROM revisions"])
def test_the_file_itself_refuses_to_change_a_revision(kept: World, statement: str) -> None:
    path = kept.store.status().path
    kept.store.close()
    with pytest.raises(apsw.ConstraintError, match="revision is"):
        apsw.Connection(path).execute(statement)


MUTATIONS: dict[str, Callable[[World, str], Shape]] = {
    "revise": lambda world, one: revise.revise(
        world, AGENT, Revise(id=one, changes=Changes(content="Said otherwise now."))
    ),
    "retire as wrong": lambda world, one: retire.retire(world, AGENT, Retire(id=one, reason=RetireReason.WRONG)),
}


class FaultError(Exception):
    """Raised in the middle of a unit of work."""


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_a_mutation_and_its_row_are_written_together_or_not_at_all(tmp_path: Path, mutation: str) -> None:
    """A fault at every statement of the unit of work in turn leaves the ledger as it was."""
    world = make_world(tmp_path / "memory.sqlite")
    one = learned(world, "Something that will be corrected.")
    before = _ledger(world)
    for statement in range(1, 200):
        if not _fails_at(world, statement, MUTATIONS[mutation], one):
            break
        assert _ledger(world) == before, f"statement {statement} left something behind"
        assert chain_problems(world.store) == []
    else:
        pytest.fail("the mutation never came to its end")
    after = _ledger(world)
    assert statement > 5
    assert after[0] == before[0] + 1, "one revision more"
    assert after[1] == before[1] + 1, "one audit row more"
    assert chain_problems(world.store) == []
    world.store.close()


def _fails_at(world: World, number: int, mutate: Callable[[World, str], Shape], one: str) -> bool:
    """Run a mutation with a fault at a statement of its unit of work; False where it ended before that."""
    connection = world.store._open()[1].connection
    count = 0

    def trace(cursor: apsw.Cursor, statement: str, bindings: object) -> bool:
        nonlocal count
        count += 1
        if count == number and not statement.startswith(("ROLLBACK", "RELEASE", "SAVEPOINT")):
            raise FaultError
        return True

    connection.exec_trace = trace
    try:
        mutate(world, one)
    except FaultError:
        return True
    except PalimpsestError as error:
        pytest.fail(f"unexpected {error.code}")
    finally:
        connection.exec_trace = None
    return count > number


def _ledger(world: World) -> tuple[int, int, str]:
    """How many revisions and audit rows there are, and a digest of everything indexed."""
    path = world.store.status().path
    connection = apsw.Connection(path)
    counts = [connection.execute(f"SELECT count(*) FROM {table}").get for table in ("revisions", "audit")]
    texts = connection.execute("SELECT group_concat(text_id || ':' || live) FROM texts").get
    return counts[0], counts[1], str(texts)


def test_a_refusal_leaves_its_row(world: World) -> None:
    one = learned(world, "The moon is made of cheese.")
    retire.retire(world, AGENT, Retire(id=one, reason=RetireReason.WRONG))
    with pytest.raises(PalimpsestError, match="rejected"):
        learned(world, "The moon is made of cheese.")
    with world.store.read() as reader:
        last = reader.last_audit()
    assert last is not None
    assert (last.outcome, last.reason) == (AuditOutcome.REFUSED, "VALUE_REJECTED")
