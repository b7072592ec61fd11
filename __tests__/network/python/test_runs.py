"""Tests how a worker runs graphs, and which reports it sends during the runs."""

import json
import time
import uuid
from collections import Counter

from emulator_end import CONFORMANCE_AGENT, Store, WorkerTestCase

GRAPHS = (
    "echo",
    "steps",
    "slow",
    "deaf",
    "asking",
    "nested",
    "nested_deep",
    "nested_asking",
    "chatty",
    "writing",
    "failing",
    "configured",
    "remembering",
    "factory",
)


def wait_until(condition, seconds: float = 20) -> None:
    """Waits for a condition that only a file or another process's log shows."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


class ConformanceRuns(WorkerTestCase):
    """One worker that runs the graphs of the conformance agent."""

    agent = CONFORMANCE_AGENT.read_text()
    graphs = GRAPHS

    def gate(self, name: str):
        """Returns the path of the gate file `name`, once a run waits for it."""
        gate = self.folder / name
        wait_until((self.folder / f"{name}.reached").exists)
        return gate

    def test_a_run_goes_through_the_steps_of_its_graph(self):
        outcome = self.worker.run("steps", {"steps": ["in"]})
        self.assertEqual(outcome, {"kind": "success", "values": {"steps": ["in", "one", "two"]}})

    def test_a_run_without_input_or_subscriber_sends_no_events(self):
        run = self.worker.start("steps", {"steps": []}, modes=["values"], hasSubscriber=False)
        self.assertEqual(self.worker.outcome(run)["kind"], "success")
        self.assertEqual(self.worker.events[run], [])

    def test_an_unknown_graph_fails_its_run_and_says_which_there_are(self):
        outcome = self.worker.run("missing", {})
        self.assertEqual(outcome["kind"], "error")
        self.assertIn("has no graph 'missing'. It has echo, steps", outcome["message"])

    def test_messages_become_plain_objects(self):
        values = self.worker.run("echo", {"messages": [{"role": "user", "content": "hi"}]})[
            "values"
        ]
        told = [(one["type"], one["content"]) for one in values["messages"]]
        self.assertEqual(told, [("human", "hi"), ("ai", "echo: hi")])

    def test_what_a_node_raises_is_the_error_and_its_traceback_is_in_the_log(self):
        outcome = self.worker.run("failing", {"steps": []})
        self.assertEqual(
            outcome, {"kind": "error", "error": "RangeError", "message": "out of range"}
        )
        log = self.worker.output()
        self.assertIn('raise RangeError("out of range")', log)
        self.assertNotIn("agent_deploy_worker/execute.py", log)

    def test_an_interrupted_thread_continues_with_its_answer(self):
        thread = str(uuid.uuid4())
        asked = self.worker.run("asking", {"steps": []}, threadId=thread)
        self.assertEqual(asked["kind"], "interrupted")
        (interrupts,) = asked["interrupts"].values()
        self.assertEqual(interrupts[0]["value"], "sure?")
        answered = self.worker.run("asking", threadId=thread, command={"resume": "yes"})
        self.assertEqual(answered["values"], {"steps": ["answer yes", "after"]})

    def test_an_interrupt_is_answered_by_its_id(self):
        thread = str(uuid.uuid4())
        asked = self.worker.run("asking", {"steps": []}, threadId=thread)
        (interrupts,) = asked["interrupts"].values()
        command = {"resume": {interrupts[0]["id"]: "by id"}}
        answered = self.worker.run("asking", threadId=thread, command=command)
        self.assertEqual(answered["values"]["steps"], ["answer by id", "after"])

    def test_interrupts_are_told_in_values(self):
        run = self.worker.start("asking", {"steps": []}, modes=["values"])
        self.worker.outcome(run)
        told = [data for _, data in self.worker.events[run] if "__interrupt__" in data]
        self.assertEqual([one["__interrupt__"][0]["value"] for one in told], ["sure?"])

    def test_a_command_updates_the_state_and_goes_to_a_node(self):
        thread = str(uuid.uuid4())
        self.worker.run("steps", {"steps": []}, threadId=thread)
        command = {"goto": "two", "update": {"steps": ["updated"]}}
        outcome = self.worker.run("steps", threadId=thread, command=command)
        self.assertEqual(outcome["values"]["steps"], ["one", "two", "updated", "two"])
        sent = {"goto": [{"lg_name": "Send", "node": "two", "args": {"steps": []}}]}
        outcome = self.worker.run("steps", threadId=thread, command=sent)
        self.assertEqual(outcome["values"]["steps"][4:], ["two"])

    def test_a_command_takes_pairs_as_an_update(self):
        thread = str(uuid.uuid4())
        self.worker.run("steps", {"steps": []}, threadId=thread)
        command = {"update": [["steps", ["a"]], ["steps", ["b"]]], "goto": "two"}
        outcome = self.worker.run("steps", threadId=thread, command=command)
        self.assertEqual(outcome["values"]["steps"][2:], ["a", "b", "two"])

    def test_a_run_stops_before_and_after_nodes(self):
        before = self.worker.run("steps", {"steps": []}, interruptBefore=["two"])
        self.assertEqual((before["kind"], before["values"]), ("interrupted", {"steps": ["one"]}))
        after = self.worker.run("steps", {"steps": []}, interruptAfter="*")
        self.assertEqual((after["kind"], after["values"]), ("interrupted", {"steps": ["one"]}))

    def test_each_mode_has_its_events_and_subgraphs_have_names(self):
        run = self.worker.start(
            "nested", {"steps": []}, modes=["values", "updates"], subgraphs=True
        )
        self.worker.outcome(run)
        names = [name.split(":")[0] for name, _ in self.worker.events[run]]
        self.assertEqual(Counter(names)["updates|child"], 1)
        self.assertEqual(Counter(names)["updates"], 2)
        self.assertEqual(self.worker.events[run][-1], ("values", {"steps": ["inner", "outer"]}))

    def test_a_model_streams_messages(self):
        given = {"messages": [{"role": "user", "content": "hi"}]}
        run = self.worker.start("chatty", given, modes=["messages"])
        self.worker.outcome(run)
        events = self.worker.events[run]
        self.assertEqual(events[0][0], "messages/metadata")
        self.assertEqual({name for name, _ in events[1:]}, {"messages/partial"})
        self.assertEqual(events[-1][1][0]["content"], "one two")
        self.assertEqual(events[-1][1][0]["type"], "ai")

    def test_a_model_streams_pieces_of_messages(self):
        given = {"messages": [{"role": "user", "content": "hi"}]}
        run = self.worker.start("chatty", given, modes=["messages-tuple"])
        self.worker.outcome(run)
        pieces = [data[0] for _, data in self.worker.events[run]]
        self.assertEqual("".join(one["content"] for one in pieces), "one two")
        self.assertEqual({one["type"] for one in pieces}, {"AIMessageChunk"})

    def test_the_librarys_own_events_hold_the_steps_too(self):
        run = self.worker.start("steps", {"steps": []}, modes=["events", "updates"])
        self.worker.outcome(run)
        events = self.worker.events[run]
        steps = [data for name, data in events if name == "updates"]
        self.assertEqual(steps, [{"one": {"steps": ["one"]}}, {"two": {"steps": ["two"]}}])
        kinds = {data["event"] for name, data in events if name == "events"}
        self.assertLessEqual({"on_chain_start", "on_chain_end"}, kinds)

    def test_the_librarys_own_events_name_subgraphs(self):
        modes = ["events", "updates"]
        run = self.worker.start("nested", {"steps": []}, modes=modes, subgraphs=True)
        self.worker.outcome(run)
        names = [name.split(":")[0] for name, _ in self.worker.events[run] if name != "events"]
        self.assertEqual(names, ["updates|child", "updates", "updates"])

    def test_a_node_writes_to_the_stream(self):
        run = self.worker.start("writing", {"steps": []}, modes=["custom"])
        self.worker.outcome(run)
        told = [("custom", {"progress": 1}), ("custom", "half\ndone")]
        self.assertEqual(self.worker.events[run], told)

    def test_configuration_and_context_are_one(self):
        config = {"configurable": {"user": "ada", "x-of-the-caller": "h"}, "tags": ["a"]}
        steps = self.worker.run("configured", {"steps": []}, config=config)["values"]["steps"]
        self.assertEqual(steps, ["user ada", "tone undefined", 'tags ["a"]', "header h"])
        context = {"user": "bob", "tone": "dry"}
        steps = self.worker.run("configured", {"steps": []}, context=context)["values"]["steps"]
        self.assertEqual(steps[:2], ["user bob", "tone dry"])

    def test_a_factory_is_called_with_the_configuration_of_the_run(self):
        config = {"configurable": {"user": "ada"}}
        values = self.worker.run("factory", {"steps": []}, config=config)["values"]
        self.assertEqual(values, {"steps": ["made for ada"]})

    def test_items_belong_to_the_deployment(self):
        self.worker.store.items.clear()
        self.worker.run("remembering", {"gate": "space"})
        self.assertEqual(self.worker.store.items, {(("space",), "from-the-graph"): {"by": "graph"}})
        values = self.worker.run("remembering", {"gate": "space"})["values"]
        self.assertEqual(values["steps"], ['from-the-graph {"by":"graph"}'])

    def test_an_aborted_run_ends_at_once_and_writes_no_more(self):
        for graph in ("slow", "deaf"):
            with self.subTest(graph):
                given = {"steps": [], "gate": str(self.folder / graph)}
                run = self.worker.start(graph, given)
                gate = self.gate(graph)
                self.assertEqual(self.worker.abort(run), {"kind": "aborted"})
                gate.write_text("")
                self.worker.ping()
        self.assertNotIn("StaleRunError", self.worker.output())

    def test_a_run_that_is_aborted_before_it_begins_is_aborted(self):
        runs = [self.worker.start("slow", {"gate": str(self.folder / "none")}) for _ in range(20)]
        for run in runs:
            self.worker.send({"type": "abort", "runId": run})
        self.assertEqual({self.worker.outcome(run)["kind"] for run in runs}, {"aborted"})

    def test_a_second_attempt_continues_from_the_runs_own_checkpoint(self):
        run_id, thread = str(uuid.uuid4()), str(uuid.uuid4())
        job = {"threadId": thread, "runId": run_id}
        first = self.worker.run("steps", {"steps": ["in"]}, interruptAfter=["one"], **job)
        self.assertEqual(first["values"], {"steps": ["in", "one"]})
        second = self.worker.run("steps", {"steps": ["in"]}, resume=True, **job)
        self.assertEqual(second["values"], {"steps": ["in", "one", "two"]})
        other = self.worker.run("steps", {"steps": ["in"]}, resume=True, threadId=thread)
        self.assertEqual(other["values"]["steps"][3:], ["in", "one", "two"])

    def test_a_subscriber_that_comes_late_gets_what_follows(self):
        given = {"steps": [], "gate": str(self.folder / "gate")}
        run = self.worker.start("slow", given, modes=["updates"], hasSubscriber=False)
        gate = self.gate("gate")
        self.worker.send({"type": "listen", "runId": run})
        # On a busy machine, node reports of earlier runs may still arrive first.
        reports = iter(self.worker.take, None)
        report = next(report for report in reports if report["type"] == "listening")
        self.assertEqual(report, {"type": "listening", "runId": run})
        gate.write_text("")
        self.worker.outcome(run)
        told = [next(iter(data)) for _, data in self.worker.events[run]]
        self.assertEqual(told, ["wait", "last"])

    def test_durability_exit_keeps_one_checkpoint(self):
        self.worker.store.checkpoints.clear()
        self.worker.run("steps", {"steps": []}, durability="exit")
        self.assertEqual(len(self.worker.store.checkpoints), 1)
        self.worker.store.checkpoints.clear()
        self.worker.run("steps", {"steps": []})
        self.assertEqual(len(self.worker.store.checkpoints), 4)

    def test_a_hundred_runs_are_executed_at_once(self):
        runs = [self.worker.start("steps", {"steps": []}) for _ in range(100)]
        outcomes = [self.worker.outcome(run)["values"]["steps"] for run in runs]
        self.assertEqual(outcomes, [["one", "two"]] * 100)

    def test_threads_outlive_the_worker(self):
        thread, store = str(uuid.uuid4()), Store()
        self.write("agent.py", self.agent)
        killed = self.start({"nested_asking": "./agent.py:nested_asking"}, store=store)
        killed.run("nested_asking", {"steps": []}, threadId=thread)
        killed.process.kill()
        killed.process.wait()
        again = self.start({"nested_asking": "./agent.py:nested_asking"}, store=store)
        answered = again.run("nested_asking", threadId=thread, command={"resume": "yes"})
        self.assertEqual(answered["values"], {"steps": ["inner yes"]})


WRITING = """
import asyncio
from langgraph.graph import START, StateGraph
from langgraph.config import get_stream_writer
from typing_extensions import TypedDict

class State(TypedDict):
    count: int
    size: int

def write(state):
    writer = get_stream_writer()
    for number in range(state["count"]):
        writer({"number": number, "text": "x" * state["size"]})

def again(state):
    print("second step", flush=True)

graph = StateGraph(State).add_node("write", write).add_node("again", again)
graph = graph.add_edge(START, "write").add_edge("write", "again").compile()
"""


class ManyEvents(WorkerTestCase):
    def setUp(self):
        super().setUp()
        self.write("agent.py", WRITING)
        self.worker = self.start({"agent": "./agent.py:graph"})

    def test_ten_thousand_events_are_few_messages_in_order(self):
        run = self.worker.start("agent", {"count": 10_000, "size": 1}, modes=["custom"])
        self.assertEqual(self.worker.outcome(run)["kind"], "success")
        numbers = [data["number"] for _, data in self.worker.events[run]]
        self.assertEqual(numbers, list(range(10_000)))
        self.assertLess(len(self.worker.batches), 5_000)
        self.assertLessEqual(max(self.worker.batches), 500)

    def test_a_run_whose_events_are_not_stored_waits_at_its_next_step(self):
        self.worker.acknowledges = False
        run = self.worker.start("agent", {"count": 100, "size": 100_000}, modes=["custom"])
        wait_until(lambda: self.worker.batches)
        # The worker answers a ping only after the work that the loop has already begun.
        for _ in range(3):
            self.worker.ping()
        self.assertEqual(len(self.worker.batches), 1)
        self.assertNotIn("second step", self.worker.output())
        self.worker.acknowledges = True
        self.worker.send({"type": "events-kept", "runId": run})
        self.assertEqual(self.worker.outcome(run)["kind"], "success")
        self.assertEqual(len(self.worker.events[run]), 100)
        self.assertIn("second step", self.worker.output())

    def test_an_event_that_is_too_large_is_told_as_an_error(self):
        run = self.worker.start("agent", {"count": 1, "size": 257 * 1024 * 1024}, modes=["custom"])
        self.assertEqual(self.worker.outcome(run)["kind"], "success")
        ((name, data),) = self.worker.events[run]
        self.assertEqual((name, data["error"]), ("custom", "MessageTooLargeError"))

    def test_a_run_that_waits_for_room_can_be_aborted(self):
        self.worker.acknowledges = False
        run = self.worker.start("agent", {"count": 100, "size": 100_000}, modes=["custom"])
        wait_until(lambda: self.worker.batches)
        self.assertEqual(self.worker.abort(run), {"kind": "aborted"})


FUNCTIONAL = """
import asyncio
from langgraph.func import entrypoint, task

@task
def double(number: int) -> int:
    return number * 2

@entrypoint()
async def agent(number: int, *, previous: int | None = None) -> int:
    return await double(number) + (previous or 0)
"""

PARALLEL = """
import operator
from typing import Annotated
from langgraph.graph import START, StateGraph
from langgraph.types import Send, interrupt
from typing_extensions import TypedDict

class State(TypedDict):
    found: Annotated[list, operator.add]

def spread(state):
    return [Send("work", {"number": number}) for number in range(3)]

def work(state):
    return {"found": [f"{state['number']} {interrupt(state['number'])}"]}

graph = StateGraph(State).add_node("plan", lambda state: {}).add_node("work", work)
graph = graph.add_edge(START, "plan").add_conditional_edges("plan", spread, ["work"])
"""

SYNC_INSIDE_ASYNC = """
import operator
from typing import Annotated
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict

class State(TypedDict):
    steps: Annotated[list, operator.add]

inner = StateGraph(State).add_node("ask", lambda state: {"steps": [interrupt("sync?")]})
inner = inner.add_edge(START, "ask").compile()

async def call(state):
    return {"steps": inner.invoke({"steps": []})["steps"]}

graph = StateGraph(State).add_node("call", call).add_edge(START, "call").compile()
"""


CONTEXT = """
from dataclasses import dataclass
from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

@dataclass
class Context:
    model: str = "small"

class State(TypedDict):
    said: str

def say(state, runtime: Runtime[Context]):
    return {"said": runtime.context.model}

graph = StateGraph(State, context_schema=Context).add_node("say", say).add_edge(START, "say").compile()
"""


class KindsOfGraphs(WorkerTestCase):
    def test_a_context_of_a_class_is_made_of_what_it_knows_of_the_configuration(self):
        self.write("agent.py", CONTEXT)
        worker = self.start({"agent": "./agent.py:graph"})
        if worker.loaded["type"] == "load-failed":
            self.skipTest("this version has no context")
        given = {"configurable": {"model": "large", "user": "ada", "assistant_id": "a"}}
        self.assertEqual(worker.run("agent", {}, config=given)["values"], {"said": "large"})
        self.assertEqual(worker.run("agent", {})["values"], {"said": "small"})
        outcome = worker.run("agent", {}, context={"model": "own"})
        self.assertEqual(outcome["values"], {"said": "own"})

    def test_the_functional_api_keeps_what_it_returned(self):
        self.write("agent.py", FUNCTIONAL)
        worker = self.start({"agent": "./agent.py:agent"})
        thread = str(uuid.uuid4())
        self.assertEqual(worker.run("agent", 4, threadId=thread)["values"], 8)
        self.assertEqual(worker.run("agent", 1, threadId=thread)["values"], 10)

    def test_an_uncompiled_graph_is_compiled(self):
        self.write("agent.py", PARALLEL)
        worker = self.start({"agent": "./agent.py:graph"})
        thread = str(uuid.uuid4())
        asked = worker.run("agent", {"found": []}, threadId=thread)
        answers = {
            one["id"]: f"answer {one['value']}"
            for many in asked["interrupts"].values()
            for one in many
        }
        self.assertEqual(len(answers), 3)
        outcome = worker.run("agent", threadId=thread, command={"resume": answers})
        self.assertEqual(outcome["values"]["found"], ["0 answer 0", "1 answer 1", "2 answer 2"])

    def test_a_graph_is_called_synchronously_inside_an_async_node(self):
        self.write("agent.py", SYNC_INSIDE_ASYNC)
        worker = self.start({"agent": "./agent.py:graph"})
        thread = str(uuid.uuid4())
        self.assertEqual(worker.run("agent", {"steps": []}, threadId=thread)["kind"], "interrupted")
        outcome = worker.run("agent", threadId=thread, command={"resume": "yes"})
        self.assertEqual(outcome["values"], {"steps": ["yes"]})


VALUES = """
import dataclasses, datetime, decimal, enum, ipaddress, pathlib, uuid
from typing import Any
from langgraph.graph import START, StateGraph
from pydantic import BaseModel
from typing_extensions import TypedDict

class State(TypedDict):
    value: Any

class Model(BaseModel):
    when: datetime.date = datetime.date(2024, 1, 2)

@dataclasses.dataclass
class Data:
    model: Model

class Colour(enum.Enum):
    RED = "red"

def outer():
    class Local:
        pass
    return Local()

KINDS = {
    "model": lambda: Data(Model()),
    "set": lambda: {1},
    "bytes": lambda: b"ab",
    "decimal": lambda: [decimal.Decimal("1.5"), decimal.Decimal("2"), decimal.Decimal("NaN")],
    "texts": lambda: [pathlib.PurePosixPath("/a"), ipaddress.ip_address("::1"), uuid.UUID(int=0), Colour.RED],
    "duration": lambda: datetime.timedelta(seconds=90),
    "keys": lambda: {1: "a", None: "b", (1, 2): "c"},
    "surrogate": lambda: "a\\ud800b",
    "large": lambda: [2**70, float("nan")],
    "error": lambda: ValueError("no"),
    "local": outer,
}
# Some of these are no values of a state: the graph returns them as events.
def tell(state):
    from langgraph.config import get_stream_writer
    get_stream_writer()(KINDS[state["value"]]())

graph = StateGraph(State).add_node("tell", tell).add_edge(START, "tell").compile()

def keep(state):
    return {"value": KINDS[state["value"]]()}

class Plain:
    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return isinstance(other, Plain) and other.number == self.number

KINDS["plain"] = lambda: Plain(3)

def check(state):
    return {"value": f"read {type(state['value']).__name__}"}

checked = StateGraph(State).add_node("keep", lambda state: {}).add_node("check", check)
checked = checked.add_edge(START, "keep").compile()
kept = StateGraph(State).add_node("keep", keep).add_edge(START, "keep").compile()

def loop(state):
    items = []
    items.append(items)
    return {"value": items}
circular = StateGraph(State).add_node("loop", loop).add_edge(START, "loop").compile()
"""


#: Result of reading each kind of stored value: an error is stored as a string, and other values keep their class.
KINDS_READ = {"plain": "Plain", "error": "str"}


class Values(WorkerTestCase):
    agent = VALUES
    graphs = ("graph", "kept", "checked", "circular")

    def test_values_are_told_as_json(self):
        expected = {
            "model": {"model": {"when": "2024-01-02"}},
            "set": [1],
            "bytes": "YWI=",
            "decimal": [1.5, 2, None],
            "texts": ["/a", "::1", "00000000-0000-0000-0000-000000000000", "red"],
            "duration": 90.0,
            "keys": {"1": "a", "null": "b", "(1, 2)": "c"},
            "surrogate": "a?b",
            "large": [str(2**70), None],
            "error": {"error": "ValueError", "message": "no"},
            "local": None,
        }
        for kind, told in expected.items():
            with self.subTest(kind):
                run = self.worker.start("graph", {"value": kind}, modes=["custom"])
                self.assertEqual(self.worker.outcome(run)["kind"], "success")
                self.assertEqual(self.worker.events[run], [("custom", told)])

    def test_values_of_every_kind_are_kept_and_read_again(self):
        thread = str(uuid.uuid4())
        for kind in ("model", "set", "bytes", "texts", "duration"):
            with self.subTest(kind):
                values = self.worker.run("kept", {"value": kind}, threadId=thread)["values"]
                state = self.worker.query("kept", "state", threadId=thread)
                self.assertEqual(state["values"], values)

    def test_values_that_only_pickle_can_hold_are_kept(self):
        thread = str(uuid.uuid4())
        for kind in ("plain", "error"):
            with self.subTest(kind):
                outcome = self.worker.run("kept", {"value": kind}, threadId=thread)
                self.assertEqual(outcome["kind"], "success", outcome)
                second = self.worker.run("checked", threadId=thread, command={"goto": "check"})
                self.assertEqual(second["values"]["value"], f"read {KINDS_READ[kind]}")

    def test_a_value_that_contains_itself_fails_the_run(self):
        outcome = self.worker.run("circular", {"value": None})
        self.assertEqual(outcome["kind"], "error", json.dumps(outcome)[:200])
