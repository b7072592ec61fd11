"""Graphs as people write them, in addition to the conformance agent, whose streams are compared with another server."""

import dataclasses
import datetime
import decimal
import enum
import operator
import uuid
from collections.abc import Iterator
from typing import Annotated, Any

from langchain_core.callbacks import adispatch_custom_event
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    RemoveMessage,
    ToolMessage,
)
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langgraph.func import entrypoint, task
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, Send, StreamWriter, interrupt
from pydantic import BaseModel
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    steps: Annotated[list[str], operator.add]


# A task of the functional API.


@task
def double(number: int) -> int:
    return number * 2


@entrypoint()
def functional(given: dict[str, Any], *, previous: Any = None, writer: StreamWriter) -> Any:
    writer({"previous": previous})
    # The tasks run one after another, because parallel tasks end in any order.
    doubled = [double(number).result() for number in given.get("numbers", [1, 2])]
    answer = interrupt({"doubled": doubled})
    return entrypoint.final(value={"doubled": doubled, "answer": answer}, save=sum(doubled))


# Tasks that are sent, two of which interrupt.


def plan(state: State) -> list[Send]:
    return [Send("work", {"name": name}) for name in "abc"]


async def work(given: dict[str, Any]) -> State:
    # On a single event loop, tasks end in the order in which they begin.
    name = given["name"]
    return {"steps": [f"{name} {interrupt(f'{name}?') if name != 'b' else 'alone'}"]}


_builder = StateGraph(State)
_builder.add_node("work", work)
_builder.add_node("after", lambda state: {"steps": ["after"]}, defer=True)
_builder.add_conditional_edges(START, plan, ["work"])
_builder.add_edge("work", "after").add_edge("after", END)
sending = _builder.compile()

# Commands between nodes, and from a subgraph to its parent graph.


def leave(state: State) -> Command[Any]:
    return Command(goto="end", update={"steps": ["left"]}, graph=Command.PARENT)


_inner = StateGraph(State).add_node("leave", leave).add_edge(START, "leave").compile()


def begin(state: State) -> Command[Any]:
    return Command(goto="inner", update=[("steps", ["begun"])])


_builder = StateGraph(State)
_builder.add_node("begin", begin, destinations=("inner",))
_builder.add_node("inner", _inner, destinations=("end",))
_builder.add_node("end", lambda state: {"steps": ["ended"]})
_builder.add_edge(START, "begin")
commanding = _builder.compile(name="Commanding")

# A state with values of all kinds.


class Color(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    y: float


class Item(BaseModel):
    name: str
    at: datetime.datetime
    price: decimal.Decimal = decimal.Decimal("1.50")


class Kinds(TypedDict, total=False):
    kinds: dict[str, Any]


def all_kinds(state: Kinds) -> Kinds:
    now = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC)
    return {
        "kinds": {
            "bytes": b"bytes",
            "color": Color.RED,
            "date": now.date(),
            "decimal": decimal.Decimal("2.5"),
            "delta": datetime.timedelta(seconds=90),
            "infinite": float("inf"),
            "item": Item(name="a", at=now),
            "large": 2**53 + 1,
            "messages": [
                AIMessage(id="m", content="hi"),
                ToolMessage(id="t", content="4", tool_call_id="c"),
            ],
            "none": None,
            "number keys": {1: "one", 2.5: "two and a half"},
            "point": Point(1, 2.0),
            "set": {"only"},
            "surrogate": "\ud800",
            "text": 'half\n"quoted"\u2028 ☃',
            "tuple": (1, "two"),
            "uuid": uuid.UUID(int=7),
        }
    }


kinds = StateGraph(Kinds).add_node("fill", all_kinds).add_edge(START, "fill").compile()


class Pydantic(BaseModel):
    steps: Annotated[list[str], operator.add] = []
    item: Item | None = None


def fill(state: Pydantic) -> dict[str, Any]:
    at = datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)
    return {"steps": [type(state).__name__], "item": Item(name="made", at=at)}


pydantic_state = (
    StateGraph(Pydantic)
    .add_node("fill", fill)
    .add_node("look", lambda state: {"steps": [type(state.item).__name__]})
    .add_edge(START, "fill")
    .add_edge("fill", "look")
    .compile()
)

# A model that calls a tool, and then streams its answer.


class Model(BaseChatModel):
    @property
    def _llm_type(self) -> str:
        return "model"

    def _answer(self, messages: list[BaseMessage]) -> AIMessage:
        if isinstance(messages[-1], ToolMessage):
            return AIMessage(id=f"answer-{len(messages)}", content=f"it is {messages[-1].content}")
        call = {"name": "add", "args": {"a": 1, "b": 2}, "id": "call-1", "type": "tool_call"}
        return AIMessage(id=f"call-{len(messages)}", content="", tool_calls=[call])

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._answer(messages))])

    def _stream(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any
    ) -> Iterator[ChatGenerationChunk]:
        answer = self._answer(messages)
        if answer.tool_calls:
            pieces = [("add", '{"a": 1,'), (None, ' "b": 2}')]
            for number, (name, args) in enumerate(pieces):
                piece = {
                    "name": name,
                    "args": args,
                    "id": "call-1" if number == 0 else None,
                    "index": 0,
                }
                yield ChatGenerationChunk(
                    message=AIMessageChunk(id=answer.id, content="", tool_call_chunks=[piece])
                )
        for word in str(answer.content).split():
            yield ChatGenerationChunk(message=AIMessageChunk(id=answer.id, content=f"{word} "))


@tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


async def ask_model(state: MessagesState) -> dict[str, Any]:
    return {"messages": [await Model().ainvoke(state["messages"])]}


async def run_tools(state: MessagesState) -> dict[str, Any]:
    found = await ToolNode([add]).ainvoke(state)
    # The reducer adds missing IDs to messages, so an event may or may not contain them.
    return {"messages": [one.model_copy(update={"id": "result"}) for one in found["messages"]]}


def is_done(state: MessagesState) -> str:
    return "tools" if getattr(state["messages"][-1], "tool_calls", None) else END


_builder = StateGraph(MessagesState)
_builder.add_node("model", ask_model)
_builder.add_node("tools", run_tools)
_builder.add_edge(START, "model").add_conditional_edges("model", is_done).add_edge("tools", "model")
tools = _builder.compile()


def forget(state: MessagesState) -> dict[str, Any]:
    return {"messages": [RemoveMessage(id=str(state["messages"][0].id)), ("ai", "forgotten")]}


forgetting = (
    StateGraph(MessagesState).add_node("forget", forget).add_edge(START, "forget").compile()
)

# Custom events, and a graph that is called inside a node.


async def dispatch(state: State, config: RunnableConfig) -> State:
    await adispatch_custom_event("progress", {"done": 1}, config=config)
    inside = await functional_inside.ainvoke(2)
    return {"steps": [f"inside {inside}"]}


@entrypoint()
async def functional_inside(number: int) -> int:
    return await double(number)


dispatching = StateGraph(State).add_node("dispatch", dispatch).add_edge(START, "dispatch").compile()

# A node that fails inside a subgraph.


def flaky(state: State) -> State:
    raise ValueError("a message of the author's")


failing_inside = (
    StateGraph(State)
    .add_node(
        "child", StateGraph(State).add_node("flaky", flaky).add_edge(START, "flaky").compile()
    )
    .add_edge(START, "child")
    .compile()
)
