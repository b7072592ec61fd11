"""Tests how a worker calls an agent's functions that create graphs."""

import unittest

from emulator_end import WorkerTestCase

FACTORIES = """
import asyncio
from contextlib import asynccontextmanager, contextmanager
from langchain_core.runnables import RunnableConfig
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict
import typing

if typing.TYPE_CHECKING:
    from nowhere import Missing

class State(TypedDict):
    said: str

def make(said):
    builder = StateGraph(State).add_node("say", lambda state: {"said": said})
    return builder.add_edge(START, "say").compile()

def nothing():
    return make("nothing")

def config(config: RunnableConfig):
    return make(f"config {config['configurable'].get('user')} {config['configurable']['__is_for_execution__']}")

async def coroutine(config):
    await asyncio.sleep(0)
    return make("coroutine")

@contextmanager
def manager(config: RunnableConfig):
    print("entered", flush=True)
    yield make("manager")
    print("left", flush=True)

@asynccontextmanager
async def async_manager(config: RunnableConfig):
    yield make("async manager")

def uncompiled():
    return StateGraph(State).add_node("say", lambda state: {"said": "uncompiled"}).add_edge(START, "say")

def optional(config: RunnableConfig, model: str = "small"):
    return make(f"optional {model}")

class Callable:
    def __call__(self, config: "RunnableConfig"):
        return make("callable")

callable_object = Callable()

def unresolved(config: "Missing"):
    return make("unresolved")

def wrong():
    return 42

def greedy(one, two, three):
    return make("greedy")
"""

RUNTIME = """
from langchain_core.runnables import RunnableConfig
from langgraph_sdk.runtime import ServerRuntime
from langgraph.graph import START, StateGraph
from typing_extensions import Annotated, TypedDict
from dataclasses import dataclass

class State(TypedDict):
    said: str

@dataclass
class Context:
    user: str

def make(said):
    builder = StateGraph(State).add_node("say", lambda state: {"said": said})
    return builder.add_edge(START, "say").compile()

def describe(runtime):
    execution = runtime.execution_runtime
    return f"{runtime.access_context} {execution and execution.context} {type(runtime.store).__name__}"

def plain(runtime: ServerRuntime):
    return make(describe(runtime))

def generic(runtime: ServerRuntime[Context], config: RunnableConfig):
    return make(describe(runtime) + f" {config['configurable'].get('user')}")

def annotated(anything: Annotated[ServerRuntime, "more"]):
    return make(describe(anything))

def text(runtime: "ServerRuntime"):
    return make(describe(runtime))
"""


class Factories(WorkerTestCase):
    agent = FACTORIES
    graphs = (
        "nothing",
        "config",
        "coroutine",
        "manager",
        "async_manager",
        "uncompiled",
        "optional",
        "callable_object",
        "unresolved",
        "wrong",
    )

    def said(self, graph: str, **job) -> str:
        outcome = self.worker.run(graph, {}, **job)
        self.assertEqual(outcome["kind"], "success", outcome)
        return outcome["values"]["said"]

    def test_a_factory_of_each_kind_makes_a_graph(self):
        expected = {
            "nothing": "nothing",
            "coroutine": "coroutine",
            "manager": "manager",
            "async_manager": "async manager",
            "uncompiled": "uncompiled",
            "optional": "optional small",
            "callable_object": "callable",
            "unresolved": "unresolved",
        }
        self.assertEqual({name: self.said(name) for name in expected}, expected)

    def test_a_factory_gets_the_configuration_and_what_it_is_called_for(self):
        config = {"configurable": {"user": "ada"}}
        self.assertEqual(self.said("config", config=config), "config ada True")
        drawing = self.worker.query("config", "drawing", xray=False, config={})
        self.assertEqual(len(drawing["nodes"]), 2 + 1 - ("__end__" not in str(drawing)))

    def test_a_context_manager_is_left_when_the_run_ends(self):
        before = self.worker.output().count("left")
        self.said("manager")
        self.assertEqual(self.worker.output().count("left"), before + 1)

    def test_what_a_factory_makes_has_to_be_a_graph(self):
        outcome = self.worker.run("wrong", {})
        self.assertIn("'wrong' of ./agent.py returned an int; expected a graph", outcome["message"])

    def test_a_factory_that_takes_anything_else_is_refused(self):
        self.write("agent.py", FACTORIES)
        worker = self.start({"agent": "./agent.py:greedy"})
        self.assertIn(
            "takes one, two, three; expected a function that takes", worker.loaded["message"]
        )


try:
    import langgraph_sdk.runtime  # noqa: F401

    HAS_RUNTIME = True
except ImportError:
    HAS_RUNTIME = False


@unittest.skipUnless(HAS_RUNTIME, "this SDK has no ServerRuntime")
class Runtimes(WorkerTestCase):
    agent = RUNTIME
    graphs = ("plain", "generic", "annotated", "text")

    def test_a_factory_gets_the_runtime_by_its_annotation(self):
        expected = "threads.create_run {'user': 'ada'} DeploymentStore"
        for graph in self.graphs:
            with self.subTest(graph):
                outcome = self.worker.run(graph, {}, context={"user": "ada"})
                more = " ada" if graph == "generic" else ""
                self.assertEqual(outcome["values"], {"said": expected + more})
