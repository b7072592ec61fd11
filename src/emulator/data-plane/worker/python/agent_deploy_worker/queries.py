"""Responds to queries about a graph or its threads while runs continue."""

from typing import Any

from langgraph.pregel import Pregel
from langgraph.types import StateUpdate

from . import library
from .commands import to_command
from .drafts import drafting
from .factories import Access
from .frames import Parts
from .graphs import LoadedGraph
from .plain_json import encoded, to_json
from .schemas import describe_schemas
from .states import interrupts_of, to_state_body, values_of

Query = dict[str, Any]
Answer = tuple[Any, Parts]
Graph = Pregel
#: Number of JSON characters after which a response ends, and another response contains the rest of the history.
_ANSWER_CHARACTERS = 4 * 1024 * 1024
#: Number of states that the library reads at a time.
_STATES_AT_ONCE = 20
_ACCESS: dict[str, Access] = {
    "state": "threads.read",
    "history": "threads.read",
    "update": "threads.update",
}


async def answer_query(loaded: LoadedGraph, query: Query) -> Answer:
    """Returns the response to a query, and the response's byte strings. Raises exceptions of the graph or of the
    library.
    """
    kind = query["kind"]
    if kind == "library":
        return {"version": library.version_text()}, ()
    config = (
        {"configurable": {"thread_id": query["threadId"]}}
        if "threadId" in query
        else query["config"]
    )
    async with loaded.open(config, _ACCESS.get(kind, "assistants.read")) as graph:
        match kind:
            case "state":
                return await _read_state(graph, query), ()
            case "history":
                return await _read_history(graph, query), ()
            case "update":
                return await _update_state(graph, query)
            case "drawing":
                return _to_drawing(await graph.aget_graph(config, xray=query["xray"])), ()
            case "schemas":
                return describe_schemas(graph), ()
            case "subgraphs":
                found = graph.aget_subgraphs(
                    namespace=query.get("namespace"), recurse=query["recurse"]
                )
                return {name: describe_schemas(one) async for name, one in found}, ()
    raise ValueError(f"the query '{kind}' of a graph does not exist")


def _config_of(query: Query) -> dict[str, Any]:
    """Returns the library's configuration for a checkpoint of a thread."""
    configurable = {"thread_id": query["threadId"]}
    if at := query.get("at"):
        configurable["checkpoint_ns"] = at["ns"]
        if at.get("id") is not None:
            configurable["checkpoint_id"] = at["id"]
    return {"configurable": configurable}


def _to_drawing(drawn: Any) -> dict[str, Any]:
    """Returns the drawing of a graph without the library's node classes, as on the hosted service."""
    drawing: dict[str, Any] = drawn.to_json()
    for node in drawing["nodes"]:
        if isinstance(data := node.get("data"), dict):
            data.pop("id", None)
    return drawing


async def _read_state(graph: Graph, query: Query) -> dict[str, Any]:
    snapshot = await graph.aget_state(_config_of(query), subgraphs=query.get("subgraphs") is True)
    return to_state_body(snapshot)


async def _read_history(graph: Graph, query: Query) -> dict[str, Any]:
    """Returns as many states as fit into one message."""
    left, before = query["limit"], query.get("before")
    states: list[Any] = []
    characters = 0
    while left > 0:
        # States are requested in small batches, because the library reads a whole batch before it returns the first
        # state.
        asked = min(left, _STATES_AT_ONCE)
        snapshots = graph.aget_state_history(
            _config_of(query),
            limit=asked,
            before=None if before is None else {"configurable": {"checkpoint_id": before}},
            filter=query.get("metadata"),
        )
        found = 0
        async for snapshot in snapshots:
            text = to_json(to_state_body(snapshot))
            states.append(encoded(text))
            characters += len(text)
            found += 1
            before = snapshot.config["configurable"]["checkpoint_id"]
            if characters >= _ANSWER_CHARACTERS and found < left:
                return {"states": states, "next": before}
        left -= found
        if found < asked:
            break
    return {"states": states}


async def _update_state(graph: Graph, query: Query) -> Answer:
    """Drafts an update of a thread's state with the graph library."""
    config, steps = _config_of(query), query["steps"]
    with drafting() as draft:
        if len(steps) == 1 and len(steps[0]) == 1:
            update = steps[0][0]
            updated = await graph.aupdate_state(config, _values_of(update), update.get("asNode"))
        else:
            supersteps = [
                [StateUpdate(_values_of(one), one.get("asNode")) for one in step] for step in steps
            ]
            updated = await graph.abulk_update_state(config, supersteps)
        snapshot = await graph.aget_state({"configurable": {"thread_id": query["threadId"]}})
    place = updated.get("configurable", {})
    rows, parts = draft.to_answer()
    answer = {
        "checkpoint": {
            "thread_id": place.get("thread_id"),
            "checkpoint_ns": place.get("checkpoint_ns") or "",
            "checkpoint_id": place.get("checkpoint_id"),
            "checkpoint_map": place.get("checkpoint_map"),
        },
        **rows,
        "values": values_of(snapshot),
        "next": list(snapshot.next),
        "interrupts": interrupts_of(snapshot),
    }
    return answer, parts


def _values_of(update: dict[str, Any]) -> Any:
    command = update.get("command")
    return update.get("values") if command is None else to_command(command)
