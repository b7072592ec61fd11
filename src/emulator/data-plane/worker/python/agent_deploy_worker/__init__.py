"""The worker of Python revisions, which executes the graphs of one revision and stores no state of threads.

This package has the same commands, reports and module names as the TypeScript worker in the parent folder.
"""
