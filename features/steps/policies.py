"""Weaker policies, and what they let through."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytest_bdd import given, parsers, then

from domain.context import Secrets
from domain.doctor import chain_problems
from entrypoints.health import health
from features.steps.notebook import Notebook, make_world
from ports.commands import Health
from ports.records import AuditEntry


@given("secrets are allowed")
def _(notebook: Notebook) -> None:
    path, policy = notebook.world.store.status().path, replace(notebook.world.policy, secrets=Secrets.ALLOW)
    notebook.world.store.close()
    notebook.world = make_world(Path(path), notebook.clock, policy)


def rows(notebook: Notebook) -> list[AuditEntry]:
    with notebook.world.store.read() as reader:
        return list(reader.audit(0, 10_000))


@then(parsers.parse('the last row of the audit log was let through by "{policy}"'))
def _(notebook: Notebook, policy: str) -> None:
    assert rows(notebook)[-1].policy == policy
    assert chain_problems(notebook.world.store) == []


@then("no row of the audit log was let through")
def _(notebook: Notebook) -> None:
    told = rows(notebook)
    assert told
    assert [row for row in told if row.policy is not None] == []
    assert health(notebook.world, Health()).let_through is None


@then(parsers.parse('the doctor counts "{counted}"'))
def _(notebook: Notebook, counted: str) -> None:
    told = health(notebook.world, Health()).let_through or {}
    assert ", ".join(f"{number} by {policy}" for policy, number in sorted(told.items())) == counted
