"""The worker of Python revisions, which executes the graphs of one revision and stores no state of threads.

This package mirrors the TypeScript worker in the parent folder: same commands, same reports, same module names.
"""
