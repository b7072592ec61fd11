"""Serializes the values of checkpoints like the graph library, but pickles values that the library does not support."""

import inspect
import logging
import pickle
from typing import Any

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

_log = logging.getLogger("agent_deploy")


class Serializer(JsonPlusSerializer):
    """The library's serializer, with a fallback that can also pickle functions and local classes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"pickle_fallback": True, **options})

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        try:
            return super().dumps_typed(obj)
        except (pickle.PicklingError, AttributeError, TypeError) as failure:
            if not self.pickle_fallback:
                raise TypeError(
                    f"{type(obj).__name__} cannot be stored in a checkpoint without pickling it, which"
                    f" checkpointer.serde.pickle_fallback forbids: {failure}"
                ) from failure
            try:
                import cloudpickle
            except ImportError:
                raise failure from None
            return "pickle", cloudpickle.dumps(obj)


def configured_serializer(serde: dict[str, Any]) -> Serializer:
    """Returns the serializer for `checkpointer.serde` of the graph configuration. Warns about options that the
    installed library does not support.
    """
    known = inspect.signature(JsonPlusSerializer.__init__).parameters
    options: dict[str, Any] = {}
    for name, value in serde.items():
        if name in known:
            options[name] = value if name == "pickle_fallback" else _allowed(value)
        else:
            _log.warning(
                "checkpointer.serde.%s has no effect, because it needs a newer version of langgraph",
                name,
            )
    return Serializer(**options)


def _allowed(value: Any) -> Any:
    """Returns which classes a checkpoint can create: all classes (True), a list, or only safe classes (None)."""
    if value is True:
        return True
    return [tuple(name) for name in value] if value else None
