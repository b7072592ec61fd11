"""Program of a worker process. The program communicates only over its link, so everything that the process prints is
output of the agent.
"""

import asyncio
import os
import signal
import site
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from .api_calls import ApiCalls, provide_client
from .channel import Channel, Command
from .conceal_environment import conceal_environment
from .failures import describe_import_failure, print_failure
from .links import Link, Links
from .output import prepare_output
from .plain_json import describe_failure
from .store_calls import StoreCalls

if TYPE_CHECKING:
    from .app import HostedApp
    from .program import Program

#: Maximum number of threads, which are created when needed. The number is high, because a synchronous node that never
#: returns occupies its thread.
_MAX_THREADS = 256
#: Maximum time in seconds that a ping waits for the event loop, so earlier reports of the loop are sent first.
_PING_S = 0.1


class _NodeThreads(ThreadPoolExecutor):
    """Threads of synchronous nodes.

    A forked child exits when its node returns, because the child would otherwise wait for another node forever, while
    the parent may wait for the child.
    """

    def submit(self, function: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        owner = os.getpid()

        def run() -> Any:
            try:
                return function(*args, **more)
            finally:
                if os.getpid() != owner:
                    os._exit(1)

        return super().submit(run)


class _Worker:
    """Handles each command on the reading thread."""

    def __init__(self, channel: Channel, loop: asyncio.AbstractEventLoop) -> None:
        self.links = Links(channel)
        self.store = StoreCalls(self.links)
        self.api = ApiCalls(self.links)
        self.app: HostedApp | None = None
        self.program: Program | None = None
        #: Queue that passes the first commands, `prepare` and `load`, to the main thread.
        self.loads: SimpleQueue[Command] = SimpleQueue()
        self._channel = channel
        self._loop = loop
        #: Time of the first ping that the loop has not handled yet, or None if the loop has handled all pings.
        self._blocked_since: float | None = None

    def take(self, command: Command, parts: list[memoryview], number: int) -> None:
        match command.get("type"):
            case "prepare" | "load":
                self.loads.put(command)
            case "attach":
                self.links.attach(command["link"])
            case "detach":
                self._detach(command["link"])
            case "ping":
                # A ping of the pod's main process has a link number that belongs to no link.
                self._answer_ping(number, command["id"])
            case _ if (link := self.links.get(number)) is not None:
                self._take(link, command, parts)

    def _take(self, link: Link, command: Command, parts: list[memoryview]) -> None:
        match command.get("type"):
            case "store-answer":
                self.store.resolve(link, command["id"], command["answer"], parts)
            case "head" | "data" | "more" | "end" | "reset" if command["id"] % 2 == 1:
                self.api.take(link, command, parts)
            case "http" | "data" | "more" | "end" | "reset" if self.app is not None:
                self.app.take(link, command, parts)
            case _ if self.program is not None:
                self.program.take(link, command)

    def _detach(self, number: int) -> None:
        """Ends the work of a lost link. Pending requests of the agent fail, or are repeated on another link."""
        link = self.links.detach(number)
        if link is not None:
            if self.program is not None:
                self.program.lose(link)
            self.store.lose(link)
            self.api.lose(link)
            if self.app is not None:
                self.app.lose(link)
        self._channel.send({"type": "detached", "link": number})

    def _answer_ping(self, link: int, number: int) -> None:
        """Responds to a ping once the loop has sent the reports of its earlier work.

        If the loop is blocked, responds after `_PING_S` seconds with the duration of the block.
        """
        lock = threading.Lock()
        report: dict[str, Any] = {"type": "pong", "id": number}

        def answer(more: dict[str, Any]) -> None:
            if lock.acquire(blocking=False):
                self._channel.send({**report, **more}, (), link)

        def answer_late() -> None:
            since = self._blocked_since
            answer({} if since is None else {"blockedMs": int((time.monotonic() - since) * 1000)})

        if not self._loop.is_running():
            answer({})
            return
        if self._blocked_since is None:
            self._blocked_since = time.monotonic()
        timer = threading.Timer(_PING_S, answer_late)
        timer.daemon = True
        timer.start()

        def answer_on_loop() -> None:
            self._blocked_since = None
            timer.cancel()
            answer({})

        self._loop.call_soon_threadsafe(answer_on_loop)


def main(read_fd: int, write_fd: int) -> None:
    """Runs the worker, and never returns."""
    conceal_environment()
    prepare_output()
    # Ctrl-C ends the process immediately, because a node could catch `KeyboardInterrupt`.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    channel = Channel(read_fd, write_fd)
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    worker = _Worker(channel, loop)
    channel.start(worker.take)
    # The emulator measures the agent's startup time from this first report.
    channel.send({"type": "loading", "what": "the worker program"})
    command = worker.loads.get()
    if command["type"] == "prepare":
        _import_libraries()
        command = worker.loads.get()
        _enter_revision(command["process"])
    try:
        worker.program = _load(worker, channel, loop, command)
    except BaseException as failure:  # The import of the agent's packages may fail in any way.
        channel.send({"type": "load-failed", "message": describe_failure(failure)["message"]})
        channel.end(1)
    document = worker.app.document if worker.app else None
    described = {"appDocument": document} if document else {}
    channel.send({"type": "ready", **worker.program.describe(), **described})
    while True:
        try:
            loop.run_forever()
        except (SystemExit, KeyboardInterrupt):
            # A call of `sys.exit` in a node must fail only the node's run.
            continue
        except OSError as failure:
            channel.end_without_loop(failure)


def _import_libraries() -> None:
    """Imports the libraries into a spare worker, before the agent's code is known.

    A failure ends the process, so the emulator starts another process for the revision, which reports the failure.
    """
    from . import library

    library.check()
    from . import program, watch  # noqa: F401


def _enter_revision(process: dict[str, Any]) -> None:
    """Moves this process into the folder of a revision, and sets the variables that only this revision has."""
    os.chdir(process["cwd"])
    for name, value in process["env"].items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _load(
    worker: _Worker, channel: Channel, loop: asyncio.AbstractEventLoop, command: dict[str, Any]
) -> "Program":
    """Imports the library and the graphs on the main thread, where the agent's modules may start event loops."""
    root = Path.cwd()
    python = command.get("python") or {}
    if overlay := python.get("overlay"):
        site.addsitedir(overlay)
    sys.path.extend(path for path in python.get("paths", ()) if path not in (*sys.path, str(root)))

    # The following modules depend on the version of the graph library, so they are imported after the search path has
    # been set.
    from . import library

    library.check()
    channel.send({"type": "loading", "what": "the graph library"})
    try:
        from .program import Program
        from .watch import Watch
    except Exception as failure:
        print_failure(failure)
        raise library.LibraryError(
            f"langgraph {library.version_text()} cannot be imported in the agent's environment:"
            f" {describe_import_failure(failure, root)}"
        ) from None
    # The agent's folder is put first on the search path only after the library's imports, because an agent may have
    # modules such as `email.py`.
    sys.path.insert(0, str(root))

    loop.set_default_executor(_NodeThreads(_MAX_THREADS, thread_name_prefix="node"))
    watch = Watch(loop, root)
    provide_client(worker.api)
    program = Program(channel, worker.store, loop, watch)
    program.load(command, root)
    if spec := command.get("app"):
        from .app import HostedApp

        channel.send({"type": "loading", "what": "the application with its own routes"})
        worker.app = HostedApp(worker.api, program.items, loop, watch)
        worker.app.load(spec, root)
    watch.start()
    return program
