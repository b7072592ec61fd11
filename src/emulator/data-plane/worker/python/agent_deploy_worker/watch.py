"""Reports to the deploy log, with file and line, when a node blocks the event loop."""

import asyncio
import logging
import sys
import threading
import traceback
from pathlib import Path

from .failures import is_own, shown

_log = logging.getLogger("agent_deploy")
#: Maximum time in seconds for the loop to respond.
_LIMIT_S = 1.0
_RECHECK_S = 0.1
_INTERVAL_S = 0.25


class Watch:
    """Checks that the loop responds while it has work. Finds the line of code that blocks the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, root: Path) -> None:
        self._loop = loop
        self._root = root
        self._loop_thread = threading.get_ident()
        self._at_work = 0
        self._has_work = threading.Event()
        #: Functions that have already been reported. A function is reported only once, because repeated reports would
        #: fill the log.
        self._told: set[tuple[str, str]] = set()

    def start(self) -> None:
        threading.Thread(target=self._watch, name="watch", daemon=True).start()

    def begin(self) -> None:
        """Reports that a run or a query begins; called on the event loop."""
        self._at_work += 1
        self._has_work.set()

    def end(self) -> None:
        self._at_work -= 1
        if self._at_work == 0:
            self._has_work.clear()

    def _watch(self) -> None:
        while True:
            self._has_work.wait()
            answered = threading.Event()
            self._loop.call_soon_threadsafe(answered.set)
            if not answered.wait(_LIMIT_S):
                before = self._look()
                # A second check distinguishes a blocked loop from a busy loop: a busy loop has reached another
                # function.
                if not answered.wait(_RECHECK_S):
                    now = self._look()
                    if (
                        now is not None
                        and before is not None
                        and _function(now) == _function(before)
                    ):
                        self._tell(now)
                answered.wait()
            # The watch sleeps until the next check, so an idle worker is not woken.
            threading.Event().wait(_INTERVAL_S)

    def _look(self) -> traceback.FrameSummary | None:
        """Returns the line that the loop is executing: the innermost line in the agent's code, or else the innermost
        line.
        """
        frame = sys._current_frames().get(self._loop_thread)
        if frame is None:
            return None
        stack = traceback.extract_stack(frame)
        own = [one for one in stack if is_own(one.filename, self._root)]
        return (own or stack)[-1]

    def _tell(self, at: traceback.FrameSummary) -> None:
        if _function(at) in self._told:
            return
        self._told.add(_function(at))
        _log.warning(
            "The event loop has been blocked for %.0f s, and no other run can continue: %s, line %s, in %s: %s. Await"
            " an asynchronous call there, or use asyncio.to_thread",
            _LIMIT_S,
            shown(at.filename, self._root),
            at.lineno,
            at.name,
            at.line,
        )


def _function(at: traceback.FrameSummary) -> tuple[str, str]:
    return at.filename, at.name
