"""Starts a worker: `python -P start.py <fd to read> <fd to write>`, in the folder of the graph configuration.

Importing this file does nothing, because `multiprocessing` imports the main module again in each process that it
spawns.
"""

import os
import sys

if __name__ == "__main__":
    # The worker's arguments and folder are removed, because the agent's code must not see them.
    read_fd, write_fd = map(int, sys.argv[1:])
    del sys.argv[1:]
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, folder)
    from agent_deploy_worker.main import main

    sys.path.remove(folder)
    main(read_fd, write_fd)
