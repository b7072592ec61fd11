"""The worker of Python revisions. It executes the graphs of one revision and stores no state of threads.

It mirrors the TypeScript worker in the parent folder: same commands, same reports, same module names.
"""
