"""Tests the `encryption` object of an agent, which encrypts checkpoints."""

import uuid

from emulator_end import Store, WorkerTestCase

AGENT = """
from typing import Any

from langgraph.graph import StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    word: str
    read: Any


def read(state):
    return {"read": [*(state.get("read") or []), state.get("word")]}


def ask(state):
    return {"word": interrupt("the secret word?")}


async def nested(state):
    # A synchronous use of a graph on the thread of the loop.
    return {"read": graph.invoke({"word": "inner secret"})["read"]}


def graph_of(**nodes):
    made = StateGraph(State)
    last = "__start__"
    for name, node in nodes.items():
        made.add_node(name, node).add_edge(last, name)
        last = name
    return made.compile()


graph = graph_of(read_word=read)
asking = graph_of(ask=ask, read_word=read)
nesting = graph_of(nested=nested)
"""

ENCRYPTION = """
from langgraph_sdk import Encryption

encryption = Encryption()
half = Encryption()
other = 5


def turned(data):
    return bytes(255 - one for one in data)


@encryption.encrypt.blob
async def encrypt(ctx, blob):
    assert ctx.model == "checkpoint"
    return turned(blob)


@encryption.decrypt.blob
async def decrypt(ctx, blob):
    return turned(blob)


@encryption.encrypt.json
async def encrypt_json(ctx, data):
    return data


@half.encrypt.blob
async def encrypt_half(ctx, blob):
    return blob
"""

GRAPHS = {name: f"./agent.py:{name}" for name in ("graph", "asking", "nesting")}


class Encrypted(WorkerTestCase):
    def serve(self, export="encryption", store=None):
        self.write("agent.py", AGENT)
        self.write("encryption.py", ENCRYPTION)
        where = {"module": "./encryption.py", "exportName": export}
        load = {} if export is None else {"encryption": where}
        worker = self.start(GRAPHS, load=load, store=store)
        if "newer version of langgraph-sdk" in worker.loaded.get("message", ""):
            self.skipTest("the installed SDK has no encryption")
        return worker

    def stored(self, store: Store) -> bytes:
        rows = [*store.checkpoints.values(), *store.writes.values()]
        return b"".join(
            one for row in rows for one in row.values() if isinstance(one, bytes | bytearray)
        )

    def test_what_is_stored_is_encrypted_and_read_again(self):
        worker = self.serve()
        self.assertEqual(worker.loaded["type"], "ready", worker.output())
        self.assertIn("does not call its handlers for JSON and contexts", worker.output())
        self.assertIn("the encryption", worker.loading)
        thread = str(uuid.uuid4())
        worker.run("graph", {"word": "secret"}, threadId=thread)
        second = worker.run("graph", {"word": "secret"}, threadId=thread)
        self.assertEqual(second["values"]["read"], ["secret", "secret"])
        history = worker.query("graph", "history", threadId=thread, at={"ns": ""}, limit=9)
        self.assertEqual(len(history["states"]), 6)
        update = {"values": {"word": "a secret update"}, "asNode": "read_word"}
        worker.query("graph", "update", threadId=thread, at={"ns": ""}, steps=[[update]])
        state = worker.query("graph", "state", threadId=thread)
        self.assertEqual(state["values"]["word"], "a secret update")
        self.assertNotIn(b"secret", self.stored(worker.store))

    def test_a_run_continues_from_what_it_asked(self):
        worker = self.serve()
        thread = str(uuid.uuid4())
        worker.run("asking", {"word": "x"}, threadId=thread)
        done = worker.run("asking", None, threadId=thread, command={"resume": "secret"})
        self.assertEqual(done["values"]["read"], ["secret"])
        self.assertNotIn(b"secret", self.stored(worker.store))

    def test_a_synchronous_call_on_the_loop_is_encrypted_too(self):
        worker = self.serve()
        done = worker.run("nesting", {"word": "x"})
        self.assertEqual(done["kind"], "success", worker.output())
        self.assertEqual(done["values"]["read"], ["inner secret"])

    def test_what_was_stored_before_is_read_as_it_is(self):
        thread = str(uuid.uuid4())
        before = self.serve(None)
        before.run("graph", {"word": "plain"}, threadId=thread)
        worker = self.serve(store=before.store)
        done = worker.run("graph", {"word": "secret"}, threadId=thread)
        self.assertEqual(done["values"]["read"], ["plain", "secret"])

    def test_what_cannot_encrypt_fails_the_start(self):
        for export, told in (
            ("other", "is of type int"),
            ("missing", "does not exist"),
            ("half", "does not encrypt checkpoints"),
        ):
            worker = self.serve(export)
            self.assertEqual(worker.loaded["type"], "load-failed")
            self.assertIn(told, worker.loaded["message"])
