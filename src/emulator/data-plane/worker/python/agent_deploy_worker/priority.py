"""Loads and calls the agent's function for the priority of a new run."""

from types import SimpleNamespace
from typing import Any

from .graphs import GraphLoader, LoadError

_LEAST = -5
_MOST = 5


class _User(SimpleNamespace):
    """The caller, whose fields from authentication are accessible as attributes and by key."""

    def __getitem__(self, key: str) -> Any:
        return getattr(self, key)

    def __contains__(self, key: str) -> bool:
        return hasattr(self, key)

    def __iter__(self) -> Any:
        return iter(vars(self))


class LoadedPriority:
    """The agent's object with the function that returns priorities."""

    def __init__(self, what: str, assign: Any) -> None:
        self._what = what
        self._assign = assign

    async def answer(self, context: dict[str, Any]) -> dict[str, Any]:
        from langgraph_sdk.priority.types import PriorityContext

        user = context["user"] or {}
        unknown = {"identity": "", "display_name": "", "is_authenticated": False, "permissions": []}
        settings = await self._assign(
            PriorityContext(**{**context, "user": _User(**{**unknown, **user})})
        )
        priority = None if settings is None else settings.get("priority")
        if priority is None:
            return {"priority": 0}
        if isinstance(priority, bool) or not isinstance(priority, int):
            raise TypeError(
                f"{self._what} returned the priority {priority!r}, which is not an integer"
            )
        if not _LEAST <= priority <= _MOST:
            raise ValueError(
                f"{self._what} returned the priority {priority}; expected an integer from {_LEAST} to {_MOST}"
            )
        return {"priority": priority}


def load_priority(loader: GraphLoader, where: dict[str, str]) -> LoadedPriority:
    """Loads the agent's object. Raises LoadError."""
    export = where["exportName"]
    found, what = loader.of_sdk("priority.path", where, "Priority")
    if found._assign_handler is None:
        raise LoadError(f"{what} has no function. Register one with @{export}.assign")
    return LoadedPriority(what, found._assign_handler)
