"""Failures of the agent's code, as its author reads them: the traceback in the log, and one line of it."""

import os
import sys
import sysconfig
import traceback
from pathlib import Path
from types import TracebackType

from .plain_json import describe_failure

#: Characters of a message that are shown on one line.
_MAX_LINE = 500
_OURS = str(Path(__file__).parent)
_OURS_AND_IMPORT = (_OURS, "<frozen importlib")
#: Set by an author who needs the frames of installed packages, too.
_FULL = "AGENT_DEPLOY_FULL_TRACEBACKS"
#: How many frames are shown where none is the author's.
_INNERMOST = 3
_PYTHON = tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")})
_PACKAGES = {"site-packages", "dist-packages"}
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
    """Prints the traceback, which becomes part of the deploy log.

    Frames of installed packages and of Python itself are left out, unless a variable asks for them.
    """
    own = failure.with_traceback(_of_author(failure.__traceback__))
    try:
        if os.environ.get(_FULL):
            traceback.print_exception(own)
            return
        described = traceback.TracebackException.from_exception(own)
        left_out = _leave_out(described, is_main=True)
        print("".join(described.format()), end="", file=sys.stderr)
        if left_out > 0:
            print(
                f"({left_out} frames of installed packages and of Python are left out. Set {_FULL}=true in the variables"
                " of the deployment to see them.)",
                file=sys.stderr,
            )
    except Exception:  # An exception of the author's may fail to describe itself.
        print(f"{type(failure).__name__}, which cannot be shown", file=sys.stderr)


def _leave_out(described: traceback.TracebackException, *, is_main: bool) -> int:
    """Removes the frames that are not the author's, also of what caused the exception. Gives how many there were.

    The exception itself keeps its innermost frames when none of them is the author's.
    """
    frames = described.stack
    kept = [one for one in frames if _is_author(one.filename)]
    if is_main and not kept:
        kept = list(frames[-_INNERMOST:])
    left_out = len(frames) - len(kept)
    frames[:] = kept
    inner = [described.__cause__, described.__context__, *(described.exceptions or ())]
    return left_out + sum(_leave_out(one, is_main=False) for one in inner if one is not None)


def _is_author(file: str) -> bool:
    is_package = bool(_PACKAGES & set(Path(file).parts))
    return not is_package and not _is_ours(file) and not file.startswith((*_PYTHON, "<frozen "))


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
    return path.is_relative_to(root) and not _PACKAGES & set(path.parts)


def shown(file: str, root: Path) -> str:
    """A path below the configuration's folder where it is one: the revision's folder says nothing to its author."""
    path = Path(file)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
