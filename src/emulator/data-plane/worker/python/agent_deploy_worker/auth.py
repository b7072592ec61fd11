"""The author's authentication: asks its functions, which decide who is let in and what each caller may see."""

import asyncio
import inspect
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Self
from uuid import UUID

from .auth_request import PARAMETERS, arguments_of
from .auth_user import User, studio_user, to_user
from .filter_json import FilterError, copy_filter, copy_texts
from .graphs import GraphLoader, LoadError, article
from .plain_json import to_json
from .tracebacks import print_failure

Answer = dict[str, Any]
_log = logging.getLogger("agent_deploy")
#: What handlers are asked about, by resource.
_ACTIONS = {
    "assistants": ("create", "read", "update", "delete", "search"),
    "threads": ("create", "read", "update", "delete", "search", "create_run"),
    "crons": ("create", "read", "update", "delete", "search"),
    "store": ("put", "get", "search", "delete", "list_namespaces"),
}
#: Users whose objects are kept for the handlers, which otherwise get what JSON holds of them.
_MAX_USERS = 10_000


class LoadedAuth:
    """The object that the configuration names. Handlers that are added later count as well."""

    def __init__(self, auth: Any, what: str, sdk: Any) -> None:
        """Raises LoadError."""
        authenticate = auth._authenticate_handler
        if authenticate is None:
            raise LoadError(f"{what} has no authenticate handler; add one with @auth.authenticate")
        self._auth = auth
        self._sdk = sdk
        self._authenticate: Callable[..., Any] = authenticate
        self._parameters = _parameters_of(authenticate, what)
        self._is_coroutine = inspect.iscoroutinefunction(authenticate)
        self._users: OrderedDict[str, User] = OrderedDict()
        # Another worker of this revision keeps other users, and does not know the names that this one gives.
        self._instance = secrets.token_hex(12)
        self._last = 0

    async def answer(self, query: dict[str, Any]) -> Answer:
        """Never raises: what fails is refused, and printed."""
        try:
            if query["kind"] == "authenticate":
                return await self._identify(query["request"])
            return await self._authorize(query)
        except self._sdk.exceptions.HTTPException as refusal:
            return _refused(refusal.status_code, str(refusal.detail), refusal.headers)
        except AssertionError as failure:
            if query["kind"] == "authorize":
                return _refused(403, str(failure) or "Forbidden")
            return _failed(failure, 401, "Unauthorized")
        except BaseException as failure:  # Also `sys.exit` and what else an author calls.
            # Raised by a web framework, whose exceptions say the same.
            status = getattr(failure, "status_code", None)
            if isinstance(failure, Exception) and isinstance(status, int):
                detail = str(getattr(failure, "detail", "") or HTTPStatus(403).phrase)
                return _refused(status, detail, getattr(failure, "headers", None))
            if query["kind"] == "authenticate":
                return _failed(failure, 401, "Unauthorized")
            name, _ = self._handler(query["resource"], query["action"])
            return _failed_handler(failure, name, "failed")

    async def _identify(self, request: dict[str, Any]) -> Answer:
        given = arguments_of(request, self._parameters)
        if self._is_coroutine:
            said = await self._authenticate(**given)
        else:
            said = await asyncio.to_thread(self._authenticate, **given)
            if inspect.isawaitable(said):
                said = await said
        user, permissions = to_user(said)
        self._last += 1
        handle = f"{self._instance}.{self._last}"
        self._users[handle] = user
        if len(self._users) > _MAX_USERS:
            self._users.popitem(last=False)
        identity = {"user": user.dict(), "permissions": permissions, "handle": handle}
        return {"identity": identity}

    async def _authorize(self, query: dict[str, Any]) -> Answer:
        """The most specific handler alone is asked; of several for the same, the one defined last."""
        resource, action = query["resource"], query["action"]
        name, handler = self._handler(resource, action)
        if handler is None:
            return {}
        sent = query["value"]
        before = {field: to_json(value) for field, value in sent.items()}
        value = _typed(sent, resource, action)
        held = dict(value)
        identity = query["identity"]
        context = self._sdk.types.AuthContext(
            permissions=identity["permissions"],
            user=self._user_of(identity),
            resource=resource,
            action=action,
        )
        said = await handler(ctx=context, value=value)
        if said is False:
            return _refused(403, "Forbidden")
        try:
            found = _read_filter(said)
            # Of the store, what stands in the value counts afterwards; of all others, the objects that it held.
            if isinstance(value, _StoreValue):
                changes = _changes_of_store(value, before)
            else:
                changes = {
                    field: held[field] for field in before if to_json(held[field]) != before[field]
                }
        except FilterError as failure:
            return _failed_handler(failure, name, str(failure))
        return {
            "handler": name,
            **({"filter": found} if found is not None else {}),
            **({"changes": changes} if changes else {}),
        }

    def warn_of_unguarded(self) -> None:
        """Of events that no handler is asked about, although there are handlers: an author without any wants none."""
        if not self._auth._handlers and not self._auth._global_handlers:
            return
        unguarded = [
            f"{resource}.{action}"
            for resource, actions in _ACTIONS.items()
            for action in actions
            if self._handler(resource, action)[1] is None
        ]
        if unguarded:
            _log.warning(
                "auth: no handler is asked about %s: each caller that authenticate lets in may do this. Add one with"
                " @auth.on that returns False, to refuse what no other handler allows",
                ", ".join(unguarded),
            )

    def _handler(self, resource: str, action: str) -> tuple[str, Callable[..., Any] | None]:
        """The most specific handler, and how its author registered it."""
        handlers = self._auth._handlers
        for key in ((resource, action), (resource, "*"), ("*", action), ("*", "*")):
            if found := handlers.get(key):
                return f"on.{key[0]}" if key[1] == "*" else f"on.{key[0]}.{key[1]}", found[-1]
        everything = self._auth._global_handlers
        return "on", everything[-1] if everything else None

    def _user_of(self, identity: dict[str, Any]) -> Any:
        if identity.get("isStudio"):
            return studio_user(identity["user"], self._sdk)
        known = self._users.get(identity.get("handle", ""))
        return known or User(identity["user"])


def load_auth(loader: GraphLoader, where: dict[str, str]) -> LoadedAuth:
    """Raises LoadError, with the traceback in the log when it was the author's code that failed."""
    name, export = where["module"], where["exportName"]
    module = loader.module("auth", name)
    what = f"auth: '{export}' of {name}"
    try:
        import langgraph_sdk.auth as sdk
    except ImportError as failure:
        raise LoadError(f"{what} needs a newer langgraph-sdk: {failure}") from None
    if not hasattr(module, export):
        own = ", ".join(name for name, value in vars(module).items() if isinstance(value, sdk.Auth))
        has = f"it has {own}" if own else "it has no Auth at all, as in auth = Auth()"
        raise LoadError(f"auth: {name} has no '{export}'; {has}")
    auth = getattr(module, export)
    if not isinstance(auth, sdk.Auth):
        raise LoadError(f"{what} is {article(auth)}; expected langgraph_sdk.Auth")
    loaded = LoadedAuth(auth, what, sdk)
    loaded.warn_of_unguarded()
    return loaded


def _parameters_of(authenticate: Callable[..., Any], what: str) -> frozenset[str]:
    """Raises LoadError for one that cannot be given."""
    named = inspect.signature(authenticate).parameters.values()
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    wanted = [one for one in named if one.kind not in kinds]
    for one in wanted:
        if one.name not in PARAMETERS and one.default is one.empty:
            raise LoadError(
                f"{what}: authenticate takes '{one.name}', which it cannot be given;"
                f" it may take {', '.join(sorted(PARAMETERS))}"
            )
    return frozenset(one.name for one in wanted if one.name in PARAMETERS)


class _StoreValue(dict[str, Any]):
    """The value of an event of the store, which knows whether its namespace was assigned, if only to what it was."""

    is_assigned = False

    def __setitem__(self, field: str, value: Any) -> None:
        self.is_assigned = self.is_assigned or field == "namespace"
        super().__setitem__(field, value)

    def update(self, *given: Any, **named: Any) -> None:
        for field, value in dict(*given, **named).items():
            self[field] = value

    def __ior__(self, other: Any) -> Self:  # type: ignore[override, misc]
        self.update(other)
        return self


def _changes_of_store(value: _StoreValue, before: dict[str, bytes]) -> dict[str, Any]:
    """The fields that a handler changed; None: it removed the field. Raises FilterError for a namespace that is none."""
    after = {field: value.get(field) for field in before}
    changes = {field: one for field, one in after.items() if to_json(one) != before[field]}
    if value.is_assigned or "namespace" in changes or "namespace" not in value:
        try:
            changes["namespace"] = copy_texts(after["namespace"])
        except FilterError as failure:
            raise FilterError(f"left no valid namespace: {failure}") from None
    return changes


def _read_filter(said: Any) -> dict[str, Any] | None:
    """The filter that a handler returned, if it did. Raises FilterError for anything that is no filter."""
    if said is None or said is True:
        return None
    if not isinstance(said, dict):
        raise FilterError(f"returned {type(said).__name__}; expected a filter, a boolean or None")
    try:
        return copy_filter(said)
    except FilterError as failure:
        raise FilterError(f"returned no valid filter: {failure}") from None


def _typed(sent: dict[str, Any], resource: str, action: str) -> dict[str, Any]:
    """The value with the types that the library documents and JSON has not."""
    if resource == "store":
        texts = ("namespace", "suffix")
        return _StoreValue(
            (field, tuple(one) if field in texts and isinstance(one, list) else one)
            for field, one in sent.items()
        )
    value = dict(sent)
    if resource == "crons" or action == "create_run" or "run_id" in value:
        for field in ("thread_id", "run_id", "assistant_id", "cron_id"):
            if isinstance(value.get(field), str):
                value[field] = UUID(value[field])
    return value


def _refused(status: int, message: str, headers: Any = None) -> Answer:
    # A refusal with a status of success would open the deployment.
    refusal: dict[str, Any] = {
        "status": status if 400 <= status <= 599 else 403,
        "message": message,
    }
    if headers:
        refusal["headers"] = {str(name): str(text) for name, text in dict(headers).items()}
    return {"refused": refusal}


def _failed(failure: BaseException, status: int, message: str) -> Answer:
    print_failure(failure)
    return _refused(status, message)


def _failed_handler(failure: BaseException, name: str, reason: str) -> Answer:
    return _failed(failure, 500, f"The deployment's authorization handler {name} {reason}")
