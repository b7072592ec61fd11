"""The Python version of conformance-agent.ts, with the same graphs, inputs and outputs.

No module of this repository imports this file: tests copy it into an agent's repository and deploy it there.
"""

import asyncio
import json
import operator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.config import get_config, get_store, get_stream_writer
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    steps: Annotated[list[str], operator.add]
    gate: str
    """Path of a file. A node that waits continues once the file exists."""


class Context(TypedDict, total=False):
    tone: str
    user: str


def step(name: str):
    return lambda state: {"steps": [name]}


async def wait(state: State):
    """Reports its start, and waits until its gate file exists or the run is aborted."""
    gate = Path(state["gate"])
    Path(f"{gate}.reached").write_text("")
    while not gate.exists():
        await asyncio.sleep(0.005)
    return {"steps": ["waited"]}


async def wait_deaf(state: State):
    """Waits like `wait`, but ignores an abort."""
    work = asyncio.ensure_future(wait(state))
    while not work.done():
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            pass
    return work.result()


def chain(*nodes: tuple[str, Any], state: Any = State, **options: Any):
    builder = StateGraph(state, **options)
    for name, run in nodes:
        builder.add_node(name, run)
    names = [START, *(name for name, _ in nodes), END]
    for source, target in pairwise(names):
        builder.add_edge(source, target)
    return builder.compile()


def answer(state: MessagesState):
    messages = state["messages"]
    text = f"echo: {messages[-1].content}"
    return {"messages": [AIMessage(id=f"answer-{len(messages)}", content=text)]}


# A graph that replies to the last message.
echo = chain(("answer", answer), state=MessagesState)

steps = chain(("one", step("one")), ("two", step("two")))

slow = chain(("first", step("first")), ("wait", wait), ("last", step("last")))
# A graph that waits in a node which ignores an abort.
deaf = chain(("first", step("first")), ("wait", wait_deaf), ("last", step("last")))

# A graph that interrupts before it continues.
asking = chain(
    ("ask", lambda state: {"steps": [f"answer {interrupt('sure?')}"]}), ("after", step("after"))
)

# A graph with another graph as a node.
nested = chain(("child", chain(("inner", step("inner")))), ("outer", step("outer")))

# A graph whose node is a graph of two nodes, for drawings, because the library draws a graph of one node as that node.
nested_deep = chain(("child", chain(("inner", step("inner")), ("more", step("more")))))

# A graph with a subgraph that interrupts.
nested_asking = chain(
    ("child", chain(("inner", lambda state: {"steps": [f"inner {interrupt('inside?')}"]})))
)


async def call_model(state: MessagesState):
    return {"messages": [await FakeListChatModel(responses=["one two"]).ainvoke(state["messages"])]}


# A model that streams its words.
chatty = chain(("model", call_model), state=MessagesState)


def write(state: State):
    writer = get_stream_writer()
    writer({"progress": 1})
    writer("half\ndone")
    return {"steps": ["written"]}


# A graph whose node writes to the stream directly.
writing = chain(("write", write))


class RangeError(Exception):
    """An exception with the name of the corresponding JavaScript error."""


def fail(state: State):
    raise RangeError("out of range")


failing = chain(("first", step("first")), ("fail", fail))


def shown(value: Any) -> str:
    """Formats a missing value as JavaScript does."""
    return "undefined" if value is None else str(value)


try:
    from langgraph.runtime import get_runtime

    def current_context() -> dict[str, Any]:
        return get_runtime().context or {}

    WITH_CONTEXT: dict[str, Any] = {"context_schema": Context}
except ImportError:  # Versions of the library before 0.6 lack this module.

    def current_context() -> dict[str, Any]:
        return get_config().get("configurable", {})

    WITH_CONTEXT = {"config_schema": Context}


def look(state: State, config: RunnableConfig):
    configurable = config.get("configurable", {})
    tags = json.dumps(list(config.get("tags") or []), separators=(",", ":"))
    return {
        "steps": [
            f"user {shown(configurable.get('user'))}",
            f"tone {shown(current_context().get('tone'))}",
            f"tags {tags}",
            f"header {shown(configurable.get('x-of-the-caller'))}",
        ]
    }


# A graph that returns its configuration.
configured = chain(("look", look), **WITH_CONTEXT)


def remember(state: State):
    store = get_store()
    found = store.search((state["gate"],))
    store.put((state["gate"],), "from-the-graph", {"by": "graph"})
    return {
        "steps": [f"{item.key} {json.dumps(item.value, separators=(',', ':'))}" for item in found]
    }


# A node that returns the items of a namespace, and stores another item there.
remembering = chain(("remember", remember))


def factory(config: RunnableConfig):
    """Creates a graph for each run."""
    user = shown(config.get("configurable", {}).get("user"))
    return chain(("made", step(f"made for {user}")))
