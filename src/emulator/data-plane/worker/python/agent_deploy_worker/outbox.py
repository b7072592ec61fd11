"""Queue of the events of one run."""

import asyncio
from collections import deque
from collections.abc import Callable

#: Maximum number of events in a message.
_MAX_EVENTS = 500
_MAX_CHARACTERS = 256 * 1024
#: Number of queued characters above which the run waits.
_HIGH = 4 * 1024 * 1024
#: Number of characters that is added to the length of each event.
_OVERHEAD = 100

Event = dict[str, str]


class Outbox:
    """Sends the events of one turn of the event loop together.

    A message is sent only after the previous message is stored, so many events need few messages. Use this class only
    on the event loop.
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
        """Confirms that the last message was stored, so the next message can be sent."""
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
        """Waits until more events can be queued."""
        await self._room.wait()

    async def flushed(self) -> None:
        """Waits until all events have been stored."""
        await self._flushed.wait()


def _size_of(event: Event) -> int:
    return len(event["event"]) + len(event["data"]) + _OVERHEAD
