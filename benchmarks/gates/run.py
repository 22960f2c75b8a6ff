"""What the text gates cost, and what they take for a secret or an instruction where there is none.

    uv run python -m benchmarks.gates.run FOLDER

FOLDER holds collections of harmless texts as JSON: every string in them is read, and every finding is a false alarm
(the texts go to stderr, not into the results). The table goes to `benchmarks/results/gates.md`. Times are of one core
of a shared machine: the median of single calls for the cost of a text, the best of three for hostile texts.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from adapters.secrets.scanner import DetectSecretsScanner
from benchmarks.gates.held_out import INSTRUCTIONS, NOTES
from domain.injection import suspicion
from domain.statements import rejection_key, statement_key

RESULTS = Path(__file__).parents[1] / "results" / "gates.md"
LENGTH = 50_000
"""Characters of a hostile text."""
HOSTILE = (
    "a",
    "a1",
    "a_",
    "a.b",
    " ",
    "\n",
    "eyJ",
    "sk-",
    "xoxb-1-",
    "password is ",
    "aws key ",
    "://a:",
    "ignore all ",
)
ENGLISH = "The deploy script of the shop lives in tools/deploy.sh and needs Node 22; run it from the root. " * 3
TEXTS_OF_A_KEY = {
    "ASCII": ENGLISH[:200],
    "Cyrillic": ("Сервер стоит в Москве, порт открыт только для внутренней сети. " * 4)[:200],
    "Latin with Cyrillic lookalikes": ENGLISH.replace("e", "е")[:200],
}
LIBRARIES = {
    "bc-detect-secrets": "from adapters.secrets.library import rules; rules()",
    "confusable-homoglyphs": "from domain.statements import rejection_key; rejection_key('pаypal')",
}


def main() -> None:
    folder = Path(sys.argv[1])
    texts = list(dict.fromkeys(text for path in sorted(folder.rglob("*.json")) for text in _strings(path)))
    lines = [
        f"# Text gates, {datetime.now(UTC):%Y-%m-%d}, {', '.join(f'{name} {version(name)}' for name in LIBRARIES)}",
        "",
        *_false_alarms(texts),
        "",
        *_held_out(),
        "",
        *_costs(texts),
        "",
        *_hostile(),
        "",
    ]
    RESULTS.write_text("\n".join(lines))
    print("\n".join(lines))


def _strings(path: Path) -> Iterator[str]:
    return _inside(json.loads(path.read_text()))


def _inside(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() | dict():
            for one in value.values() if isinstance(value, dict) else value:
                yield from _inside(one)
        case _:
            return


def _false_alarms(texts: list[str]) -> list[str]:
    scanner = DetectSecretsScanner()
    secrets = [(finding.rule, text) for text in texts for finding in scanner.find(text)]
    orders = [(found.rule, text) for text in texts if (found := suspicion(text))]
    for rule, text in (*secrets, *orders):
        print(f"false alarm, {rule}: {text[:200]!r}", file=sys.stderr)
    return [
        f"{len(texts):,} distinct harmless texts, {sum(map(len, texts)):,} characters:",
        f"{len(secrets)} taken for a secret, {len(orders)} for an instruction.",
    ]


def _held_out() -> list[str]:
    found = [text for text in INSTRUCTIONS if suspicion(text)]
    wrong = [text for text in NOTES if suspicion(text)]
    precision = len(found) / (len(found) + len(wrong))
    return [
        f"Instructions held out: {len(found)} of {len(INSTRUCTIONS)} found, {len(wrong)} of {len(NOTES)} notes flagged",
        f"(recall {len(found) / len(INSTRUCTIONS):.2f}, precision {precision:.2f}).",
        *(f"- missed: {text!r}" for text in INSTRUCTIONS if text not in found),
        *(f"- flagged: {text!r}" for text in wrong),
    ]


def _costs(texts: list[str]) -> list[str]:
    usual = [text for text in texts if 200 <= len(text) <= 400]
    scanner = DetectSecretsScanner()
    rows = [
        _row(f"{name}, {len(usual)} texts of 200 to 400 characters", [_took(gate, text) for text in usual])
        for name, gate in (("secrets", scanner.find), ("instructions", suspicion))
    ]
    for name, text in TEXTS_OF_A_KEY.items():
        for key in (statement_key, rejection_key):
            key(text)
            rows.append(
                _row(f"{key.__name__}, {len(text)} characters, {name}", [_took(key, text) for _ in range(2000)])
            )
    rows += [
        _row(f"loading {name}, once a process", [_loading(code) for _ in range(5)]) for name, code in LIBRARIES.items()
    ]
    return ["| what | p50 µs | p95 µs |", "|---|---:|---:|", *rows]


def _row(name: str, seconds: list[float]) -> str:
    return f"| {name} | {median(seconds) * 1e6:,.1f} | {quantiles(seconds, n=20)[-1] * 1e6:,.1f} |"


def _took(gate: Callable[[str], object], text: str) -> float:
    start = time.perf_counter()
    gate(text)
    return time.perf_counter() - start


def _loading(code: str) -> float:
    timed = f"import time, hashlib, domain.keys; s = time.perf_counter(); {code}; print(time.perf_counter() - s)"
    return float(subprocess.run([sys.executable, "-c", timed], check=True, capture_output=True, text=True).stdout)


def _hostile() -> list[str]:
    scanner = DetectSecretsScanner()
    rows = []
    for piece in HOSTILE:
        text = (piece * LENGTH)[:LENGTH]
        secrets, orders = (min(_took(gate, text) for _ in range(3)) for gate in (scanner.find, suspicion))
        rows.append(f"| {piece!r} | {secrets * 1e3:,.0f} | {orders * 1e3:,.0f} |")
    return [f"| {LENGTH:,} characters of | secrets ms | instructions ms |", "|---|---:|---:|", *rows]


if __name__ == "__main__":
    main()
