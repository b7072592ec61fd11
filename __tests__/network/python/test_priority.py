"""Tests the object of an agent that decides which threads run first."""

from emulator_end import QueryError, WorkerTestCase

AGENT = """
from langgraph.graph import StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    value: str


graph = StateGraph(State).add_node("n", lambda state: {}).add_edge("__start__", "n").compile()
"""

PRIORITY = """
from langgraph_sdk import Priority

priority = Priority()
without = Priority()
other = 5


@priority.assign
async def assign(ctx):
    kind = ctx.run_metadata.get("kind")
    if kind == "none":
        return None
    if kind == "fails":
        raise RuntimeError("no such customer")
    if kind == "text":
        return {"priority": "high"}
    if kind == "far":
        return {"priority": 6}
    if kind == "user":
        return {"priority": -1 if ctx.user["org"] == ctx.user.org and ctx.permissions else 1}
    if kind == "unknown":
        return {"priority": 2 if ctx.user.identity == "" and ctx.thread_id is None else 1}
    return {"priority": -3, "fairness_group": "x"}
"""

CONTEXT = {
    "user": None,
    "permissions": [],
    "thread_id": None,
    "thread_metadata": {},
    "assistant_id": "a",
    "graph_id": "agent",
    "assistant_metadata": {},
    "run_metadata": {},
    "cron_id": None,
}


class Priorities(WorkerTestCase):
    def serve(self, export="priority"):
        self.write("agent.py", AGENT)
        self.write("priority.py", PRIORITY)
        where = {"module": "./priority.py", "exportName": export}
        return self.start({"agent": "./agent.py:graph"}, load={"priority": where})

    def test_it_is_asked_for_each_new_thread(self):
        worker = self.serve()
        if "newer version of langgraph-sdk" in worker.loaded.get("message", ""):
            self.skipTest("the installed SDK has no priorities")
        self.assertEqual(worker.loading[-1], "the priorities of runs")
        self.assertEqual(worker.loaded["type"], "ready", worker.output())
        user = {"user": {"identity": "ada", "org": "o"}, "permissions": ["p"]}
        for kind, more, expected in (
            ("usual", {}, -3),
            ("none", {}, 0),
            ("user", user, -1),
            ("unknown", {}, 2),
        ):
            context = {**CONTEXT, "run_metadata": {"kind": kind}, **more}
            answer = worker.query("agent", "priority", context=context)
            self.assertEqual(answer, {"priority": expected}, kind)
        for kind, told in (
            ("fails", "no such customer"),
            ("text", "is not an integer"),
            ("far", "expected an integer from -5 to 5"),
        ):
            context = {**CONTEXT, "run_metadata": {"kind": kind}}
            with self.assertRaisesRegex(QueryError, told):
                worker.query("agent", "priority", context=context)
        for export, told in (
            ("other", "is of type int"),
            ("missing", "does not exist"),
            ("without", "has no function"),
        ):
            worker = self.serve(export)
            self.assertEqual(worker.loaded["type"], "load-failed")
            self.assertIn(told, worker.loaded["message"])
