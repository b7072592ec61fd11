"""Computes the parameters of the agent's `authenticate` function from a request."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

#: Names of parameters that the agent's `authenticate` function can have.
PARAMETERS = frozenset(
    (
        "request",
        "path",
        "method",
        "path_params",
        "query_params",
        "headers",
        "authorization",
        "scope",
        "scopes",
        "user",
    )
)


def arguments_of(request: dict[str, Any], wanted: frozenset[str]) -> dict[str, Any]:
    """Returns the values of the parameters in `wanted`."""
    headers = {
        name.encode("latin-1", "replace"): _bytes(value)
        for name, value in request["headers"].items()
    }
    scope = _scope_of(request, headers)
    makers: dict[str, Any] = {
        "request": lambda: _request_of(scope),
        # The path is decoded before the agent's code sees it, because an encoded path could bypass a comparison.
        "path": lambda: scope["path"],
        "method": lambda: request["method"],
        # Path parameters are unknown before routing.
        "path_params": dict,
        "query_params": lambda: _query_of(request["query"]),
        "headers": lambda: headers,
        "authorization": lambda: request["headers"].get("authorization"),
        "scope": lambda: scope,
        "scopes": list,
        "user": lambda: None,
    }
    return {name: makers[name]() for name in wanted}


def _bytes(text: str) -> bytes:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode()


def _scope_of(request: dict[str, Any], headers: dict[bytes, bytes]) -> dict[str, Any]:
    """Returns the request as an ASGI scope."""
    parts = urlsplit(request["url"])
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": request["method"],
        "scheme": parts.scheme,
        "server": (parts.hostname or "", port),
        "client": None,
        "root_path": "",
        "path": unquote(request["path"]),
        "raw_path": request["path"].encode(),
        "path_params": {},
        "query_string": request["query"].encode("latin-1", "replace"),
        "headers": list(headers.items()),
        "state": {},
    }


def _query_of(text: str) -> Any:
    try:
        from starlette.datastructures import QueryParams
    except ImportError:
        return dict(parse_qsl(text, keep_blank_values=True))
    return QueryParams(text)


def _request_of(scope: dict[str, Any]) -> Any:
    try:
        from starlette.requests import Request
    except ImportError:
        return PlainRequest(scope)
    return Request(scope)


class _Headers(dict[str, str]):
    """Headers with case-insensitive names."""

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name.lower())

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)


class PlainRequest:
    """Request for environments without a web framework, with the attributes that agents usually read."""

    def __init__(self, scope: dict[str, Any]) -> None:
        self.scope = scope
        self.method: str = scope["method"]
        self.path_params: dict[str, str] = {}
        self.headers = _Headers(
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]
        )
        self.query_params = dict(
            parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        )
        host, port = scope["server"]
        query = scope["query_string"].decode("latin-1")
        self.url = urlsplit(
            f"{scope['scheme']}://{host}:{port}{scope['path']}{'?' if query else ''}{query}"
        )
