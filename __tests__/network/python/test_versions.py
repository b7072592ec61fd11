"""Tests a thread that continues after the agent's version of the graph library has changed.

`AGENT_PYTHONS` contains an interpreter for each version, oldest first.
"""

import os
import unittest
import uuid

from emulator_end import Store, WorkerTestCase
from test_runs import PARALLEL

PYTHONS = [one for one in os.environ.get("AGENT_PYTHONS", "").split(os.pathsep) if one]

ASKING_THRICE = """
import operator
from typing import Annotated
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict

class State(TypedDict):
    answers: Annotated[list, operator.add]

def ask(state):
    return {"answers": [interrupt("next?")]}

graph = StateGraph(State).add_node("ask", ask).add_edge(START, "ask").add_edge("ask", "ask")
"""


@unittest.skipUnless(len(PYTHONS) > 1, "AGENT_PYTHONS names fewer than two interpreters")
class Versions(WorkerTestCase):
    def setUp(self):
        super().setUp()
        self.store = Store()
        self.thread = str(uuid.uuid4())

    def worker_of(self, python: str):
        worker = self.start({"agent": "./agent.py:graph"}, store=self.store, python=python)
        self.assertEqual(worker.loaded["type"], "ready", worker.output())
        return worker

    def test_a_thread_that_asks_again_and_again_continues_in_each_version(self):
        self.write("agent.py", ASKING_THRICE)
        self.worker_of(PYTHONS[0]).run("agent", {"answers": []}, threadId=self.thread)
        given = []
        for number, python in enumerate([*PYTHONS, PYTHONS[-1]]):
            given.append(f"answer {number}")
            outcome = self.worker_of(python).run(
                "agent", threadId=self.thread, command={"resume": given[-1]}
            )
            self.assertEqual(
                (outcome["kind"], outcome["values"]["answers"]), ("interrupted", given)
            )

    def test_tasks_that_were_sent_continue_in_every_later_version(self):
        self.write("agent.py", PARALLEL)
        for index, earlier in enumerate(PYTHONS):
            for later in PYTHONS[index + 1 :]:
                with self.subTest(earlier=earlier, later=later):
                    thread = str(uuid.uuid4())
                    asked = self.worker_of(earlier).run("agent", {"found": []}, threadId=thread)
                    worker = self.worker_of(later)
                    state = worker.query("agent", "state", threadId=thread)
                    self.assertEqual(state["next"], ["work"] * 3)
                    answers = {
                        one["id"]: f"answer {one['value']}"
                        for many in asked["interrupts"].values()
                        for one in many
                    }
                    outcome = worker.run("agent", threadId=thread, command={"resume": answers})
                    found = ["0 answer 0", "1 answer 1", "2 answer 2"]
                    self.assertEqual(outcome["values"], {"found": found})

    def test_the_history_of_an_earlier_version_is_read(self):
        self.write("agent.py", PARALLEL)
        self.worker_of(PYTHONS[0]).run("agent", {"found": []}, threadId=self.thread)
        worker = self.worker_of(PYTHONS[-1])
        history = worker.query("agent", "history", threadId=self.thread, at={"ns": ""}, limit=10)
        self.assertEqual(len(history["states"]), 3)
        self.assertEqual(history["states"][0]["next"], ["work"] * 3)
