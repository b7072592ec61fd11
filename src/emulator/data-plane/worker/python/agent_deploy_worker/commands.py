"""Converts a command of the API to a command of the graph library."""

from typing import Any

from langgraph.types import Command, Send


def to_command(body: dict[str, Any]) -> Command[Any]:
    fields: dict[str, Any] = {}
    if (goto := body.get("goto")) is not None:
        fields["goto"] = [_to_target(one) for one in (goto if isinstance(goto, list) else [goto])]
    if (update := body.get("update")) is not None:
        # The library requires tuples, but JSON has only lists.
        fields["update"] = [tuple(pair) for pair in update] if _are_pairs(update) else update
    if "resume" in body:
        fields["resume"] = body["resume"]
    return Command(**fields)


def _to_target(target: Any) -> str | Send:
    return target if isinstance(target, str) else Send(target["node"], target["args"])


def _are_pairs(update: Any) -> bool:
    return isinstance(update, list) and all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in update
    )
