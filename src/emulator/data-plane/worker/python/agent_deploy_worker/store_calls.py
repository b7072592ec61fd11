"""The worker's requests to the emulator's store, one answer each."""

import asyncio
import threading
from collections.abc import Generator
from concurrent.futures import Future
from typing import Any, TypeVar

from .channel import Blobs, Channel, MessageTooLargeError
from .encryption import BlobCipher, has_bytes

#: The JSON of an answer, and the bytes that belong into it.
Answer = tuple[dict[str, Any], memoryview]
Call = tuple[dict[str, Any], Blobs]
Result = TypeVar("Result")
#: Work that asks the store: it yields calls and is sent the answers, so that one text serves threads and coroutines.
Asking = Generator[Call, Answer, Result]


class StoreCallError(Exception):
    """A refusal of the emulator. Its class has the name that the emulator gave, for example `StaleRunError`."""


class StoreCalls:
    """Any thread may call, also the one of the event loop: answers arrive on the channel's own thread."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[Answer]] = {}
        self._last = 0
        #: Encrypts what is stored in checkpoints; None: it is stored as it is.
        self.cipher: BlobCipher | None = None

    def wait(self, work: Asking[Result]) -> Result:
        """Does the work, blocking this thread until the store has answered."""
        try:
            call = next(work)
            while True:
                call = work.send(self._ask(call))
        except StopIteration as done:
            return done.value

    async def wait_async(self, work: Asking[Result]) -> Result:
        """Does the work, suspending this coroutine until the store has answered."""
        try:
            call = next(work)
            while True:
                call = work.send(await self._ask_async(call))
        except StopIteration as done:
            return done.value

    def _ask(self, call: Call) -> Answer:
        cipher = self.cipher
        if cipher is None:
            return self._send(call).result()
        body, blobs = call
        if has_bytes(body):
            blobs = cipher.wait(cipher.encrypt(body, blobs))
        answer, blob = self._send((body, blobs)).result()
        if has_bytes(answer):
            blob = cipher.wait(cipher.decrypt(answer, blob))
        return answer, blob

    async def _ask_async(self, call: Call) -> Answer:
        cipher = self.cipher
        if cipher is None:
            return await asyncio.wrap_future(self._send(call))
        body, blobs = call
        if has_bytes(body):
            blobs = await cipher.encrypt(body, blobs)
        answer, blob = await asyncio.wrap_future(self._send((body, blobs)))
        if has_bytes(answer):
            blob = await cipher.decrypt(answer, blob)
        return answer, blob

    def resolve(self, number: int, answer: dict[str, Any], blob: memoryview) -> None:
        with self._lock:
            waiting = self._waiting.pop(number, None)
        if waiting is None:
            return
        if answer["ok"]:
            waiting.set_result((answer, blob))
        else:
            waiting.set_exception(_refusal(answer["error"])(answer["message"]))

    def _send(self, call: Call) -> Future[Answer]:
        if self._channel.is_forked():
            raise RuntimeError(
                "a forked process has no connection to the emulator's store; use the store and the checkpointer in the"
                " process that runs the graph"
            )
        body, blobs = call
        waiting: Future[Answer] = Future()
        # A coroutine that is cancelled must not cancel what the reading thread is about to answer.
        waiting.set_running_or_notify_cancel()
        with self._lock:
            self._last += 1
            number = self._last
            self._waiting[number] = waiting
        try:
            self._channel.send({"type": "store-call", "id": number, "call": body}, blobs)
        except (TypeError, MessageTooLargeError):
            with self._lock:
                del self._waiting[number]
            raise
        return waiting


_refusals: dict[str, type[StoreCallError]] = {}


def _refusal(name: str) -> type[StoreCallError]:
    if name not in _refusals:
        _refusals[name] = type(name, (StoreCallError,), {})
    return _refusals[name]
