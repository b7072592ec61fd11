"""The agents of another deployment must not read this one's secrets from `/proc/<pid>/environ`."""

import os
import sys


def conceal_environment() -> None:
    """Blanks the memory that the kernel shows as the environment, where the system allows it; the variables stay."""
    if not sys.platform.startswith("linux"):
        return
    try:
        with open("/proc/self/stat", encoding="utf-8", errors="replace") as file:
            # The second field is the program's name, in parentheses, and may hold anything.
            fields = file.read().rpartition(")")[2].split()
        start, end = int(fields[47]), int(fields[48])
        if not 0 < start < end:
            return
        for name, value in list(os.environ.items()):
            # Removed and set again, a variable lives in memory of the C library and not in that block.
            del os.environ[name]
            os.environ[name] = value
        with open("/proc/self/mem", "r+b", buffering=0) as memory:
            memory.seek(start)
            memory.write(bytes(end - start))
    except (OSError, ValueError, IndexError):
        pass
