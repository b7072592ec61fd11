"""Failures of the agent's code, as its author reads them: the traceback in the log, and one line of it."""

import sys
import traceback
from pathlib import Path
from types import TracebackType

from .plain_json import describe_failure

#: Characters of a message that are shown on one line.
_MAX_LINE = 500
_OURS = str(Path(__file__).parent)
_OURS_AND_IMPORT = (_OURS, "<frozen importlib")
_IMPORTLIB = ("importlib/__init__.py", "importlib\\__init__.py")


def _is_ours(file: str) -> bool:
    return file.startswith(_OURS_AND_IMPORT) or file.endswith(_IMPORTLIB)


def _of_author(trace: TracebackType | None) -> TracebackType | None:
    """The traceback without our own part and the import system's, from which it begins."""
    at = trace
    while at is not None and _is_ours(at.tb_frame.f_code.co_filename):
        at = at.tb_next
    return at


def print_failure(failure: BaseException) -> None:
    """Prints the traceback, which becomes part of the deploy log."""
    own = failure.with_traceback(_of_author(failure.__traceback__))
    try:
        traceback.print_exception(own)
    except Exception:  # An exception of the author's may fail to describe itself.
        print(f"{type(failure).__name__}, which cannot be shown", file=sys.stderr)


def describe_import_failure(failure: BaseException, root: Path) -> str:
    """The last line of the traceback, and the file and line of the author's code that it is about."""
    last = _last_line(failure)
    if isinstance(failure, SyntaxError) and failure.filename:
        place: tuple[str, int | None] | None = (failure.filename, failure.lineno)
    else:
        place = _place(failure.__traceback__, root)
    hint = ""
    if isinstance(failure, ImportError) and "relative import" in str(failure):
        hint = (
            ". A module that is named as a file has no package: name it with dots (my_agent.graph:graph), or import"
            " absolutely"
        )
    if place is None:
        return f"{last}{hint}"
    file, line = place
    return f"{last} ({shown(file, root)}, line {line}){hint}"


def _last_line(failure: BaseException) -> str:
    if isinstance(failure, SystemExit):
        return f"it called sys.exit({'' if failure.code is None else repr(failure.code)})"
    message = (
        failure.msg if isinstance(failure, SyntaxError) else describe_failure(failure)["message"]
    )
    # Some libraries describe each of many problems on a line of its own.
    line = " ".join((message or "").split())
    short = line if len(line) <= _MAX_LINE else f"{line[:_MAX_LINE]}…"
    return ": ".join(filter(None, (type(failure).__name__, short)))


def _place(trace: TracebackType | None, root: Path) -> tuple[str, int | None] | None:
    """The innermost line of the author's own code, else the innermost line at all."""
    frames = [
        (one.filename, one.lineno)
        for one in traceback.extract_tb(trace)
        if not _is_ours(one.filename)
    ]
    own = [one for one in frames if is_own(one[0], root)]
    return next(iter([*own[::-1], *frames[::-1]]), None)


def is_own(file: str, root: Path) -> bool:
    """Whether a file is the author's, and no installed package's."""
    path = Path(file)
    return path.is_relative_to(root) and not {"site-packages", "dist-packages"} & set(path.parts)


def shown(file: str, root: Path) -> str:
    """A path below the configuration's folder where it is one: the revision's folder says nothing to its author."""
    path = Path(file)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
