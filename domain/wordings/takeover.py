"""How a text in English takes a model over: it overrides what the model was told, or makes it somebody else."""

from __future__ import annotations

from domain.wordings.vocabulary import CLAUSE, ORDER, InjectionRule, Wording

_NOT_SAID_OF_OTHERS = "".join(
    rf"(?<!\b{word}\s)"
    for word in (
        *("we", "they", "i", "it", "to", "can", "could", "will", "would", "may", "might", "not", "never"),
        *("don't", "doesn't", "didn't", "cannot", "can't", "often", "sometimes", "models", "users"),
    )
)
_DROP_STEMS = "ignore|disregard|forget|override|bypass|discard|attention|follow|obey"
_DROP = (
    r"(?:ignore|disregard|forget|override|bypass|discard|pay\sno\sattention\sto|stop\s(?:following|obeying)"
    r"|(?:do\snot|don't)\s(?:follow|obey))"
)
_WHOSE = r"(?:(?:all|any|every|each|single|the|your|these|those|of|my|its)\s){0,4}"
_EARLIER = (
    r"(?:previous|prior|earlier|above|preceding|foregoing|existing|original|current|initial|system|past|safety|former)"
)
_INSTRUCTIONS = r"(?:instruction|prompt|directive|guideline|programming)s?\b"
_RULES = r"(?:rule|message|command|direction|constraint|restriction|context|conversation|order|polic(?:y|ie))s?\b"

_REVEAL = (
    r"(?:reveal|print|show|output|repeat|leak|display|dump|recite|share|translate|summari[sz]e|paraphrase|encode|write\sout"
    r"|tell\sme|give\sme)"
)

TAKEOVER = (
    Wording(
        InjectionRule.OVERRIDE,
        "approved|authoris|authoriz|confirmed|consented",
        r"\buser\s(?:has\s|have\s)?(?:already\s)?(?:pre-?)?(?:approved|authori[sz]ed|confirmed|consented\sto)\s"
        r"(?:all|any|every|each)\s(?:\w+\s){0,3}?"
        r"(?:delet|remov|action|change|request|tool|command|operation|purchase|transfer|payment|upload)\w*"
        r"[^\n]{0,60}\b(?:(?:do\snot|don't|never|no\sneed\sto|without)\s(?:\w+\s)?(?:ask|confirm|check|prompt|wait))",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        "whoever|anyone who|any ai|any assistant|any model|any agent|any llm",
        r"\b(?:whoever|anyone\swho|any\s(?:ai|assistant|model|agent|llm)\s(?:that|who)?)\s?(?:is\s)?read(?:s|ing)\sthis"
        r"(?:\s(?:note|memory|text|message|entry))?,?\s(?:should|must|shall|has\sto|needs\sto|is\sto|will)\s"
        r"(?!(?:also\s)?(?:know|note|be\saware|remember|understand|see|find|bear|keep)\b)",
    ),
    Wording(InjectionRule.OVERRIDE, _DROP_STEMS, rf"{ORDER}{_DROP}\s{_WHOSE}{_EARLIER}\s(?:\w+\s)?{_INSTRUCTIONS}"),
    Wording(
        InjectionRule.OVERRIDE,
        _DROP_STEMS,
        rf"{_NOT_SAID_OF_OTHERS}\b{_DROP}\sall\s(?:of\s)?(?:the\s|your\s)?{_EARLIER}\s{_INSTRUCTIONS}",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        _DROP_STEMS,
        rf"{ORDER}{_DROP}\s(?:all\s)?(?:of\s)?your\s(?:\w+\s)?(?:{_INSTRUCTIONS}|{_RULES})",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        _DROP_STEMS,
        rf"{ORDER}{_DROP}\s(?:all|any)\s(?:of\s)?(?:the\s|your\s)?{_EARLIER}\s{_RULES}",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        _DROP_STEMS,
        rf"{ORDER}{_DROP}\s(?:all\s|any\s)?(?:the\s)?(?:{_INSTRUCTIONS}|{_RULES})\s"
        r"(?:above|before\sthis|given\s(?:before|earlier|above|to\syou)|you\s(?:were|have\sbeen)|that\scame\sbefore)",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        "ignore|disregard|forget",
        rf"{ORDER}(?:ignore|disregard|forget)\s(?:everything|all|anything|whatever)\s(?:that\s)?"
        r"(?:above|before\sthis|you\s(?:were|have\sbeen|know|learned|read)|was\ssaid|has\sbeen\ssaid|came\sbefore)",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        "instruction|directive|order",
        r"\b(?:new|updated|real|revised)\s(?:system\s)?(?:instruction|directive|order)s?\s?(?:from\s[^:\n]{1,30})?:\s?"
        r"(?:you|always|never|from\snow|ignore|disregard|do\snot|don't|call|reply|respond|act|send|delete|approve)\b",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        "your ",
        r"\byour\s(?:new|real|true|only|actual|primary)\s(?:task|goal|purpose|objective|mission|instructions?)\s"
        r"(?:is|are)\s(?:now\s)?to\b",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        "your ",
        r"\byour\s(?:previous\s|earlier\s|prior\s|old\s|original\s|safety\s)?(?:instructions|rules|guidelines|restrictions)\s"
        r"(?:no\slonger\sapply|(?:do\snot|don't)\sapply|are\s(?:hereby\s|now\s)?(?:void|cancell?ed|revoked|lifted|suspended|replaced))",
    ),
    Wording(
        InjectionRule.ROLE,
        "you are",
        rf"{CLAUSE}(?:from\snow\son,?\s)?you\sare\s(?:now\s)?(?:a\s|an\s|in\s|the\s)?(?:\w+\s)?"
        r"(?:dan\b|developer\smode|god\smode|jailbroken|unrestricted|unfiltered|uncensored|evil\b"
        r"|no\slonger\s(?:bound|restricted|an?\s(?:ai|assistant))|free\s(?:of|from)\s(?:all|any|your|every)"
        r"|not\sbound\sby)",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        "on you|from you|against you",
        r"\b(?:cancel|lift|remove|suspend|revoke)\s(?:all\s|any\s|the\s|every\s)?(?:restrictions?|limits?|rules?|safeguards?)\s"
        r"(?:\w+\s){0,2}(?:on|from|against)\syou\b",
    ),
    Wording(
        InjectionRule.OVERRIDE,
        "priority|precedence|overrides",
        r"\bthis\s(?:memory|note|message|instruction|entry|rule)\s(?:(?:has|takes)\s(?:the\s)?(?:highest|top|absolute)\s"
        r"(?:priority|precedence)|overrides\s(?:anything|everything|whatever|all)\b)",
    ),
    Wording(
        InjectionRule.ROLE,
        "no longer|stop being",
        r"\b(?:you\sare\sno\slonger\s\w+[,.;]?\s(?:but\s)?(?:now\s)?you\sare|stop\sbeing\san?\s(?:ai|assistant|model))\b",
    ),
    Wording(
        InjectionRule.ROLE,
        "you are an",
        r"\byou\sare\s(?:now\s)?an?\s(?:ai|assistant|model|chatbot|llm)\s(?:with\sno|without|free\sof)\s(?:any\s)?(?:\w+\s)?"
        r"(?:limits|limitations|restrictions|rules|filters|guidelines)\b",
    ),
    Wording(
        InjectionRule.ROLE,
        "from now on",
        r"\bfrom\snow\son,?\syou\s(?:will|must|shall)\s(?:act|behave|obey|pretend|be)\b",
    ),
    Wording(
        InjectionRule.ROLE,
        "pretend",
        rf"{ORDER}pretend\s(?:to\sbe|that\syou\sare|you\sare|you\shave)\s(?:\w+\s){{0,3}}"
        r"(?:admin(?:istrator)?|root|owner|developers?|unrestricted|unfiltered|ai|assistant|model|no\s(?:rules|restrictions))\b",
    ),
    Wording(
        InjectionRule.ROLE,
        "as if you|unrestricted|unfiltered|uncensored|jailbroken|as dan|as a dan",
        rf"{ORDER}(?:act|behave|respond|answer)\s(?:as\sif\syou\s(?:are|were|have|had)\s(?:no|not|an?\sunre|root|admin)"
        r"|as\s(?:an?\s)?(?:unrestricted|unfiltered|uncensored|jailbroken|dan\b))",
    ),
    Wording(
        InjectionRule.ROLE,
        "prompt|instructions",
        rf"{ORDER}{_REVEAL}\s(?:me\s)?your\s"
        r"(?:\w+\s){0,2}(?:system\sprompt|instructions|initial\sprompt|prompt)\b",
    ),
    Wording(
        InjectionRule.ROLE,
        "prompt|text above|words above",
        rf"{ORDER}{_REVEAL}\s(?:me\s)?the\s"
        r"(?:\w+\s){0,2}(?:system\sprompt|(?:text|words)\sabove)\s?(?:[.!?\n]|$|verbatim|word\sfor\sword|to\sme|above|in\sfull)",
    ),
    Wording(
        InjectionRule.ROLE,
        "your|above",
        rf"\bwords\sof\syour\s(?:\w+\s)?prompt\b|{ORDER}{_REVEAL}\s(?:everything|all|whatever)\s(?:\w+\s){{0,2}}above\b",
    ),
    Wording(
        InjectionRule.ROLE,
        "mode",
        r"\b(?:enable|enter|activate|switch\s(?:in)?to)\s(?:the\s)?(?:dan|jailbreak|unrestricted|unfiltered|uncensored)\smode\b",
    ),
)
SQUEEZED = (
    r"(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|of)*(?:previous|prior|earlier|above|system|existing)"
    r"(?:instruction|prompt|rule|directive|guideline|message)"
)
"""The first of them without its gaps, for what is spelt letter by letter."""
