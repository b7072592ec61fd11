"""What the agent prints and logs is the deploy log: stdout as it is, stderr as warnings."""

import faulthandler
import io
import logging
import sys


class _OutputHandler(logging.Handler):
    """For loggers without a handler of their author's: warnings go to stderr, the rest to stdout."""

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
    """Makes prints arrive line by line, and the root logger tell INFO unless the author configures it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    # A fault in compiled code otherwise leaves no line.
    faulthandler.enable()
    # Used where no logger has a handler, so that `logging.basicConfig` of the author's still has its effect.
    logging.lastResort = _handler  # type: ignore[assignment]
    logging.getLogger().setLevel(logging.INFO)


def handle_root_logs() -> None:
    """Handles the logs of all loggers, once the author's modules had their chance to."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(_handler)
