"""The emulator's end of the stream to a Python worker, with a store in memory, for tests of the worker alone."""

import io
import json
import os
import queue
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
import uuid
from pathlib import Path
from typing import Any, ClassVar

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "src/emulator/data-plane/worker/python/start.py"
CONFORMANCE_AGENT = ROOT / "harness/agents/conformance_agent.py"
TIMEOUT_S = 300
_HEAD = struct.Struct(">HHII")

Json = dict[str, Any]


class Store:
    """Checkpoints of threads, their writes, and items, which outlive workers."""

    def __init__(self) -> None:
        self.checkpoints: dict[tuple[str, str, str], Json] = {}
        self.writes: dict[tuple[str, str, str, str, int], Json] = {}
        self.items: dict[tuple[tuple[str, ...], str], Json] = {}
        #: IDs of the runs that are allowed to write.
        self.current: set[str] = set()
        self.page_size = 50
        self.calls: list[Json] = []

    def answer(self, call: Json, parts: list[bytes]) -> tuple[Json, list[bytes]]:
        self.calls.append(call)

        def fill(row: Json, *names: str) -> None:
            for name in names:
                row[name] = parts[row[name]]

        if "runId" in call and call["runId"] not in self.current:
            return {
                "ok": False,
                "error": "StaleRunError",
                "message": f"run {call['runId']} is no longer current, so its writes are rejected",
            }, []
        match call["op"]:
            case "get":
                return self._found(
                    [
                        row
                        for (thread, ns, key), row in self.checkpoints.items()
                        if thread == call["threadId"]
                        and ns == call["ns"]
                        and call.get("checkpointId") in (None, key)
                    ],
                    1,
                )
            case "list":
                return self._list(call["threadId"], call["query"])
            case "put":
                fill(call["row"], "checkpoint", "metadata")
                self.put(call["row"])
            case "put-writes":
                for row in call["rows"]:
                    fill(row, "value")
                    self.put_write(row)
            case "items":
                return {"ok": True, "answers": [self._item(one) for one in call["operations"]]}, []
        return {"ok": True, "found": []}, []

    def put(self, row: Json) -> None:
        self.checkpoints[row["threadId"], row["ns"], row["id"]] = row

    def put_write(self, row: Json) -> None:
        key = row["threadId"], row["ns"], row["checkpointId"], row["taskId"], row["index"]
        if row["index"] < 0 or key not in self.writes:
            self.writes[key] = row

    def keep(self, answer: Json, parts: list[bytes]) -> None:
        """Stores the rows of a drafted update."""
        for rows, names in (
            (answer["checkpoints"], ("checkpoint", "metadata")),
            (answer["writes"], ("value",)),
        ):
            for row in rows:
                for name in names:
                    row[name] = parts[row[name]]
        for row in answer["checkpoints"]:
            self.put(row)
        for row in answer["writes"]:
            self.put_write(row)

    def _found(self, rows: list[Json], limit: int) -> tuple[Json, list[bytes]]:
        found: list[Json] = []
        parts: list[bytes] = []

        def sent(row: Json, *names: str) -> Json:
            indexes = {name: len(parts) + at for at, name in enumerate(names)}
            parts.extend(row[name] for name in names)
            return {**row, **indexes}

        ordered = sorted(rows, key=lambda row: row["id"], reverse=True)
        ordered.sort(key=lambda row: row["ns"])
        for row in ordered[:limit]:
            place = row["threadId"], row["ns"], row["id"]
            writes = [write for key, write in self.writes.items() if key[:3] == place]
            found.append(
                {
                    "checkpoint": sent(row, "checkpoint", "metadata"),
                    "writes": [sent(write, "value") for write in writes],
                }
            )
        return {"ok": True, "found": found}, parts

    def _list(self, thread_id: str, query: Json) -> tuple[Json, list[bytes]]:
        after = query.get("after")
        rows = [
            row
            for (thread, ns, key), row in self.checkpoints.items()
            if thread == thread_id
            and query.get("ns") in (None, ns)
            and query.get("id") in (None, key)
            and ("before" not in query or key < query["before"])
            and (after is None or ns > after["ns"] or (ns == after["ns"] and key < after["id"]))
        ]
        limit = min(query.get("limit", self.page_size), self.page_size)
        answer, parts = self._found(rows, limit)
        if len(rows) > limit:
            last = answer["found"][-1]["checkpoint"]
            answer["next"] = {"ns": last["ns"], "id": last["id"]}
        return answer, parts

    def _item(self, operation: Json) -> Any:
        match operation["op"]:
            case "put":
                place = tuple(operation["namespace"]), operation["key"]
                self.items[place] = operation["value"]
            case "delete":
                self.items.pop((tuple(operation["namespace"]), operation["key"]), None)
            case "get":
                place = tuple(operation["namespace"]), operation["key"]
                return self._row(place) if place in self.items else None
            case "search":
                prefix = tuple(operation["prefix"])
                return [self._row(one) for one in self.items if one[0][: len(prefix)] == prefix]
            case "namespaces":
                return sorted({one[0] for one in self.items})
        return None

    def _row(self, place: tuple[tuple[str, ...], str]) -> Json:
        namespace, key = place
        value = self.items[place]
        return {"namespace": namespace, "key": key, "value": value, "createdAt": 0, "updatedAt": 0}


def _socket_pair() -> tuple[int, int]:
    """Returns the ends of a socket pair, such as the emulator uses for its workers."""
    ours, theirs = socket.socketpair()
    return ours.detach(), theirs.detach()


class Worker:
    """A worker process and its reports."""

    def __init__(
        self,
        folder: Path,
        graphs: dict[str, str],
        store: Store | None = None,
        *,
        python: str = sys.executable,
        env: dict[str, str] | None = None,
        overlay: Path | None = None,
        paths: tuple[Path, ...] = (),
        load: Json | None = None,
        pipes: bool = False,
    ) -> None:
        self.store = store or Store()
        self.reports: queue.Queue[Json] = queue.Queue()
        self.events: dict[str, list[tuple[str, Any]]] = {}
        self.batches: list[int] = []
        #: Nodes that the worker has reported as started.
        self.nodes: queue.Queue[str] = queue.Queue()
        self.acknowledges = True
        self._outcomes: dict[str, queue.Queue[Json]] = {}
        self._answers: dict[int, queue.Queue[tuple[Json, list[bytes]]]] = {}
        self._last = 0
        self._lock = threading.Lock()
        #: Lock that a test holds to leave the worker's reports unread.
        self.reading = threading.Lock()
        # Workers in containers have pipes instead of sockets.
        to_read, self._out = os.pipe() if pipes else _socket_pair()
        self._in, to_write = os.pipe() if pipes else _socket_pair()
        self._is_open = True
        self._output = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [python, "-P", str(PROGRAM), str(to_read), str(to_write)],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", **(env or {})},
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )
        #: File descriptors of the worker's end.
        self.descriptors = [to_read, to_write]
        os.close(to_read)
        os.close(to_write)
        specs = {}
        for graph_id, where in graphs.items():
            module, _, name = where.rpartition(":")
            specs[graph_id] = {"module": module, "exportName": name}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        runtime: Json = {"paths": [str(path) for path in paths]}
        if overlay is not None:
            runtime["overlay"] = str(overlay)
        self.send({"type": "load", "graphs": specs, "python": runtime, **(load or {})})
        self.send({"type": "attach", "link": 1})
        #: Parts that the worker has reported as loading, in order.
        self.loading: list[str] = []
        self.loaded = self.take()
        while self.loaded["type"] == "loading":
            self.loading.append(self.loaded["what"])
            self.loaded = self.take()

    def take(self) -> Json:
        """Returns the next report that belongs to neither a run nor a query."""
        return self.reports.get(timeout=TIMEOUT_S)

    def output(self) -> str:
        self._output.seek(0)
        return self._output.read().decode()

    def send(self, command: Json, parts: list[bytes] | None = None) -> None:
        text = json.dumps({**command, "parts": [len(part) for part in parts or ()]}).encode()
        blob = b"".join(parts or [])
        with self._lock:
            if not self._is_open:
                return
            link = 0 if command["type"] in ("load", "attach", "detach") else 1
            view = memoryview(_HEAD.pack(0xA100, link, len(text), len(blob)) + text + blob)
            while view:
                view = view[os.write(self._out, view) :]

    def start(self, graph: str, given: Any = None, **job: Any) -> str:
        run_id = job.pop("runId", None) or str(uuid.uuid4())
        self.store.current.add(run_id)
        self._outcomes[run_id] = queue.Queue()
        self.events[run_id] = []
        thread_id = job.pop("threadId", None) or str(uuid.uuid4())
        modes = job.pop("modes", None)
        if modes is not None:
            job["stream"] = {
                "modes": modes,
                "subgraphs": job.pop("subgraphs", False),
                "hasSubscriber": job.pop("hasSubscriber", True),
            }
        whole = {
            "runId": run_id,
            "threadId": thread_id,
            "graphId": graph,
            "fence": 1,
            "input": given,
        }
        self.send({"type": "run", "job": {**whole, "config": {}, **job}})
        return run_id

    def outcome(self, run_id: str) -> Json:
        outcome = self._outcomes[run_id].get(timeout=TIMEOUT_S)
        self.store.current.discard(run_id)
        return outcome

    def run(self, graph: str, given: Any = None, **job: Any) -> Json:
        return self.outcome(self.start(graph, given, **job))

    def abort(self, run_id: str) -> Json:
        self.send({"type": "abort", "runId": run_id})
        return self.outcome(run_id)

    def ask(self, graph: str, kind: str, **query: Any) -> tuple[Json, list[bytes]]:
        return self.answer_of(self.begin(graph, kind, **query))

    def begin(self, graph: str, kind: str, **query: Any) -> int:
        """Sends a query without waiting for its answer."""
        self._last += 1
        self._answers[self._last] = queue.Queue()
        whole = {"kind": kind, **query}
        self.send({"type": "query", "id": self._last, "graphId": graph, "query": whole})
        return self._last

    def answer_of(self, number: int) -> tuple[Json, list[bytes]]:
        return self._answers[number].get(timeout=TIMEOUT_S)

    def query(self, graph: str, kind: str, **query: Any) -> Any:
        report, parts = self.ask(graph, kind, **query)
        if report["type"] == "query-failed":
            raise QueryError(report["error"], report["message"])
        if kind == "update":
            self.store.keep(report["answer"], parts)
        return report["answer"]

    def ping(self) -> None:
        self._last += 1
        self._answers[self._last] = queue.Queue()
        self.send({"type": "ping", "id": self._last})
        self._answers[self._last].get(timeout=TIMEOUT_S)

    def close(self) -> int:
        """Ends the worker as the end of the emulator does, and returns the exit status."""
        with self._lock:
            self._is_open = False
            os.close(self._out)
        return self.process.wait(TIMEOUT_S)

    def stop(self) -> None:
        """Ends the worker if it is still running, and releases its files and threads."""
        if self._is_open:
            self.close()
        self._reader.join(TIMEOUT_S)
        os.close(self._in)
        self._output.close()

    def _read(self) -> None:
        with os.fdopen(self._in, "rb", closefd=False) as source:
            while len(head := source.read(_HEAD.size)) == _HEAD.size:
                _magic, _link, size, extra = _HEAD.unpack(head)
                report = json.loads(source.read(size))
                with self.reading:
                    pass
                whole = io.BytesIO(source.read(extra))
                parts = [whole.read(length) for length in report.pop("parts", ())]
                try:
                    self._take(report, parts)
                except BrokenPipeError:
                    # The process has ended, and no caller waits for the answer.
                    return

    def _take(self, report: Json, parts: list[bytes]) -> None:
        match report["type"]:
            case "store-call":
                answer, found = self.store.answer(report["call"], parts)
                reply = {"type": "store-answer", "id": report["id"], "answer": answer}
                self.send(reply, found)
            case "events":
                self.batches.append(len(report["events"]))
                for event in report["events"]:
                    # The emulator stores these events as the steps of the run, and no client receives them.
                    if event["event"] == "trace":
                        continue
                    entry = event["event"], json.loads(event["data"])
                    self.events[report["runId"]].append(entry)
                if self.acknowledges:
                    self.send({"type": "events-kept", "runId": report["runId"]})
            case "run-ended":
                self._outcomes[report["runId"]].put(report["outcome"])
            case "node":
                # The emulator writes the node to its log if the worker gets stuck. A report without a node means that
                # the run has ended.
                if "node" in report:
                    self.nodes.put(report["node"])
            case "steps":
                pass
            case "answer" | "query-failed" | "pong":
                self._answers[report["id"]].put((report, parts))
            case _:
                self.reports.put(report)


class QueryError(Exception):
    """Raised for a query that failed in the worker."""


class WorkerTestCase(unittest.TestCase):
    """Base class of tests that creates a folder for each test, and ends all workers."""

    #: Graphs of a worker that all tests of the class share, the module with the graphs, its other files, and its
    #: configuration.
    graphs: tuple[str, ...] = ()
    agent = ""
    files: ClassVar[dict[str, str]] = {}
    load: ClassVar[Json] = {}
    worker: Worker

    @classmethod
    def setUpClass(cls) -> None:
        if not cls.graphs:
            return
        folder = Path(tempfile.mkdtemp()).resolve()
        cls.addClassCleanup(shutil.rmtree, folder)
        for name, text in {"agent.py": cls.agent, **cls.files}.items():
            (folder / name).write_text(text)
        graphs = {name: f"./agent.py:{name}" for name in cls.graphs}
        cls.worker = Worker(folder, graphs, load=cls.load)
        cls.addClassCleanup(cls.worker.stop)
        assert cls.worker.loaded["type"] == "ready", cls.worker.output()

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp()).resolve()
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def start(
        self, graphs: dict[str, str], *, store: Store | None = None, **options: Any
    ) -> Worker:
        worker = Worker(self.folder, graphs, store, **options)
        self.addCleanup(worker.stop)
        return worker
