"""The agent's own way to the API of its deployment, without a port and without a key."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import suppress
from importlib import import_module
from typing import Any

from .channel import Channel, Command

Headers = list[tuple[str, str]]


class ApiError(Exception):
    """The API gave no answer; the message is the emulator's."""


class _Pending:
    def __init__(self) -> None:
        self.head: Future[Command] = Future()
        self.part: Future[bytes] | None = None


class ApiResponse:
    """The head of a response, and its body as it arrives."""

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
    """Any thread and any event loop may ask: answers arrive on the channel's own thread."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lock = threading.Lock()
        self._pending: dict[int, _Pending] = {}
        self._last = 0

    async def request(
        self, purpose: str, method: str, path: str, headers: Headers, body: bytes
    ) -> ApiResponse:
        """Raises ApiError when there is no answer."""
        if self._channel.is_forked():
            raise ApiError("a forked process has no connection to the emulator")
        pending = _Pending()
        with self._lock:
            self._last += 1
            number = self._last
            self._pending[number] = pending
        report = {
            "type": "api-request",
            "id": number,
            "purpose": purpose,
            "method": method,
            "path": path,
            "headers": headers,
            "bytes": len(body),
        }
        try:
            self._channel.send(report, (body,))
            return ApiResponse(self, number, await asyncio.wrap_future(pending.head))
        except BaseException:
            self.cancel(number)
            raise

    async def next_part(self, number: int) -> bytes:
        """The next part of a body; empty when there is no other."""
        with self._lock:
            pending = self._pending.get(number)
            if pending is None:
                return b""
            part = pending.part = Future()
        self._channel.send({"type": "api-pull", "id": number})
        try:
            return await asyncio.wrap_future(part)
        except BaseException:
            self.cancel(number)
            raise

    def cancel(self, number: int) -> None:
        """Ends a request whose answer is not read to its end."""
        with self._lock:
            known = self._pending.pop(number, None)
        if known is not None:
            self._channel.send({"type": "api-cancel", "id": number})

    def take(self, command: Command, blob: memoryview) -> None:
        number = command["id"]
        with self._lock:
            pending = self._pending.get(number)
            is_last = command["type"] == "api-failed" or (
                command["type"] == "api-chunk" and not len(blob)
            )
            if is_last:
                self._pending.pop(number, None)
        if pending is None:
            return
        match command["type"]:
            case "api-head":
                _settle(pending.head, command)
            case "api-chunk" if pending.part is not None:
                _settle(pending.part, bytes(blob))
            case "api-failed":
                failure = ApiError(f"the deployment's own API did not answer: {command['message']}")
                for waiting in (pending.head, pending.part):
                    if waiting is not None and not waiting.done():
                        waiting.set_exception(failure)


def _settle(waiting: Future[Any], value: Any) -> None:
    # Cancelled when who waits for it was.
    if waiting.set_running_or_notify_cancel():
        waiting.set_result(value)


def provide_client(calls: ApiCalls) -> None:
    """Lets the official client, when it is given no URL, ask the deployment that it runs in."""
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
        """Takes the arguments of the transport in whose place it stands."""

        def __init__(self, *_args: Any, **_settings: Any) -> None:
            self.app: Any = None

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            headers = [
                (name.decode("latin-1").lower(), value.decode("latin-1"))
                for name, value in request.headers.raw
            ]
            path = request.url.raw_path.decode("ascii")
            try:
                answer = await calls.request(
                    "api", request.method, path, headers, await request.aread()
                )
            except ApiError as failure:
                raise httpx.ConnectError(str(failure), request=request) from failure
            return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer))

    # It would otherwise look for the server in this process.
    os.environ["__LANGGRAPH_DEFER_LOOPBACK_TRANSPORT"] = "true"
    for name in ("_shared.utilities", "_async.client", "client"):
        # The agent's environment may have another version, or none.
        with suppress(Exception):
            module = import_module(f"langgraph_sdk.{name}")
            if hasattr(module, "get_asgi_transport"):
                module.get_asgi_transport = lambda: DeploymentTransport  # type: ignore[attr-defined]
