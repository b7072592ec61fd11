"""Converts values to JSON of a limited size."""

import json
import math
from collections import deque
from collections.abc import Iterable
from dataclasses import is_dataclass
from typing import Any

from pydantic import BaseModel, RootModel

from .plain_json import simplified

#: Maximum number of levels of a converted value; deeper levels are omitted.
_MAX_DEPTH = 40
_MAX_KEY = 500
#: Maximum number of values in an object or array that is converted as a whole.
_MAX_ENTRIES = 5_000
_LISTS = (list, tuple, set, frozenset, deque)


class _Room:
    """Number of characters that can still be written."""

    def __init__(self, left: int) -> None:
        self.left = left


def bounded_json(value: Any, limit: int) -> str:
    """Returns JSON of about `limit` characters. Long strings, lists and objects are shortened, and a marker contains
    the number of omitted characters or entries. Omitted parts of the value are not read. A marker replaces each value
    whose conversion fails.
    """
    return json.dumps(_bounded(value, _Room(limit), 0), allow_nan=False)


def _bounded(value: Any, room: _Room, depth: int) -> Any:
    try:
        return _converted(value, room, depth)
    except Exception:
        # The marker is used if a method of the value fails, or if another thread changes the value.
        return _bounded(f"… ({_class_of(value)} cannot be converted to JSON)", room, depth)


def _converted(value: Any, room: _Room, depth: int) -> Any:
    if isinstance(value, str):
        kept = max(0, min(len(value), room.left))
        room.left -= kept + 2
        if kept == len(value):
            return value
        return f"{value[:kept]}… ({len(value) - kept} more characters)"
    if value is None or isinstance(value, (bool, int)):
        room.left -= 5
        return value if not isinstance(value, int) or abs(value) < 2**53 else str(value)
    if isinstance(value, float):
        room.left -= 5
        return value if math.isfinite(value) else None
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _bounded(f"{len(value)} bytes", room, depth)
    room.left -= 2
    if depth >= _MAX_DEPTH:
        return "…"
    if isinstance(value, dict):
        return _fields(value, room, depth)
    if isinstance(value, _LISTS) or _is_large_array(value):
        return _items(value, len(value), room, depth)
    return _bounded(_simplified(value), room, depth + 1)


def _fields(value: dict[Any, Any], room: _Room, depth: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, item in value.items():
        if room.left <= 0:
            break
        name = str(key)
        name = name if len(name) <= _MAX_KEY else f"{name[:_MAX_KEY]}…"
        room.left -= len(name) + 4
        fields[name] = _bounded(item, room, depth + 1)
    if len(fields) < len(value):
        fields["…"] = f"{len(value) - len(fields)} more"
    return fields


def _items(values: Iterable[Any], count: int, room: _Room, depth: int) -> list[Any]:
    items: list[Any] = []
    for item in values:
        if room.left <= 0:
            break
        items.append(_bounded(item, room, depth + 1))
    if len(items) < count:
        items.append(f"… ({count - len(items)} more)")
    return items


def _is_large_array(value: Any) -> bool:
    """Returns whether a value is a large NumPy array, of which only the first rows are converted."""
    is_array = type(value).__module__.partition(".")[0] == "numpy" and hasattr(value, "__len__")
    return is_array and getattr(value, "size", 0) > _MAX_ENTRIES


def _simplified(value: Any) -> Any:
    """Converts an object to a simpler value. A marker replaces an object, or a field of a model, with too many values
    to be converted.
    """
    if is_dataclass(value) or _is_small(value):
        return simplified(value)
    if not isinstance(value, BaseModel) or isinstance(value, RootModel):
        return _omitted(value)
    large = {name: item for name, item in _inner(value).items() if not _is_small(item)}
    declared = type(value).model_fields
    shown = {
        name: _omitted(item)
        for name, item in large.items()
        if name not in declared or not declared[name].exclude
    }
    return {**value.model_dump(exclude=set(large)), **shown}


def _is_small(value: Any) -> bool:
    """Returns whether a value contains few values, after reading only a few values."""
    left = _MAX_ENTRIES
    waiting = [value]
    while waiting:
        one = waiting.pop()
        inner: Any = one if isinstance(one, _LISTS) else _inner(one).values()
        left -= len(inner)
        if left < 0:
            return False
        waiting.extend(inner)
    return True


def _inner(value: Any) -> dict[Any, Any]:
    """Returns the fields of a value that are converted together with the value."""
    if isinstance(value, dict):
        return value
    kind = type(value)
    if not is_dataclass(kind) and not any(hasattr(kind, name) for name in ("model_dump", "dict")):
        return {}
    return {**getattr(value, "__dict__", {}), **(getattr(value, "__pydantic_extra__", None) or {})}


def _omitted(value: Any) -> str:
    size = f" with {len(value)} entries" if isinstance(value, (dict, *_LISTS)) else ""
    return f"… ({_class_of(value)}{size})"


def _class_of(value: Any) -> str:
    return type(value).__name__[:_MAX_KEY]
