"""Tests how a worker serializes the values of checkpoints with each setting of the graph configuration."""

import uuid

from emulator_end import WorkerTestCase

GRAPHS = """
from dataclasses import dataclass
from typing import Any

from langgraph.graph import StateGraph
from typing_extensions import TypedDict


@dataclass
class Own:
    n: int


class Plain:
    pass


class State(TypedDict, total=False):
    value: Any
    kind: str


def keep(state):
    if state.get("value") is not None:
        return {"kind": type(state["value"]).__name__}
    return {"value": Own(1) if state["kind"] == "own" else Plain()}


graph = StateGraph(State).add_node("keep", keep).add_edge("__start__", "keep").compile()
"""


class Serde(WorkerTestCase):
    def kept(self, kind, **serde):
        """Returns the value that a second run reads from the thread, or the error message of the first run."""
        self.write("agent.py", GRAPHS)
        worker = self.start({"agent": "./agent.py:graph"}, load={"serde": serde})
        self.assertEqual(worker.loaded["type"], "ready", worker.output())
        thread = str(uuid.uuid4())
        first = worker.run("agent", {"kind": kind}, threadId=thread)
        if first["kind"] == "error":
            return first["message"]
        second = worker.run("agent", {"kind": ""}, threadId=thread)
        self.assertEqual(second["kind"], "success", second)
        return second["values"]["kind"]

    def test_classes_of_the_author_are_made_unless_only_safe_ones_may(self):
        self.assertEqual(self.kept("own"), "Own")
        self.assertEqual(self.kept("own", allowed_msgpack_modules=True), "Own")
        self.assertEqual(self.kept("own", allowed_msgpack_modules=[["__agent", "Own"]]), "Own")
        self.assertNotEqual(self.kept("own", allowed_msgpack_modules=None), "Own")
        self.assertNotEqual(self.kept("own", allowed_msgpack_modules=[["__agent", "Other"]]), "Own")

    def test_nothing_is_pickled_where_that_is_forbidden(self):
        self.assertEqual(self.kept("plain", pickle_fallback=True), "Plain")
        self.assertIn("pickle_fallback forbids", self.kept("plain", pickle_fallback=False))
