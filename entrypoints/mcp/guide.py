"""The guide: short pages for an assistant that meets this memory for the first time."""

from __future__ import annotations

from domain.context import World
from ports.answers import GuideAnswer
from ports.commands import Guide, Topic

_PAGES = {
    Topic.QUICKSTART: """\
1. memory_session_start {"project": "shop"}
2. memory_search {"query": "how do we deploy", "project": "shop"}
3. memory_learn {"category": "workflow", "content": "Deploys go out on Tuesdays.", "project": "shop"}
4. memory_session_end {"summary": "Moved the deploy day.", "tasks": ["tell the team"]}""",
    Topic.SESSION: """\
Each connection has its own session; what is written links to it. memory_session_start returns the summaries and \
tasks that earlier sessions of the project left and its newest learnings, within maxCharacters. memory_session_end \
touches this connection's session only, unless sessionId names another, and never erases a summary.""",
    Topic.SEARCH: """\
memory_search runs a search by words and one by meaning, and fuses their ranks. Words are OR-combined. Filters \
(project, tags, types, since, until) apply inside both. asOf asks what is held true of an instant, knownAt what was \
believed at one, both together what was believed then about another. Hits are brief; memory_get gives the whole text. \
The answer says which legs ran and what was hidden. A weak hit is no nearer to the question than anything is: where \
all are weak, the notebook may hold nothing about it. Near-copies of a hit are named in its folded. An answer has at \
most 24,000 characters, or maxCharacters; what is longer is cut, and leftOut counts what is not shown.""",
    Topic.ENTITIES: """\
An entity is a person, thing or idea; observations about it carry the interval in which they are true, and relations \
link entities. All of them are found by memory_search (types: entity, observation, relation).""",
    Topic.LEARN: """\
One fact per learning, in a full sentence that stands by itself. The same text in the same project is stored once and \
counted; near-copies are reported, never merged. validFrom tells since when it is true, if not from now.""",
    Topic.CORRECT: """\
Nothing is overwritten: a change closes the old revision and records a new one, and what was believed before stays \
readable with knownAt. What was retired as wrong or retracted is refused when it is stored again, on every path. \
With revisionId (memory_get gives it) a change is refused as STALE where another has changed the memory since.""",
    Topic.PRIVACY: """\
Everything is in one SQLite file on this machine; nothing is sent anywhere. Keys, tokens and private keys are refused. \
A person can forget a memory for good at a terminal.""",
}


def guide(world: World, command: Guide) -> GuideAnswer:
    """One page, or the list of pages."""
    if command.topic is None:
        return GuideAnswer(topics=tuple(Topic), hint="Call memory_guide with one of these topics.")
    return GuideAnswer(topic=command.topic, content=_PAGES[command.topic])
