"""Tests that the Python reader and writer of frames agree with the examples that the TypeScript tests read."""

import io
import json
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "src/emulator/data-plane/worker/python"))
from agent_deploy_worker import frames

VECTORS = json.loads((ROOT / "__tests__/emulator/data-plane/link/frames.json").read_text())


class OneByteAtATime(io.RawIOBase):
    """A stream that returns one byte per read."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        return self._data.readinto(memoryview(buffer)[:1])


def verdict_of(source) -> dict[str, object]:
    messages: list[dict[str, object]] = []
    try:
        while (frame := frames.read(source)) is not None:
            message, parts = frames.decode(frame)
            told = [bytes(part).hex() for part in parts]
            messages.append({"link": frame.link, "message": message, "parts": told})
    except frames.FrameError:
        return {"messages": messages, "end": "stray"}
    except ValueError:
        return {"messages": messages, "end": "unusable"}
    return {"messages": messages}


class FramesTest(unittest.TestCase):
    def test_every_vector_has_its_verdict_however_its_stream_is_cut(self) -> None:
        self.assertGreater(len(VECTORS), 20)
        for vector in VECTORS:
            with self.subTest(vector["name"]):
                stream = bytes.fromhex(vector["stream"])
                expected = {key: vector[key] for key in ("messages", "end") if key in vector}
                self.assertEqual(verdict_of(io.BytesIO(stream)), expected)
                cut = io.BufferedReader(OneByteAtATime(stream))
                self.assertEqual(verdict_of(cut), expected)

    def test_what_is_written_is_read(self) -> None:
        for vector in VECTORS:
            for one in vector["messages"]:
                parts = tuple(bytes.fromhex(part) for part in one["parts"])
                written = b"".join(frames.encode(one["message"], parts, one["link"]))
                self.assertEqual(verdict_of(io.BytesIO(written)), {"messages": [one]})

    def test_a_message_above_a_limit_is_refused_by_its_sender(self) -> None:
        part = bytes(frames.MAX_MESSAGE // 4)
        with self.assertRaises(frames.MessageTooLargeError):
            frames.encode({"type": "x"}, (part,) * 4)
        with self.assertRaisesRegex(frames.MessageTooLargeError, "the JSON of one message"):
            frames.encode({"type": "x", "text": "x" * frames.MAX_TEXT})


if __name__ == "__main__":
    unittest.main()
