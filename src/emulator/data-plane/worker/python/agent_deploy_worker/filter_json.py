"""Checks that filters from the agent's handlers are plain objects whose values JSON represents exactly."""

from datetime import date, time
from enum import Enum
from math import isfinite
from typing import Any
from uuid import UUID

_MAX_DEPTH = 100
#: Maximum nesting of a value, which is also the limit for requests, so a handler can change any field of a request.
_MAX_WRITTEN_DEPTH = 500
#: Largest integer that JavaScript can read exactly.
_LARGEST_INTEGER = 2**53 - 1


class FilterError(TypeError):
    """Raised if a value is not JSON, with a message that describes the value without its content."""


def copy_filter(value: Any) -> dict[str, Any]:
    """Returns a copy of the filter. Raises FilterError with a description of the first value that is not JSON.

    A filter without one of its conditions would match too much.
    """
    if type(value) is not dict:
        raise FilterError(f"it is {_describe(value)}; expected a plain dict")
    return _copy_dict(value, "", 1)


def check_written(value: Any) -> None:
    """Checks a value that a handler wrote into a request. Raises FilterError for a value that JSON cannot represent.

    Accepts lists of any kind, and values that JSON represents as strings, such as dates and UUIDs.
    """
    _check(value, "", 1)


def copy_texts(value: Any) -> list[str]:
    """Returns a copy of a list of strings, such as the namespace of an item. Raises FilterError for any other value."""
    if type(value) not in (list, tuple):
        raise FilterError(f"it is {_describe(value)}; expected a tuple of strings")
    for index, text in enumerate(value):
        if type(text) is not str:
            raise FilterError(f"[{index}] is {_describe(text)}; expected a string")
        _check_text(text, f"[{index}]")
    return list(value)


def _copy(value: Any, path: str, depth: int) -> Any:
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return _check_text(value, path)
    if kind is int and abs(value) <= _LARGEST_INTEGER:
        return value
    if kind is float and isfinite(value):
        return value
    if depth > _MAX_DEPTH:
        raise FilterError(f"{path} is nested too deeply, or contains itself")
    if kind is dict:
        return _copy_dict(value, path, depth)
    if kind in (list, tuple):
        return [_copy(item, f"{path}[{index}]", depth + 1) for index, item in enumerate(value)]
    raise FilterError(f"{path} is {_describe(value)}; expected a JSON value")


def _check(value: Any, path: str, depth: int) -> None:
    if value is None or isinstance(value, (str, int, UUID, date, time)):
        return
    if isinstance(value, float) and isfinite(value):
        return
    if isinstance(value, Enum):
        return _check(value.value, path, depth)
    if depth > _MAX_WRITTEN_DEPTH:
        raise FilterError(f"{path} is nested too deeply, or contains itself")
    if isinstance(value, dict):
        for key, item in value.items():
            _check(item, f"{path}[{str(key)[:100]!r}]", depth + 1)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for index, item in enumerate(value):
            _check(item, f"{path}[{index}]", depth + 1)
    else:
        raise FilterError(f"{path or 'it'} is {_describe(value)}; expected a JSON value")


def _copy_dict(value: dict[Any, Any], path: str, depth: int) -> dict[str, Any]:
    copy = {}
    for key, item in value.items():
        if type(key) is not str:
            raise FilterError(f"a key of {path or 'it'} is {_describe(key)}; expected a string")
        shown = f"{path}[{key[:100]!r}]"
        copy[_check_text(key, shown)] = _copy(item, shown, depth + 1)
    return copy


def _check_text(text: str, path: str) -> str:
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise FilterError(f"{path} is a string with an unpaired surrogate; expected a JSON value")
    return text


def _describe(value: Any) -> str:
    """Describes the type of a value, without its content."""
    if value is None:
        return "None"
    if type(value) is int:
        return "an integer that JSON cannot represent exactly"
    if type(value) is float:
        return "a number that JSON cannot represent"
    return f"of type {type(value).__name__}"
