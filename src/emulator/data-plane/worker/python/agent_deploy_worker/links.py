"""Links of a worker, one for each replica of the control plane that uses the worker."""

from contextvars import ContextVar
from typing import Any

from .channel import Channel
from .frames import Parts

NO_LINK = "no replica of the control plane is currently connected to this agent"
LOST = "the connection to the control plane was lost"


class Link:
    """Link to a replica; reports on a lost link are dropped."""

    def __init__(self, number: int, channel: Channel) -> None:
        self.number = number
        #: Number of unfinished runs and queries that the link requested.
        self.pending = 0
        self.is_open = True
        self._channel = channel

    def send(self, report: dict[str, Any], parts: Parts = (), *, at_once: bool = False) -> None:
        """Sends a report. Raises TypeError if JSON cannot represent the report, and MessageTooLargeError if it is too
        large.
        """
        if self.is_open:
            self._channel.send(report, parts, self.number, at_once=at_once)


#: Link that requested the work of the current task or thread.
current_link: ContextVar[Link | None] = ContextVar("link", default=None)


class Links:
    """All links of the worker. Only the reading thread changes the links, but any thread can read them."""

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
        """Returns the first open link for a call: `known`, the link of the current work, or the link with the most
        pending work.
        """
        for link in (known, current_link.get()):
            if link is not None and link.is_open:
                return link
        return max(list(self._open.values()), key=lambda link: link.pending, default=None)
