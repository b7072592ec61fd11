"""A checkpointer that sends every checkpoint with its run to the emulator's store. Threads therefore outlive the
revision, and the emulator can refuse writes of a rolled-back run.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    BaseCheckpointSaver,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_metadata,
)

from . import library
from .drafts import CHECKPOINT_BYTES, WRITE_BYTES, Row, current_draft, take_bytes
from .plain_json import from_json, to_json
from .serializer import Serializer
from .store_calls import Answer, StoreCalls, StoreProgram

#: Name of the channel for pending sends.
_SENDS = "__pregel_tasks"
#: Lowest checkpoint format whose channel values contain the pending sends.
_SENDS_IN_CHANNEL_FORMAT = 4

Rows = list[Row]
#: Namespace and ID of a checkpoint.
_CheckpointKey = tuple[str, str]


@dataclass
class _Stored:
    row: Row
    writes: Rows


@dataclass
class _Listing:
    """Progress of reading a list of checkpoints."""

    query: dict[str, Any]
    left: int | None
    only: dict[str, Any]
    is_done: bool = False
    #: Writes of all checkpoints that were read so far, which often include a checkpoint's parent.
    writes: dict[_CheckpointKey, Rows] = field(default_factory=dict)


class StoreSaver(BaseCheckpointSaver[int]):
    """Implements the checkpointer's methods with the emulator's store, for any thread and any coroutine."""

    def __init__(self, store: StoreCalls) -> None:
        super().__init__(serde=Serializer())
        self._store = store

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self._store.wait(self._get(config))

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await self._store.wait_async(self._get(config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        listing = _listing_of(config, filter, before, limit)
        while not listing.is_done:
            yield from self._store.wait(self._next_page(config, listing))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        listing = _listing_of(config, filter, before, limit)
        while not listing.is_done:
            for found in await self._store.wait_async(self._next_page(config, listing)):
                yield found

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: dict[str, Any],
    ) -> RunnableConfig:
        return self._store.wait(self._put(config, checkpoint, metadata))

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: dict[str, Any],
    ) -> RunnableConfig:
        return await self._store.wait_async(self._put(config, checkpoint, metadata))

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        self._store.wait(self._put_writes(config, writes, task_id, task_path))

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        await self._store.wait_async(self._put_writes(config, writes, task_id, task_path))

    def delete_thread(self, thread_id: str) -> None:
        raise NotImplementedError(
            "a graph cannot delete its own thread; call DELETE /threads/{thread_id} of the deployment instead"
        )

    async def adelete_thread(self, thread_id: str) -> None:
        self.delete_thread(thread_id)

    def _get(self, config: RunnableConfig) -> StoreProgram[CheckpointTuple | None]:
        configurable = config["configurable"]
        ns, checkpoint_id = configurable.get("checkpoint_ns") or "", _checkpoint_id(config)
        draft = current_draft()
        if draft is not None and (drafted := draft.find(ns, checkpoint_id)):
            stored = _Stored(drafted, draft.writes_at(ns, drafted["id"]))
            return (yield from self._to_tuple(stored))
        found = yield from _get_stored(_required(config, "thread_id"), ns, checkpoint_id)
        if found is None:
            return None
        if draft is not None:
            found.writes.extend(draft.writes_at(ns, found.row["id"]))
        return (yield from self._to_tuple(found))

    def _next_page(
        self, config: RunnableConfig | None, listing: _Listing
    ) -> StoreProgram[Sequence[CheckpointTuple]]:
        if listing.left == 0:
            listing.is_done = True
            return ()
        query = listing.query if listing.left is None else {**listing.query, "limit": listing.left}
        thread_id = _required(config or {}, "thread_id")
        answer = yield {"op": "list", "threadId": thread_id, "query": query}, ()
        page = _stored_of(answer)
        for stored in page:
            listing.writes[stored.row["ns"], stored.row["id"]] = stored.writes
        tuples: list[CheckpointTuple] = []
        for stored in page:
            found = yield from self._to_tuple(stored, listing.writes)
            if any(found.metadata.get(key) != value for key, value in listing.only.items()):
                continue
            tuples.append(found)
            if listing.left is not None:
                listing.left -= 1
                if listing.left == 0:
                    break
        listing.query["after"] = answer[0].get("next")
        listing.is_done = listing.query["after"] is None or listing.left == 0
        return tuples

    def _put(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata
    ) -> StoreProgram[RunnableConfig]:
        draft = current_draft()
        run_id = None if draft is not None else _required(config, "run_id")
        thread_id = _required(config, "thread_id")
        ns = config["configurable"].get("checkpoint_ns") or ""
        kept: dict[str, Any] = {**get_checkpoint_metadata(config, metadata), "thread_id": thread_id}
        # The library copies the run ID from the previous checkpoint. The copied ID is removed, because a draft belongs
        # to no run.
        kept.pop("run_id", None)
        if run_id is not None:
            kept["run_id"] = run_id
        # Pending sends are not stored with the checkpoint, because the writes of the parent contain them.
        whole = {key: value for key, value in checkpoint.items() if key != "pending_sends"}
        checkpoint_type, data = self.serde.dumps_typed(whole)
        metadata_type, metadata_data = self.serde.dumps_typed(kept)
        row: Row = {
            "threadId": thread_id,
            "ns": ns,
            "id": checkpoint["id"],
            "parentId": _checkpoint_id(config),
            "checkpointType": checkpoint_type,
            "checkpoint": data,
            "metadataType": metadata_type,
            "metadata": metadata_data,
            # True if the checkpoint is incomplete without the writes of earlier checkpoints.
            "delta": bool(
                kept.get("counters_since_delta_snapshot") or checkpoint.get("pending_sends")
            ),
        }
        if draft is not None:
            draft.checkpoints.append(row)
        else:
            parts: list[bytes] = []
            row = take_bytes(row, CHECKPOINT_BYTES, parts)
            yield {"op": "put", "runId": run_id, "row": row}, tuple(parts)
        return _config_of(thread_id, ns, checkpoint["id"])

    def _put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str,
    ) -> StoreProgram[None]:
        thread_id = _required(config, "thread_id")
        checkpoint_id = _required(config, "checkpoint_id")
        ns = config["configurable"].get("checkpoint_ns") or ""
        rows: Rows = []
        for position, (channel, value) in enumerate(writes):
            value_type, data = self.serde.dumps_typed(value)
            row = {
                "threadId": thread_id,
                "ns": ns,
                "checkpointId": checkpoint_id,
                "taskId": task_id,
                "taskPath": task_path,
                "index": WRITES_IDX_MAP.get(channel, position),
                "channel": channel,
                "valueType": value_type,
                "value": data,
            }
            rows.append(row)
        draft = current_draft()
        if draft is not None:
            draft.writes.extend(rows)
            return
        run_id = _required(config, "run_id")
        parts: list[bytes] = []
        rows = [take_bytes(row, WRITE_BYTES, parts) for row in rows]
        yield {"op": "put-writes", "runId": run_id, "rows": rows}, tuple(parts)

    def _to_tuple(
        self, stored: _Stored, known: dict[_CheckpointKey, Rows] | None = None
    ) -> StoreProgram[CheckpointTuple]:
        """Converts a row to a checkpoint. `known` contains the writes of checkpoints that were read before."""
        row = stored.row
        thread_id, ns, parent_id = row["threadId"], row["ns"], row["parentId"]
        checkpoint: dict[str, Any] = dict(
            self.serde.loads_typed((row["checkpointType"], row["checkpoint"]))
        )
        if not library.SENDS_IN_CHANNEL:
            checkpoint["pending_sends"] = yield from self._sends_of_parent(row, known)
        elif checkpoint.get("v", _SENDS_IN_CHANNEL_FORMAT) < _SENDS_IN_CHANNEL_FORMAT:
            # The checkpoint was written by a library version that stores pending sends separately.
            if sends := (yield from self._sends_of_parent(row, known)):
                versions = checkpoint["channel_versions"]
                last = max(versions.values(), default=1)
                checkpoint["channel_values"] = {**checkpoint["channel_values"], _SENDS: sends}
                checkpoint["channel_versions"] = {**versions, _SENDS: last}
        metadata = self.serde.loads_typed((row["metadataType"], row["metadata"]))
        return CheckpointTuple(
            config=_config_of(thread_id, ns, row["id"]),
            checkpoint=checkpoint,  # type: ignore[arg-type]
            # The stored metadata of a copied thread contains the ID of the original thread.
            metadata={**metadata, "thread_id": thread_id},
            parent_config=None if parent_id is None else _config_of(thread_id, ns, parent_id),
            pending_writes=[
                (write["taskId"], write["channel"], self._load_write(write))
                for write in sorted(stored.writes, key=_order_of)
            ],
        )

    def _sends_of_parent(
        self, row: Row, known: dict[_CheckpointKey, Rows] | None
    ) -> StoreProgram[Sequence[Any]]:
        ns, parent_id = row["ns"], row["parentId"]
        if parent_id is None:
            return []
        writes = None if known is None else known.get((ns, parent_id))
        if writes is None:
            parent = yield from _get_stored(row["threadId"], ns, parent_id)
            writes = parent.writes if parent else []
        return [
            self._load_write(write)
            for write in sorted(writes, key=_order_of)
            if write["channel"] == _SENDS
        ]

    def _load_write(self, write: Row) -> Any:
        return self.serde.loads_typed((write["valueType"], write["value"]))


def _order_of(write: Row) -> tuple[str, str, int]:
    """Returns the sort key of a write. The library expects the writes of parallel tasks in this order."""
    return write.get("taskPath") or "", write["taskId"], write["index"]


def _required(config: RunnableConfig, key: str) -> str:
    value = config.get("configurable", {}).get(key)
    if value:
        return str(value)
    raise ValueError(
        f"the graph's configuration has no {key}, but each checkpoint belongs to a thread and a run"
    )


def _checkpoint_id(config: RunnableConfig | None) -> str | None:
    return (config or {}).get("configurable", {}).get("checkpoint_id") or None


def _config_of(thread_id: str, ns: str, checkpoint_id: str) -> RunnableConfig:
    return {
        "configurable": {
            "thread_id": thread_id,
            "checkpoint_ns": ns,
            "checkpoint_id": checkpoint_id,
        }
    }


def _get_stored(thread_id: str, ns: str, checkpoint_id: str | None) -> StoreProgram[_Stored | None]:
    call = {"op": "get", "threadId": thread_id, "ns": ns}
    if checkpoint_id is not None:
        call["checkpointId"] = checkpoint_id
    found = _stored_of((yield call, ()))
    return found[0] if found else None


def _stored_of(answer: Answer) -> Sequence[_Stored]:
    body, parts = answer

    def fill(row: Row, names: tuple[str, ...]) -> Row:
        for name in names:
            row[name] = bytes(parts[row[name]])
        return row

    return [
        _Stored(
            fill(one["checkpoint"], CHECKPOINT_BYTES),
            [fill(write, WRITE_BYTES) for write in one["writes"]],
        )
        for one in body["found"]
    ]


def _listing_of(
    config: RunnableConfig | None,
    only: dict[str, Any] | None,
    before: RunnableConfig | None,
    limit: int | None,
) -> _Listing:
    query: dict[str, Any] = {}
    ns = (config or {}).get("configurable", {}).get("checkpoint_ns")
    if isinstance(ns, str):
        query["ns"] = ns
    if (checkpoint_id := _checkpoint_id(config)) is not None:
        query["id"] = checkpoint_id
    if (before_id := _checkpoint_id(before)) is not None:
        query["before"] = before_id
    if metadata := {key: value for key, value in (only or {}).items() if _is_json(value)}:
        query["metadata"] = metadata
    return _Listing(query, limit, only or {})


def _is_json(value: Any) -> bool:
    """Returns whether JSON can represent a value, so the store can compare metadata with the value."""
    try:
        return from_json(to_json(value)) == value
    except TypeError:
        return False
