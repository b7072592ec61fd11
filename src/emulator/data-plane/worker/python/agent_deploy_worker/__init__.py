"""The worker of Python revisions: it executes the graphs of one revision and keeps no state of threads.

It is the twin of the TypeScript worker beside it: the same commands, the same reports, modules of the same names.
"""
