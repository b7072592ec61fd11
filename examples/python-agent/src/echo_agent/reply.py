"""What the agent says."""

import os

# Change this, push, and the next answer shows which revision is serving.
VERSION = "v1"


def reply(text: str) -> str:
    """Answers a text, and tells whether a deployment secret arrived, never what it holds."""
    greeting = "set" if os.environ.get("GREETING") else "not set"
    return f"echo {VERSION}: {text} (GREETING is {greeting})"
