"""Runs a graph to its end and emits each step."""

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from langchain_core._api import LangChainBetaWarning
from langchain_core.callbacks import BaseCallbackHandler
from langgraph.pregel import Pregel

from . import library
from .auth_user import User
from .channel import is_forked
from .commands import to_command
from .factories import EXECUTION
from .graphs import LoadedGraph
from .outbox import Outbox
from .schemas import context_schema
from .states import interrupts_of, values_of
from .step_events import StepEvents, to_library_modes
from .step_tracer import StepTracer

_log = logging.getLogger(__name__)

Job = dict[str, Any]
Outcome = dict[str, Any]
#: Configuration keys for a run's position, which are not part of the graph's context.
_NO_CONTEXT = frozenset(("assistant_id", "checkpoint_id", "checkpoint_ns", "checkpoint_map"))


@dataclass
class Sink:
    """Receives the events of a run."""

    outbox: Outbox
    has_subscriber: Callable[[], bool]
    begin_node: Callable[[str], None]
    #: Called with subgraph, step and node when a node begins, if the run stores no checkpoint before its end.
    begin_step: Callable[[str, int, str], None]


class _NodeReporter(BaseCallbackHandler):
    """Reports each node before the node's code can block the process.

    Reports each step of a run that stores no checkpoint before its end.
    """

    #: Makes the library run the callback on the node's thread, before the node's code.
    run_inline = True
    ignore_llm = True
    ignore_chat_model = True
    ignore_retriever = True
    ignore_agent = True
    ignore_retry = True
    ignore_custom_event = True

    def __init__(self, sink: Sink, reports_steps: bool) -> None:
        self._sink = sink
        self._reports_steps = reports_steps
        self._last: str | None = None

    def on_chain_start(self, *_: Any, metadata: dict[str, Any] | None = None, **__: Any) -> None:
        if is_forked():
            # The node forked this process, and only the worker may report about the run.
            return
        metadata = metadata or {}
        node, number = metadata.get("langgraph_node"), metadata.get("langgraph_step")
        if not isinstance(node, str):
            return
        if node != self._last:
            self._last = node
            self._sink.begin_node(node)
        if self._reports_steps and isinstance(number, int):
            # The last part of the path is the node, which does not belong to the namespace.
            ns = str(metadata.get("langgraph_checkpoint_ns", "")).rpartition("|")[0]
            self._sink.begin_step(ns, number, node)


async def execute(loaded: LoadedGraph, job: Job, sink: Sink) -> Outcome:
    """Runs a graph to its end. Returns the outcome or raises the graph's exception."""
    config, context = _configure(job)
    tracer = StepTracer(job["runId"], job["graphId"], sink.outbox.put, Path.cwd())
    config["callbacks"] = [_NodeReporter(sink, job.get("durability") == "exit"), tracer]
    async with loaded.open(config, EXECUTION, context) as graph:
        try:
            await _run_steps(graph, config, context, job, sink, loaded.transformers)
        finally:
            tracer.flush()
        snapshot = await graph.aget_state(_thread_of(job))
    interrupts = interrupts_of(snapshot)
    values = values_of(snapshot)
    # The library does not list a resumed task that interrupts again in `next`, so pending interrupts also count.
    if snapshot.next or interrupts:
        return {"kind": "interrupted", "values": values, "interrupts": interrupts}
    return {"kind": "success", "values": values}


def _thread_of(job: Job) -> dict[str, Any]:
    return {"configurable": {"thread_id": job["threadId"]}}


def _configure(job: Job) -> tuple[dict[str, Any], Any]:
    """Returns the caller's configuration with the IDs of the run, and a context with the same values."""
    config: dict[str, Any] = dict(job["config"])
    if config.get("recursion_limit") is None:
        # The recursion limit is removed, because its default depends on the library's version.
        config.pop("recursion_limit", None)
    configurable: dict[str, Any] = config.get("configurable") or {}
    context = job.get("context")
    if isinstance(context, dict):
        configurable = {**context, **configurable}
    elif context is None:
        context = {key: one for key, one in configurable.items() if key not in _NO_CONTEXT}
    if isinstance(user := configurable.get("langgraph_auth_user"), dict) and "identity" in user:
        configurable = {**configurable, "langgraph_auth_user": User(user)}
    config["configurable"] = {
        **configurable,
        "thread_id": job["threadId"],
        "run_id": job["runId"],
        "graph_id": job["graphId"],
    }
    # The second attempt gets another run ID, because a tracing service would otherwise show the run twice.
    config["run_id"] = uuid4() if job.get("resume") else UUID(job["runId"])
    return config, context


def _options(graph: Pregel, job: Job, context: Any) -> dict[str, Any]:
    plan = job.get("stream") or {}
    options: dict[str, Any] = {
        "stream_mode": to_library_modes(plan.get("modes", ())),
        "subgraphs": plan.get("subgraphs", False),
    }
    if "interruptBefore" in job:
        options["interrupt_before"] = job["interruptBefore"]
    if "interruptAfter" in job:
        options["interrupt_after"] = job["interruptAfter"]
    durability = job.get("durability", "async")
    if library.HAS_CONTEXT:
        options["durability"] = durability
        options["context"] = _known_part(context, graph)
    else:
        options["checkpoint_during"] = durability != "exit"
    return options


def _known_part(context: Any, graph: Pregel) -> Any:
    """Returns the keys of the context that the graph's context schema declares. Returns all keys if the schema is
    unknown.
    """
    known = (context_schema(graph) or {}).get("properties")
    if not known or not isinstance(context, dict):
        return context
    return {key: one for key, one in context.items() if key in known}


async def _input_of(graph: Pregel, job: Job) -> Any:
    if job.get("resume"):
        metadata = (await graph.aget_state(_thread_of(job))).metadata or {}
        # If an earlier attempt has already added the input to the thread, a second addition would duplicate the input.
        if metadata.get("run_id") == job["runId"]:
            return None
    # The library continues from the thread's latest checkpoint if the input is None.
    command = job.get("command")
    return job.get("input") if command is None else to_command(command)


async def _run_steps(
    graph: Pregel,
    config: dict[str, Any],
    context: Any,
    job: Job,
    sink: Sink,
    transformers: Callable[[], Any] | None,
) -> None:
    plan = job.get("stream") or {}
    modes = plan.get("modes", ())
    has_namespaces = plan.get("subgraphs", False)
    events = StepEvents(modes, sink.has_subscriber, sink.outbox.put)
    options = _options(graph, job, context)
    given = await _input_of(graph, job)
    if plan.get("protocol"):
        more = {**options, "transformers": _make_transformers(transformers)}
        await _run_protocol(graph, given, config, more, events, sink)
        return

    def add(chunk: Any) -> None:
        ns, mode, payload = chunk if has_namespaces else ((), *chunk)
        events.add_step(ns, mode, payload)

    if "events" not in modes:
        async for chunk in graph.astream(given, config, **options):
            add(chunk)
            if sink.outbox.is_full():
                await sink.outbox.room()
        return
    run_id = str(config["run_id"])
    async for event in graph.astream_events(given, config, version="v2", **options):
        if "langsmith:hidden" in (event.get("tags") or ()):
            continue
        if event["event"] == "on_chain_stream" and event["run_id"] == run_id:
            add(event["data"]["chunk"])
        else:
            events.emit("events", (), event)
        if sink.outbox.is_full():
            await sink.outbox.room()


async def _run_protocol(
    graph: Pregel,
    given: Any,
    config: dict[str, Any],
    options: dict[str, Any],
    events: StepEvents,
    sink: Sink,
) -> None:
    """Runs a graph with the library's streaming protocol. The protocol chooses the modes, and includes subgraphs."""
    if not library.HAS_PROTOCOL:
        raise RuntimeError(
            f"langgraph {library.version_text()} does not support the streaming protocol. Raise it to 1.2 or newer in the agent's"
            " dependencies, or stream runs with the older calls (runs.stream)"
        )
    own = {key: one for key, one in options.items() if key not in ("stream_mode", "subgraphs")}
    with warnings.catch_warnings():
        # The library warns in each run that the protocol is experimental.
        warnings.filterwarnings("ignore", category=LangChainBetaWarning)
        stream = await graph.astream_events(given, config, version="v3", **own)
    async with stream:
        async for event in stream:
            events.add_protocol_event(event)
            if sink.outbox.is_full():
                await sink.outbox.room()


def _make_transformers(listed: Callable[[], Any] | None) -> list[Any] | None:
    """Creates the agent's event transformers for a run, or logs a failure and continues without them."""
    if listed is None:
        return None
    try:
        made = listed()
    except Exception:
        _log.exception("stream_transformers failed, so the run streams without transformers")
        return None
    # The library calls a factory for each subgraph, but uses an existing transformer for all subgraphs.
    return [one if callable(one) else lambda _scope, one=one: one for one in made or ()] or None
