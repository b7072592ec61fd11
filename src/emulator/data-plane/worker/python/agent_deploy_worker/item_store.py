"""A store that sends its operations to the emulator. The items belong to the deployment, so the deployment's clients
see the same items.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from .store_calls import StoreCalls, StoreProgram

if TYPE_CHECKING:
    from .embedder import Embedder

#: Milliseconds per minute, the library's unit of time to live.
_MILLISECONDS = 60_000


class DeploymentStore(BaseStore):
    """Sends the operations from any thread and any coroutine to the emulator."""

    supports_ttl = True

    def __init__(self, store: StoreCalls) -> None:
        self._store = store
        #: Object that computes the vectors of items, or None if items are not searched by meaning.
        self.embedder: Embedder | None = None
        #: Default times to live, which the library reads and applies to its operations.
        self.ttl_config: Any = None

    def configure(self, settings: dict[str, Any]) -> None:
        """Applies the settings for items in the graph configuration."""
        items = settings.get("items") or {}
        milliseconds = items.get("ttlMs")
        self.ttl_config = {
            "refresh_on_read": items.get("refreshOnRead", True),
            "default_ttl": None if milliseconds is None else milliseconds / _MILLISECONDS,
        }

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        operations = list(ops)
        embedded: list[Any] = [None] * len(operations)
        if self.embedder is not None:
            puts, searches = _to_embed(operations)
            if puts:
                made = self.embedder.items([_document(operations[at]) for at in puts])
                for at, vectors in zip(puts, made, strict=True):
                    embedded[at] = vectors
            for at in searches:
                embedded[at] = self.embedder.query(operations[at].query)
        return self._store.wait(self._batch(operations, embedded))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        operations = list(ops)
        embedded: list[Any] = [None] * len(operations)
        if self.embedder is not None:
            puts, searches = _to_embed(operations)
            if puts:
                made = await self.embedder.aitems([_document(operations[at]) for at in puts])
                for at, vectors in zip(puts, made, strict=True):
                    embedded[at] = vectors
            for at in searches:
                embedded[at] = await self.embedder.aquery(operations[at].query)
        return await self._store.wait_async(self._batch(operations, embedded))

    def _batch(self, operations: list[Op], embedded: list[Any]) -> StoreProgram[list[Result]]:
        sent = [
            self._to_operation(one, made) for one, made in zip(operations, embedded, strict=True)
        ]
        body, _ = yield {"op": "items", "operations": sent}, ()
        return [
            _to_result(one, answer) for one, answer in zip(operations, body["answers"], strict=True)
        ]

    def _to_operation(self, operation: Op, embedded: Any) -> dict[str, Any]:
        if isinstance(operation, PutOp):
            place = {"namespace": list(operation.namespace), "key": operation.key}
            if operation.value is None:
                return {"op": "delete", **place}
            put = {"op": "put", **place, "value": operation.value}
            if embedded is not None:
                put["vectors"] = embedded
            # Operations have no time to live in older versions of the library.
            minutes = getattr(operation, "ttl", (self.ttl_config or {}).get("default_ttl"))
            return put if minutes is None else {**put, "ttlMs": _to_milliseconds(minutes)}
        return _to_read(operation, embedded)


def _to_embed(operations: list[Op]) -> tuple[list[int], list[int]]:
    """Returns the indexes of operations that store items, and the indexes of operations that search by text."""
    puts = [
        at for at, one in enumerate(operations) if isinstance(one, PutOp) and one.value is not None
    ]
    searches = [at for at, one in enumerate(operations) if isinstance(one, SearchOp) and one.query]
    return puts, searches


def _document(operation: Op) -> Any:
    return (operation.value, operation.index)


def _to_milliseconds(minutes: float) -> int:
    return max(round(minutes * _MILLISECONDS), 1)


def _to_read(operation: Op, embedded: Any) -> dict[str, Any]:
    if isinstance(operation, GetOp):
        place = {"namespace": list(operation.namespace), "key": operation.key}
        return {"op": "get", **place, "refresh": getattr(operation, "refresh_ttl", True)}
    page = {"limit": operation.limit, "offset": operation.offset}
    if isinstance(operation, SearchOp):
        search = {"op": "search", "prefix": list(operation.namespace_prefix), **page}
        search["refresh"] = getattr(operation, "refresh_ttl", True)
        if embedded is not None:
            search["vector"] = embedded
        return {**search, "filter": operation.filter} if operation.filter else search
    if isinstance(operation, ListNamespacesOp):
        conditions = [
            {"end": condition.match_type, "pattern": list(condition.path)}
            for condition in operation.match_conditions or ()
        ]
        search = {"op": "namespaces", "match": conditions, **page}
        return search if operation.max_depth is None else {**search, "depth": operation.max_depth}
    raise TypeError(
        f"the deployment's store does not support the operation {type(operation).__name__}"
    )


def _to_result(operation: Op, answer: Any) -> Result:
    if isinstance(operation, GetOp):
        return None if answer is None else Item(**_fields(answer))
    if isinstance(operation, SearchOp):
        return [SearchItem(**_fields(row), score=row.get("score")) for row in answer]
    if isinstance(operation, ListNamespacesOp):
        return [tuple(namespace) for namespace in answer]
    return None


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "namespace": tuple(row["namespace"]),
        "key": row["key"],
        "value": row["value"],
        "created_at": _time(row["createdAt"]),
        "updated_at": _time(row["updatedAt"]),
    }


def _time(milliseconds: float) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
