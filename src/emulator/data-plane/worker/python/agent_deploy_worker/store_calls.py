"""Sends the worker's requests to the emulator's store, which responds once to each request."""

import asyncio
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from .channel import is_forked
from .encryption import BlobCipher, Readable
from .frames import MessageTooLargeError, Parts
from .links import LOST, NO_LINK, Link, Links

#: Response of the store, and the byte strings to which indexes in the response refer.
Answer = tuple[dict[str, Any], Sequence[Readable]]
Call = tuple[dict[str, Any], Parts]
Result = TypeVar("Result")
#: Generator that yields calls to the store and receives their responses, for use by both threads and coroutines.
StoreProgram = Generator[Call, Answer, Result]


class StoreCallError(Exception):
    """Error from the emulator, whose class has the name that the emulator sent, such as `StaleRunError`."""


class StoreCalls:
    """Sends calls from any thread, including the thread of the event loop. Responses arrive on the channel thread."""

    def __init__(self, links: Links) -> None:
        self._links = links
        #: Returns the link of a run, or `None` if this link is lost.
        self.link_of_run: Callable[[str], Link | None] = lambda _: None
        self.link_of_thread: Callable[[str], Link | None] = lambda _: None
        self._lock = threading.Lock()
        self._waiting: dict[int, _Waiting] = {}
        self._last = 0
        #: Object that encrypts the values in checkpoints, or None if values are stored unencrypted.
        self.cipher: BlobCipher | None = None

    def wait(self, work: StoreProgram[Result]) -> Result:
        """Runs the generator while the calling thread waits for the store's responses."""
        try:
            call = next(work)
            while True:
                call = work.send(self._ask(call))
        except StopIteration as done:
            return done.value

    async def wait_async(self, work: StoreProgram[Result]) -> Result:
        """Runs the generator while the calling coroutine waits for the store's responses."""
        try:
            call = next(work)
            while True:
                call = work.send(await self._ask_async(call))
        except StopIteration as done:
            return done.value

    def _ask(self, call: Call) -> Answer:
        cipher = self.cipher
        body, parts = call
        if cipher is not None and parts:
            parts = cipher.wait(cipher.encrypt(parts))
        answer, found = self._send(body, parts).result()
        if cipher is not None and found:
            found = cipher.wait(cipher.decrypt(found))
        return answer, found

    async def _ask_async(self, call: Call) -> Answer:
        cipher = self.cipher
        body, parts = call
        if cipher is not None and parts:
            parts = await cipher.encrypt(parts)
        answer, found = await asyncio.wrap_future(self._send(body, parts))
        if cipher is not None and found:
            found = await cipher.decrypt(found)
        return answer, found

    def resolve(
        self, link: Link, number: int, answer: dict[str, Any], parts: list[memoryview]
    ) -> None:
        with self._lock:
            waiting = self._waiting.get(number)
            if waiting is None or waiting.link is not link:
                return
            del self._waiting[number]
        if answer["ok"]:
            waiting.answer.set_result((answer, parts))
        else:
            waiting.answer.set_exception(_refusal(answer["error"])(answer["message"]))

    def lose(self, link: Link) -> None:
        """Repeats the pending reads of a lost link on another link."""
        with self._lock:
            lost = [number for number, one in self._waiting.items() if one.link is link]
            calls = [self._waiting.pop(number) for number in lost]
        for call in calls:
            if not _is_read(call.body):
                failure = StoreCallError(f"{LOST}, so it is unknown whether the change was stored")
                call.answer.set_exception(failure)
                continue
            try:
                self._send_on(self._link_for(call.body), call.body, call.parts, call.answer)
            except Exception as failure:
                call.answer.set_exception(failure)

    def _send(self, body: dict[str, Any], parts: Parts) -> Future[Answer]:
        if is_forked():
            raise RuntimeError(
                "a forked process has no connection to the emulator's store; use the store and the checkpointer in the"
                " process that runs the graph"
            )
        answer: Future[Answer] = Future()
        # A canceled coroutine must not cancel the future, because the reading thread will resolve it.
        answer.set_running_or_notify_cancel()
        self._send_on(self._link_for(body), body, parts, answer)
        return answer

    def _link_for(self, body: dict[str, Any]) -> Link:
        if (run_id := body.get("runId")) is not None:
            # A write must use its run's own link, because the emulator checks the run of each write.
            link = self.link_of_run(run_id)
            if link is None:
                message = (
                    "the control plane took this run back, because another worker may continue it"
                )
                raise _refusal("StaleRunError")(message)
            return link
        thread_id = body.get("threadId")
        link = self._links.choose(None if thread_id is None else self.link_of_thread(thread_id))
        if link is None:
            raise StoreCallError(NO_LINK)
        return link

    def _send_on(
        self, link: Link, body: dict[str, Any], parts: Parts, answer: Future[Answer]
    ) -> None:
        with self._lock:
            self._last += 1
            number = self._last
            self._waiting[number] = _Waiting(link, body, parts, answer)
        try:
            link.send({"type": "store-call", "id": number, "call": body}, parts)
        except (TypeError, MessageTooLargeError):
            with self._lock:
                self._waiting.pop(number, None)
            raise
        if not link.is_open:
            # The link was lost after it was chosen, so `lose` may have missed this call.
            self.lose(link)


@dataclass(frozen=True)
class _Waiting:
    link: Link
    body: dict[str, Any]
    parts: Parts
    answer: Future[Answer]


def _is_read(body: dict[str, Any]) -> bool:
    """Returns whether a call only reads, so it can be repeated."""
    if body["op"] == "items":
        return all(one["op"] in ("get", "search", "namespaces") for one in body["operations"])
    return body["op"] in ("get", "list")


_refusals: dict[str, type[StoreCallError]] = {}


def _refusal(name: str) -> type[StoreCallError]:
    if name not in _refusals:
        _refusals[name] = type(name, (StoreCallError,), {})
    return _refusals[name]
