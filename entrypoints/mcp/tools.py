"""The tools: name, words, shapes and the rule each one calls. `tools/list` is generated from this table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain import (
    forgetting,
    history,
    recall,
    reinstate,
    remember,
    retire,
    review,
    revise,
    search,
    sessions,
    undo,
)
from domain.context import Caller, World
from entrypoints import health
from entrypoints.mcp import guide
from ports import answers, commands
from ports.bodies import Shape

Handler = Callable[[World, Caller, Any], Shape]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. `writes` says that it links to the connection's session; the hints are MCP's annotations."""

    name: str
    title: str
    description: str
    command: type[Shape]
    answer: type[Shape]
    handler: Handler
    core: bool = False
    read_only: bool = False
    writes: bool = False
    destructive: bool = False
    idempotent: bool = False


def _reading(handler: Callable[[World, Any], Shape]) -> Handler:
    """A handler for a rule that does not ask who calls."""

    def run(world: World, caller: Caller, command: Any) -> Shape:
        return handler(world, command)

    return run


TOOLS: tuple[Tool, ...] = (
    Tool(
        "memory_session_start",
        "Start a session",
        "Begin a session: what earlier sessions of this project left, and its newest learnings.",
        commands.SessionStart,
        answers.Started,
        sessions.start,
        core=True,
    ),
    Tool(
        "memory_session_end",
        "End the session",
        "End this connection's session with a summary and open tasks. What is left out stays.",
        commands.SessionEnd,
        answers.Ended,
        sessions.end,
        core=True,
        idempotent=True,
    ),
    Tool(
        "memory_learn",
        "Store a learning",
        "Store one learning. Repetitions corroborate; rejected values are refused.",
        commands.Learn,
        answers.Stored,
        remember.learn,
        core=True,
        writes=True,
        idempotent=True,
    ),
    Tool(
        "memory_learn_bulk",
        "Store many learnings",
        "Store up to 500 learnings at once; each is answered for.",
        commands.LearnBulk,
        answers.StoredMany,
        remember.learn_bulk,
        writes=True,
        idempotent=True,
    ),
    Tool(
        "memory_decide",
        "Store a decision",
        "Store a decision with its reasoning.",
        commands.Decide,
        answers.Stored,
        remember.decide,
        core=True,
        writes=True,
        idempotent=True,
    ),
    Tool(
        "memory_search",
        "Search all memories",
        "Find memories by words and meaning. asOf: what is held true of then; knownAt: what was believed then.",
        commands.Search,
        answers.SearchAnswer,
        _reading(search.search),
        read_only=True,
        core=True,
    ),
    Tool(
        "memory_recall",
        "Recall learnings",
        "Learnings by their words; the newest where there is no query.",
        commands.Recall,
        answers.SearchAnswer,
        _reading(search.recall),
        read_only=True,
    ),
    Tool(
        "memory_get",
        "Read memories in full",
        "Full text, provenance and state of up to 20 ids, retired ones included.",
        commands.Get,
        answers.GetAnswer,
        _reading(recall.get),
        read_only=True,
        core=True,
    ),
    Tool(
        "memory_revise",
        "Revise a memory",
        "Say a memory better. The old revision stays readable.",
        commands.Revise,
        answers.Revised,
        revise.revise,
        core=True,
        writes=True,
        destructive=True,
    ),
    Tool(
        "memory_retire",
        "Retire a memory",
        "End a memory. wrong and retracted also refuse its value from then on. mark: ids to label disputed.",
        commands.Retire,
        answers.RetiredAnswer,
        retire.retire,
        core=True,
        writes=True,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "memory_reinstate",
        "Reinstate a memory",
        "Hold a retired memory true again.",
        commands.Reinstate,
        answers.Revised,
        reinstate.reinstate,
        writes=True,
    ),
    Tool(
        "memory_history",
        "Show a memory's history",
        "Every revision: times, author, reason, change.",
        commands.HistoryOf,
        answers.HistoryAnswer,
        history.history,
        read_only=True,
    ),
    Tool(
        "memory_review",
        "Review and dispute",
        "List what waits for a person, or put a memory in doubt (dispute). The other verdicts are a person's.",
        commands.Review,
        answers.ReviewAnswer,
        review.review,
        writes=True,
        destructive=True,
    ),
    Tool(
        "memory_forget",
        "Forget a memory for good",
        "Remove a memory's text and history. Only a person may.",
        commands.Forget,
        answers.Forgotten,
        forgetting.forget,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "memory_undo",
        "Undo a change",
        "Take back this session's last change, or the audit row named.",
        commands.Undo,
        answers.Undone,
        undo.undo,
        writes=True,
        destructive=True,
    ),
    Tool(
        "memory_learn_update",
        "Update a learning",
        "memory_revise for a learning.",
        commands.LearnUpdate,
        answers.Revised,
        revise.learn_update,
        writes=True,
        destructive=True,
    ),
    Tool(
        "memory_learn_archive",
        "Archive a learning",
        "memory_retire for a learning; a reason such as 'wrong: never was' is understood.",
        commands.LearnArchive,
        answers.RetiredAnswer,
        retire.learn_archive,
        writes=True,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "memory_observation_supersede",
        "Supersede an observation",
        "Close an observation's interval, and link what took its place.",
        commands.ObservationSupersede,
        answers.RetiredAnswer,
        retire.observation_supersede,
        writes=True,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "memory_guide",
        "How to use this memory",
        "A short guide by topic.",
        commands.Guide,
        answers.GuideAnswer,
        _reading(guide.guide),
        read_only=True,
    ),
    Tool(
        "memory_health",
        "Check the store",
        "Whether the file, its indexes and the embedder are sound.",
        commands.Health,
        answers.HealthAnswer,
        _reading(health.health),
        read_only=True,
    ),
)
BY_NAME = {tool.name: tool for tool in TOOLS}
