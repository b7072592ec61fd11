"""The agent's replies."""

import os

# Change this version and push: the next reply shows which revision is serving.
VERSION = "v1"


def reply(text: str) -> str:
    """Replies to a text, and reports whether a deployment secret is set, never its value."""
    greeting = "set" if os.environ.get("GREETING") else "not set"
    return f"echo {VERSION}: {text} (GREETING is {greeting})"
