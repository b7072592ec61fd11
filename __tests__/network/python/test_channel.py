"""Tests how a worker sends reports to the emulator."""

from emulator_end import WorkerTestCase

ECHO = """
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

class State(TypedDict):
    value: str

echo = StateGraph(State).add_node("node", lambda state: state).add_edge(START, "node").compile()
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
