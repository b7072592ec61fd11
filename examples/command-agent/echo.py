"""The agent's replies. The program and the graph share them."""

import os

VERSION = "v1"


def reply(text):
    greeted = "yes" if os.environ.get("GREETING") else "no"
    return f"echo {VERSION}: {text} (GREETING: {greeted})"
