"""Counts the steps of a run that stores no checkpoint before its end."""

import threading
from collections.abc import Callable

#: Number of steps after which a run is first reported. Another report follows whenever the number of steps has doubled.
_FIRST_REPORT = 100


class StepCounter:
    """Counts the steps of one run. `report` is called with the number of steps, and with the subgraph and node of the
    last step.
    """

    def __init__(self, report: Callable[[int, str, str], None]) -> None:
        self._report = report
        self._lock = threading.Lock()
        #: Number of the current step of each running subgraph.
        self._current: dict[str, int] = {}
        self._count = 0
        self._report_at = _FIRST_REPORT

    def begin_step(self, ns: str, number: int, node: str) -> None:
        """Counts a step when one of its nodes begins, on any thread. A step with several nodes is counted once."""
        with self._lock:
            if self._current.get(ns) == number:
                return
            # When a graph begins a step, the subgraphs of its previous step have ended.
            within = f"{ns}|" if ns else ""
            for inner in [one for one in self._current if one.startswith(within)]:
                del self._current[inner]
            self._current[ns] = number
            self._count += 1
            if self._count < self._report_at:
                return
            self._report_at *= 2
            count = self._count
        self._report(count, ns, node)
