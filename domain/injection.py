"""Text that reads like an instruction to a model. It is not refused but withheld until a person has seen it.

After the injection patterns that OWASP LLM01:2025 (https://genai.owasp.org/llmrisk/llm01-prompt-injection/) describes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from domain.confusables import unmixed
from domain.keys import visible


class InjectionRule(StrEnum):
    """What gives a text away."""

    OVERRIDE = "overrides earlier instructions"
    ROLE = "assigns a role to the model"
    MARKUP = "imitates a conversation's markup"
    CONCEAL = "asks to conceal something from the user"
    EXFILTRATE = "asks to send data away"
    HIDDEN = "hides text in invisible characters"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """The rule that a text falls under, and the words that do."""

    rule: InjectionRule
    excerpt: str


_EARLIER = r"(?:all |any |the |your |these |of |my )*(?:previous|prior|earlier|above|preceding|foregoing|existing|original|system)"
_PATTERNS = (
    (
        InjectionRule.OVERRIDE,
        rf"\b(?:ignore|disregard|forget|override|bypass)\s+{_EARLIER}\s+(?:instruction|prompt|rule|message|context|direction|guideline|command)s?\b",
    ),
    (InjectionRule.OVERRIDE, r"\b(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:above|before|you (?:were|have been) told)\b"),
    (InjectionRule.OVERRIDE, r"\b(?:new|updated)\s+(?:system\s+)?instructions?\s*:\s*(?:you|always|never|from now)\b"),
    (InjectionRule.OVERRIDE, r"\b(?:ignorier|vergiss|missachte)\w*\s+(?:bitte\s+)?(?:alle\s+)?(?:vorherigen|bisherigen|obigen|früheren)\s+(?:anweisungen|befehle|regeln|instruktionen)"),
    (InjectionRule.OVERRIDE, r"\b(?:ignora|olvida|descarta)\w*\s+(?:todas\s+)?(?:las\s+)?(?:instrucciones|órdenes|reglas)\s+(?:anteriores|previas)"),
    (InjectionRule.OVERRIDE, r"\b(?:ignore[zr]?|oublie[zr]?)\s+(?:toutes\s+)?(?:les\s+)?(?:instructions|consignes|règles)\s+(?:précédentes|antérieures|ci-dessus)"),
    (InjectionRule.OVERRIDE, r"\b(?:ignor[ae]\w*|esqueç[ao]\w*|dimentica\w*)\s+(?:todas\s+|tutte\s+)?(?:as\s+|le\s+)?(?:instruções|istruzioni)\s+(?:anteriores|precedenti|acima)"),
    (InjectionRule.OVERRIDE, r"(?:игнорируй|забудь|не обращай внимания на)\w*\s+(?:все\s+)?(?:предыдущие|прежние)\s+(?:инструкции|указания|команды)"),
    (InjectionRule.OVERRIDE, r"(?:忽略|无视|忘记)(?:掉)?(?:之前|以上|上面|先前|所有)(?:的)?(?:所有|全部)?(?:的)?(?:指令|指示|提示|命令)"),
    (InjectionRule.OVERRIDE, r"(?:以前|これまで|上記|前)の(?:すべての|全ての)?(?:指示|命令|プロンプト)を(?:すべて|全て)?無視"),
    (InjectionRule.ROLE, r"(?:^|[.!?:;\n]\s*)(?:from now on,?\s+)?you are (?:now )?(?:a |an |in )?(?:dan\b|developer mode|jailbroken|unrestricted|evil|no longer bound)"),
    (InjectionRule.ROLE, r"\b(?:pretend|act|behave)\s+(?:to be|as if you (?:are|were|have)|as (?:an? )?(?:unrestricted|unfiltered|jailbroken))"),
    (InjectionRule.ROLE, r"\b(?:reveal|print|show|output|repeat|leak)\s+(?:me\s+)?(?:your|the)\s+(?:hidden\s+|full\s+|entire\s+)?system prompt\b"),
    (InjectionRule.MARKUP, r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>|\[/?INST\]|<<SYS>>"),
    (InjectionRule.MARKUP, r"</?(?:system|assistant|tool_result|function_calls?|tool_use|instructions?)>"),
    (InjectionRule.MARKUP, r"(?:^|\n)\s*(?:#+\s*)?(?:system|assistant|human)\s*:\s*(?:you|ignore|do not|don't|always|never)\b"),
    (InjectionRule.CONCEAL, r"\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show|let)\s+(?:this\s+|it\s+|anything\s+)?(?:to\s+)?(?:the\s+)?(?:user|human|operator)\b"),
    (InjectionRule.CONCEAL, r"\bwithout\s+(?:telling|informing|asking|notifying)\s+the\s+(?:user|human|operator)\b"),
    (InjectionRule.EXFILTRATE, r"\b(?:send|post|upload|forward|exfiltrate|transmit|email)\s+(?:\w+\s+){0,6}?(?:memor(?:y|ies)|conversation|chat history|secrets?|credentials?|passwords?|api keys?|environment variables?|contents?)\s+(?:\w+\s+){0,4}?to\s+(?:https?://|\S+@)"),
)  # fmt: skip
_COMPILED = tuple((rule, re.compile(pattern, re.IGNORECASE)) for rule, pattern in _PATTERNS)
_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}|(?:[\u200b\u200c\u200d\u2060]{4,})")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


def suspicion(text: str) -> Suspicion | None:
    """Why a text should be seen by a person first, or None."""
    hidden = _TAGS.search(text)
    if hidden or len(_BIDI.findall(text)) > 3:
        return Suspicion(InjectionRule.HIDDEN, "invisible characters")
    seen = text if text.isascii() else unmixed(visible(text))
    for rule, pattern in _COMPILED:
        match = pattern.search(seen)
        if match:
            return Suspicion(rule, match.group().strip()[:80])
    return None
