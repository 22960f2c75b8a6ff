"""The TypeScript SDK's client, which most assistants are built on: it reads every tool's answer and every error."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from entrypoints.mcp.tools import BY_NAME
from tests.clients import npm
from tests.wire.talking import SERVE, environment, problem_of
from tests.wire.test_bad_arguments import BAD
from tests.wire.test_every_tool import CALLS, filled, told_ids

CANNOT_ASK = "sdk-earlier"
LEARN = {"category": "insight", "content": "The shop opens at nine."}
SECRET = "The deploy key is ghp_" + "a1B2c3D4e5F6" * 3 + "."
UNSAYABLE_IN_JSON = {"NaN", "a huge number"}
STATES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("NOT_FOUND", "memory_history", {"id": "nobody"}),
    ("SECRET_REFUSED", "memory_learn", {**LEARN, "content": SECRET}),
    ("VALUE_REJECTED", "memory_learn", LEARN),
    ("NOT_RETIRED", "memory_reinstate", {"id": "$memory_decide"}),
    (
        "SELF_SUPERSEDE",
        "memory_retire",
        {"id": "$memory_decide", "reason": "superseded", "successorId": "$memory_decide"},
    ),
    ("NO_SUCH_FILE", "memory_import", {"path": "$nowhere"}),
)


class Talk:
    """A process that holds one connection by an SDK, and makes a call a line."""

    def __init__(self, sdk: str, folder: Path) -> None:
        self._process = subprocess.Popen(
            [npm.node(), str(npm.HERE / "talk.mjs"), sdk, *SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(folder),
            text=True,
            encoding="utf-8",
        )
        self.tools: list[str] = self._read()["tools"]

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result as the SDK gives it to its user; fails where the SDK threw instead."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"tool": tool, "arguments": arguments}) + "\n")
        self._process.stdin.flush()
        told = self._read()
        assert "thrown" not in told, (tool, told)
        return told["result"]

    def succeed(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured content of a call that has to succeed."""
        result = self.call(tool, **arguments)
        assert not result.get("isError"), (tool, result)
        return result["structuredContent"]

    def close(self) -> int:
        """End the client, which ends its server."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the client ended"
        return json.loads(line)


@pytest.fixture(scope="module", params=["sdk-current", CANNOT_ASK])
def sdk(request: pytest.FixtureRequest) -> str:
    npm.install()
    return request.param


@pytest.fixture(scope="module")
def talk(sdk: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    talking = Talk(sdk, tmp_path_factory.mktemp("typescript"))
    yield talking
    assert talking.close() == 0


def test_it_reads_every_tool_s_answer(sdk: str, tmp_path: Path) -> None:
    talking = Talk(sdk, tmp_path)
    assert set(talking.tools) == set(BY_NAME)
    ids: dict[str, str] = {}
    for tool, arguments in CALLS:
        if (sdk, tool) == (CANNOT_ASK, "memory_forget"):
            assert problem_of(talking.call(tool, **filled(arguments, ids)))["code"] == "PERSON_REQUIRED"
            continue
        ids |= told_ids(tool, talking.succeed(tool, **filled(arguments, ids)))
    assert talking.close() == 0


def test_it_reads_an_error_of_every_tool(talk: Talk) -> None:
    for tool in talk.tools:
        problem = problem_of(talk.call(tool, colour="red"))
        assert problem["code"] in {"UNKNOWN_ARGUMENT", "MISSING_ARGUMENT"}, (tool, problem)


@pytest.mark.parametrize("name", sorted(set(BAD) - UNSAYABLE_IN_JSON))
def test_it_reads_what_is_wrong_with_arguments(talk: Talk, name: str) -> None:
    tool, arguments, code, told = BAD[name]
    talk.succeed("memory_session_start")
    problem = problem_of(talk.call(tool, **arguments))
    assert problem["code"] == code
    assert told in problem["message"]


def test_it_reads_what_the_store_s_state_forbids(sdk: str, tmp_path: Path) -> None:
    talking = Talk(sdk, tmp_path)
    ids = {"nowhere": str(tmp_path / "nowhere.json")}
    ids |= told_ids("memory_learn", talking.succeed("memory_learn", **LEARN))
    ids |= told_ids(
        "memory_decide", talking.succeed("memory_decide", title="Till", decision="Cash.", reasoning="Quick.")
    )
    talking.succeed("memory_retire", id=ids["memory_learn"], reason="wrong")
    read = [
        (code, problem_of(talking.call(tool, **filled(arguments, ids)))["code"]) for code, tool, arguments in STATES
    ]
    assert [told for _, told in read] == [code for code, _ in read]
    assert talking.close() == 0
