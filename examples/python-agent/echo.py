"""What the agent says, in both ways of serving it."""

import os

VERSION = "v1"


def reply(text):
    greeted = "yes" if os.environ.get("GREETING") else "no"
    return f"echo {VERSION}: {text} (GREETING: {greeted})"
