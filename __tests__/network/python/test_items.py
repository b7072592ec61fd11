"""Tests how graphs use items, and which operations their worker sends to the emulator."""

import base64
import struct

from emulator_end import QueryError, WorkerTestCase

EMBED = """
from langchain_core.embeddings import Embeddings

WORDS = ("tea", "cat", "car")


def embed(texts):
    if any("short" in text for text in texts):
        return [[1.0] for _ in texts]
    return [[float(text.count(word)) for word in WORDS] for text in texts]


async def embed_async(texts):
    return embed(texts)


class Model(Embeddings):
    def embed_documents(self, texts):
        return embed(texts)

    def embed_query(self, text):
        return embed([text])[0]


model = Model()


nothing = 5
"""

GRAPHS = """
from typing import Any

from langgraph.config import get_store
from langgraph.graph import StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    found: Any


async def remember(state):
    store = get_store()
    await store.aput(("a",), "k", {"title": "tea", "tags": ["cat", "car"]})
    await store.aput(("a",), "hidden", {"title": "tea"}, index=False)
    await store.aput(("a",), "own", {"title": "tea", "place": "car"}, index=["place"])
    items = await store.asearch(("a",), query="a cat")
    return {"found": [item.key for item in items]}


def remember_sync(state):
    store = get_store()
    store.put(("a",), "k", {"title": "tea"})
    return {"found": [item.key for item in store.search(("a",), query="a cat")]}


def graph_of(node):
    return StateGraph(State).add_node("n", node).add_edge("__start__", "n").compile()


graph = graph_of(remember)
sync = graph_of(remember_sync)
"""


def numbers(text: str) -> list[float]:
    data = base64.b64decode(text)
    return list(struct.unpack(f"<{len(data) // 4}f", data))


class Items(WorkerTestCase):
    def serve(self, embed=None, items=None, fields=("title", "tags[*]")):
        self.write("embed.py", EMBED)
        self.write("agent.py", GRAPHS)
        store = {} if items is None else {"items": items}
        if embed is not None:
            named = {"module": "./embed.py", "exportName": embed} if ":" not in embed else embed
            store["index"] = {"dims": 3, "fields": list(fields), "embed": named}
        graphs = {"agent": "./agent.py:graph", "sync": "./agent.py:sync"}
        return self.start(graphs, load={"store": store})

    def operations(self, worker, op):
        calls = [call for call in worker.store.calls if call["op"] == "items"]
        return [one for call in calls for one in call["operations"] if one["op"] == op]

    def test_what_a_graph_stores_is_embedded_by_the_paths_that_count_for_it(self):
        for embed in ("embed", "embed_async", "model"):
            with self.subTest(embed):
                worker = self.serve(embed)
                self.assertEqual(worker.loaded["type"], "ready", worker.output())
                self.assertEqual(worker.run("agent", {})["kind"], "success")
                vectors = {
                    one["key"]: {each["field"]: numbers(each["vector"]) for each in one["vectors"]}
                    for one in self.operations(worker, "put")
                }
                self.assertEqual(
                    vectors,
                    {
                        "k": {"title": [1, 0, 0], "tags[*].0": [0, 1, 0], "tags[*].1": [0, 0, 1]},
                        "hidden": {},
                        "own": {"place": [0, 0, 1]},
                    },
                )
                (search,) = self.operations(worker, "search")
                self.assertEqual(numbers(search["vector"]), [0, 1, 0])

    def test_a_synchronous_node_embeds_with_a_synchronous_function(self):
        worker = self.serve("embed")
        self.assertEqual(worker.run("sync", {})["kind"], "success")
        (put,) = self.operations(worker, "put")
        self.assertEqual(numbers(put["vectors"][0]["vector"]), [1, 0, 0])

    def test_items_of_clients_are_embedded_on_request(self):
        worker = self.serve("embed_async", fields=("$",))
        answer = worker.query(
            "agent",
            "embed",
            documents=[{"value": {"a": "tea"}}, {"value": {"a": "x", "b": "car"}, "index": ["b"]}],
            query="cat",
        )
        self.assertEqual(
            [[one["field"] for one in each] for each in answer["documents"]], [["$"], ["b"]]
        )
        self.assertEqual(numbers(answer["documents"][1][0]["vector"]), [0, 0, 1])
        self.assertEqual(numbers(answer["query"]), [0, 1, 0])
        with self.assertRaisesRegex(
            QueryError, "returned a vector of 1 numbers, but store.index.dims is 3"
        ):
            worker.query("agent", "embed", documents=[{"value": {"a": "short"}}])

    def test_without_an_index_nothing_is_embedded(self):
        worker = self.serve()
        self.assertEqual(worker.run("agent", {})["kind"], "success")
        self.assertNotIn("vectors", self.operations(worker, "put")[0])
        self.assertNotIn("vector", self.operations(worker, "search")[0])
        answer = worker.query("agent", "embed", documents=[{"value": {}}], query="x")
        self.assertEqual(answer, {"documents": [[]], "query": None})

    def test_what_is_no_embedding_function_fails_the_start(self):
        for embed, told in (("nothing", "is of type int"), ("missing", "does not exist")):
            worker = self.serve(embed)
            self.assertEqual(worker.loaded["type"], "load-failed")
            self.assertIn(told, worker.loaded["message"])

    def test_a_model_that_no_package_can_load_is_warned_of(self):
        worker = self.serve("unknown:nothing")
        self.assertEqual(worker.loaded["type"], "ready", worker.output())
        self.assertIn("'unknown:nothing' cannot be loaded", worker.output())
        self.assertEqual(worker.run("agent", {})["kind"], "success")
        self.assertNotIn("vector", self.operations(worker, "search")[0])

    def test_items_expire_as_configured(self):
        worker = self.serve(items={"ttlMs": 90_000, "refreshOnRead": False})
        self.assertEqual(worker.run("agent", {})["kind"], "success")
        self.assertEqual(self.operations(worker, "put")[0]["ttlMs"], 90_000)
        self.assertFalse(self.operations(worker, "search")[0]["refresh"])
