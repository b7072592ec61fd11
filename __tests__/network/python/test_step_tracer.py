"""Tests how the worker records the steps of a run."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import threading
import unittest
import uuid
from pathlib import Path

from langchain_core.outputs import Generation, LLMResult
from langchain_core.runnables import RunnableGenerator

from emulator_end import ROOT, TIMEOUT_S, WorkerTestCase

sys.path.insert(0, str(ROOT / "src/emulator/data-plane/worker/python"))
from agent_deploy_worker.step_tracer import StepTracer

AGENT = """
import multiprocessing, os
from concurrent.futures import ProcessPoolExecutor

from langchain_core.language_models import FakeListChatModel
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import tool
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    do: str
    said: list


model = FakeListChatModel(responses=["hello"])


@tool
def double(number: int) -> int:
    '''Doubles a number.'''
    return 2 * number


def inner_node(state: State):
    return {"said": ["from a graph"]}


inner = StateGraph(State).add_node("inner", inner_node).add_edge(START, "inner").compile(checkpointer=False)


def ask(what: str):
    match what:
        case "model":
            return model.invoke("hi").content
        case "tool":
            return double.invoke({"number": 4})
        case "chain":
            return RunnableLambda(lambda text: text.upper()).invoke("loud")
        case "graph":
            return inner.invoke({"do": "nothing"})["said"]
        case "failure":
            try:
                double.invoke({"number": "none"})
            except Exception as failure:
                return type(failure).__name__


def in_pool(what: str):
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        return pool.submit(ask, what).result()


def act(state: State):
    if state["do"] not in ("return", "raise"):
        return {"said": [in_pool(state["do"])]}
    if (child := os.fork()) == 0:
        if state["do"] == "raise":
            raise ValueError("from the child")
        return {"said": ["from the child"]}
    return {"said": [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])]}


async def act_async(state: State):
    return act(state)


def wait(state: State):
    return {}


sync = StateGraph(State).add_node("act", act).add_edge(START, "act").add_edge("act", END).compile()
on_loop = StateGraph(State).add_node("act", act_async).add_edge(START, "act").add_edge("act", END).compile()
# The node that begins last is not the node that starts a process.
parallel = StateGraph(State).add_node("act", act).add_node("wait", wait)
parallel = parallel.add_edge(START, "act").add_edge(START, "wait").compile()
"""


class ForkedSteps(WorkerTestCase):
    """Tests nodes that start processes with `fork`."""

    agent = AGENT
    graphs = ("sync", "on_loop", "parallel")

    def test_models_tools_chains_and_graphs_run_in_a_forked_process(self):
        for graph in self.graphs:
            for what, said in (
                ("model", "hello"),
                ("tool", 8),
                ("chain", "LOUD"),
                ("graph", ["from a graph"]),
                ("failure", "ValidationError"),
            ):
                for durability in ("async", "exit"):
                    with self.subTest(graph=graph, what=what, durability=durability):
                        outcome = self.worker.run(graph, {"do": what}, durability=durability)
                        self.assertEqual(
                            outcome.get("values"), {"do": what, "said": [said]}, outcome
                        )

    def test_a_forked_process_that_leaves_the_node_ends(self):
        for graph in self.graphs:
            for what in ("return", "raise"):
                with self.subTest(graph=graph, what=what):
                    outcome = self.worker.run(graph, {"do": what})
                    self.assertEqual(outcome.get("values"), {"do": what, "said": [1]}, outcome)


def pieces(_):
    yield "a"
    yield "b"


def traced(record) -> list[dict]:
    """Calls `record` with a tracer, and returns the last report of each step that the tracer recorded."""
    reports: list[str] = []

    async def run() -> None:
        tracer = StepTracer("run", "graph", lambda _, data: reports.append(data), Path.cwd())
        record(tracer)
        tracer.flush()

    asyncio.run(run())
    steps = {step["s"]: step for data in reports for step in json.loads(data)["steps"]}
    return [steps[number] for number in sorted(steps)]


class CollectingText(str):
    """A string that starts garbage collection when it is shortened, as any allocation might."""

    __slots__ = ()

    def __getitem__(self, at):
        gc.collect()
        return super().__getitem__(at)


class CollectedSteps(unittest.TestCase):
    def test_a_chain_may_end_during_garbage_collection_inside_a_callback(self):
        def record(tracer: StepTracer) -> None:
            node = uuid.uuid4()
            stream = RunnableGenerator(pieces).stream("given", {"callbacks": [tracer]})
            next(stream)
            cycle = [stream]
            cycle.append(cycle)
            del stream, cycle
            tracer.on_chain_start(
                {},
                "given",
                run_id=node,
                parent_run_id=uuid.uuid4(),
                tags=["graph:step:1"],
                metadata={"langgraph_node": CollectingText("act")},
            )
            tracer.on_chain_end("result", run_id=node)

        found: list[list[dict]] = []
        thread = threading.Thread(target=lambda: found.append(traced(record)), daemon=True)
        thread.start()
        thread.join(TIMEOUT_S)
        self.assertFalse(thread.is_alive(), "the callbacks wait for each other")
        named = [(step["kind"], step["name"], step["state"]) for step in found[0]]
        self.assertEqual(named, [("graph", "graph", "ok"), ("node", "act", "ok")])


class OddSteps(unittest.TestCase):
    def test_a_step_ends_although_its_values_cannot_be_described(self):
        class Odd(dict):
            def items(self):
                raise ValueError("no")

        class Tokens:
            """Token usage as an object instead of a dictionary."""

        def record(tracer: StepTracer) -> None:
            tool, model, failed = (uuid.uuid4() for _ in range(3))
            tracer.on_tool_start({}, "given", run_id=tool, name="tool", inputs=Odd(a=1))
            tracer.on_tool_end(Odd(a=1), run_id=tool)
            tracer.on_llm_start({}, ["given"], run_id=model, name="model")
            answer = LLMResult(
                generations=[[Generation(text="hi")]], llm_output={"token_usage": Tokens()}
            )
            tracer.on_llm_end(answer, run_id=model)
            tracer.on_tool_start({}, "given", run_id=failed, name="failed")
            tracer.on_tool_error(None, run_id=failed)

        steps = traced(record)
        self.assertEqual(
            [(step["name"], step["state"]) for step in steps],
            [("tool", "ok"), ("model", "ok"), ("failed", "error")],
        )
        self.assertTrue(all(step["end"] is not None for step in steps))
        self.assertEqual(json.loads(steps[0]["output"]), "… (Odd cannot be converted to JSON)")
