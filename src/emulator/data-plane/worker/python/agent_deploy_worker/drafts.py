"""Collects the writes of a state update. The emulator stores all writes in one step, unless the thread has changed
since the draft began.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from .frames import Parts

Row = dict[str, Any]


@dataclass
class Draft:
    """Rows of a state update with their bytes, in the form in which the store returns rows."""

    checkpoints: list[Row] = field(default_factory=list)
    writes: list[Row] = field(default_factory=list)

    def find(self, ns: str, checkpoint_id: str | None) -> Row | None:
        """Returns the drafted checkpoint with this ID, or the latest draft if `checkpoint_id` is None."""
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
        """Returns the rows as fields of a message, in which indexes of parts replace bytes."""
        parts: list[bytes] = []
        checkpoints = [take_bytes(row, CHECKPOINT_BYTES, parts) for row in self.checkpoints]
        writes = [take_bytes(row, WRITE_BYTES, parts) for row in self.writes]
        return {"checkpoints": checkpoints, "writes": writes}, tuple(parts)


CHECKPOINT_BYTES = ("checkpoint", "metadata")
WRITE_BYTES = ("value",)


def take_bytes(row: Row, names: tuple[str, ...], parts: list[bytes]) -> Row:
    """Returns the row with an index in place of each byte field. Appends the bytes to `parts`."""
    first = len(parts)
    parts.extend(row[name] for name in names)
    return {**row, **{name: first + at for at, name in enumerate(names)}}


# Draft of the current block, which tasks and threads of the executor inherit.
_current: ContextVar[Draft | None] = ContextVar("draft", default=None)


def current_draft() -> Draft | None:
    """Returns the draft of the current `drafting` block, if any."""
    return _current.get()


@contextmanager
def drafting() -> Iterator[Draft]:
    """Adds all checkpoints that are written inside the block to a draft, and does not store the checkpoints."""
    draft = Draft()
    token = _current.set(draft)
    try:
        yield draft
    finally:
        _current.reset(token)
