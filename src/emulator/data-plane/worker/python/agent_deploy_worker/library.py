"""Version of the graph library in the agent's environment, and the features of this version."""

from importlib import metadata, util
from re import match

OLDEST = (0, 4, 10)


class LibraryError(Exception):
    """Raised when the environment has no usable graph library, with a message for the agent developer."""


def _parse(version: str) -> tuple[int, int, int]:
    found = match(r"(\d+)\.(\d+)(?:\.(\d+))?", version)
    return (int(found[1]), int(found[2]), int(found[3] or 0)) if found else (0, 0, 0)


def version_text() -> str | None:
    """Returns the library's version, or `None` if the library is not installed as a distribution."""
    try:
        return metadata.version("langgraph")
    except metadata.PackageNotFoundError:
        return None


def check() -> None:
    """Raises LibraryError if the library is missing, or is older than the oldest version that the hosted service
    supports.
    """
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

#: True if the channel values of checkpoints contain pending sends. Older versions expect pending sends in a separate
#: field.
SENDS_IN_CHANNEL = VERSION >= (0, 5, 0)
#: True if runs accept a context and a durability, and if interrupts have the form `{id, value}`.
HAS_CONTEXT = VERSION >= (0, 6, 0)
#: True if graphs can emit the events of the streaming protocol.
HAS_PROTOCOL = VERSION >= (1, 2, 0) and all(
    util.find_spec(name) is not None
    for name in ("langgraph.stream", "langchain_core.language_models.chat_model_stream")
)
#: True if the stream mode `values` includes interrupts.
VALUES_TELL_INTERRUPTS = VERSION >= (1, 0, 4)
