"""Taking down what became of each record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from domain.importing.chains import Chain, Flawed
from ports.answers import Problem
from ports.archive import Report
from ports.transfer import Fate, Result
from ports.vocabulary import Kind


@dataclass(slots=True)
class Tally:
    """What was taken, in numbers, and every record that was not taken as it is, by name."""

    report: Report
    added: Counter[Kind] = field(default_factory=Counter[Kind])
    updated: Counter[Kind] = field(default_factory=Counter[Kind])
    totals: Counter[Fate] = field(default_factory=Counter[Fate])
    revisions: int = 0
    unchanged: int = 0
    rejections: int = 0
    audit_rows: int = 0

    def tell(self, chain: Chain, fate: Fate, problem: Problem, into: str | None = None) -> None:
        """Name a memory, and what became of it."""
        self._add(chain.record, chain.memory_id, chain.kind, fate, problem, into)

    def flawed(self, flaw: Flawed) -> None:
        """Name what is no record."""
        self._add(flaw.record, flaw.id, flaw.kind, Fate.REFUSED, flaw.problem, None)

    def tell_record(self, record: str, memory_id: str, fate: Fate, problem: Problem) -> None:
        """Name a record that is no revision."""
        self._add(record, memory_id, None, fate, problem, None)

    def _add(
        self, record: str, memory_id: str | None, kind: Kind | None, fate: Fate, problem: Problem, into: str | None
    ) -> None:
        self.totals[fate] += 1
        self.report.add(Result(record=record, id=memory_id, type=kind, action=fate, into=into, problem=problem))
