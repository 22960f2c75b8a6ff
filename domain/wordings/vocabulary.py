"""What the wordings of instructions to a model are made of. `domain.injection` says how they are used.

Each pattern is matched without regard to case in a text whose white space is collapsed to single characters, so `\\s`
stands for a whole gap. What only talks about instructions must not match: verbs count as orders, at the start of a
clause or said to "you", and what they act on has to be the model's own instructions, memory or talk with its user.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class InjectionRule(StrEnum):
    """What gives a text away."""

    OVERRIDE = "overrides earlier instructions"
    ROLE = "assigns a role to the model"
    MARKUP = "imitates a conversation's markup"
    TOOL = "orders a tool call"
    CONCEAL = "asks to conceal something from the user"
    EXFILTRATE = "asks to send data away"
    HIDDEN = "hides text in invisible characters"


class Wording(NamedTuple):
    """A pattern, the rule it shows, and small-letter stems (separated by `|`) of which every match holds one."""

    rule: InjectionRule
    stems: str
    pattern: str


CLAUSE = (
    r"(?:^|[.!?:;,\"“”«»„(*>#\n-]\s?|['’]|\b(?:please|now|and|then|also|just|kindly|bitte|jetzt|und|por\sfavor|ahora|y|et|e"
    r"|maintenant|ora|agora|пожалуйста|теперь|и)\s)"
)
"""Where a clause begins, in whatever language: only there is a verb of many languages known for an order."""
_TO_YOU = (
    r"(?:\byou\s(?:(?:must|should|will|can|may|shall|to|now|also|need\sto|have\sto|are\sto)\s){0,2}"
    r"|\b(?:assistant|ai|model|agent|llm|chatbot|bot)\s(?:must|should|shall|has\sto|needs\sto)\s)"
)
ORDER = rf"(?:{CLAUSE}|{_TO_YOU})"
WHERE = r"(?:https?://|ftp://|\S{1,64}@\S{1,64}\.\w)"
