"""What the agent says, as a program and as a graph."""

import os

VERSION = "v1"


def reply(text):
    greeted = "yes" if os.environ.get("GREETING") else "no"
    return f"echo {VERSION}: {text} (GREETING: {greeted})"
