"""The worker program, which executes commands and stores no state of threads."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import library
from .auth import LoadedAuth, load_auth
from .channel import Channel, Command
from .checkpoint_saver import StoreSaver
from .encryption import load_encryption
from .execute import Job, Outcome, Sink, execute
from .failures import print_failure
from .frames import MessageTooLargeError, Parts
from .graphs import GraphLoader, LoadedGraph
from .item_store import DeploymentStore
from .links import Link, current_link
from .outbox import Event, Outbox
from .output import handle_root_logs
from .plain_json import describe_failure, to_json
from .queries import answer_query
from .serializer import configured_serializer
from .step_counter import StepCounter
from .store_calls import StoreCalls
from .watch import Watch

if TYPE_CHECKING:
    from .priority import LoadedPriority


#: Maximum length of a node's name in a report, in characters.
_MAX_NODE_LENGTH = 200
#: Maximum length of a subgraph's name in a report, in characters.
_MAX_NS_LENGTH = 500


class _Run:
    """Run whose events and outcome are sent until the run ends or is aborted."""

    def __init__(self, job: Job, link: Link, channel: Channel, before: "_Run | None") -> None:
        self.job = job
        self.link = link
        self._channel = channel
        self._has_node = False
        #: Earlier attempt at the same run, if any. Two attempts at a run must not write at the same time.
        self.before = before
        self.task: asyncio.Task[None] | None = None
        self.has_subscriber = (job.get("stream") or {}).get("hasSubscriber", False)
        #: True if no outcome must be sent, because the link has requested the run again and would confuse this outcome
        #: with the outcome of the second attempt.
        self.is_silent = False
        self._lock = threading.Lock()
        self.has_ended = False
        self.outbox = Outbox(self._send_events)
        self.sink = Sink(
            self.outbox,
            lambda: self.has_subscriber and not self.has_ended,
            self._begin_node,
            StepCounter(self._report_steps).begin_step,
        )

    def _begin_node(self, node: str) -> None:
        """Reports a node on link 0, to the program that checks the worker's health."""
        self._has_node = True
        named = {"graphId": self.job["graphId"], "node": node[:_MAX_NODE_LENGTH]}
        # The report is written on this thread after the queued reports, because the node may block the writing thread.
        self._channel.flush()
        self._channel.send({"type": "node", "runId": self.job["runId"], **named}, at_once=True)

    def _report_steps(self, count: int, ns: str, node: str) -> None:
        last = {"ns": ns[:_MAX_NS_LENGTH], "node": node[:_MAX_NODE_LENGTH]}
        with self._lock:
            if not self.has_ended:
                self.link.send(
                    {"type": "steps", "runId": self.job["runId"], "count": count, **last}
                )

    def _send_events(self, events: list[Event]) -> None:
        report = {"type": "events", "runId": self.job["runId"], "events": events}
        with self._lock:
            if self.has_ended:
                return
            try:
                self.link.send(report)
            except MessageTooLargeError as failure:
                # A message that is too large has only one event.
                data = to_json(describe_failure(failure)).decode()
                shown = [{"event": one["event"], "data": data} for one in events]
                self.link.send({**report, "events": shown})

    def cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()

    def end(self, outcome: Outcome) -> None:
        """Ends the run, and sends its outcome unless an outcome was already sent. Can be called on any thread."""
        report = {"type": "run-ended", "runId": self.job["runId"], "outcome": outcome}
        with self._lock:
            if self.has_ended:
                return
            try:
                if not self.is_silent:
                    self.link.send(report)
            except Exception as failure:  # JSON cannot represent the values of the outcome.
                outcome = {"kind": "error", **describe_failure(failure)}
                self.link.send({**report, "outcome": outcome})
            self.has_ended = True
            self.link.pending -= 1
            if self._has_node:
                self._channel.send({"type": "node", "runId": self.job["runId"]})


class Program:
    """Loads the graphs of one revision and executes commands for them."""

    def __init__(
        self,
        channel: Channel,
        store: StoreCalls,
        loop: asyncio.AbstractEventLoop,
        watch: Watch,
    ) -> None:
        self._channel = channel
        self._store = store
        self._saver = StoreSaver(store)
        self.items = DeploymentStore(store)
        self._loop = loop
        self._watch = watch
        self._graphs: dict[str, LoadedGraph] = {}
        self._auth: LoadedAuth | None = None
        self._priority: LoadedPriority | None = None
        self._running: dict[str, _Run] = {}
        store.link_of_run, store.link_of_thread = self.link_of_run, self.link_of_thread
        self._tasks: set[asyncio.Task[None]] = set()

    def load(self, command: Command, root: Path) -> None:
        """Loads the graphs. Raises LoadError."""

        def loads(what: str) -> None:
            self._channel.send({"type": "loading", "what": what})

        loader = GraphLoader(root, self._saver, self.items)
        if serde := command.get("serde"):
            self._saver.serde = configured_serializer(serde)
        store = command.get("store") or {}
        self.items.configure(store)
        if index := store.get("index"):
            loads("the embedding function of the store")
            from .embedder import load_embedder

            self.items.embedder = load_embedder(loader, index)
            asyncio.set_event_loop(self._loop)
        if encryption := command.get("encryption"):
            loads("the encryption")
            self._store.cipher = load_encryption(loader, encryption)
            asyncio.set_event_loop(self._loop)
        for graph_id, where in command["graphs"].items():
            loads(f"graph '{graph_id}'")
            self._graphs[graph_id] = loader.load(graph_id, where)
            # The thread has no current event loop after a module of the agent has run its own event loop.
            asyncio.set_event_loop(self._loop)
        if auth := command.get("auth"):
            loads("the authentication")
            self._auth = load_auth(loader, auth)
            asyncio.set_event_loop(self._loop)
        if priority := command.get("priority"):
            loads("the priorities of runs")
            from .priority import load_priority

            self._priority = load_priority(loader, priority)
            asyncio.set_event_loop(self._loop)
        handle_root_logs()

    def link_of_run(self, run_id: str) -> Link | None:
        run = self._running.get(run_id)
        return run.link if run and run.link.is_open and not run.has_ended else None

    def link_of_thread(self, thread_id: str) -> Link | None:
        runs = (run for run in list(self._running.values()) if run.job["threadId"] == thread_id)
        return next((run.link for run in runs if not run.has_ended), None)

    def lose(self, link: Link) -> None:
        """Aborts the runs of a lost link."""
        for run in list(self._running.values()):
            if run.link is link:
                self._abort(run)

    def _abort(self, run: _Run) -> None:
        # The run ends immediately even if a node blocks the loop, because the store refuses later writes of the run.
        run.end({"kind": "aborted"})
        self._loop.call_soon_threadsafe(run.cancel)

    def take(self, link: Link, command: Command) -> None:
        """Executes a command on any thread, and passes work to the event loop in order."""
        match command["type"]:
            case "run":
                job = command["job"]
                before = self._running.get(job["runId"])
                link.pending += 1
                if before is not None:
                    before.is_silent = before.link is link
                    self._abort(before)
                run = _Run(job, link, self._channel, before)
                # The run is registered immediately, so a following abort command finds it.
                self._running[job["runId"]] = run
                self._loop.call_soon_threadsafe(self._start, run)
            case "abort":
                if run := self._run_of(link, command["runId"]):
                    self._abort(run)
            case "listen":
                self._loop.call_soon_threadsafe(self._listen, link, command["runId"])
            case "events-kept":
                if run := self._run_of(link, command["runId"]):
                    self._loop.call_soon_threadsafe(run.outbox.acknowledge)
            case "query":
                self._loop.call_soon_threadsafe(lambda: self._spawn(self._query(link, command)))

    def _run_of(self, link: Link, run_id: str) -> _Run | None:
        run = self._running.get(run_id)
        return run if run and run.link is link else None

    def _listen(self, link: Link, run_id: str) -> None:
        if run := self._run_of(link, run_id):
            run.has_subscriber = True
        link.send({"type": "listening", "runId": run_id})

    def _graph(self, graph_id: str) -> LoadedGraph:
        if graph_id in self._graphs:
            return self._graphs[graph_id]
        raise LookupError(
            f"this revision has no graph '{graph_id}'. It has {', '.join(self._graphs)}"
        )

    def describe(self) -> dict[str, Any]:
        """Returns the names of graphs that have a name, and whether their library supports the streaming protocol."""
        named = {graph_id: graph.name for graph_id, graph in self._graphs.items()}
        names = {graph_id: name for graph_id, name in named.items() if name}
        return {"names": names, "protocol": library.HAS_PROTOCOL}

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        # The reference is stored, because the loop does not prevent garbage collection of the task.
        self._tasks.add(task)
        self._watch.begin()
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._watch.end()

    def _start(self, run: _Run) -> None:
        if run.has_ended:
            self._forget(run)
            return
        before, run.before = run.before, None
        if before is not None and before.task is not None and not before.task.done():
            before.task.add_done_callback(lambda _: self._start(run))
            return
        run.task = self._spawn(self._run(run))
        # The callback also runs if the task was canceled before its start.
        run.task.add_done_callback(lambda _: self._forget(run))

    def _forget(self, run: _Run) -> None:
        run_id = run.job["runId"]
        # A later attempt may have replaced this attempt.
        if self._running.get(run_id) is run:
            del self._running[run_id]

    async def _run(self, run: _Run) -> None:
        current_link.set(run.link)
        outcome = await self._attempt(run)
        # The outcome must be sent after all events.
        await run.outbox.flushed()
        run.end(outcome)

    async def _attempt(self, run: _Run) -> Outcome:
        graph_id = run.job["graphId"]
        try:
            return await execute(self._graph(graph_id), run.job, run.sink)
        except asyncio.CancelledError:
            if not run.task or run.task.cancelling():
                raise
            return {"kind": "error", "error": "CancelledError", "message": "a node was cancelled"}
        except BaseException as failure:  # Calls of `sys.exit` are caught too.
            if not run.has_ended:
                print_failure(failure)
            return {"kind": "error", **describe_failure(failure)}

    async def _embed(self, query: dict[str, Any]) -> dict[str, Any]:
        documents, text = query["documents"], query.get("query")
        embedder = self.items.embedder
        if embedder is None:
            return {"documents": [[] for _ in documents], "query": None}
        own = [(document["value"], document.get("index")) for document in documents]
        return {
            "documents": await embedder.aitems(own),
            "query": None if text is None else await embedder.aquery(text),
        }

    async def _query(self, link: Link, command: Command) -> None:
        number = command["id"]
        current_link.set(link)
        link.pending += 1
        try:
            query = command["query"]
            parts: Parts = ()
            if query["kind"] == "embed":
                answer = await self._embed(query)
            elif query["kind"] in ("authenticate", "authorize") and self._auth is not None:
                answer = await self._auth.answer(query)
            elif query["kind"] == "priority" and self._priority is not None:
                answer = await self._priority.answer(query["context"])
            else:
                graph = self._graph(command["graphId"])
                answer, parts = await answer_query(graph, query)
                if parts and self._store.cipher is not None:
                    parts = await self._store.cipher.encrypt(parts)
            report = {"type": "answer", "id": number, "answer": answer}
            link.send(report, parts, at_once=True)
        except BaseException as failure:
            failed = {"type": "query-failed", "id": number, **describe_failure(failure)}
            link.send(failed)
        finally:
            link.pending -= 1
