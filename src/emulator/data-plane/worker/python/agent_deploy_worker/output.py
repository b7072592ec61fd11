"""Writes the agent's output to the deploy log, where standard error becomes warnings."""

import faulthandler
import io
import logging
import sys


class _OutputHandler(logging.Handler):
    """Handler for loggers without a handler of the agent. Writes warnings to stderr, and other messages to stdout."""

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
    """Flushes output after every line, and sets the root logger to INFO, which the agent can change."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    # Only `faulthandler` logs a trace when compiled code crashes.
    faulthandler.enable()
    # `lastResort` is used only if no logger has a handler, so `logging.basicConfig` still works in the agent's code.
    logging.lastResort = _handler  # type: ignore[assignment]
    logging.getLogger().setLevel(logging.INFO)


def handle_root_logs() -> None:
    """Handles the messages of all loggers. Call this function after the agent's modules have been imported, because
    they may configure logging.
    """
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(_handler)
