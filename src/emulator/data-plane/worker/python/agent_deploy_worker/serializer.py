"""How values become the bytes of checkpoints: as the graph library does it, and by pickling what that cannot hold."""

import pickle
from typing import Any

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer


class Serializer(JsonPlusSerializer):
    """The library's serializer. Its own fallback to pickle knows nothing of functions and local classes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"pickle_fallback": True, **options})

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        try:
            return super().dumps_typed(obj)
        except (pickle.PicklingError, AttributeError, TypeError) as failure:
            try:
                import cloudpickle
            except ImportError:
                raise failure from None
            return "pickle", cloudpickle.dumps(obj)
