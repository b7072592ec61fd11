"""What the agent says, whichever of the two ways serves it."""

import os

VERSION = "v1"


def reply(text):
    greeted = "yes" if os.environ.get("GREETING") else "no"
    return f"echo {VERSION}: {text} (GREETING: {greeted})"
