"""Writes the agent's output to the deploy log: standard output unchanged, and standard error as warnings."""

import faulthandler
import io
import logging
import sys


class _OutputHandler(logging.Handler):
    """Handles loggers for which the agent has no handler: warnings go to stderr, other messages to stdout."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            stream = sys.stderr if record.levelno >= logging.WARNING else sys.stdout
            stream.write(f"{self.format(record)}\n")
            stream.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)


_handler = _OutputHandler()
_handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))


def prepare_output() -> None:
    """Makes prints appear line by line, and sets the root logger to INFO, a level that the agent may change."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    # A crash in compiled code leaves a trace in the log only with faulthandler.
    faulthandler.enable()
    # The last resort is used only if no logger has a handler, so `logging.basicConfig` in the agent's code still
    # works.
    logging.lastResort = _handler  # type: ignore[assignment]
    logging.getLogger().setLevel(logging.INFO)


def handle_root_logs() -> None:
    """Handles the messages of all loggers. Call this function after the agent's modules could configure logging."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(_handler)
