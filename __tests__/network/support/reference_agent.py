"""Graphs with which the reference server and the emulator are compared."""

import asyncio
import operator
from typing import Annotated

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    steps: Annotated[list, operator.add]
    seconds: float


async def first(state: State) -> State:
    await asyncio.sleep(state.get("seconds", 0))
    return {"steps": ["a"]}


def second(_state: State) -> State:
    return {"steps": ["b"]}


async def wait(_state: State) -> State:
    """Runs until the run is cancelled."""
    await asyncio.sleep(3_600)
    return {}


def ask(_state: State) -> State:
    return {"steps": [interrupt("what?")]}


def fail(_state: State) -> State:
    raise ValueError("no")


def chain(**nodes):
    builder = StateGraph(State)
    before = START
    for name, node in nodes.items():
        builder.add_node(name, node)
        builder.add_edge(before, name)
        before = name
    builder.add_edge(before, END)
    return builder.compile()


steps = chain(a=first, b=second)
waiting = chain(w=wait, b=second)
asking = chain(q=ask)
failing = chain(f=fail)
