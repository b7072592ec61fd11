"""The links of a worker: one for each replica of the control plane that uses it."""

from contextvars import ContextVar
from typing import Any

from .channel import Channel
from .frames import Parts

NO_LINK = "no replica of the control plane is connected to this agent at this moment"
LOST = "the connection to the control plane was lost"


class Link:
    """What is sent on a link that was lost is dropped."""

    def __init__(self, number: int, channel: Channel) -> None:
        self.number = number
        #: Runs and queries that the worker has from it.
        self.pending = 0
        self.is_open = True
        self._channel = channel

    def send(self, report: dict[str, Any], parts: Parts = (), *, at_once: bool = False) -> None:
        """Raises TypeError when the report holds what JSON cannot, and MessageTooLargeError."""
        if self.is_open:
            self._channel.send(report, parts, self.number, at_once=at_once)


#: The link that the work of the current task or thread was asked for on.
current_link: ContextVar[Link | None] = ContextVar("link", default=None)


class Links:
    """Changed by the thread that reads, and read by any."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._open: dict[int, Link] = {}

    def attach(self, number: int) -> None:
        self._open[number] = Link(number, self._channel)

    def detach(self, number: int) -> Link | None:
        link = self._open.pop(number, None)
        if link is not None:
            link.is_open = False
        return link

    def get(self, number: int) -> Link | None:
        return self._open.get(number)

    def choose(self, known: Link | None = None) -> Link | None:
        """The link for a call: the known one, else that of the current work, else the one with the most under way."""
        for link in (known, current_link.get()):
            if link is not None and link.is_open:
                return link
        return max(list(self._open.values()), key=lambda link: link.pending, default=None)
