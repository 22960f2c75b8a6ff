"""A statement as tokens: typed values (a day, a time, a date, a number, a path, a language) and words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from domain.contradictions.vocabulary import DAYS, KEPT, LANGUAGES, MONTHS, NUMBERS, PLACING, PURPOSE, SWITCHES, UNITS
from domain.contradictions.words import content, roughly


class Type(StrEnum):
    """What a token is a value of."""

    DAY = "day"
    TIME = "time"
    DATE = "date"
    NUMBER = "number"
    PATH = "path"
    LANGUAGE = "language"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Token:
    """A value or a word; `normal` is what two writings of it share, `unit` what a number counts."""

    type: Type
    normal: str
    shown: str
    empty: bool = False
    unit: str = ""

    @property
    def key(self) -> tuple[Type, str, str]:
        return self.type, self.normal, self.unit


_MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
_TOKEN = re.compile(
    rf"""
    (?P<path>(?<![\w./])(?:~|\.{{1,2}})?/[\w.\-]*\w(?:/[\w.\-]*\w)*)
    |(?P<option>--\w[\w-]*)
    |(?P<date>\d{{4}}-\d\d-\d\d|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}
      |\d{{1,2}}(?:\.|st|nd|rd|th|º|er)?\ (?:de\ |of\ )?{_MONTH}\b(?:,?\ (?:de\ )?\d{{4}})?
      |{_MONTH}\ \d{{1,2}}\b(?!:)(?:,?\ \d{{4}})?|{_MONTH}\ \d{{4}}\b)
    |(?P<time>\d{{1,2}}:\d\d(?!\d)(?::\d\d)?(?:\ ?[ap]m\b)?(?:\ (?:Uhr|UTC)\b)?(?:\ de\ la\ (?:tarde|noche)\b)?
      |\d{{1,2}}\ ?[ap]m\b|\d{{1,2}}\ Uhr\b(?:\ \d\d\b)?|\d{{1,2}}\ ?h\ ?\d\d\b|(?<=à\ )\d{{1,2}}\ ?h(?:eures)?\b
      |(?:(?<=a\ las\ )|(?<=a\ la\ ))\d{{1,2}}\b(?:\ de\ la\ (?:tarde|noche)\b)?)
    |(?P<number>(?<![\w.-])(?:\d{{1,3}}(?:[.,\u00a0\u202f\ ]\d{{3}})+(?![\d.])|v?\d+(?:[.,]\d+)*)
      (?:(?P<unit>\ ?[%€$]|[a-zµ]{{1,3}}\b))?(?![\w-]))
    |(?P<word>[^\W_]+(?:[-'_.][^\W_]+)*)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ELISION = re.compile(r"^(?:l|d|j|n|s|m|t|c|qu|jusqu)'(?=\w)", re.IGNORECASE)
_AFTER = re.compile(r"\W+\Z")


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a statement in order; words that only hold it together are marked empty."""
    plain = text.replace("’", "'")
    end = len(_AFTER.sub("", plain))
    return tuple(_with_units([_token(match, last=match.end() >= end) for match in _TOKEN.finditer(plain)]))


def _token(match: re.Match[str], *, last: bool) -> Token:
    shown = match.group()
    match match.lastgroup if match.lastgroup != "unit" else "number":
        case "path":
            return Token(Type.PATH, shown, shown)
        case "date":
            return Token(Type.DATE, _date(shown.casefold()), shown)
        case "time":
            return Token(Type.TIME, _time(shown.casefold()), shown)
        case "number":
            return _number(shown, (match.group("unit") or "").strip())
        case _:
            return _word(shown, first=match.start() == 0, last=last)


def _word(shown: str, *, first: bool, last: bool) -> Token:
    bare = _ELISION.sub("", shown)
    word = bare.casefold()
    if word in DAYS:
        return Token(Type.DAY, str(DAYS[word]), shown)
    if word in LANGUAGES:
        return Token(Type.LANGUAGE, word, shown)
    if word in NUMBERS:
        return Token(Type.NUMBER, str(NUMBERS[word]), shown)
    # A single capital is a name (`server A`), whatever the small letter means.
    label = len(bare) == 1 and bare.isupper() and not first
    places = word in PLACING or word in PURPOSE
    says = label or word in KEPT or (last and word in SWITCHES) or (bool(content([word])) and not places)
    return Token(Type.WORD, roughly(word), bare, empty=not says)


def _number(shown: str, unit: str) -> Token:
    digits = shown[: len(shown) - len(unit)].strip() if unit else shown
    if unit and unit.casefold() not in UNITS:
        return Token(Type.NUMBER, _plain(digits), digits, unit=unit.casefold())
    return _counted(_plain(digits), digits, unit.casefold() or None, shown)


def _plain(digits: str) -> str:
    if re.fullmatch(r"\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+", digits):
        return re.sub(r"\D", "", digits)
    return digits.casefold().lstrip("v").replace(",", ".")


def _counted(number: str, digits: str, unit: str | None, shown: str) -> Token:
    if unit is None:
        return Token(Type.NUMBER, number, digits)
    name, factor = UNITS[unit]
    try:
        return Token(Type.NUMBER, f"{float(number) * factor:.6g}", shown, unit=name)
    except ValueError:
        return Token(Type.NUMBER, number, shown, unit=name)


def _with_units(found: list[Token]) -> list[Token]:
    """Numbers joined with the unit in the word behind them."""
    joined: list[Token] = []
    for token in found:
        before = joined[-1] if joined else None
        unit = token.shown.casefold()
        if before and before.type is Type.NUMBER and not before.unit and token.type is Type.WORD and unit in UNITS:
            joined[-1] = _counted(before.normal, before.shown, unit, f"{before.shown} {token.shown}")
        else:
            joined.append(token)
    return joined


def _date(shown: str) -> str:
    months = [MONTHS[word] for word in re.findall(r"[^\W\d_]+", shown) if word in MONTHS]
    numbers = re.findall(r"\d+", shown)
    if months:
        return "-".join([*sorted(numbers, key=len, reverse=True), f"m{months[0]}"])
    if len(numbers[0]) == 4:
        numbers.reverse()
    day, month, year = numbers
    return f"{year}-{int(day)}-m{int(month)}"


def _time(shown: str) -> str:
    hour, *rest = (int(number) for number in re.findall(r"\d+", shown))
    later = re.search(r"pm\b|tarde|noche", shown) is not None and hour < 12
    return f"{hour + 12 * later}:{rest[0] if rest else 0:02}"
