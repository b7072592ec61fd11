"""The queue of events that one run sends."""

import asyncio
from collections import deque
from collections.abc import Callable

#: Limits of one message; a single event may have more characters.
_MAX_EVENTS = 500
_MAX_CHARACTERS = 256 * 1024
#: Characters that may be queued: above it the run waits.
_HIGH = 4 * 1024 * 1024
#: The cost of an event beside its text, in characters.
_OVERHEAD = 100

Event = dict[str, str]


class Outbox:
    """Sends the events of one turn of the loop together, and no more before those are stored.

    Ten thousand events then cost few messages, and the emulator is never flooded. It belongs to the event loop.
    """

    def __init__(self, send: Callable[[list[Event]], None]) -> None:
        self._send = send
        self._waiting: deque[Event] = deque()
        self._held = 0
        self._is_busy = False
        self._room = asyncio.Event()
        self._room.set()
        self._flushed = asyncio.Event()
        self._flushed.set()

    def put(self, event: str, data: str) -> None:
        one = {"event": event, "data": data}
        self._waiting.append(one)
        self._held += _size_of(one)
        if self._held >= _HIGH:
            self._room.clear()
        if not self._is_busy:
            self._is_busy = True
            self._flushed.clear()
            asyncio.get_running_loop().call_soon(self.acknowledge)

    def acknowledge(self) -> None:
        """The last message has been stored: the next may be sent."""
        if not self._waiting:
            self._is_busy = False
            self._flushed.set()
            return
        batch: list[Event] = []
        characters = 0
        while self._waiting and len(batch) < _MAX_EVENTS:
            size = _size_of(self._waiting[0])
            if batch and characters + size > _MAX_CHARACTERS:
                break
            characters += size
            batch.append(self._waiting.popleft())
        self._held -= characters
        if self._held < _HIGH:
            self._room.set()
        self._send(batch)

    def is_full(self) -> bool:
        return self._held >= _HIGH

    async def room(self) -> None:
        """Returns once there is room for more events."""
        await self._room.wait()

    async def flushed(self) -> None:
        """Returns once all events have been stored."""
        await self._flushed.wait()


def _size_of(event: Event) -> int:
    return len(event["event"]) + len(event["data"]) + _OVERHEAD
