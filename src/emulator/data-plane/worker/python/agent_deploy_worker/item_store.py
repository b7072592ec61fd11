"""A store without state: items belong to the deployment, and its clients see the same ones."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

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

from .store_calls import Asking, StoreCalls


class DeploymentStore(BaseStore):
    """`items` of the emulator's store, from any thread and from any coroutine."""

    def __init__(self, store: StoreCalls) -> None:
        self._store = store

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        return self._store.wait(_batch(list(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await self._store.wait_async(_batch(list(ops)))


def _batch(operations: list[Op]) -> Asking[list[Result]]:
    body, _ = yield {"op": "items", "operations": [_to_operation(one) for one in operations]}, ()
    return [
        _to_result(one, answer) for one, answer in zip(operations, body["answers"], strict=True)
    ]


def _to_operation(operation: Op) -> dict[str, Any]:
    if isinstance(operation, PutOp):
        place = {"namespace": list(operation.namespace), "key": operation.key}
        if operation.value is None:
            return {"op": "delete", **place}
        return {"op": "put", **place, "value": operation.value}
    if isinstance(operation, GetOp):
        return {"op": "get", "namespace": list(operation.namespace), "key": operation.key}
    page = {"limit": operation.limit, "offset": operation.offset}
    if isinstance(operation, SearchOp):
        search = {"op": "search", "prefix": list(operation.namespace_prefix), **page}
        return {**search, "filter": operation.filter} if operation.filter else search
    if isinstance(operation, ListNamespacesOp):
        conditions = [
            {"end": condition.match_type, "pattern": list(condition.path)}
            for condition in operation.match_conditions or ()
        ]
        search = {"op": "namespaces", "match": conditions, **page}
        return search if operation.max_depth is None else {**search, "depth": operation.max_depth}
    raise TypeError(f"the deployment's store has no operation {type(operation).__name__}")


def _to_result(operation: Op, answer: Any) -> Result:
    if isinstance(operation, GetOp):
        return None if answer is None else Item(**_fields(answer))
    if isinstance(operation, SearchOp):
        return [SearchItem(**_fields(row)) for row in answer]
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
