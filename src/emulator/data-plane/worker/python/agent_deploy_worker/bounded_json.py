"""Converts values to JSON texts of a limited size."""

import json
import math
from typing import Any

from .plain_json import simplified

#: Maximum number of levels of a value. Deeper levels are omitted.
_MAX_DEPTH = 40
_MAX_KEY = 500


class _Room:
    """Number of characters that may still be written."""

    def __init__(self, left: int) -> None:
        self.left = left


def bounded_json(value: Any, limit: int) -> str:
    """Returns JSON of about `limit` characters. Long texts, lists and objects are shortened, and a marker contains the
    number of omitted characters or entries. The value is read only as far as its text is needed.
    """
    return json.dumps(_bounded(value, _Room(limit), 0), allow_nan=False)


def _bounded(value: Any, room: _Room, depth: int) -> Any:
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
    if isinstance(value, (list, tuple)):
        items: list[Any] = []
        for item in value:
            if room.left <= 0:
                break
            items.append(_bounded(item, room, depth + 1))
        if len(items) < len(value):
            items.append(f"… ({len(value) - len(items)} more)")
        return items
    return _bounded(simplified(value), room, depth + 1)
