"""Tests the conversion of any value of a graph to JSON of a limited size."""

import dataclasses
import json
import sys
import unittest
from collections import deque

from langchain_core.messages import AIMessage, HumanMessage
from pydantic import BaseModel, ConfigDict, Field, RootModel, SecretStr, field_serializer

from emulator_end import ROOT

sys.path.insert(0, str(ROOT / "src/emulator/data-plane/worker/python"))
from agent_deploy_worker.bounded_json import bounded_json

LIMIT = 1_000


class Counted(list):
    """A list that counts how many of its values were read."""

    def __init__(self, values) -> None:
        super().__init__(values)
        self.read = 0

    def __iter__(self):
        for one in super().__iter__():
            self.read += 1
            yield one


class Array:
    """Replaces a NumPy array, because the tests do not install NumPy."""

    def __init__(self, length: int) -> None:
        self.size = length
        self.read = 0

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, at):
        self.read += 1
        if at >= len(self):
            raise IndexError
        return at

    def tolist(self):
        assert self.size < 10, "the whole array is converted"
        return list(self)


Array.__module__ = "numpy"


class Document(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    title: str = "long"
    secret: SecretStr = SecretStr("hunter22")
    hidden: str = Field(default="hunter23", exclude=True)
    masked: str = "hunter24"
    pages: list = []

    @field_serializer("masked")
    def mask(self, _: str) -> str:
        return "***"


@dataclasses.dataclass
class Part:
    name: str
    pages: list


class Own:
    """A class of an agent whose method `dict` is not a conversion to a dictionary."""

    def dict(self, key: str) -> str:
        return key


class Broken:
    def model_dump(self):
        raise ValueError("no")


def parsed(value):
    return json.loads(bounded_json(value, LIMIT))


class BoundedJson(unittest.TestCase):
    def test_small_values_are_complete(self):
        for value, expected in (
            ({"a": [1, 2.5, None, True]}, {"a": [1, 2.5, None, True]}),
            ({1}, [1]),
            (frozenset((2,)), [2]),
            (deque((1, 2)), [1, 2]),
            (Array(3), [0, 1, 2]),
            (Part("a", [1]), {"name": "a", "pages": [1]}),
            (RootModel[list[int]]([1, 2]), [1, 2]),
            (
                Document(pages=[Document()]),
                {
                    "title": "long",
                    "secret": None,
                    "masked": "***",
                    "pages": [{"title": "long", "secret": None, "masked": "***", "pages": []}],
                },
            ),
        ):
            with self.subTest(value=repr(value)):
                self.assertEqual(parsed(value), expected)

    def test_messages_have_all_of_their_fields(self):
        message = AIMessage("hi", tool_calls=[{"name": "look", "args": {"at": 1}, "id": "1"}])
        for one in (message, HumanMessage("hello", id="2")):
            self.assertEqual(
                json.loads(bounded_json(one, 100_000)), json.loads(json.dumps(one.model_dump()))
            )

    def test_large_values_are_read_only_as_far_as_they_are_shown(self):
        array = Array(10_000_000)
        self.assertEqual(parsed(array)[:3], [0, 1, 2])
        self.assertIn("more", parsed(array)[-1])
        self.assertLess(array.read, 2_000)
        for kind in (set, frozenset, deque):
            with self.subTest(kind=kind):
                shown = parsed(kind(range(100_000)))
                self.assertLess(len(shown), 1_000)
                self.assertRegex(str(shown[-1]), r"… \(99\d{3} more\)")
        pages = Counted([[0] * 1_000] * 1_000)
        self.assertEqual(parsed(Part("a", pages))["name"], "a")
        self.assertLess(pages.read, 10)

    def test_a_model_with_a_large_field_is_shown_without_it(self):
        pages = Counted([[0] * 1_000] * 10_000)
        document = Document()
        document.pages = pages
        shown = parsed({"document": document, "next": 1})
        self.assertEqual(
            shown["document"],
            {
                "title": "long",
                "secret": None,
                "masked": "***",
                "pages": "… (Counted with 10000 entries)",
            },
        )
        self.assertEqual(shown["next"], 1)
        self.assertLess(pages.read, 100)
        inner = parsed(RootModel[list[int]](list(range(1_000_000))))
        self.assertLess(len(inner), 1_000)

    def test_a_value_that_cannot_be_converted_does_not_affect_other_values(self):
        for value in (Own(), Broken(), 10**5_000):
            with self.subTest(kind=type(value)):
                shown = parsed({"a": 1, "value": value, "b": [2]})
                self.assertEqual((shown["a"], shown["b"]), (1, [2]))
                self.assertEqual(
                    shown["value"], f"… ({type(value).__name__} cannot be converted to JSON)"
                )
