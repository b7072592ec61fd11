"""Tests a worker's process when the agent's code blocks, exits, forks or prints, and when the emulator ends."""

import os
import signal
import sys
import time
import unittest
from pathlib import Path

from emulator_end import WorkerTestCase

AGENT = """
import asyncio, logging, multiprocessing, os, signal, subprocess, sys, threading, time
from pathlib import Path
from typing import Any
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

class State(TypedDict):
    value: Any

def graph_of(node):
    return StateGraph(State).add_node("node", node).add_edge(START, "node").compile()

def run(state):
    return {"value": "ran"}
plain = graph_of(run)

def leave(state):
    sys.exit(3)
exiting = graph_of(leave)

async def leave_async(state):
    sys.exit(4)
exiting_async = graph_of(leave_async)

async def interrupt_async(state):
    raise KeyboardInterrupt
interrupting = graph_of(interrupt_async)

async def block(state):
    Path(state["value"]).write_text("")
    while Path(state["value"]).exists():
        time.sleep(0.01)
    return {"value": "unblocked"}
blocking = graph_of(block)

def block_thread(state):
    Path(f"{state['value']}-{threading.get_ident()}").write_text("")
    while not Path(state["value"]).exists():
        time.sleep(0.01)
    return {"value": "unblocked"}
blocking_thread = graph_of(block_thread)

def fork(state):
    child = os.fork()
    if child == 0:
        try:
            from langgraph.config import get_store
            get_store().put(("a",), "key", {"by": "child"})
        except RuntimeError as failure:
            os.write(1, f"{failure}\\n".encode())
        os._exit(0)
    os.waitpid(child, 0)
    return {"value": "parent"}
forking = graph_of(fork)

async def fork_async(state):
    child = os.fork()
    if child != 0:
        os.waitpid(child, 0)
    return {"value": "parent" if child else "child"}
forking_async = graph_of(fork_async)

def square(number):
    return number * number

def pool(state):
    import squares
    with multiprocessing.get_context(state["value"]).Pool(2) as workers:
        return {"value": workers.map(squares.square, [1, 2, 3])}
pooling = graph_of(pool)

def descriptors(state):
    script = "import os; print([fd for fd in range(3, 64) if os.path.exists(f'/proc/self/fd/{fd}')])"
    listed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, close_fds=False)
    return {"value": listed.stdout}
starting = graph_of(descriptors)

def close_channel(state):
    os.closerange(int(state["value"]), 1000)
    return {"value": "closed"}
closing = graph_of(close_channel)

def close_low(state):
    for fd in state["value"]:
        os.close(fd)
    return {"value": "closed"}
closing_low = graph_of(close_low)

def die(state):
    os._exit(7)
dying = graph_of(die)

def log(state):
    logging.getLogger("mine").info("an info of mine")
    logging.getLogger("mine").warning("a warning of mine")
    print("printed", "\\u2713")
    print("complained", file=sys.stderr)
    return {"value": "logged"}
logging_ = graph_of(log)

def environment(state):
    return {"value": [os.environ.get("SECRET"), Path("/proc/self/environ").read_bytes().strip(b"\\0").decode()]}
secret = graph_of(environment)

def inherited(state):
    return {"value": subprocess.run(["printenv", "SECRET"], capture_output=True, text=True).stdout}
inheriting = graph_of(inherited)

def library_log(state):
    logger = logging.getLogger("a_library")
    logger.addHandler(logging.NullHandler())
    logger.warning("a warning of a library")
    return {"value": "logged"}
library_logging = graph_of(library_log)

async def start_program(state):
    process = await asyncio.create_subprocess_exec("printf", "hello", stdout=subprocess.PIPE)
    output, _ = await process.communicate()
    return {"value": output.decode()}
starting_async = graph_of(start_program)

async def background(state):
    async def fail():
        raise ValueError("left behind")
    asyncio.ensure_future(fail())
    await asyncio.sleep(0)
    return {"value": "ran"}
leaving = graph_of(background)
"""
GRAPHS = (
    "plain",
    "exiting",
    "exiting_async",
    "interrupting",
    "blocking",
    "blocking_thread",
    "forking",
    "forking_async",
    "pooling",
    "starting",
    "closing",
    "dying",
    "logging_",
    "secret",
    "inheriting",
    "leaving",
    "library_logging",
    "starting_async",
)


def wait_until(condition, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


class Process(WorkerTestCase):
    agent = AGENT
    graphs = GRAPHS

    def alone(self, graph: str, **options):
        """Starts a separate worker for a test that may end it."""
        self.write("agent.py", AGENT)
        return self.start({graph: f"./agent.py:{graph}", "plain": "./agent.py:plain"}, **options)

    def test_a_node_that_exits_fails_its_run_and_no_other(self):
        gate = self.folder / "gate"
        other = self.worker.start("blocking_thread", {"value": str(gate)})
        for graph, code in (("exiting", "3"), ("exiting_async", "4")):
            outcome = self.worker.run(graph, {"value": None})
            message = f"the graph called sys.exit({code})"
            expected = {"kind": "error", "error": "SystemExit", "message": message}
            self.assertEqual(outcome, expected)
        outcome = self.worker.run("interrupting", {"value": None})
        self.assertEqual(outcome["error"], "KeyboardInterrupt")
        gate.write_text("")
        self.assertEqual(self.worker.outcome(other)["values"], {"value": "unblocked"})
        self.assertEqual(self.worker.run("plain", {})["values"], {"value": "ran"})

    def test_a_blocked_loop_is_warned_of_with_its_line_and_answers_pings(self):
        gate = self.folder / "gate"
        run = self.worker.start("blocking", {"value": str(gate)})
        wait_until(gate.exists)
        started = time.monotonic()
        self.worker.ping()
        self.assertLess(time.monotonic() - started, 1)
        wait_until(lambda: "has been blocked" in self.worker.output())
        gate.unlink()
        self.assertEqual(self.worker.outcome(run)["values"], {"value": "unblocked"})
        self.assertRegex(
            self.worker.output(), r"has been blocked for 1 s.*: agent\.py, line \d+, in block: "
        )
        self.assertEqual(self.worker.output().count("has been blocked"), 1)

    def test_a_run_that_blocks_the_loop_is_aborted_at_once(self):
        gate = self.folder / "gate"
        run = self.worker.start("blocking", {"value": str(gate)})
        wait_until(gate.exists)
        self.assertEqual(self.worker.abort(run), {"kind": "aborted"})
        gate.unlink()
        self.assertEqual(self.worker.run("plain", {})["kind"], "success")

    def test_nodes_that_never_return_do_not_stop_the_others(self):
        gate = self.folder / "gate"
        runs = [self.worker.start("blocking_thread", {"value": str(gate)}) for _ in range(40)]
        wait_until(lambda: len(list(self.folder.glob("gate-*"))) == 40)
        self.assertEqual(self.worker.run("plain", {})["kind"], "success")
        for run in runs:
            self.assertEqual(self.worker.abort(run), {"kind": "aborted"})
        gate.write_text("")

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_forked_child_does_not_speak_for_its_run(self):
        outcome = self.worker.run("forking", {"value": None})
        self.assertEqual(outcome["values"], {"value": "parent"})
        self.assertIn("a forked process has no connection", self.worker.output())
        self.assertEqual(self.worker.store.items, {})
        # A forked child that returns into the worker's code ends.
        outcome = self.worker.run("forking_async", {"value": None})
        self.assertEqual(outcome["values"], {"value": "parent"})
        self.assertEqual(self.worker.run("plain", {})["kind"], "success")

    def test_processes_of_the_agents_own_are_started_in_each_way(self):
        self.write("agent.py", AGENT)
        self.write("squares.py", "def square(number):\n    return number * number\n")
        worker = self.start({"pooling": "./agent.py:pooling"})
        for way in ("fork", "spawn", "forkserver"):
            with self.subTest(way):
                outcome = worker.run("pooling", {"value": way})
                self.assertEqual(outcome["values"]["value"], [1, 4, 9], outcome)

    def test_programs_that_a_node_starts_do_not_inherit_the_channel(self):
        # The only listed descriptor belongs to the listing itself, so the list without it is empty.
        self.assertEqual(self.worker.run("starting", {})["values"]["value"].strip(), "[]")

    def test_prints_and_logs_become_output(self):
        self.worker.run("logging_", {})
        log = self.worker.output()
        for line in (
            "mine: an info of mine",
            "mine: a warning of mine",
            "printed \u2713",
            "complained",
        ):
            self.assertIn(line, log)

    def test_logs_of_libraries_become_output(self):
        self.worker.run("library_logging", {})
        self.assertIn("a_library: a warning of a library", self.worker.output())

    def test_a_node_starts_a_program_on_the_loop(self):
        self.assertEqual(self.worker.run("starting_async", {})["values"], {"value": "hello"})

    def test_logging_that_the_author_configures_stays(self):
        configured = (
            "import logging\nlogging.basicConfig(level=logging.ERROR, format='MINE %(message)s')\n"
        )
        self.write("agent.py", configured + AGENT)
        worker = self.start({"logging_": "./agent.py:logging_"})
        worker.run("logging_", {})
        self.assertNotIn("of mine", worker.output())

    @unittest.skipUnless(sys.platform == "linux", "only there it can be read")
    def test_the_environment_is_not_in_the_process_table(self):
        worker = self.alone("secret", env={"SECRET": "hidden"})
        value = worker.run("secret", {})["values"]["value"]
        self.assertEqual(value, ["hidden", ""])
        shown = Path(f"/proc/{worker.process.pid}/environ").read_bytes()
        self.assertNotIn(b"hidden", shown)

    def test_programs_that_a_node_starts_have_the_environment(self):
        worker = self.alone("inheriting", env={"SECRET": "hidden"})
        self.assertEqual(worker.run("inheriting", {})["values"], {"value": "hidden\n"})

    def test_a_task_that_fails_behind_the_runs_back_ends_nothing(self):
        self.assertEqual(self.worker.run("leaving", {})["kind"], "success")
        self.assertEqual(self.worker.run("plain", {})["kind"], "success")

    def test_a_node_that_closes_the_channel_ends_the_worker(self):
        worker = self.alone("closing")
        worker.start("closing", {"value": "3"})
        self.assertEqual(worker.process.wait(10), 1)
        self.assertIn("The agent's code closed file descriptor", worker.output())

    def test_the_numbers_that_the_channel_had_at_first_may_be_closed(self):
        worker = self.alone("closing_low")
        self.assertEqual(
            worker.run("closing_low", {"value": worker.descriptors})["values"], {"value": "closed"}
        )

    def test_the_end_of_the_emulator_ends_a_worker_whatever_its_nodes_do(self):
        worker = self.alone("blocking_thread")
        worker.start("blocking_thread", {"value": str(self.folder / "gate")})
        wait_until(lambda: list(self.folder.glob("gate-*")))
        self.assertEqual(worker.close(), 0)

    def test_a_worker_is_ended_by_signals(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            worker = self.alone("plain")
            self.assertEqual(worker.loaded["type"], "ready")
            worker.process.send_signal(number)
            self.assertEqual(worker.process.wait(10), -number)


SLOW_FACTORY = """
import time
from langgraph.graph import START, MessagesState, StateGraph

def graph():
    time.sleep(0.2)
    return StateGraph(MessagesState).add_node("one", lambda state: {}).add_edge(START, "one").compile()
"""


class SlowFactory(WorkerTestCase):
    agent = SLOW_FACTORY
    graphs = ("graph",)

    def test_a_slow_factory_is_warned_of(self):
        self.worker.query("graph", "schemas", config={})
        self.assertIn("took 0.2 s to create its graph for assistants.read", self.worker.output())
