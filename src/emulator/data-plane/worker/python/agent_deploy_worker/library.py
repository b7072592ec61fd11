"""Describes the graph library in the agent's environment: its version and the features of that version."""

from importlib import metadata, util
from re import match

OLDEST = (0, 4, 10)


class LibraryError(Exception):
    """The environment has no usable graph library. The message is written for the author."""


def _parse(version: str) -> tuple[int, int, int]:
    found = match(r"(\d+)\.(\d+)(?:\.(\d+))?", version)
    return (int(found[1]), int(found[2]), int(found[3] or 0)) if found else (0, 0, 0)


def version_text() -> str | None:
    """Returns the version; `None` if the library is not installed as a distribution."""
    try:
        return metadata.version("langgraph")
    except metadata.PackageNotFoundError:
        return None


def check() -> None:
    """Raises LibraryError if the library is missing or older than the oldest version on the hosted service."""
    oldest = ".".join(map(str, OLDEST))
    text = version_text()
    if text is None or util.find_spec("langgraph") is None:
        raise LibraryError(
            "langgraph is not installed in the agent's environment. Add it to the dependencies of the graph"
            f' configuration, for example "langgraph>={oldest}" in pyproject.toml or requirements.txt'
        )
    if _parse(text) < OLDEST:
        raise LibraryError(
            f"langgraph {text} is installed in the agent's environment, but {oldest} or newer is required. Raise the"
            " version in the agent's dependencies"
        )


VERSION = _parse(version_text() or "")

#: Whether pending sends are channel values of a checkpoint. Older versions expect them separately.
SENDS_IN_CHANNEL = VERSION >= (0, 5, 0)
#: Whether runs accept a context and a durability, and interrupts have the form `{id, value}`.
HAS_CONTEXT = VERSION >= (0, 6, 0)
#: Whether graphs can emit the events of the streaming protocol.
HAS_PROTOCOL = VERSION >= (1, 2, 0) and all(
    util.find_spec(name) is not None
    for name in ("langgraph.stream", "langchain_core.language_models.chat_model_stream")
)
#: Whether the stream mode `values` includes interrupts.
VALUES_TELL_INTERRUPTS = VERSION >= (1, 0, 4)
