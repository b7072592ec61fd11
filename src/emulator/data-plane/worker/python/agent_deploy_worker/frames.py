"""Defines the message format of a link; `src/emulator/data-plane/link/frames.ts` defines the same format in
TypeScript.

A frame has a head of 12 bytes, a text and parts. The head contains the byte 0xA1, a zero byte, the link number
(u16), the length of the text and the total length of the parts (u32 each), all big-endian. The text is a JSON
object whose field `parts` lists the length of each part. Each byte string of a message is a part, and the message
contains the index of the part.
"""

import struct
from typing import Any, BinaryIO, NamedTuple, NoReturn

from .plain_json import from_json, to_json

_HEAD = struct.Struct(">HHII")
HEAD_SIZE = _HEAD.size
#: Value of a frame's first two bytes: 0xA1 and zero.
_MAGIC = 0xA100
#: Maximum size in bytes of a text (`MAX_TEXT`), and of a text with its parts.
MAX_TEXT = 64 * 1024 * 1024
MAX_MESSAGE = 256 * 1024 * 1024

Message = dict[str, Any]
Parts = tuple[bytes, ...]


class FrameError(Exception):
    """Raised when the stream contains bytes that are not a frame."""


class MessageTooLargeError(ValueError):
    """Raised by the sender of a message that is too large, because the receiver would close the link."""


class Frame(NamedTuple):
    """A frame whose text is not parsed yet."""

    link: int
    text: bytes
    #: Concatenated parts of the frame.
    extra: bytes


def encode(message: Message, parts: Parts = (), link: int = 0) -> list[bytes]:
    """Returns the chunks of a frame, in the order of writing.

    Raises TypeError if JSON cannot represent the message, and MessageTooLargeError if it is too large.
    """
    text = to_json({**message, "parts": [len(part) for part in parts]} if parts else message)
    extra = sum(map(len, parts))
    if len(text) > MAX_TEXT:
        _refuse(len(text), "the JSON of one message", MAX_TEXT)
    if len(text) + extra > MAX_MESSAGE:
        _refuse(len(text) + extra, "one message", MAX_MESSAGE)
    return [_HEAD.pack(_MAGIC, link, len(text), extra), text, *parts]


def _refuse(size: int, what: str, limit: int) -> NoReturn:
    raise MessageTooLargeError(
        f"{what} has {size} bytes, more than the limit of {limit}; a checkpoint, the values of a thread or an event is too"
        " large"
    )


def read(source: BinaryIO) -> Frame | None:
    """Reads the next frame. Returns `None` at the end of the stream. Raises FrameError."""
    head = source.read(HEAD_SIZE)
    if head and head[0] != _MAGIC >> 8:
        raise FrameError(f"bytes that begin with {head!r}")
    if len(head) < HEAD_SIZE:
        return None
    magic, link, size, extra = _HEAD.unpack(head)
    if magic != _MAGIC:
        raise FrameError(f"bytes that begin with {head!r}")
    if size > MAX_TEXT or size + extra > MAX_MESSAGE:
        raise FrameError(f"a message of {size + extra} bytes, which is more than the limit")
    text, rest = source.read(size), source.read(extra)
    return Frame(link, text, rest) if len(text) + len(rest) == size + extra else None


def decode(frame: Frame) -> tuple[Message, list[memoryview]]:
    """Returns the message and the parts of a frame. Raises FrameError, and ValueError for an invalid message."""
    try:
        message = from_json(frame.text)
    except RecursionError:
        raise ValueError("its text is nested too deeply") from None
    except ValueError:
        raise FrameError("text that is not JSON") from None
    if not isinstance(message, dict):
        raise FrameError("JSON text that is not an object")
    lengths = message.pop("parts", ())
    whole, position = memoryview(frame.extra), 0
    parts: list[memoryview] = []
    for length in lengths if isinstance(lengths, (list, tuple)) else (-1,):
        if not isinstance(length, int) or length < 0:
            raise ValueError("its parts have no valid lengths")
        parts.append(whole[position : position + length])
        position += length
    if position != len(whole):
        raise ValueError(
            "the lengths of its parts do not add up to the bytes that follow its JSON text"
        )
    return message, parts
