"""Converts the steps of a run to events of the hosted service."""

from collections.abc import Callable, Iterable, Mapping
from re import compile as compile_pattern
from typing import Any, get_args

from langchain_core.messages import (
    BaseMessage,
    BaseMessageChunk,
    convert_to_messages,
    message_chunk_to_message,
)
from langgraph.types import StreamMode

from . import library
from .plain_json import describe_failure, to_json

_KNOWN_MODES = frozenset(get_args(StreamMode))
_PROTOCOL_METHOD = compile_pattern(
    r"values|updates|messages|tools|custom(:[^|\r\n]+)?|lifecycle|input|tasks|checkpoints"
)


def to_library_modes(modes: Iterable[str]) -> list[str]:
    """Returns the library's stream modes for a client's modes. Modes that the library's version lacks are omitted."""
    own = {"messages" if mode.startswith("messages") else mode for mode in modes}
    own &= _KNOWN_MODES
    own = own or {"values"}
    if not library.VALUES_TELL_INTERRUPTS:
        own.add("updates")
    return sorted(own)


class StepEvents:
    """Creates the events of a run, but no events while the run has no subscriber."""

    def __init__(
        self,
        modes: Iterable[str],
        has_subscriber: Callable[[], bool],
        put: Callable[[str, str], None],
    ) -> None:
        self._modes = frozenset(modes)
        self._has_subscriber = has_subscriber
        self._put = put
        #: Parts of each message that have been received so far, by message ID.
        self._begun: dict[str, BaseMessage] = {}

    def emit(self, event: str, ns: Iterable[str], body: Any) -> None:
        if not self._has_subscriber():
            return
        # Node names can contain line breaks, but event names cannot.
        name = "|".join((event, *ns)).replace("\r", " ").replace("\n", " ")
        self._put(name, _to_data(body))

    def add_step(self, ns: Iterable[str], mode: str, payload: Any) -> None:
        if mode == "messages":
            if "messages-tuple" in self._modes:
                self.emit("messages", ns, payload)
            elif "messages" in self._modes:
                # Messages are assembled even without a subscriber, because each later event contains all parts of its
                # message.
                self._add_message(*payload)
        elif mode in self._modes:
            self.emit(mode, ns, _body_of(mode, payload))
        elif mode == "updates" and isinstance(payload, dict) and "__interrupt__" in payload:
            if "values" in self._modes:
                self.emit("values", ns, payload)

    def add_protocol_event(self, event: dict[str, Any]) -> None:
        """Adds an event of the library's streaming protocol. Drops an event for which the protocol has no channel."""
        method, params = event["method"], event["params"]
        if not _PROTOCOL_METHOD.fullmatch(method):
            return
        if method == "messages":
            # `data` is a tuple of a message and its metadata, or only the message. Whole messages are dropped, because
            # they belong to the older protocol.
            data = params["data"][0] if isinstance(params["data"], tuple) else params["data"]
            if not isinstance(data, dict) or not isinstance(data.get("event"), str):
                return
            params = {**params, "data": data}
        body = {"type": "event", "method": method, "params": params}
        self.emit(method, map(str, params.get("namespace") or ()), body)

    def _add_message(self, given: Any, metadata: Any) -> None:
        message = convert_to_messages([given])[0] if isinstance(given, dict) else given
        if not isinstance(message, BaseMessage):
            return
        key = message.id or ""
        before = self._begun.get(key)
        if before is None:
            self.emit("messages/metadata", (), {key: {"metadata": metadata}})
        is_piece = isinstance(message, BaseMessageChunk)
        if is_piece and isinstance(before, BaseMessageChunk):
            message = before + message
        self._begun[key] = message
        body = message_chunk_to_message(message) if is_piece else message
        self.emit("messages/partial" if is_piece else "messages/complete", (), [body])


def _to_data(body: Any) -> str:
    """Returns a value as JSON. Never fails, because a failure would depend on whether the run has a subscriber."""
    try:
        return to_json(body).decode()
    except Exception as failure:
        return to_json(describe_failure(failure)).decode()


def _body_of(mode: str, payload: Any) -> Any:
    """Returns the body of an event. The hosted service adds fields only to checkpoints of the mode `debug`."""
    if mode == "debug" and isinstance(payload, dict) and payload.get("type") == "checkpoint":
        return {**payload, "payload": _to_checkpoint_body(payload["payload"])}
    return payload


def place_of(config: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Returns the checkpoint of a configuration, in the format of the field `checkpoint` of an event or state."""
    configurable = (config or {}).get("configurable") or {}
    if not configurable.get("thread_id") or not configurable.get("checkpoint_id"):
        return None
    place = {
        "checkpoint_id": configurable["checkpoint_id"],
        "thread_id": configurable["thread_id"],
    }
    if "checkpoint_ns" in configurable:
        place["checkpoint_ns"] = configurable["checkpoint_ns"] or ""
    if "checkpoint_map" in configurable:
        place["checkpoint_map"] = configurable["checkpoint_map"]
    return place


def _to_checkpoint_body(payload: Any) -> Any:
    if not isinstance(payload, dict) or "config" not in payload:
        return payload
    return {
        **payload,
        "checkpoint": place_of(payload["config"]),
        "parent_checkpoint": place_of(payload.get("parent_config")),
        "tasks": [_to_task_body(task) for task in payload.get("tasks", ())],
    }


def _to_task_body(task: Any) -> Any:
    state = task.get("state") if isinstance(task, dict) else None
    if not isinstance(state, dict) or not state.get("configurable"):
        return task
    rest = {key: one for key, one in task.items() if key != "state"}
    return {**rest, "checkpoint": state["configurable"]}
