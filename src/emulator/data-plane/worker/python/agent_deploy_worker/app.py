"""Passes requests over the channel to the agent's application (`http.app`), written with Starlette or FastAPI."""

import asyncio
import importlib
import importlib.util
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote, unquote

from langchain_core.runnables.config import var_child_runnable_config

from .api_calls import MAX_PIECE, ApiCalls, ApiResponse
from .channel import Command
from .failures import describe_import_failure, print_failure
from .graphs import LoadError
from .item_store import DeploymentStore
from .links import Link, current_link
from .plain_json import describe_failure
from .watch import Watch

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

_EXCHANGE = "agent_deploy.exchange"
#: Number of parts of a response that can be sent before the first part is acknowledged.
_RESPONSE_CREDIT = 8
#: Name under which the application's module is imported, as on the hosted service.
_MODULE = "user_router_module"
_VERSIONS = {"version": "3.0", "spec_version": "2.3"}


class _Exchange:
    """One request to the application, which the event loop handles."""

    def __init__(self, number: int, head: dict[str, Any], link: Link) -> None:
        self._number = number
        self.link = link
        self._has_body: bool = head["hasBody"]
        #: True if the agent's own code sent the request.
        self.is_own: bool = head.get("isOwn", False)
        self._was_read = False
        self._part: asyncio.Future[bytes] | None = None
        #: Serializes reads, because a framework may wait for the disconnect while a route is reading the body.
        self._reading = asyncio.Lock()
        self._room = asyncio.Semaphore(_RESPONSE_CREDIT)
        self._gone = asyncio.Event()
        self.has_begun = False
        self.has_ended = False
        self.passes = False

    async def receive(self) -> Message:
        async with self._reading:
            if not self._was_read and not self._gone.is_set():
                body = await self._read() if self._has_body else b""
                if not self._gone.is_set():
                    self._was_read = not body
                    return {"type": "http.request", "body": body, "more_body": bool(body)}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _read(self) -> bytes:
        self._part = asyncio.get_running_loop().create_future()
        more = {"type": "more", "id": self._number, "side": "request", "count": 1}
        self.link.send(more)
        return await self._part

    async def send(self, message: Message) -> None:
        # Data for a disconnected client is dropped, as in other servers.
        if self._gone.is_set() or self.has_ended:
            return
        if message["type"] == "http.response.start":
            headers = [
                (bytes(name).decode("latin-1").lower(), bytes(value).decode("latin-1"))
                for name, value in message.get("headers", ())
            ]
            head = {"status": message["status"], "headers": headers}
            self.link.send({"type": "head", "id": self._number, **head})
            self.has_begun = True
        elif message["type"] == "http.response.body":
            body = message.get("body", b"")
            for at in range(0, len(body), MAX_PIECE):
                await self._room.acquire()
                if self._gone.is_set():
                    return
                piece = bytes(body[at : at + MAX_PIECE])
                data = {"type": "data", "id": self._number, "side": "response", "bytes": 0}
                self.link.send(data, (piece,))
            if not message.get("more_body", False):
                self.end()

    def end(self, failure: str | None = None) -> None:
        if self.has_ended or self._gone.is_set():
            return
        self.has_ended = True
        if failure is None:
            self.link.send({"type": "end", "id": self._number, "side": "response"})
        else:
            self.link.send({"type": "reset", "id": self._number, "message": failure})

    def pass_on(self) -> None:
        self.has_ended = True
        answer = {"type": "pass", "id": self._number, "headers": [], "hasBody": False}
        self.link.send(answer)
        self.link.send({"type": "end", "id": self._number, "side": "response"})

    def take(self, command: Command, body: bytes) -> None:
        match command["type"]:
            case "data" | "end":
                # An empty part marks the end of the body.
                if self._part is not None and not self._part.done():
                    self._part.set_result(body)
            case "more":
                for _ in range(command["count"]):
                    self._room.release()
            case "reset":
                self._gone.set()
                self._room.release()
                if self._part is not None and not self._part.done():
                    self._part.set_result(b"")


class HostedApp:
    """Loads the agent's application and passes requests to it."""

    def __init__(
        self,
        calls: ApiCalls,
        items: DeploymentStore,
        loop: asyncio.AbstractEventLoop,
        watch: Watch,
    ) -> None:
        self._calls = calls
        self._loop = loop
        self._watch = watch
        self._config = _config_with(items)
        self._exchanges: dict[tuple[Link, int], _Exchange] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._state: dict[str, Any] = {}
        self._prefix = ""
        self._app: Asgi | None = None
        self._has_middleware = False
        self._stop: asyncio.Event | None = None
        self._lifespan: asyncio.Task[None] | None = None
        #: OpenAPI description of the application's routes, or None if the application has none.
        self.document: dict[str, Any] | None = None

    def load(self, spec: dict[str, Any], root: Path) -> None:
        """Loads the application. Raises LoadError. Call this function only without a running event loop, because the
        application's module may start its own event loop.
        """
        shown, name = spec["shown"], spec["exportName"]
        try:
            module = _import(spec["module"], root)
        except BaseException as failure:
            print_failure(failure)
            reason = describe_import_failure(failure, root)
            raise LoadError(f"http.app {shown} cannot be imported: {reason}") from None
        from starlette.applications import Starlette

        app = getattr(module, name, None)
        if not isinstance(app, Starlette):
            what = f"is {type(app).__name__}" if hasattr(module, name) else "does not exist"
            raise LoadError(
                f"http.app {shown}: '{name}' {what}; expected a Starlette or FastAPI application, such as"
                " app = FastAPI()"
            )
        self._prefix = spec["mountPrefix"]
        self.document = _document_of(app)
        self._app = self._put_together(app, spec, shown)
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._start(shown))

    def _put_together(self, app: Any, spec: dict[str, Any], shown: str) -> Asgi:
        """Combines the routes of the application and of the agent server, with the middleware around all routes, as on
        the hosted service. The agent server handles requests for which the application has no route.
        """
        from starlette.routing import Mount

        if getattr(app.router, "on_startup", None) or getattr(app.router, "on_shutdown", None):
            raise LoadError(
                f"http.app {shown} uses on_startup or on_shutdown, which the hosted service refuses. Use a lifespan instead"
            )
        built_in: Asgi = self._built_in
        around_routes: list[Any] = []
        if spec["authenticatesFirst"]:
            around_routes = list(app.user_middleware)
            app.user_middleware = []
            self._has_middleware = bool(around_routes)
            if self._has_middleware:
                built_in = self._authenticated(_wrap(built_in, around_routes))
        else:
            self._has_middleware = bool(app.user_middleware)
        for one in app.router.routes:
            # In newer versions of FastAPI, included routers have no attribute `app`.
            name = "app" if hasattr(one, "app") else "handle"
            guarded = _wrap(getattr(one, name), around_routes)
            setattr(one, name, self._authenticated(guarded) if spec["authenticates"] else guarded)
        app.router.routes = [*app.router.routes, Mount("", app=built_in)]
        result: Asgi = app
        return result

    async def _start(self, shown: str) -> None:
        started: asyncio.Future[None] = self._loop.create_future()
        self._stop = stop = asyncio.Event()
        has_begun = False

        async def receive() -> Message:
            nonlocal has_begun
            if not has_begun:
                has_begun = True
                return {"type": "lifespan.startup"}
            await stop.wait()
            return {"type": "lifespan.shutdown"}

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete" and not started.done():
                started.set_result(None)
            elif message["type"] == "lifespan.startup.failed" and not started.done():
                last = message.get("message", "").strip().splitlines()[-1:]
                print(message.get("message", ""), file=sys.stderr)
                started.set_exception(LoadError("".join(last) or "its lifespan failed"))

        async def live() -> None:
            scope = {"type": "lifespan", "asgi": _VERSIONS, "state": self._state}
            assert self._app is not None
            try:
                await self._app(scope, receive, send)
            except BaseException as failure:
                if started.done():
                    print_failure(failure)
                else:
                    started.set_exception(LoadError(describe_failure(failure)["message"]))

        self._lifespan = self._loop.create_task(live())
        try:
            await started
        except LoadError as failure:
            raise LoadError(f"http.app {shown} could not start: {failure}") from None
        try:
            self._loop.add_signal_handler(signal.SIGTERM, self._shut_down)
        except (NotImplementedError, ValueError):
            # On Windows, the loop does not support signal handlers, so the process ends without cleanup.
            pass

    def _shut_down(self) -> None:
        """Runs the application's shutdown handlers, and then ends the process as the signal would have ended it."""
        self._loop.remove_signal_handler(signal.SIGTERM)
        assert self._stop is not None and self._lifespan is not None
        self._stop.set()
        self._lifespan.add_done_callback(lambda _: os.kill(os.getpid(), signal.SIGTERM))

    def take(self, link: Link, command: Command, parts: list[memoryview]) -> None:
        """Handles a message about a request, on any thread."""
        body = bytes(parts[command["bytes"]]) if "bytes" in command else b""
        self._loop.call_soon_threadsafe(self._take, link, command, body)

    def lose(self, link: Link) -> None:
        """Disconnects the clients of a lost link, on any thread."""
        self._loop.call_soon_threadsafe(self._lose, link)

    def _lose(self, link: Link) -> None:
        for exchange in self._exchanges.values():
            if exchange.link is link:
                exchange.take({"type": "reset"}, b"")

    def _take(self, link: Link, command: Command, body: bytes) -> None:
        number = link, command["id"]
        if command["type"] != "http":
            if exchange := self._exchanges.get(number):
                exchange.take(command, body)
            return
        exchange = _Exchange(command["id"], command, link)
        self._exchanges[number] = exchange
        task = self._loop.create_task(self._serve(exchange, command))
        self._tasks.add(task)
        self._watch.begin()

        def done(_: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            self._exchanges.pop(number, None)
            self._watch.end()

        task.add_done_callback(done)

    async def _serve(self, exchange: _Exchange, head: dict[str, Any]) -> None:
        assert self._app is not None
        var_child_runnable_config.set(self._config)
        current_link.set(exchange.link)
        try:
            await self._app(self._scope(exchange, head), exchange.receive, exchange.send)
            if exchange.passes and not exchange.has_begun:
                exchange.pass_on()
            else:
                exchange.end(None if exchange.has_begun else "the application sent no response")
        except BaseException as failure:
            # The framework has already sent a response with status 500, and raises the failure again for the server.
            print_failure(failure)
            exchange.end(None if exchange.has_ended else describe_failure(failure)["message"])

    def _scope(self, exchange: _Exchange, head: dict[str, Any]) -> Scope:
        path: str = head["path"]
        return {
            "type": "http",
            "asgi": _VERSIONS,
            "http_version": "1.1",
            "method": head["method"],
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode("latin-1"),
            "query_string": head["query"].encode("latin-1"),
            "root_path": self._prefix,
            "headers": [(n.encode("latin-1"), v.encode("latin-1")) for n, v in head["headers"]],
            "client": ("127.0.0.1", 0),
            "server": _server_of(head["headers"]),
            "state": dict(self._state),
            _EXCHANGE: exchange,
        }

    async def _built_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Calls the agent server's routes, which have lower precedence than the application's routes."""
        exchange: _Exchange | None = scope.get(_EXCHANGE)
        if scope["type"] != "http" or exchange is None:
            return
        if not self._has_middleware:
            exchange.passes = True
            return
        body = await _read(receive)
        purpose = "forward-own" if exchange.is_own else "forward"
        answer = await self._calls.request(
            purpose, scope["method"], *self._inner_path(scope), _fields(scope), body
        )
        await _send_answer(answer, send)

    def _inner_path(self, scope: Scope) -> tuple[str, str]:
        """Returns the path without the mount prefix, and the query. Middleware may have changed both."""
        path = quote(scope["path"], safe="/:@!$&'()*+,;=~-._")
        query = scope["query_string"].decode("latin-1")
        return path.removeprefix(self._prefix) or "/", query

    def _authenticated(self, app: Asgi) -> Asgi:
        """Wraps the application so that it receives only authenticated requests."""

        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            exchange: _Exchange | None = scope.get(_EXCHANGE)
            # Requests from the agent's own code need no key.
            if exchange is not None and exchange.is_own:
                await self._call_as(app, {}, scope, receive, send)
                return
            answer = await self._calls.request(
                "authenticate", scope["method"], *self._inner_path(scope), _fields(scope), b""
            )
            if answer.status != 200:
                await _send_answer(answer, send)
                return
            user = json.loads(await answer.read() or b"{}").get("user") or {}
            await self._call_as(app, user, scope, receive, send)

        return checked

    async def _call_as(
        self, app: Asgi, user: dict[str, Any], scope: Scope, receive: Receive, send: Send
    ) -> None:
        from starlette.authentication import AuthCredentials

        scope["user"] = _User(user)
        scope["auth"] = AuthCredentials(["authenticated", *(user.get("permissions") or [])])
        await app(scope, receive, send)


class _User:
    """The authenticated user. The user's fields are accessible as attributes and as items."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = {"identity": "", "is_authenticated": True, "permissions": [], **fields}

    @property
    def display_name(self) -> str:
        return self._fields.get("display_name") or self._fields["identity"]

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("_fields", {})
        if name in fields:
            return fields[name]
        raise AttributeError(name)

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fields


def _import(named: str, root: Path) -> ModuleType:
    path = root / named
    if not (named.endswith(".py") or path.is_file()):
        return importlib.import_module(named)
    spec = importlib.util.spec_from_file_location(_MODULE, path.resolve())
    if spec is None or spec.loader is None:
        raise ImportError(f"{named} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[_MODULE] = module
    spec.loader.exec_module(module)
    return module


def _document_of(app: Any) -> dict[str, Any] | None:
    """Returns the OpenAPI document of a FastAPI application, or `None` if FastAPI cannot describe a type."""
    try:
        described = app.openapi()
        return {key: described[key] for key in ("paths", "components") if key in described}
    except Exception:
        return None


def _wrap(app: Asgi, middleware: list[Any]) -> Asgi:
    for make, arguments, options in reversed(middleware):
        app = make(app, *arguments, **options)
    return app


def _config_with(items: DeploymentStore) -> Any:
    """Returns a configuration with the store for `get_store()` inside the application's routes."""
    try:
        from langgraph._internal._constants import CONFIG_KEY_RUNTIME
        from langgraph.runtime import Runtime

        return {"configurable": {CONFIG_KEY_RUNTIME: Runtime(store=items)}}
    except ImportError:
        # Older versions of the library read this key.
        return {"configurable": {"__pregel_store": items}}


def _server_of(headers: list[list[str]]) -> tuple[str, int]:
    host = next((value for name, value in headers if name == "host"), "localhost")
    name, _, port = host.rpartition(":")
    return (name, int(port)) if name and port.isdigit() else (host, 80)


def _fields(scope: Scope) -> list[tuple[str, str]]:
    return [(n.decode("latin-1").lower(), v.decode("latin-1")) for n, v in scope["headers"]]


async def _read(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


async def _send_answer(answer: ApiResponse, send: Send) -> None:
    headers = [(n.encode("latin-1"), v.encode("latin-1")) for n, v in answer.headers]
    try:
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        async for part in answer.parts():
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        answer.close()
