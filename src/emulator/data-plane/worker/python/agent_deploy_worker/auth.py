"""Calls the agent's functions that authenticate callers and filter their access."""

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
from .failures import print_failure
from .filter_json import FilterError, check_written, copy_filter, copy_texts
from .graphs import GraphLoader, LoadError, article
from .plain_json import to_json

Answer = dict[str, Any]
_log = logging.getLogger("agent_deploy")
#: Actions for which handlers can be registered, by resource.
_ACTIONS = {
    "assistants": ("create", "read", "update", "delete", "search"),
    "threads": ("create", "read", "update", "delete", "search", "create_run"),
    "crons": ("create", "read", "update", "delete", "search"),
    "store": ("put", "get", "search", "delete", "list_namespaces"),
}
#: Maximum number of user objects that are stored for handlers. The oldest user objects are dropped first, and handlers
#: then receive the user's JSON fields.
_MAX_USERS = 10_000


class LoadedAuth:
    """The `Auth` object of the configuration, including handlers that are registered after the object was loaded."""

    def __init__(self, auth: Any, what: str, sdk: Any) -> None:
        """Raises LoadError if the object is invalid."""
        authenticate = auth._authenticate_handler
        if authenticate is None:
            raise LoadError(
                f"{what} has no authenticate handler. Add a handler with @auth.authenticate"
            )
        self._auth = auth
        self._sdk = sdk
        self._authenticate: Callable[..., Any] = authenticate
        self._parameters = _parameters_of(authenticate, what)
        self._is_coroutine = inspect.iscoroutinefunction(authenticate)
        self._users: OrderedDict[str, User] = OrderedDict()
        # Prefix that distinguishes this worker's users from the users of the revision's other workers.
        self._instance = secrets.token_hex(12)
        self._last = 0

    async def answer(self, query: dict[str, Any]) -> Answer:
        """Authenticates or authorizes a request. Never raises: after a failure, the failure is printed and the request
        is refused.
        """
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
        # `BaseException` also catches calls such as `sys.exit` in the agent's code.
        except BaseException as failure:
            # Exceptions of web frameworks have these attributes too.
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
            result = await self._authenticate(**given)
        else:
            result = await asyncio.to_thread(self._authenticate, **given)
            if inspect.isawaitable(result):
                result = await result
        user, permissions = to_user(result)
        self._last += 1
        handle = f"{self._instance}.{self._last}"
        self._users[handle] = user
        if len(self._users) > _MAX_USERS:
            self._users.popitem(last=False)
        identity = {"user": user.dict(), "permissions": permissions, "handle": handle}
        return {"identity": identity}

    async def _authorize(self, query: dict[str, Any]) -> Answer:
        """Calls only the most specific handler. If several handlers exist for the same action, the last defined
        handler is called.
        """
        resource, action = query["resource"], query["action"]
        name, handler = self._handler(resource, action)
        if handler is None:
            return {}
        sent = query["value"]
        before = {field: to_json(value) for field, value in sent.items()}
        value = _typed(sent, resource, action)
        given_values = dict(value)
        identity = query["identity"]
        context = self._sdk.types.AuthContext(
            permissions=identity["permissions"],
            user=self._user_of(identity),
            resource=resource,
            action=action,
        )
        result = await handler(ctx=context, value=value)
        if result is False:
            return _refused(403, "Forbidden")
        try:
            found = _read_filter(result)
            # For a store request, a handler can also assign fields. For other requests, only changes inside the given
            # objects count.
            if isinstance(value, _StoreValue):
                changes = _changes_of_store(value, before)
            else:
                changes = _changes_of(given_values, before)
        except FilterError as failure:
            return _failed_handler(failure, name, str(failure))
        return {
            "handler": name,
            **({"filter": found} if found is not None else {}),
            **({"changes": changes} if changes else {}),
        }

    def warn_of_unguarded(self) -> None:
        """Warns about events without a handler, unless the agent has no handlers at all and therefore needs no
        authorization.
        """
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
                "auth: no handler authorizes %s, so every authenticated caller may perform these actions. To refuse"
                " everything that no other handler allows, add a handler with @auth.on that returns False",
                ", ".join(unguarded),
            )

    def _handler(self, resource: str, action: str) -> tuple[str, Callable[..., Any] | None]:
        """Returns the most specific handler, and the name under which the handler was registered."""
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
    """Loads the `Auth` object. Raises LoadError; the log contains the traceback of a failure in the agent's code."""
    name, export = where["module"], where["exportName"]
    module = loader.module("auth", name)
    what = f"auth: '{export}' of {name}"
    try:
        import langgraph_sdk.auth as sdk
    except ImportError as failure:
        raise LoadError(f"{what} needs a newer version of langgraph-sdk: {failure}") from None
    if not hasattr(module, export):
        own = ", ".join(name for name, value in vars(module).items() if isinstance(value, sdk.Auth))
        has = (
            f"its Auth objects are {own}" if own else "define an Auth object, such as auth = Auth()"
        )
        raise LoadError(f"auth: {name} does not define '{export}'; {has}")
    auth = getattr(module, export)
    if not isinstance(auth, sdk.Auth):
        raise LoadError(f"{what} is {article(auth)}; expected langgraph_sdk.Auth")
    loaded = LoadedAuth(auth, what, sdk)
    loaded.warn_of_unguarded()
    return loaded


def _parameters_of(authenticate: Callable[..., Any], what: str) -> frozenset[str]:
    """Returns the parameter names of `authenticate`. Raises LoadError for a parameter that cannot be provided."""
    named = inspect.signature(authenticate).parameters.values()
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    wanted = [one for one in named if one.kind not in kinds]
    for one in wanted:
        if one.name not in PARAMETERS and one.default is one.empty:
            raise LoadError(
                f"{what}: authenticate has the parameter '{one.name}', which the emulator cannot pass;"
                f" the possible parameters are {', '.join(sorted(PARAMETERS))}"
            )
    return frozenset(one.name for one in wanted if one.name in PARAMETERS)


class _StoreValue(dict[str, Any]):
    """Value of a store event. Records whether the namespace was assigned, even if the assigned value is equal."""

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


def _changes_of(held: dict[str, Any], before: dict[str, bytes]) -> dict[str, Any]:
    """Returns the fields that a handler changed. Raises FilterError for a value that JSON cannot represent."""
    changes = {field: held[field] for field in before if _is_changed(held[field], before[field])}
    for field, value in changes.items():
        try:
            check_written(value)
        except FilterError as failure:
            raise FilterError(f'set an invalid "{field}": {failure}') from None
    return changes


def _is_changed(value: Any, before: bytes) -> bool:
    try:
        return to_json(value) != before
    except TypeError:  # JSON cannot represent the new value.
        return True


def _changes_of_store(value: _StoreValue, before: dict[str, bytes]) -> dict[str, Any]:
    """Returns the fields that a handler changed; `None` marks a removed field. Raises FilterError for an invalid
    namespace.
    """
    after = {field: value.get(field) for field in before}
    changes = _changes_of(
        after, {field: sent for field, sent in before.items() if field != "namespace"}
    )
    is_changed = value.is_assigned or _is_changed(after["namespace"], before["namespace"])
    if is_changed or "namespace" not in value:
        try:
            changes["namespace"] = copy_texts(after["namespace"])
        except FilterError as failure:
            raise FilterError(f"set an invalid namespace: {failure}") from None
    return changes


def _read_filter(result: Any) -> dict[str, Any] | None:
    """Returns the filter that a handler returned, or `None`. Raises FilterError if the result is not a filter."""
    if result is None or result is True:
        return None
    if not isinstance(result, dict):
        raise FilterError(f"returned {type(result).__name__}; expected a filter, a boolean or None")
    try:
        return copy_filter(result)
    except FilterError as failure:
        raise FilterError(f"returned an invalid filter: {failure}") from None


def _typed(sent: dict[str, Any], resource: str, action: str) -> dict[str, Any]:
    """Returns the value with the types that the library documents, such as tuples, which JSON does not have."""
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
    # A refusal must not have a success status, which would grant access.
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
