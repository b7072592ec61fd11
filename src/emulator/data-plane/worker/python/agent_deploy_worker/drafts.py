"""The writes of an update. The emulator stores it as a whole if the thread has not changed meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from .frames import Parts

Row = dict[str, Any]


@dataclass
class Draft:
    """Rows as the store would have them, with their bytes in place."""

    checkpoints: list[Row] = field(default_factory=list)
    writes: list[Row] = field(default_factory=list)

    def find(self, ns: str, checkpoint_id: str | None) -> Row | None:
        """The drafted checkpoint with this id, or the latest."""
        for row in reversed(self.checkpoints):
            if row["ns"] == ns and checkpoint_id in (None, row["id"]):
                return row
        return None

    def writes_at(self, ns: str, checkpoint_id: str) -> list[Row]:
        return [
            write
            for write in self.writes
            if write["ns"] == ns and write["checkpointId"] == checkpoint_id
        ]

    def to_answer(self) -> tuple[dict[str, list[Row]], Parts]:
        """The rows as a message takes them: indexes of parts in place of bytes."""
        parts: list[bytes] = []
        checkpoints = [take_bytes(row, CHECKPOINT_BYTES, parts) for row in self.checkpoints]
        writes = [take_bytes(row, WRITE_BYTES, parts) for row in self.writes]
        return {"checkpoints": checkpoints, "writes": writes}, tuple(parts)


CHECKPOINT_BYTES = ("checkpoint", "metadata")
WRITE_BYTES = ("value",)


def take_bytes(row: Row, names: tuple[str, ...], parts: list[bytes]) -> Row:
    """The row with the indexes of its bytes in their place; the bytes are appended to `parts`."""
    first = len(parts)
    parts.extend(row[name] for name in names)
    return {**row, **{name: first + at for at, name in enumerate(names)}}


# Tasks and the executor's threads inherit it.
_current: ContextVar[Draft | None] = ContextVar("draft", default=None)


def current_draft() -> Draft | None:
    """The draft of the current `drafting`, if any."""
    return _current.get()


@contextmanager
def drafting() -> Iterator[Draft]:
    """Checkpoints that are written inside are drafted instead of stored."""
    draft = Draft()
    token = _current.set(draft)
    try:
        yield draft
    finally:
        _current.reset(token)
