"""Tests how a worker imports the modules in a configuration, and how it reports an import that fails."""

import uuid

from emulator_end import Store, WorkerTestCase

SIMPLE = """
from langgraph.graph import START, MessagesState, StateGraph

builder = StateGraph(MessagesState).add_node("answer", lambda state: {"messages": [("ai", "hi")]})
builder = builder.add_edge(START, "answer")
graph = builder.compile()
"""


class Loading(WorkerTestCase):
    def failure(self, where: str = "./agent.py:graph", **options) -> str:
        worker = self.start({"agent": where}, **options)
        self.assertEqual(worker.loaded["type"], "load-failed", worker.loaded)
        self.assertEqual(worker.process.wait(10), 1)
        self.log = worker.output()
        message = worker.loaded["message"]
        self.assertNotIn("\n", message)
        return message

    def answers(self, where: str, **options):
        worker = self.start({"agent": where}, **options)
        self.assertEqual(worker.loaded["type"], "ready", worker.output())
        outcome = worker.run("agent", {"messages": []})
        self.assertEqual(outcome["values"]["messages"][-1]["content"], "hi", outcome)
        return worker

    def test_a_file_is_imported_from_where_it_lies(self):
        self.write("src/my agent/graph.py", SIMPLE)
        self.answers("./src/my agent/graph.py:graph")

    def test_what_is_loading_is_reported_in_order(self):
        self.write("agent.py", SIMPLE)
        self.write("broken.py", "raise ValueError('no')")
        graphs = {"agent": "./agent.py:graph", "broken": "./broken.py:graph"}
        worker = self.start(graphs)
        self.assertEqual(worker.loaded["type"], "load-failed", worker.loaded)
        parts = ["the worker program", "the graph library", "graph 'agent'", "graph 'broken'"]
        self.assertEqual(worker.loading, parts)

    def test_modules_beside_it_may_be_called_like_those_that_the_library_imports(self):
        for name in ("email", "queue", "csv", "orjson", "langgraph_sdk"):
            self.write(f"{name}.py", "raise ImportError('this is not the one that was meant')")
        self.write("agent.py", SIMPLE)
        self.answers("./agent.py:graph")

    def test_a_dotted_module_may_import_relatively(self):
        self.write("my_agent/__init__.py", "")
        self.write("my_agent/parts.py", SIMPLE)
        self.write("my_agent/graph.py", "from .parts import graph")
        self.answers("my_agent.graph:graph")

    def test_modules_of_the_working_folder_the_paths_and_the_overlay_are_importable(self):
        folder = self.folder / "revision"
        self.write(
            "revision/agent.py", "import beside, shared, packaged, linked\nfrom beside import graph"
        )
        self.write("revision/beside.py", SIMPLE)
        self.write("faux/shared.py", "")
        self.write("overlay/packaged.py", "")
        self.write("elsewhere/linked.py", "")
        self.write("overlay/project.pth", str(self.folder / "elsewhere"))
        self.folder = folder
        parent = folder.parent
        self.answers("./agent.py:graph", paths=(parent / "faux",), overlay=parent / "overlay")

    def test_an_agents_modules_may_have_the_names_of_ours(self):
        self.write("channel.py", "mine = True")
        self.write("start.py", "mine = True")
        self.write("agent_deploy.py", "mine = True")
        self.write(
            "agent.py",
            "import channel, start, agent_deploy\nassert channel.mine and start.mine\n" + SIMPLE,
        )
        self.answers("./agent.py:graph")

    def test_without_a_name_the_first_compiled_graph_is_meant(self):
        self.write("agent.py", SIMPLE)
        self.answers("./agent.py:")

    def test_a_class_of_the_graphs_file_is_the_same_in_each_revision(self):
        text = """
from dataclasses import dataclass
from langgraph.graph import START, StateGraph
from typing import Any
from typing_extensions import TypedDict

@dataclass
class Kept:
    number: int

class State(TypedDict):
    kept: Any

def add(state):
    kept = state.get("kept") or Kept(0)
    return {"kept": Kept(kept.number + 1)}

graph = StateGraph(State).add_node("add", add).add_edge(START, "add").compile()
"""
        store, thread = Store(), str(uuid.uuid4())
        root = self.folder
        for revision, number in (("one", 1), ("two", 2)):
            self.folder = root / revision
            self.write("src/agent.py", text)
            worker = self.start({"agent": "./src/agent.py:graph"}, store=store)
            outcome = worker.run("agent", {}, threadId=thread)
            self.assertEqual(outcome["values"], {"kept": {"number": number}}, worker.output())

    def test_a_file_of_several_graphs_is_imported_once(self):
        self.write("agent.py", f"print('imported', flush=True)\n{SIMPLE}")
        worker = self.start({"one": "./agent.py:graph", "two": "./agent.py:builder"})
        self.assertEqual(worker.loaded["type"], "ready")
        self.assertEqual(worker.output().count("imported"), 1)

    def test_a_module_may_run_a_loop_while_it_is_imported(self):
        self.write("agent.py", f"import asyncio\nasyncio.run(asyncio.sleep(0))\n{SIMPLE}")
        self.answers("./agent.py:graph")

    def test_a_module_cannot_read_the_workers_arguments(self):
        self.write("agent.py", f"import sys\nassert len(sys.argv) == 1, sys.argv\n{SIMPLE}")
        self.answers("./agent.py:graph")

    def test_a_syntax_error_is_told_with_its_line(self):
        self.write("agent.py", "import os\ndef broken(:\n")
        message = self.failure()
        self.assertIn("graph 'agent': importing ./agent.py failed: SyntaxError: ", message)
        self.assertIn("(agent.py, line 2)", message)
        self.assertIn("def broken(:", self.log)

    def test_a_failed_import_is_told_with_the_line_of_the_authors_code(self):
        self.write("agent.py", "import helpers\n")
        self.write("helpers.py", "\nimport json\njson.loads('{')\n")
        message = self.failure()
        self.assertIn("JSONDecodeError: ", message)
        self.assertIn("(helpers.py, line 3)", message)
        self.assertIn("json.loads('{')", self.log)
        self.assertNotIn("graphs.py", self.log)

    def test_a_missing_module_is_told(self):
        self.write("agent.py", "import no_such_module_anywhere\n")
        message = self.failure()
        self.assertIn("ModuleNotFoundError: No module named 'no_such_module_anywhere'", message)
        self.assertIn("(agent.py, line 1)", message)

    def test_a_missing_file_and_a_missing_dotted_module_are_told(self):
        self.assertIn("the file ./agent.py does not exist", self.failure())
        self.assertIn("No module named 'my_agent'", self.failure("my_agent.graph:graph"))

    def test_a_relative_import_in_a_file_is_told_with_what_to_do(self):
        self.write("src/agent.py", "from .parts import graph\n")
        self.assertIn(
            "Use its dotted name (my_agent.graph:graph)", self.failure("./src/agent.py:graph")
        )

    def test_a_module_that_exits_is_told(self):
        self.write("agent.py", "import sys\nsys.exit('no key')\n")
        self.assertIn("it called sys.exit('no key') (agent.py, line 2)", self.failure())

    def test_an_error_of_many_lines_is_told_on_one(self):
        self.write("agent.py", "raise ValueError('one\\n  two\\n' + 'x' * 1000)\n")
        message = self.failure()
        self.assertIn("ValueError: one two xxx", message)
        self.assertLess(len(message), 700)

    def test_an_error_that_cannot_be_shown_is_told_all_the_same(self):
        self.write(
            "agent.py",
            "class Odd(Exception):\n    def __str__(self): raise ValueError\nraise Odd\n",
        )
        self.assertIn("Odd", self.failure())

    def test_a_name_that_does_not_exist_is_told_with_the_graphs_there_are(self):
        self.write("agent.py", SIMPLE)
        message = self.failure("./agent.py:grahp")
        self.assertIn("./agent.py does not define 'grahp' (did you mean 'graph'?)", message)
        self.assertIn("its graphs are graph, builder", message)

    def test_a_module_without_graphs_is_told_with_what_it_defines(self):
        self.write("agent.py", "import json\ndef make_graph(): pass\nLIMIT = 3\n")
        message = self.failure("./agent.py:graph")
        self.assertIn("it defines only make_graph", message)
        self.assertIn("defines no graph", self.failure("./agent.py:"))

    def test_a_value_that_is_no_graph_is_told_by_its_kind(self):
        self.write("agent.py", "graph = {}\n")
        self.assertIn("'graph' of ./agent.py is a dict; expected a graph", self.failure())

    def test_an_environment_without_the_library_is_told(self):
        self.write("agent.py", SIMPLE)
        self.write(
            "empty/sitecustomize.py",
            "import sys\nsys.path[:] = [p for p in sys.path if 'site-packages' not in p]\n",
        )
        message = self.failure(env={"PYTHONPATH": str(self.folder / "empty")})
        self.assertIn("langgraph is not installed in the agent's environment", message)

    def test_a_library_that_cannot_be_imported_is_told_with_the_reason(self):
        self.write("agent.py", SIMPLE)
        self.write("broken/xxhash.py", "raise ImportError('not for this machine')\n")
        message = self.failure(env={"PYTHONPATH": str(self.folder / "broken")})
        self.assertIn("cannot be imported", message)
        self.assertIn("ImportError: not for this machine", message)

    def test_without_its_json_package_a_worker_runs_or_says_why_not(self):
        self.write("agent.py", SIMPLE)
        self.write("broken/orjson.py", "raise ImportError('not for this machine')\n")
        env = {"PYTHONPATH": str(self.folder / "broken")}
        worker = self.start({"agent": "./agent.py:graph"}, env=env)
        if worker.loaded["type"] == "load-failed":
            self.assertIn("ImportError: not for this machine", worker.loaded["message"])
        else:
            self.assertEqual(worker.run("agent", {"messages": []})["kind"], "success")

    def test_a_version_that_is_too_old_is_told(self):
        self.write("agent.py", SIMPLE)
        metadata = "Metadata-Version: 2.1\nName: langgraph\nVersion: 0.3.34\n"
        self.write("old/langgraph-0.3.34.dist-info/METADATA", metadata)
        message = self.failure(env={"PYTHONPATH": str(self.folder / "old")})
        self.assertIn(
            "langgraph 0.3.34 is installed in the agent's environment, but 0.4.10", message
        )
