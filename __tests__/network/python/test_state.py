"""Tests how a worker answers queries about the state of threads and about its graphs."""

import uuid

from emulator_end import CONFORMANCE_AGENT, QueryError, WorkerTestCase

AT = {"ns": ""}


class States(WorkerTestCase):
    agent = CONFORMANCE_AGENT.read_text()
    graphs = ("steps", "asking", "nested", "nested_deep", "nested_asking", "configured", "factory")

    def setUp(self):
        super().setUp()
        self.worker.store.page_size = 50
        self.thread = str(uuid.uuid4())

    def query(self, graph: str, kind: str, **query):
        return self.worker.query(graph, kind, threadId=self.thread, **query)

    def run_graph(self, graph: str, **job):
        return self.worker.run(graph, {"steps": []}, threadId=self.thread, **job)

    def test_a_thread_without_checkpoints_has_an_empty_state(self):
        state = self.query("steps", "state")
        self.assertEqual((state["values"], state["next"], state["checkpoint"]), ({}, [], None))

    def test_the_state_says_what_is_next_and_what_is_asked(self):
        self.run_graph("asking")
        state = self.query("asking", "state")
        self.assertEqual((state["values"], state["next"]), ({"steps": []}, ["ask"]))
        self.assertEqual([one["value"] for one in state["interrupts"]], ["sure?"])
        (task,) = state["tasks"]
        self.assertEqual((task["name"], task["interrupts"]), ("ask", state["interrupts"]))
        self.assertEqual(state["checkpoint"]["thread_id"], self.thread)
        self.assertEqual(state["metadata"]["step"], 0)

    def test_the_state_of_a_subgraph_is_inside_or_has_a_checkpoint(self):
        self.run_graph("nested_asking")
        (task,) = self.query("nested_asking", "state")["tasks"]
        self.assertIsNone(task["state"])
        self.assertTrue(task["checkpoint"]["checkpoint_ns"].startswith("child:"))
        (task,) = self.query("nested_asking", "state", subgraphs=True)["tasks"]
        self.assertEqual(task["state"]["next"], ["inner"])
        at = {"ns": task["checkpoint"]["checkpoint_ns"]}
        self.assertEqual(self.query("nested_asking", "state", at=at)["next"], ["inner"])

    def test_an_earlier_checkpoint_is_read_by_its_id(self):
        self.run_graph("steps")
        history = self.query("steps", "history", at=AT, limit=10)["states"]
        self.assertEqual([one["next"] for one in history], [[], ["two"], ["one"], ["__start__"]])
        at = {**AT, "id": history[1]["checkpoint"]["checkpoint_id"]}
        self.assertEqual(self.query("steps", "state", at=at)["values"], {"steps": ["one"]})

    def test_a_history_is_read_page_by_page_from_the_store(self):
        self.worker.store.page_size = 3
        for _ in range(3):
            self.run_graph("steps")
        history = self.query("steps", "history", at=AT, limit=7)["states"]
        ids = [one["checkpoint"]["checkpoint_id"] for one in history]
        self.assertEqual((len(ids), ids), (7, sorted(ids, reverse=True)))
        rest = self.query("steps", "history", at=AT, limit=100, before=ids[-1])["states"]
        self.assertEqual(len(rest), 12 - 7)

    def test_a_long_history_is_read_little_by_little(self):
        self.worker.store.page_size = 3
        for _ in range(12):
            self.run_graph("steps")
        history = self.query("steps", "history", at=AT, limit=1000)["states"]
        ids = [one["checkpoint"]["checkpoint_id"] for one in history]
        self.assertEqual((len(ids), ids), (48, sorted(set(ids), reverse=True)))
        limits = [
            call["query"]["limit"] for call in self.worker.store.calls if call["op"] == "list"
        ]
        self.assertLessEqual(max(limits), 20)
        found = self.query("steps", "history", at=AT, limit=11, metadata={"source": "input"})
        self.assertEqual([one["metadata"]["source"] for one in found["states"]], ["input"] * 11)

    def test_a_history_is_filtered_by_metadata(self):
        self.worker.store.page_size = 2
        self.run_graph("steps")
        found = self.query("steps", "history", at=AT, limit=10, metadata={"source": "input"})
        self.assertEqual([one["metadata"]["source"] for one in found["states"]], ["input"])

    def test_a_large_history_is_answered_in_parts(self):
        for number in range(3):
            self.worker.run("steps", {"steps": [f"{number}" * 1_500_000]}, threadId=self.thread)
        first = self.query("steps", "history", at=AT, limit=100)
        self.assertLess(len(first["states"]), 12)
        ids = [one["checkpoint"]["checkpoint_id"] for one in first["states"]]
        self.assertEqual(first["next"], ids[-1])
        rest = self.query("steps", "history", at=AT, limit=100, before=first["next"])
        self.assertLess(rest["states"][0]["checkpoint"]["checkpoint_id"], ids[-1])

    def test_an_update_is_drafted_and_belongs_to_no_run(self):
        self.run_graph("asking")
        before = len(self.worker.store.checkpoints)
        update = {"values": {"steps": ["mine"]}, "asNode": "ask"}
        report, _ = self.worker.ask(
            "asking", "update", threadId=self.thread, at=AT, steps=[[update]]
        )
        answer = report["answer"]
        self.assertEqual(len(self.worker.store.checkpoints), before)
        self.assertEqual((answer["values"], answer["next"]), ({"steps": ["mine"]}, ["after"]))
        self.assertEqual(answer["interrupts"], {})
        self.assertEqual([row["delta"] for row in answer["checkpoints"]], [False])
        self.assertEqual({type(row["taskPath"]) for row in answer["writes"]}, {str})

    def test_an_update_continues_the_thread(self):
        self.run_graph("asking")
        update = {"values": {"steps": ["mine"]}, "asNode": "ask"}
        self.query("asking", "update", at=AT, steps=[[update]])
        outcome = self.worker.run("asking", threadId=self.thread)
        self.assertEqual(outcome["values"], {"steps": ["mine", "after"]})

    def test_several_updates_are_drafted_as_one(self):
        first = [{"values": {"steps": ["a"]}, "asNode": "one"}]
        second = [{"values": {"steps": ["b"]}, "asNode": "two"}]
        answer = self.query("steps", "update", at=AT, steps=[first, second])
        self.assertEqual((answer["values"], answer["next"]), ({"steps": ["a", "b"]}, []))
        self.assertEqual(self.query("steps", "state")["values"], {"steps": ["a", "b"]})

    def test_an_update_that_does_not_fit_says_so(self):
        with self.assertRaisesRegex(QueryError, "InvalidUpdateError"):
            update = {"values": {"steps": []}, "asNode": "missing"}
            self.query("steps", "update", at=AT, steps=[[update]])

    def test_types_are_described(self):
        schemas = self.worker.query("steps", "schemas", config={})
        for name in ("state_schema", "input_schema", "output_schema"):
            self.assertEqual(set(schemas[name]["properties"]), {"steps", "gate"}, name)
        configured = self.worker.query("configured", "schemas", config={})
        described = configured["context_schema"] or configured["config_schema"]
        self.assertLessEqual({"tone", "user"}, set(described["properties"]))

    def test_subgraphs_are_named_and_described(self):
        found = self.worker.query("nested", "subgraphs", recurse=True, config={})
        self.assertEqual(list(found), ["child"])
        self.assertEqual(set(found["child"]["state_schema"]["properties"]), {"steps", "gate"})

    def test_a_graph_is_drawn_with_what_is_inside_it(self):
        flat = self.worker.query("nested_deep", "drawing", xray=False, config={})
        deep = self.worker.query("nested_deep", "drawing", xray=True, config={})
        self.assertEqual([one["id"] for one in flat["nodes"]], ["__start__", "child", "__end__"])
        self.assertIn("child:inner", [one["id"] for one in deep["nodes"]])
        self.assertEqual(len(flat["edges"]), 2)

    def test_the_version_of_the_library_is_known(self):
        from importlib.metadata import version

        self.assertEqual(self.worker.query("steps", "library"), {"version": version("langgraph")})

    def test_a_graph_cannot_delete_its_thread(self):
        self.write(
            "deleting.py",
            """
from langgraph.graph import START, MessagesState, StateGraph

def delete(state, config):
    saver = config["configurable"]["__pregel_checkpointer"]
    saver.delete_thread(config["configurable"]["thread_id"])

graph = StateGraph(MessagesState).add_node("delete", delete).add_edge(START, "delete").compile()
""",
        )
        worker = self.start({"agent": "./deleting.py:graph"})
        outcome = worker.run("agent", {"messages": []})
        self.assertEqual(outcome["kind"], "error")
