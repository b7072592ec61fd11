"""Starts a worker: `python -P start.py <fd to read> <fd to write>`, in the folder of the graph configuration.

An import of this file does nothing, because `multiprocessing` imports the main module again in each process that it
spawns.
"""

import os
import sys

if __name__ == "__main__":
    # The agent's code must see neither the worker's arguments nor its folder, because the agent's modules may have any
    # name.
    read_fd, write_fd = map(int, sys.argv[1:])
    del sys.argv[1:]
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, folder)
    from agent_deploy_worker.main import main

    sys.path.remove(folder)
    main(read_fd, write_fd)
