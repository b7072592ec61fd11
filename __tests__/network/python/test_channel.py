"""Tests how a worker sends reports to the emulator."""

import os

from emulator_end import TIMEOUT_S, WorkerTestCase

ECHO = """
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

class State(TypedDict):
    value: str

echo = StateGraph(State).add_node("node", lambda state: state).add_edge(START, "node").compile()
"""

# The node `hold` reads with the interpreter lock held, so no other thread of the worker runs until the read ends.
HOLD = """
import ctypes, os
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

class State(TypedDict, total=False):
    value: str

PIPE = os.open("pipe", os.O_RDWR)
READ = ctypes.PyDLL(None).read

def talk(state):
    return {"value": "x" * 100_000}

async def hold(state):
    READ(PIPE, ctypes.create_string_buffer(1), 1)

hold = StateGraph(State).add_node("talk", talk).add_node("hold", hold)
hold = hold.add_edge(START, "talk").add_edge("talk", "hold").compile()
"""


class ChannelTest(WorkerTestCase):
    """The thread that computes an answer writes it, and a separate thread writes all other reports."""

    def test_small_answers_and_large_reports_do_not_come_between_each_other(self) -> None:
        self.write("agent.py", ECHO)
        for pipes in (False, True):
            with self.subTest(pipes=pipes):
                worker = self.start({"echo": "./agent.py:echo"}, pipes=pipes)
                large = [str(number) * 400_000 for number in range(8)]
                runs = [worker.start("echo", {"value": value}) for value in large]
                for _ in range(300):
                    self.assertIn("version", worker.query("echo", "library"))
                for run, value in zip(runs, large, strict=True):
                    self.assertEqual(worker.outcome(run)["values"], {"value": value})

    def test_answers_wait_for_an_emulator_that_does_not_read(self) -> None:
        self.write("agent.py", ECHO)
        worker = self.start({"echo": "./agent.py:echo"})
        with worker.reading:
            asked = [worker.begin("echo", "library") for _ in range(5_000)]
        for number in asked:
            self.assertEqual(worker.answer_of(number)[0]["type"], "answer")

    def test_a_node_is_reported_before_it_holds_the_interpreter_lock(self) -> None:
        self.write("agent.py", HOLD)
        os.mkfifo(self.folder / "pipe")
        worker = self.start({"hold": "./agent.py:hold"})
        for _ in range(20):
            run = worker.start("hold", {}, modes=["values", "updates"])
            self.assertEqual(worker.nodes.get(timeout=TIMEOUT_S), "talk")
            # The node holds the lock until this byte is written.
            self.assertEqual(worker.nodes.get(timeout=TIMEOUT_S), "hold")
            (self.folder / "pipe").write_bytes(b"x")
            worker.outcome(run)
