"""Converts the library's snapshot of a thread to the format of the API."""

from typing import Any

from langgraph.types import Interrupt, StateSnapshot

from . import library
from .step_events import place_of


def to_interrupt(interrupt: Interrupt) -> dict[str, Any]:
    if not library.HAS_CONTEXT:
        return {
            "id": getattr(interrupt, "interrupt_id", None),
            "value": interrupt.value,
            "resumable": interrupt.resumable,
            "ns": interrupt.ns,
            "when": interrupt.when,
        }
    body = {"id": interrupt.id, "value": interrupt.value}
    schema = getattr(interrupt, "response_schema", None)
    return body if schema is None else {**body, "response_schema": schema}


def interrupts_of(snapshot: StateSnapshot) -> dict[str, list[dict[str, Any]]]:
    """Returns the pending interrupts of a thread by task ID, in the format of a thread's `interrupts`."""
    return {
        task.id: [to_interrupt(one) for one in task.interrupts]
        for task in snapshot.tasks
        if task.interrupts
    }


def values_of(snapshot: StateSnapshot) -> Any:
    """Returns the values of a thread, which are empty for a function of the functional API that returned nothing."""
    return {} if snapshot.values is None else snapshot.values


def to_state_body(snapshot: StateSnapshot) -> dict[str, Any]:
    """Returns the body of GET /threads/{id}/state."""
    return {
        "values": values_of(snapshot),
        "next": list(snapshot.next),
        "tasks": [_to_task_body(task) for task in snapshot.tasks],
        "metadata": snapshot.metadata or {},
        "created_at": snapshot.created_at,
        "checkpoint": place_of(snapshot.config),
        "parent_checkpoint": place_of(snapshot.parent_config),
        "interrupts": [one for many in interrupts_of(snapshot).values() for one in many],
    }


def _to_task_body(task: Any) -> dict[str, Any]:
    state = task.state
    body = {
        "id": task.id,
        "name": task.name,
        "path": task.path,
        "error": task.error,
        "interrupts": [to_interrupt(one) for one in task.interrupts],
        "checkpoint": None,
        "state": None,
        "result": getattr(task, "result", None),
    }
    # The task is a subgraph, with the checkpoint of its state and, if requested, the state itself.
    if isinstance(state, StateSnapshot):
        return {**body, "checkpoint": place_of(state.config), "state": to_state_body(state)}
    return {**body, "checkpoint": state["configurable"]} if state else body
