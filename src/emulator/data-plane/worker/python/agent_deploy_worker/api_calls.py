"""Lets the agent call the API of its own deployment without a port and without a key."""

import asyncio
import os
import threading
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import suppress
from importlib import import_module
from typing import Any

from .channel import Command, is_forked
from .links import LOST, NO_LINK, Link, Links

Headers = list[tuple[str, str]]
#: Maximum length of one piece of a body, in bytes.
MAX_PIECE = 256 * 1024


class ApiError(Exception):
    """Raised when the API does not respond, with a message from the emulator."""


class _Pending:
    """Request with the parts of its response that the caller has not read yet."""

    def __init__(self, link: Link, body: bytes) -> None:
        self.link = link
        self.head: Future[Command] = Future()
        self.body = memoryview(body)
        self.pieces: deque[bytes] = deque()
        self.has_ended = False
        self.failure: ApiError | None = None
        #: Set while a reader waits for the next part or for the end of the response.
        self.arrived: Future[None] | None = None


class ApiResponse:
    """Status and headers of a response, and the response body as it arrives."""

    def __init__(self, calls: "ApiCalls", number: int, head: Command) -> None:
        self.status: int = head["status"]
        self.headers: Headers = [(name, value) for name, value in head["headers"]]
        self._calls = calls
        self._number = number

    async def parts(self) -> AsyncIterator[bytes]:
        while part := await self._calls.next_part(self._number):
            yield part

    async def read(self) -> bytes:
        return b"".join([part async for part in self.parts()])

    def close(self) -> None:
        self._calls.cancel(self._number)


class ApiCalls:
    """Sends requests from any thread or event loop to the deployment's API. Responses arrive on the channel thread."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._lock = threading.Lock()
        self._pending: dict[int, _Pending] = {}
        self._last = -1

    async def request(
        self, purpose: str, method: str, path: str, query: str, headers: Headers, body: bytes
    ) -> ApiResponse:
        """Sends a request to the deployment's API. Raises ApiError if the API does not respond."""
        if is_forked():
            raise ApiError("a forked process has no connection to the emulator")
        link = self._links.choose()
        if link is None:
            raise ApiError(NO_LINK)
        pending = _Pending(link, body)
        with self._lock:
            # The worker numbers its requests with odd numbers, and the emulator with even numbers.
            self._last += 2
            number = self._last
            self._pending[number] = pending
        report = {
            "type": "http",
            "id": number,
            "purpose": purpose,
            "method": method,
            "path": path,
            "query": query,
            "headers": headers,
            "hasBody": bool(body),
        }
        try:
            link.send(report)
            return ApiResponse(self, number, await asyncio.wrap_future(pending.head))
        except BaseException:
            self.cancel(number)
            raise

    async def next_part(self, number: int) -> bytes:
        """Returns the next part of a response body, or an empty part at the end."""
        while True:
            with self._lock:
                pending = self._pending.get(number)
                if pending is None:
                    return b""
                if pending.pieces:
                    piece = pending.pieces.popleft()
                    more = {"type": "more", "id": number, "side": "response", "count": 1}
                    if not pending.has_ended:
                        pending.link.send(more)
                    return piece
                if pending.has_ended:
                    del self._pending[number]
                    if pending.failure is not None:
                        raise pending.failure
                    return b""
                arrived = pending.arrived = Future()
            try:
                await asyncio.wrap_future(arrived)
            except BaseException:
                self.cancel(number)
                raise

    def cancel(self, number: int) -> None:
        """Cancels a request whose response is not needed any more."""
        with self._lock:
            pending = self._pending.pop(number, None)
        if pending is not None and not pending.has_ended:
            pending.link.send({"type": "reset", "id": number, "message": "the agent left"})

    def lose(self, link: Link) -> None:
        """Fails all requests of a lost link."""
        with self._lock:
            lost = [number for number, one in self._pending.items() if one.link is link]
        for number in lost:
            self.take(link, {"type": "reset", "id": number, "message": LOST}, [])

    def take(self, link: Link, command: Command, parts: list[memoryview]) -> None:
        """Handles a message about a request, on the channel's thread."""
        number = command["id"]
        with self._lock:
            pending = self._pending.get(number)
            if pending is None or pending.link is not link:
                return
            match command["type"]:
                case "data":
                    pending.pieces.append(bytes(parts[command["bytes"]]))
                case "end":
                    pending.has_ended = True
                case "reset":
                    message = command["message"]
                    failure = ApiError(f"the deployment's own API did not respond: {message}")
                    pending.failure, pending.has_ended = failure, True
            arrived, pending.arrived = pending.arrived, None
        match command["type"]:
            case "head":
                _settle(pending.head, command)
            case "more":
                self._send_body(number, pending, command["count"])
            case "reset" if not pending.head.done():
                pending.head.set_exception(pending.failure)
        if arrived is not None:
            _settle(arrived, None)

    def _send_body(self, number: int, pending: _Pending, count: int) -> None:
        """Sends as many parts of a request body as the emulator accepts now."""
        for _ in range(count):
            piece, pending.body = pending.body[:MAX_PIECE], pending.body[MAX_PIECE:]
            if not piece:
                pending.link.send({"type": "end", "id": number, "side": "request"})
                return
            data = {"type": "data", "id": number, "side": "request", "bytes": 0}
            pending.link.send(data, (bytes(piece),))


def _settle(waiting: Future[Any], value: Any) -> None:
    # `set_running_or_notify_cancel` returns False if the waiting caller was canceled.
    if waiting.set_running_or_notify_cancel():
        waiting.set_result(value)


def provide_client(calls: ApiCalls) -> None:
    """Makes official clients without a URL call the API of the deployment where they run."""
    try:
        import httpx
    except ImportError:
        return

    class _Body(httpx.AsyncByteStream):
        def __init__(self, response: ApiResponse) -> None:
            self._response = response

        async def __aiter__(self) -> AsyncIterator[bytes]:
            async for part in self._response.parts():
                yield part

        async def aclose(self) -> None:
            self._response.close()

    class DeploymentTransport(httpx.AsyncBaseTransport):
        """Transport of the official client. The constructor accepts the arguments of the transport that this class
        replaces.
        """

        def __init__(self, *_args: Any, **_settings: Any) -> None:
            self.app: Any = None

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            headers = [
                (name.decode("latin-1").lower(), value.decode("latin-1"))
                for name, value in request.headers.raw
            ]
            path, _, query = request.url.raw_path.decode("ascii").partition("?")
            try:
                answer = await calls.request(
                    "api", request.method, path, query, headers, await request.aread()
                )
            except ApiError as failure:
                raise httpx.ConnectError(str(failure), request=request) from failure
            return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer))

    # Prevents the official client from looking for a server in this process.
    os.environ["__LANGGRAPH_DEFER_LOOPBACK_TRANSPORT"] = "true"
    for name in ("_shared.utilities", "_async.client", "client"):
        # The agent's environment might contain another version of the official client, or no client.
        with suppress(Exception):
            module = import_module(f"langgraph_sdk.{name}")
            if hasattr(module, "get_asgi_transport"):
                module.get_asgi_transport = lambda: DeploymentTransport  # type: ignore[attr-defined]
