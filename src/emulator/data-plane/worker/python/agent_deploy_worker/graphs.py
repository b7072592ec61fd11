"""Imports the modules of a configuration and prepares their graphs for running."""

import copy
import importlib
import importlib.util
import logging
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.graph import StateGraph
from langgraph.pregel import Pregel

from . import factories
from .checkpoint_saver import StoreSaver
from .factories import Access
from .failures import describe_import_failure, print_failure
from .item_store import DeploymentStore

_log = logging.getLogger("agent_deploy")
#: Duration of a factory call in seconds above which a warning is logged, because every read calls the factory too.
_SLOW_FACTORY_S = 0.1
#: Name that the library gives to a graph without a name.
_UNNAMED = "LangGraph"


class LoadError(Exception):
    """Raised when a graph or module cannot be loaded. The one-line message is for the agent developer."""


class LoadedGraph:
    """A graph, or a factory that creates a new graph for each use."""

    def __init__(
        self, graph_id: str, what: str, value: Any, saver: StoreSaver, items: DeploymentStore
    ) -> None:
        self._graph_id = graph_id
        self._what = what
        self._saver = saver
        self._items = items
        self._factory: Any = None
        #: `stream_transformers` of the graph's module, if any: a function that returns transformers or factories of
        #: transformers.
        self.transformers: Any = None
        if isinstance(value, (Pregel, StateGraph)):
            self._graph = self._prepare(value)
        elif callable(value):
            self._factory = value
            try:
                self._parameters = factories.describe_parameters(value)
            except ValueError as failure:
                raise LoadError(f"{what} {failure}") from None
        else:
            raise LoadError(
                f"{what} is {article(value)}; expected a graph, or a function that returns a graph"
            )

    @property
    def name(self) -> str | None:
        """Returns the graph's name in the agent's code, or `None` for a factory, which has no graph yet."""
        if self._factory is not None or self._graph.name == self._graph_id:
            return None
        return self._graph.name

    @asynccontextmanager
    async def open(
        self, config: RunnableConfig, access: Access, context: Any = None
    ) -> AsyncIterator[Pregel]:
        """Opens the graph for one use, with the emulator's checkpointer and store instead of the agent's."""
        if self._factory is None:
            yield self._graph
            return
        given = factories.arguments(self._parameters, config, self._items, access, context)
        started = time.perf_counter()
        async with factories.opened(self._factory(**given)) as made:
            took = time.perf_counter() - started
            if took > _SLOW_FACTORY_S:
                _log.warning(
                    "%s took %.1f s to create its graph for %s, although it is called for every run and every read of a thread",
                    self._what,
                    took,
                    access,
                )
            yield self._prepare(made)

    def _prepare(self, value: Any) -> Pregel:
        graph = value.compile() if isinstance(value, StateGraph) else value
        if not isinstance(graph, Pregel):
            raise LoadError(f"{self._what} returned {article(graph)}; expected a graph")
        # The graph is copied, because the agent's code may use the same object elsewhere, for example inside another
        # graph.
        own = copy.copy(graph)
        own.checkpointer = self._saver
        own.store = self._items
        if own.name == _UNNAMED:
            own.name = self._graph_id
        return own


def article(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


class GraphLoader:
    """Loads graphs. Imports a module only once, even if it contains several graphs."""

    def __init__(self, root: Path, saver: StoreSaver, items: DeploymentStore) -> None:
        self._root = root
        self._saver = saver
        self._items = items
        self._modules: dict[str, ModuleType] = {}

    def load(self, graph_id: str, where: dict[str, str]) -> LoadedGraph:
        """Loads a graph. Raises LoadError; the log contains the traceback of a failure in the agent's code."""
        module_name, export = where["module"], where["exportName"]
        module = self.module(f"graph '{graph_id}'", module_name)
        found = _graphs_of(module)
        export = export or next(iter(found), "")
        if not hasattr(module, export):
            raise LoadError(_describe_missing(graph_id, module, module_name, export, found))
        what = f"graph '{graph_id}': '{export}' of {module_name}"
        loaded = LoadedGraph(graph_id, what, getattr(module, export), self._saver, self._items)
        transformers = getattr(module, "stream_transformers", None)
        if callable(transformers):
            loaded.transformers = transformers
        elif transformers is not None:
            _log.warning(
                "%s: stream_transformers is %s and is ignored; expected a function that returns a list",
                module_name,
                article(transformers),
            )
        return loaded

    def module(self, what: str, name: str) -> ModuleType:
        """Imports the module with this name, or returns the imported module. Raises LoadError; the log contains the
        traceback.
        """
        module = self._modules.get(name) or self._import(what, name)
        self._modules[name] = module
        return module

    def of_sdk(self, key: str, where: dict[str, str], kind: str) -> tuple[Any, str]:
        """Returns the agent's object of a class of `langgraph_sdk`, and the object's name for messages. Raises
        LoadError.
        """
        name, export = where["module"], where["exportName"]
        found = getattr(self.module(key, name), export, None)
        what = f"{key}: '{export}' of {name}"
        try:
            wanted = getattr(importlib.import_module("langgraph_sdk"), kind)
        except (ImportError, AttributeError):
            raise LoadError(f"{what} needs a newer version of langgraph-sdk") from None
        if not isinstance(found, wanted):
            wrong = "does not exist" if found is None else f"is of type {type(found).__name__}"
            raise LoadError(f"{what} {wrong}; expected {kind} of langgraph_sdk")
        return found, what

    def _import(self, what: str, name: str) -> ModuleType:
        try:
            return import_file(name, self._root) if is_file(name) else importlib.import_module(name)
        except BaseException as failure:  # Calls of `sys.exit` are caught too.
            print_failure(failure)
            description = describe_import_failure(failure, self._root)
            raise LoadError(f"{what}: importing {name} failed: {description}") from None


def is_file(module: str) -> bool:
    """Returns whether the configuration refers to a module by a file instead of a dotted name."""
    return "/" in module or "\\" in module or module.endswith(".py")


def module_name_of(module: str, root: Path) -> str:
    """Returns the name under which a file is imported. The name cannot collide with names of the agent's modules.

    Checkpoints contain the module names of classes, so the name must be the same in every revision. The name depends
    only on the file's path relative to the configuration's folder.
    """
    relative = os.path.relpath(root / module, root).replace(os.sep, "/")
    stem = relative.removesuffix(".py").lstrip("./")
    return "__" + stem.replace("/", "__").replace(" ", "_").replace(".", "_")


def import_file(module: str, root: Path) -> ModuleType:
    """Imports a file by its path. Relative imports in the file fail, as on the hosted service."""
    path = (root / module).resolve()
    name = module_name_of(module, root)
    if not path.is_file():
        raise FileNotFoundError(f"the file {module} does not exist")
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{module} is not a Python file")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded
    try:
        spec.loader.exec_module(loaded)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return loaded


def _graphs_of(module: ModuleType) -> list[str]:
    """Returns the names of a module's graphs, compiled graphs first."""
    own = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    return [
        *(name for name, value in own.items() if isinstance(value, Pregel)),
        *(name for name, value in own.items() if isinstance(value, StateGraph)),
    ]


def _describe_missing(
    graph_id: str, module: ModuleType, module_name: str, export: str, found: list[str]
) -> str:
    missing = f"does not define '{export}'" if export else "defines no graph"
    own = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and callable(value)
        and getattr(value, "__module__", None) == module.__name__
    ]
    if found:
        has = (
            f"its graphs are {', '.join(found)}. Use one of these names in the graph configuration"
        )
    elif own:
        has = f"it defines only {', '.join(own)}. Use the name of a function that returns a graph"
    else:
        has = "define a graph in this module"
    near = get_close_matches(export, [*found, *own], n=1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    return f"graph '{graph_id}': {module_name} {missing}{hint}; {has}"
