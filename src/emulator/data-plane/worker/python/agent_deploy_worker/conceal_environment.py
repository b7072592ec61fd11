"""Hides the environment, because agents of other deployments could read its secrets from `/proc/<pid>/environ`."""

import os
import sys


def conceal_environment() -> None:
    """Blanks the memory that the kernel shows as the environment, if the system allows it. In this process, environment
    variables keep their values.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        with open("/proc/self/stat", encoding="utf-8", errors="replace") as file:
            # The process name before the last parenthesis is skipped, because it may contain any character.
            fields = file.read().rpartition(")")[2].split()
        start, end = int(fields[47]), int(fields[48])
        if not 0 < start < end:
            return
        for name, value in list(os.environ.items()):
            # A variable that is deleted and set again is stored outside the initial environment block.
            del os.environ[name]
            os.environ[name] = value
        with open("/proc/self/mem", "r+b", buffering=0) as memory:
            memory.seek(start)
            memory.write(bytes(end - start))
    except (OSError, ValueError, IndexError):
        pass
