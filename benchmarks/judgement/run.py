"""How well contradictions are told from what only looks like one, on two sets of pairs.

    uv run python -m benchmarks.judgement.run [--wrong]

Precision and recall on each part, by words alone (no vectors). The pairs by the hand that wrote the rules go to
`benchmarks/results/contradictions.md`, those by somebody who did not know the rules to `contradictions-independent.md`.
`--wrong` prints the pairs of the open parts that are judged wrongly, and changes no file; those of the parts kept apart
are never printed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from benchmarks.judgement.pairs import FOLDER, INDEPENDENT, LANGUAGES, PARTS, Pair, pairs
from benchmarks.reporting import publish, table
from domain.contradictions import Statement, compare

_EARLIER, _LATER = "2026-01-01T00:00:00.000000Z", "2026-02-01T00:00:00.000000Z"
_HEAD = ("pairs", "contradictions", "found", "flagged wrongly", "precision", "recall")


def found(pair: Pair) -> bool:
    """Whether the second of a pair, said later, is taken to contradict the first."""
    first = Statement("first", pair.first, _EARLIER, _EARLIER)
    second = Statement("second", pair.second, _LATER, _LATER)
    return compare(first, second, None) is not None


def figures(told: Sequence[Pair]) -> tuple[float, float]:
    """Precision and recall."""
    hits, alarms, wanted = _counts(told)
    return (hits / (hits + alarms) if hits + alarms else 1.0, hits / wanted)


def _counts(told: Sequence[Pair]) -> tuple[int, int, int]:
    flagged = [pair for pair in told if found(pair)]
    hits = sum(pair.contradicts for pair in flagged)
    return hits, len(flagged) - hits, sum(pair.contradicts for pair in told)


def _row(name: str, told: Sequence[Pair]) -> list[str]:
    hits, alarms, wanted = _counts(told)
    precision, recall = figures(told)
    return [name, str(len(told)), str(wanted), str(hits), str(alarms), f"{precision:.3f}", f"{recall:.3f}"]


def _print_wrong(told: Sequence[Pair]) -> None:
    for pair in told:
        if pair.part == "open" and found(pair) != pair.contradicts:
            print("missed" if pair.contradicts else "flagged", pair.language, pair.kind, pair.first, pair.second)


def _publish(name: str, heading: str, about: str, told: Sequence[Pair]) -> None:
    rows = [
        _row(f"{part}, {language}", [pair for pair in told if pair.part == part and pair.language in languages])
        for part in PARTS
        for language, languages in [(each, (each,)) for each in LANGUAGES] + [("all", LANGUAGES)]
    ]
    figures_told = table(("part, language", *_HEAD), rows)
    publish(name, "\n".join([f"# {heading}", "", f"{datetime.now(UTC):%Y-%m-%d}, {about}", "", figures_told]))


def main() -> None:
    same_hand, independent = list(pairs(FOLDER)), list(pairs(INDEPENDENT))
    if "--wrong" in sys.argv[1:]:
        _print_wrong([*same_hand, *independent])
        return
    _publish("contradictions", "Contradictions, on pairs written before the rules", "by words alone.", same_hand)
    _publish(
        "contradictions-independent",
        "Contradictions, on pairs by somebody who did not know the rules",
        "by words alone. Who wrote these pairs had not read the rules, and no rule was changed for them before the\n"
        "first measurement. The part kept apart says how the rules do on unknown text.",
        independent,
    )


if __name__ == "__main__":
    main()
