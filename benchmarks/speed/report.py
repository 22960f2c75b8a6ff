"""What was measured, as Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from benchmarks.memory import Memory
from benchmarks.reporting import made_on, table
from benchmarks.speed.measure import RETIRED_PART, Measures, Spent
from benchmarks.speed.server import Start

_TIMES_AS_MANY = RETIRED_PART - 1
_GOAL_SIZE = 100_000


def report(begun: Start, measured: Sequence[Measures], repeats: int) -> str:
    """Every table, and what it says."""
    parts = [
        "# Speed and size, side by side in one run",
        f"{made_on('apsw', 'sqlite-vec', 'numpy', 'onnxruntime')}\n`uv run python -m benchmarks.speed.run`, each "
        f"question asked {repeats} times, everything on one thread. Ratios are medians over rounds in which every way "
        "to search takes its turn, of the processor's time; those by the clock stand in brackets. The machine was "
        "shared with other work, so milliseconds by the clock are an upper bound.",
        "## Searching",
        _searching(measured),
        "*Search* is `domain.search.search` by words and meaning with the default depth: both legs, fusion, loading, "
        "presenting, counting use. *Raw queries* are the FTS5 query that it sends and an exact sqlite-vec scan, 200 "
        "rows each, on the same file. *NumPy* is a float32 product with every vector, held in memory, and a partition; "
        "it needs the FTS5 query beside it to find by words as well.",
        "What it is compared with, milliseconds of the processor's time, p50 / p95:",
        _references(measured),
        "## Storing",
        _storing(measured),
        "*Recorded* is the ledger alone, in transactions of 5,000; *through the gate* is `learn_bulk` of 500. A single "
        "`learn` passes the gate, looks for near-copies and commits; *embedding* is the same text through the model in "
        "the package, in turn with it, both of the processor's time.",
        "## Memory, MB",
        _memory(measured),
        "In brackets what is the process's own; the rest is program text and pages of the mapped file, which the "
        "system drops when it needs to. `serve` is looked at when it has answered `initialize`.",
        "## Starting",
        f"From starting `palimpsest serve` to its answer to `initialize` {begun.ours:.0f} ms, "
        f'`python -c "import mcp"` {begun.import_mcp:.0f} ms, ratio {begun.ratio:.2f} (medians of rounds in turn).',
        "## What it says",
        "\n".join(f"- {line}" for line in _sentences(begun, measured)),
    ]
    return "\n\n".join(parts)


def _searching(measured: Sequence[Measures]) -> str:
    head = [
        "memories", "case", "by the clock, ms p50 / p95", "of the processor, ms p50 / p95", "to the raw queries",
        "to NumPy and FTS5", "to NumPy alone", "to another case",
    ]  # fmt: skip
    return table(head, [row for one in measured for row in _search_rows(one)])


def _search_rows(one: Measures) -> list[list[str]]:
    searches, size = one.searches, f"{one.size:,}"
    floors = [*_floors(one), searches.numpy]
    rows = [
        [size, name, *_both(spent), *(_ratios(spent, floor) for floor in floors)]
        for name, spent in (("all", searches.whole), ("one of 20 projects", searches.scoped))
    ]
    rows[0].append("")
    rows[1].append(f"all: {_ratios(searches.scoped, searches.whole)}")
    if retired := one.retired:
        name = f"{retired.live:,} live, {_TIMES_AS_MANY} times as many retired"
        others = f"the live ones alone: {_ratios(retired.most_retired, retired.live_alone)}"
        rows.append([size, name, *_both(retired.most_retired), "", "", "", others])
    return rows


def _references(measured: Sequence[Measures]) -> str:
    rows = [
        [f"{one.size:,}", *(_times(spent.processor) for spent in (searches.matching, searches.scan, searches.numpy))]
        for one in measured
        for searches in (one.searches,)
    ]
    return table(["memories", "FTS5 query", "sqlite-vec scan", "NumPy scan"], rows)


def _storing(measured: Sequence[Measures]) -> str:
    head = [
        "memories", "recorded a second of the processor (by the clock)", "through the gate", "a `learn`, ms p50 / p95",
        "embedding, ms p50", "share of a `learn` outside the embedder", "bytes of file a memory",
    ]  # fmt: skip
    rows = [
        [
            f"{one.size:,}",
            f"{one.filled.processor:,.0f} ({one.filled.clock:,.0f})",
            f"{one.writes.bulk.processor:,.0f} ({one.writes.bulk.clock:,.0f})",
            _times(one.writes.learn.processor),
            f"{statistics.median(one.writes.embed.processor):.1f}",
            f"{_outside(one):.2f}",
            f"{one.bytes_each:,.0f}",
        ]
        for one in measured
    ]
    return table(head, rows)


def _outside(one: Measures) -> float:
    learn, embed = one.writes.learn.processor, one.writes.embed.processor
    return statistics.median(ours / (ours + theirs) for ours, theirs in zip(learn, embed, strict=True))


def _memory(measured: Sequence[Measures]) -> str:
    head = ["memories", "`serve`", "store opened", "at most until then", "searched once", "first search, ms"]
    rows = [
        [
            f"{one.size:,}",
            _megabytes(held.served),
            _megabytes(held.opened),
            f"{held.opened.peak:.0f}",
            _megabytes(held.searched),
            f"{held.first_search:.0f}",
        ]
        for one in measured
        for held in (one.held,)
    ]
    return table(head, rows)


def _sentences(begun: Start, measured: Sequence[Measures]) -> list[str]:
    """What the numbers say of each goal."""
    lines = [line for one in measured if one.size == _GOAL_SIZE for line in _goals(one)]
    lines += [_growth(smaller, larger) for smaller, larger in pairwise(measured)]
    lines += [
        f"With {one.retired.live:,} live and {_TIMES_AS_MANY} times as many retired a search takes "
        f"{_ratio(one.retired.most_retired.processor, one.retired.live_alone.processor):.2f} times as long as with the "
        "live ones alone (goal: no longer)."
        for one in measured
        if one.retired
    ]
    served = max(one.held.served.resident for one in measured)
    return [
        *lines,
        f"The server holds {served:.0f} MB once it has answered `initialize` (goal: under 72), which takes "
        f"{begun.ratio:.2f} times as long as `import mcp`.",
    ]


def _goals(one: Measures) -> list[str]:
    searches = one.searches
    raw, beside = _floors(one)
    return [
        f"At {one.size:,} a search takes {_ratios(searches.whole, raw)} times the raw queries (goal: at most 1.3).",
        f"It takes {_ratios(searches.whole, beside)} times a NumPy scan with the FTS5 query beside it (goal: below "
        f"1.5). To the NumPy scan alone it is {_ratios(searches.whole, searches.numpy)}, of which the FTS5 query that "
        f"a scan does not do is {_ratios(searches.matching, searches.numpy)}.",
    ]


def _growth(smaller: Measures, larger: Measures) -> str:
    before, after = (statistics.median(one.searches.whole.processor) for one in (smaller, larger))
    return (
        f"From {smaller.size:,} to {larger.size:,} memories, {larger.size / smaller.size:.0f} times as many, a search "
        f"takes {after / before:.1f} times as long (goal: no more than the memories)."
    )


def _floors(one: Measures) -> list[Spent]:
    """The raw queries, and NumPy with the FTS5 query beside it."""
    searches = one.searches
    return [_together(searches.matching, other) for other in (searches.scan, searches.numpy)]


def _together(left: Spent, right: Spent) -> Spent:
    columns = ((left.clock, right.clock), (left.processor, right.processor))
    return Spent(*([one + other for one, other in zip(*column, strict=True)] for column in columns))


def _ratios(spent: Spent, to: Spent) -> str:
    return f"{_ratio(spent.processor, to.processor):.2f} ({_ratio(spent.clock, to.clock):.2f})"


def _ratio(spent: Sequence[float], to: Sequence[float]) -> float:
    return statistics.median(one / other for one, other in zip(spent, to, strict=True))


def _both(spent: Spent) -> tuple[str, str]:
    return _times(spent.clock), _times(spent.processor)


def _times(spent: Sequence[float]) -> str:
    p50, p95 = np.quantile(spent, (0.5, 0.95))
    return f"{p50:.1f} / {p95:.1f}"


def _megabytes(memory: Memory) -> str:
    return f"{memory.resident:.0f} ({memory.private:.0f})"
