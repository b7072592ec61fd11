"""Records the graphs, nodes, model calls and tool calls of a run."""

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from re import compile as compile_pattern
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage

from .bounded_json import bounded_json
from .channel import is_forked
from .failures import author_frames
from .plain_json import describe_failure

#: Name of the event that reports steps, which clients of the run never receive.
TRACE_EVENT = "trace"
#: Maximum time in seconds until a step is reported.
_REPORT_AFTER = 0.1
#: Number of steps in one report.
_REPORTED_STEPS = 100
#: Number of characters of inputs and outputs after which a report ends.
_REPORTED_CHARACTERS = 200_000
#: Maximum length in characters of a step's input and of its output, which are truncated.
_MAX_VALUE = 20_000
_MAX_NAME = 200
_MAX_NOTE = 300
_MAX_MESSAGE = 10_000
#: Tag that the graph library adds to the callbacks of a node.
_NODE_TAG = compile_pattern(r"graph:step:(\d+)")
#: Exceptions with which the graph library pauses or redirects a graph, and which therefore are not failures of the
#: agent.
_CONTROL = {
    "GraphInterrupt": "waiting",
    "NodeInterrupt": "waiting",
    "ParentCommand": "ok",
    "GraphBubbleUp": "ok",
    "GraphDelegate": "ok",
}
_SPACE = compile_pattern(r"[\s\x00-\x1f\x7f-\x9f]+")

Step = dict[str, Any]


def _line(text: str, limit: int) -> str:
    """Returns the beginning of a string, on one line."""
    line = _SPACE.sub(" ", text[: limit * 4]).strip()
    return line if len(line) <= limit and len(text) <= limit * 4 else f"{line[: limit - 1]}…"


def _reports(steps: list[Step]) -> Iterator[list[Step]]:
    """Divides steps into reports of limited size."""
    report: list[Step] = []
    characters = 0
    for step in steps:
        report.append(step)
        characters += len(step["input"]) + len(step["output"])
        if len(report) >= _REPORTED_STEPS or characters > _REPORTED_CHARACTERS:
            yield report
            report, characters = [], 0
    if report:
        yield report


class StepTracer(BaseCallbackHandler):
    """Callbacks of the graph library that record the steps of a run. The callbacks may run on any thread.

    A thread that is already inside a callback may enter another callback, because garbage collection may close an
    abandoned generator at any point.
    """

    #: Makes the library run each callback on the thread of its step.
    run_inline = True

    def __init__(
        self, run_id: str, graph_id: str, put: Callable[[str, str], None], folder: Path
    ) -> None:
        self._run_id = run_id
        self._graph_id = graph_id
        self._put = put
        self._folder = folder
        self._begun = time.monotonic()
        self._began_at = time.time() * 1_000
        self._lock = threading.RLock()
        self._loop = asyncio.get_running_loop()
        #: Running steps, by the ID of their callback.
        self._steps: dict[str, Step] = {}
        #: Parent, name and time of callbacks that are not steps. A hidden callback becomes a step when a node begins
        #: inside it.
        self._hidden: dict[str, tuple[str | None, str, float]] = {}
        self._dirty: dict[int, Step] = {}
        self._is_due = False
        self._numbers = count(1)
        #: IDs of the callbacks of running nodes.
        self._nodes: set[str] = set()

    def flush(self) -> None:
        """Reports all steps that were not reported yet; called on the loop."""
        if is_forked():
            return
        with self._lock:
            self._is_due = False
            dirty, self._dirty = self._dirty, {}
            steps = [dict(step) for step in dirty.values()]
        for report in _reports(steps):
            self._put(TRACE_EVENT, json.dumps({"steps": report, "began": self._began_at}))

    def end_child(self, run_id: UUID) -> None:
        """Ends a forked child whose node returns or fails. The child would otherwise wait for the loop of its parent,
        while the parent may wait for the child. Inside the node, the child can call models, tools and graphs.
        """
        if str(run_id) in self._nodes:
            os._exit(1)

    def end_undescribed(self, run_id: UUID, callback: str) -> None:
        """Ends a step whose last callback failed because a value or an exception of the agent cannot be described."""
        if callback.endswith("_end"):
            self._end(run_id)
        elif callback.endswith("_error"):
            self._end(run_id, state="error")

    def _mark(self, step: Step) -> None:
        self._dirty[step["s"]] = step
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon_threadsafe(self._loop.call_later, _REPORT_AFTER, self.flush)

    def _now(self) -> float:
        return (time.monotonic() - self._begun) * 1_000

    def _number_of(self, callback: str | None) -> int | None:
        """Returns the number of the nearest step that contains a callback."""
        at = callback
        while at is not None:
            if step := self._steps.get(at):
                return step["s"]
            at = self._hidden[at][0] if at in self._hidden else None
        return None

    def _begin(
        self,
        run_id: UUID,
        parent: UUID | None,
        kind: str,
        name: str,
        *,
        given: Any = None,
        number: int | None = None,
    ) -> None:
        own, above = str(run_id), None if parent is None else str(parent)
        text = "" if given is None else bounded_json(given, _MAX_VALUE)
        with self._lock:
            if number is not None and above in self._hidden:
                # The callback is a subgraph if a node begins inside it.
                before, title, at = self._hidden.pop(above)
                self._add(above, before, "graph", title, at=at)
            self._add(own, above, kind, name, given=text, number=number)

    def _add(
        self,
        own: str,
        parent: str | None,
        kind: str,
        name: str,
        *,
        at: float | None = None,
        given: str = "",
        number: int | None = None,
    ) -> None:
        step = {
            "s": next(self._numbers),
            "p": self._number_of(parent),
            "id": own,
            "kind": kind,
            "name": _line(name, _MAX_NAME) or kind,
            "state": "running",
            "at": self._now() if at is None else at,
            "end": None,
            "first": None,
            "tokens": 0,
            "n": number,
            "note": "",
            "error": None,
            "input": given,
            "output": "",
        }
        self._steps[own] = step
        self._mark(step)

    def _end(self, run_id: UUID, **change: Any) -> None:
        own = str(run_id)
        with self._lock:
            self._nodes.discard(own)
            self._hidden.pop(own, None)
            step = self._steps.pop(own, None)
            if step is not None:
                step.update({"state": "ok", "end": self._now(), **change})
                self._mark(step)

    def _end_with(self, run_id: UUID, output: Any) -> None:
        if str(run_id) not in self._steps:
            self._end(run_id)
            return
        text = getattr(output, "content", output)
        note = _line(text, _MAX_NOTE) if isinstance(text, str) else ""
        self._end(run_id, output=bounded_json(output, _MAX_VALUE), note=note)

    def _fail(self, error: BaseException, run_id: UUID) -> None:
        if str(run_id) not in self._steps:
            self._end(run_id)
            return
        state = _CONTROL.get(type(error).__name__)
        if state is not None:
            self._end(run_id, state=state)
            return
        described = describe_failure(error)
        frames, folded = author_frames(error, self._folder)
        self._end(
            run_id,
            state="error",
            note=_line(described["message"], _MAX_NOTE),
            error={
                "type": _line(described["error"], _MAX_NAME),
                "message": described["message"][:_MAX_MESSAGE],
                "frames": frames,
                "folded": folded,
            },
        )

    def on_chain_start(
        self,
        serialized: Any,
        inputs: Any,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        name: str | None = None,
        **_: Any,
    ) -> None:
        if parent_run_id is None:
            self._begin(run_id, None, "graph", self._graph_id, given=inputs)
            return
        found = [match for tag in tags or () if (match := _NODE_TAG.fullmatch(str(tag)))]
        node = (metadata or {}).get("langgraph_node")
        if found:
            self._nodes.add(str(run_id))
        if found and isinstance(node, str) and "langsmith:hidden" not in (tags or ()):
            self._begin(
                run_id, parent_run_id, "node", node, given=inputs, number=int(found[0].group(1))
            )
            return
        with self._lock:
            self._hidden[str(run_id)] = (str(parent_run_id), str(name or "graph"), self._now())

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **_: Any) -> None:
        self._end_with(run_id, outputs)

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._fail(error, run_id)

    def _begin_model(self, serialized: Any, given: Any, run_id: UUID, more: dict[str, Any]) -> None:
        metadata = more.get("metadata") or {}
        invocation = more.get("invocation_params") or {}
        named = (
            metadata.get("ls_model_name"),
            invocation.get("model") or invocation.get("model_name"),
            more.get("name"),
            ((serialized or {}).get("id") or [None])[-1],
        )
        name = next((one for one in named if isinstance(one, str) and one), "model")
        shown = given[0] if isinstance(given, list) and len(given) == 1 else given
        self._begin(run_id, more.get("parent_run_id"), "model", name, given=shown)

    def on_chat_model_start(
        self, serialized: Any, messages: Any, *, run_id: UUID, **more: Any
    ) -> None:
        self._begin_model(serialized, messages, run_id, more)

    def on_llm_start(self, serialized: Any, prompts: Any, *, run_id: UUID, **more: Any) -> None:
        self._begin_model(serialized, prompts, run_id, more)

    def on_llm_new_token(self, token: str, *, run_id: UUID, **_: Any) -> None:
        step = self._steps.get(str(run_id))
        if step is not None and step["first"] is None:
            step["first"] = self._now()

    def on_llm_end(self, response: Any, *, run_id: UUID, **_: Any) -> None:
        generation = next(iter(response.generations[0]), None) if response.generations else None
        message = getattr(generation, "message", None)
        text = getattr(generation, "text", "")
        usage = getattr(message, "usage_metadata", None) or {}
        counted = (response.llm_output or {}).get("token_usage") or {}
        tokens = usage.get("total_tokens") or counted.get("total_tokens") or 0
        self._end(
            run_id,
            output=bounded_json(message if isinstance(message, BaseMessage) else text, _MAX_VALUE),
            note=_line(text, _MAX_NOTE) if isinstance(text, str) else "",
            tokens=tokens if isinstance(tokens, int) and tokens >= 0 else 0,
        )

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._fail(error, run_id)

    def on_tool_start(
        self,
        serialized: Any,
        input_str: str,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        inputs: Any = None,
        name: str | None = None,
        **_: Any,
    ) -> None:
        own = name or (serialized or {}).get("name") or "tool"
        given = input_str if inputs is None else inputs
        self._begin(run_id, parent_run_id, "tool", str(own), given=given)

    def on_tool_end(self, output: Any, *, run_id: UUID, **_: Any) -> None:
        self._end_with(run_id, output)

    def on_tool_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._fail(error, run_id)

    def on_retriever_start(
        self,
        serialized: Any,
        query: str,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        name: str | None = None,
        **_: Any,
    ) -> None:
        own = name or (serialized or {}).get("name") or "retriever"
        self._begin(run_id, parent_run_id, "tool", str(own), given=query)

    def on_retriever_end(self, documents: Any, *, run_id: UUID, **_: Any) -> None:
        self._end_with(run_id, documents)

    def on_retriever_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._fail(error, run_id)


def _guarded(name: str, method: Callable[..., None]) -> Callable[..., None]:
    """Returns a callback that never raises, because a failed callback would appear in the agent's log. In a forked
    child, the callback records nothing.
    """

    def call(self: StepTracer, *args: Any, run_id: UUID, **more: Any) -> None:
        if is_forked():
            if name in ("on_chain_end", "on_chain_error"):
                self.end_child(run_id)
            return
        try:
            method(self, *args, run_id=run_id, **more)
        except Exception:
            self.end_undescribed(run_id, name)

    return call


for _name in [one for one in vars(StepTracer) if one.startswith("on_")]:
    setattr(StepTracer, _name, _guarded(_name, getattr(StepTracer, _name)))
