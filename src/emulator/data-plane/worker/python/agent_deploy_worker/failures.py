"""Formats failures of the agent's code: the traceback for the log, and a single line for messages."""

import os
import sys
import sysconfig
import traceback
from pathlib import Path
from types import TracebackType

from .plain_json import describe_failure

#: Maximum length of a message on one line, in characters.
_MAX_LINE = 500
_OURS = str(Path(__file__).parent)
_OURS_AND_IMPORT = (_OURS, "<frozen importlib")
#: Environment variable that makes tracebacks include the frames of installed packages.
_FULL = "AGENT_DEPLOY_FULL_TRACEBACKS"
#: Number of frames that are shown if no frame is in the agent's code.
_INNERMOST = 3
#: Maximum number of the agent's frames in a description.
_MAX_FRAMES = 30
_PYTHON = tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")})
_PACKAGES = {"site-packages", "dist-packages"}
_IMPORTLIB = ("importlib/__init__.py", "importlib\\__init__.py")


def _is_ours(file: str) -> bool:
    return file.startswith(_OURS_AND_IMPORT) or file.endswith(_IMPORTLIB)


def _of_author(trace: TracebackType | None) -> TracebackType | None:
    """Returns the traceback without the frames of the worker and of the import system at its beginning."""
    at = trace
    while at is not None and _is_ours(at.tb_frame.f_code.co_filename):
        at = at.tb_next
    return at


def print_failure(failure: BaseException) -> None:
    """Prints the traceback to the deploy log. Omits frames of Python and of installed packages, unless a variable
    requests all frames.
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
                f"({left_out} frames of installed packages and of Python are omitted. To see them, set {_FULL}=true in"
                " the variables of the deployment.)",
                file=sys.stderr,
            )
    except Exception:  # The conversion of an exception of the agent to a string can fail.
        print(
            f"{type(failure).__name__} (its message cannot be converted to text)", file=sys.stderr
        )


def _leave_out(described: traceback.TracebackException, *, is_main: bool) -> int:
    """Removes frames outside the agent's code from the exception and its causes. Returns the number of removed frames.

    If no frame is in the agent's code, the exception itself keeps its innermost frames.
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
    """Returns the last line of a traceback with the file and line in the agent's code."""
    last = _last_line(failure)
    if isinstance(failure, SyntaxError) and failure.filename:
        place: tuple[str, int | None] | None = (failure.filename, failure.lineno)
    else:
        place = _place(failure.__traceback__, root)
    hint = ""
    if isinstance(failure, ImportError) and "relative import" in str(failure):
        hint = (
            ". A module that is loaded by its file path has no package. Use its dotted name (my_agent.graph:graph), or"
            " use absolute imports"
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
    # Some libraries list several problems on separate lines of one message.
    line = " ".join((message or "").split())
    short = line if len(line) <= _MAX_LINE else f"{line[:_MAX_LINE]}…"
    return ": ".join(filter(None, (type(failure).__name__, short)))


def _place(trace: TracebackType | None, root: Path) -> tuple[str, int | None] | None:
    """Returns the innermost position in the agent's code, or else the innermost position of all frames."""
    frames = [
        (one.filename, one.lineno)
        for one in traceback.extract_tb(trace)
        if not _is_ours(one.filename)
    ]
    own = [one for one in frames if is_own(one[0], root)]
    return next(iter([*own[::-1], *frames[::-1]]), None)


def author_frames(failure: BaseException, root: Path) -> tuple[list[dict[str, str]], int]:
    """Returns the frames in the agent's files, innermost first, and the number of all other frames."""
    frames = [
        one for one in traceback.extract_tb(failure.__traceback__) if not _is_ours(one.filename)
    ]
    own = [one for one in frames if is_own(one.filename, root)][::-1][:_MAX_FRAMES]
    described = [
        {
            "place": f"{shown(one.filename, root)}:{one.lineno}"[:1_000],
            "name": one.name[:500],
            "code": (one.line or "")[:1_000],
        }
        for one in own
    ]
    return described, len(frames) - len(own)


def is_own(file: str, root: Path) -> bool:
    """Returns whether a file belongs to the agent and not to an installed package."""
    path = Path(file)
    return path.is_relative_to(root) and not _PACKAGES & set(path.parts)


def shown(file: str, root: Path) -> str:
    """Returns the path relative to the configuration's folder if possible, because the revision's folder means nothing
    to the agent developer.
    """
    path = Path(file)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
