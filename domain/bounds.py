"""How long an answer may be: what does not fit is cut, with its id, and the rest is counted.

A client drops what is too long for its model, or cuts it anywhere. So an answer that is too long shows its items in
their order: whole ones first, then one that is cut to the room there is, then brief ones. Where there was an item, one
is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import accumulate, chain, zip_longest
from typing import Any, TypeVar, cast

from pydantic_core import to_json

from domain.presenting import BRIEF, cut
from ports.answers import Answer, HistoryAnswer, StoredMany
from ports.bodies import Shape

A = TypeVar("A", bound=Answer)
Place = tuple[str, int]
"""A field of the answer, and the position of one of its items."""

ANSWER_AT_MOST = 24_000
"""Characters of an answer to an assistant, as JSON, unless it asks for another bound."""
_NARROWEST = 40
"""Ids, times and the words of a vocabulary are shorter, and so are never cut."""
_COLLECTION = 400
"""Characters from which on a list or an object is told item by item."""
_COUNTED = 40
"""Characters in which the number of items that are left out of one list is told."""
_DIGEST = 4
"""One part in so many of the room is kept for the brief items, where there are that many."""


def bounded(answer: A, most: int | None) -> A:
    """The answer in at most `most` characters of JSON (500 or more; None for no bound).

    `leftOut` (or a list's own `…LeftOut`) counts the items that are not shown, and `count` those that are. What had a
    text or a list cut says so by `cut`.
    """
    if most is None or _size(answer) <= most:
        return answer
    collections = _collections(answer)
    room_for_frame = most - min(most // 2, sum(_size(list(items)) for items in collections.values()))
    frame = _fitted(_emptied(answer, collections), room_for_frame)
    shown = _shown(collections, _order(answer, collections), most - _size(frame) - _COUNTED * len(collections))
    return _filled(frame, collections, shown)


def _size(value: Any) -> int:
    """Characters of the value as JSON."""
    return len(to_json(value, by_alias=True, exclude_none=True).decode())


def _collections(answer: Answer) -> dict[str, Sequence[Any]]:
    """The items of the answer's long lists and objects, by field; an item of an object is one name with its value."""
    values = ((name, getattr(answer, name)) for name in type(answer).model_fields)
    listed = {name: _items(value) for name, value in values}
    return {name: items for name, items in listed.items() if items and _size(list(items)) > _COLLECTION}


def _items(value: Any) -> Sequence[Any] | None:
    match value:
        case tuple():
            return cast("tuple[Any, ...]", value)
        case dict():
            return [{name: one} for name, one in cast("dict[str, Any]", value).items()]
        case _:
            return None


def _emptied(answer: A, collections: Mapping[str, Sequence[Any]]) -> A:
    return answer.model_copy(update={name: type(getattr(answer, name))() for name in collections})


def _order(answer: Answer, collections: Mapping[str, Sequence[Any]]) -> list[Place]:
    """In which order the items are considered: the lists take turns."""
    lists = [[(name, position) for position in _positions(answer, items)] for name, items in collections.items()]
    return [place for place in chain.from_iterable(zip_longest(*lists)) if place is not None]


def _positions(answer: Answer, items: Sequence[Any]) -> Sequence[int]:
    match answer:
        case HistoryAnswer():  # the newest revisions tell most
            return range(len(items) - 1, -1, -1)
        case StoredMany():  # a caller has to know what was not stored
            return sorted(range(len(items)), key=lambda position: items[position].problem is None)
        case _:
            return range(len(items))


def _shown(collections: Mapping[str, Sequence[Any]], order: Sequence[Place], room: int) -> dict[Place, Any]:
    """The items that are shown, whole or cut, in the room that there is for all of them."""
    items = [collections[name][position] for name, position in order]
    briefs = [_narrowed(item, BRIEF) for item in items]
    sizes = [_size(brief) + 1 for brief in briefs]
    shown: dict[Place, Any] = {}
    whole = True
    for place, item, brief, size, rest in zip(order, items, briefs, sizes, _sums_after(sizes), strict=True):
        told = brief
        if whole:
            told = _fitted(item, max(room - min(room // _DIGEST, rest), min(size, room)) - 1)
            whole = told is item
        room -= _size(told) + 1
        if room < 0:
            break
        shown[place] = told
    return shown


def _sums_after(sizes: Sequence[int]) -> list[int]:
    """For each of the sizes the sum of those that follow it."""
    total = sum(sizes)
    return [total - so_far for so_far in accumulate(sizes)]


def _filled(frame: A, collections: Mapping[str, Sequence[Any]], shown: Mapping[Place, Any]) -> A:
    """The answer with the items that are shown, and with the others counted."""
    updates: dict[str, Any] = {}
    for name, items in collections.items():
        kept = [shown[name, position] for position in range(len(items)) if (name, position) in shown]
        updates[name] = tuple(kept) if isinstance(getattr(frame, name), tuple) else dict(_pairs(kept))
        if "count" in type(frame).model_fields:
            updates["count"] = len(kept)
        if len(kept) < len(items):
            counter = f"{name}_left_out" if f"{name}_left_out" in type(frame).model_fields else "left_out"
            updates[counter] = updates.get(counter, getattr(frame, counter) or 0) + len(items) - len(kept)
    return frame.model_copy(update=updates)


def _pairs(items: Sequence[Mapping[str, Any]]) -> list[tuple[str, Any]]:
    return [pair for item in items for pair in item.items()]


def _fitted(value: Any, most: int) -> Any:
    """The value, its texts as wide as fits into `most` characters; where none does, without what is optional."""
    if _size(value) <= most:
        return value
    if _size(_narrowed(value, _NARROWEST)) > most:
        return _without_optional(_narrowed(value, _NARROWEST))
    fits, too_wide = _NARROWEST, _size(value)
    while too_wide - fits > 1:
        width = (fits + too_wide) // 2
        if _size(_narrowed(value, width)) <= most:
            fits = width
        else:
            too_wide = width
    return _narrowed(value, fits)


def _narrowed(value: Any, width: int) -> Any:
    """The value with no text wider than `width`, and no list going on after as many characters."""
    match value:
        case Enum():
            return value
        case str():
            return cut(value, width)
        case Shape():
            return _narrowed_shape(value, width)
        case dict():
            return {name: _narrowed(one, width) for name, one in cast("dict[str, Any]", value).items()}
        case tuple():
            return tuple(_narrowed_items(cast("tuple[Any, ...]", value), width))
        case list():
            return _narrowed_items(cast("list[Any]", value), width)
        case _:
            return value


def _narrowed_items(items: Sequence[Any], width: int) -> list[Any]:
    narrow = [_narrowed(one, width) for one in items]
    begins = [0, *accumulate(_size(one) for one in narrow)]
    return [one for one, begin in zip(narrow, begins, strict=False) if begin < width]


def _narrowed_shape(shape: Shape, width: int) -> Shape:
    fields = type(shape).model_fields
    narrow = {name: _narrowed(getattr(shape, name), width) for name in fields}
    changes = {name: value for name, value in narrow.items() if value != getattr(shape, name)}
    if changes and "cut" in fields:
        changes["cut"] = True
    return shape.model_copy(update=changes) if changes else shape


def _without_optional(value: Any) -> Any:
    if not isinstance(value, Shape):
        return value
    optional = {name for name, field in type(value).model_fields.items() if not field.is_required()}
    unsaid = {name for name in optional if type(value).model_fields[name].default is None and name != "cut"}
    return value.model_copy(update=dict.fromkeys(unsaid))
