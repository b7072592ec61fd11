"""Converts the values of a graph to JSON."""

import json
from base64 import b64encode
from collections import deque
from dataclasses import fields, is_dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from re import compile as compile_pattern
from typing import Any

try:
    import orjson
except ImportError:  # The channel must also work if the agent does not have this package.
    orjson = None  # type: ignore[assignment]

_SURROGATES = compile_pattern("[\ud800-\udfff]")
_LARGEST_INTEGER = 2**64
_AS_TEXT = ("uuid", "ipaddress", "pathlib", "re", "zoneinfo")


def _to_simpler(value: Any) -> Any:
    """Converts a value that JSON cannot represent to a simpler value. Returns None if no simpler value exists."""
    if not isinstance(value, type):
        for name in ("model_dump", "dict", "_asdict"):
            method = getattr(value, name, None)
            if callable(method):
                return method()
    if isinstance(value, BaseException):
        return {"error": type(value).__name__, "message": str(value)}
    if isinstance(value, (set, frozenset, deque)):
        return list(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return b64encode(value).decode()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, (date, time)):
        # Subclasses in packages, such as the timestamps of pandas, also have this method.
        return value.isoformat()
    if isinstance(value, Decimal):
        if not value.is_finite():
            return None
        return int(value) if value == value.to_integral_value() else float(value)
    kind = type(value)
    if kind.__name__ == "Send" and kind.__module__.startswith("langgraph"):
        return {"node": value.node, "args": value.arg}
    if kind.__module__.partition(".")[0] in _AS_TEXT:
        return str(getattr(value, "pattern", value))
    if kind.__module__.partition(".")[0] == "numpy" and hasattr(value, "tolist"):
        # The encoder rejects arrays of this type or layout.
        return value.tolist()
    return None


def simplified(value: Any) -> Any:
    """Converts a value that is neither a string, number, list nor dictionary to a simpler value."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: getattr(value, one.name, None) for one in fields(value)}
    return _to_simpler(value)


def _plain(value: Any, ancestors: tuple[int, ...] = ()) -> Any:
    """Converts values that the encoder rejects, such as lone surrogates, integers beyond 64 bits, and keys of other
    types.

    This function is slower than the encoder. Raises TypeError for a value that contains itself.
    """
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, str):
        return _SURROGATES.sub("?", value)
    if isinstance(value, int):
        return int(value) if -_LARGEST_INTEGER // 2 <= value < _LARGEST_INTEGER else str(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, Enum):
        return _plain(value.value, ancestors)
    if id(value) in ancestors:
        raise TypeError(
            "the graph returned a value that contains itself, which JSON cannot represent"
        )
    path = (*ancestors, id(value))
    if isinstance(value, dict):
        return {_plain_key(key): _plain(item, path) for key, item in value.items()}
    if isinstance(value, list) or type(value) is tuple:
        return [_plain(item, path) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {
            one.name: _plain(getattr(value, one.name), path)
            for one in fields(value)
            if not one.name.startswith("_") and hasattr(value, one.name)
        }
    return _plain(_to_simpler(value), path)


def _plain_key(key: Any) -> str:
    if isinstance(key, Enum):
        return _plain_key(key.value)
    if isinstance(key, bool) or key is None:
        return json.dumps(key)
    if isinstance(key, (date, time)):
        return key.isoformat()
    return _SURROGATES.sub("?", str(key))


def to_json(value: Any) -> bytes:
    """Returns a value as JSON on one line. Raises TypeError if JSON cannot represent the value, for example because the
    value contains itself.
    """
    if orjson is None:
        return json.dumps(_plain(value), allow_nan=False).encode()
    options = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS
    try:
        return orjson.dumps(value, default=_to_simpler, option=options)
    except TypeError:
        return _to_json_slowly(value)


def _to_json_slowly(value: Any) -> bytes:
    try:
        return orjson.dumps(_plain(value), option=orjson.OPT_SERIALIZE_NUMPY)
    except RecursionError:
        raise TypeError("the graph returned a value that is nested too deeply for JSON") from None


def encoded(text: bytes) -> Any:
    """Wraps a string that is already JSON, so `to_json` inserts the string unchanged."""
    return json.loads(text) if orjson is None else orjson.Fragment(text)


def from_json(text: bytes) -> Any:
    if orjson is not None:
        try:
            return orjson.loads(text)
        except ValueError:
            pass  # Python's own parser accepts lone surrogates, which orjson rejects.
    return json.loads(text)


def describe_failure(failure: BaseException) -> dict[str, str]:
    """Returns the name and message of a failure. Never raises, even if the failure cannot be converted to a string."""
    if isinstance(failure, SystemExit):
        return {"error": "SystemExit", "message": f"the graph called sys.exit({failure.code!r})"}
    try:
        message = str(failure)
    except Exception:
        message = "the error cannot be converted to text"
    return {"error": type(failure).__name__, "message": message}
