"""The agent's replies, which the program and the graph share."""

import os

VERSION = "v1"


def reply(text):
    greeted = "yes" if os.environ.get("GREETING") else "no"
    return f"echo {VERSION}: {text} (GREETING: {greeted})"
