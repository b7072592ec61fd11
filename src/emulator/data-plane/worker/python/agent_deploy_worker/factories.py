"""Functions that make a graph: what they are called with, and how what they give is opened and closed."""

import inspect
import typing
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore

try:
    from langgraph_sdk import runtime as sdk
except ImportError:  # Older versions have none.
    sdk = None  # type: ignore[assignment]

#: What a graph is opened for, in the words of the library's `ServerRuntime`.
Access = str
EXECUTION: Access = "threads.create_run"
#: Older code asks here whether it makes a graph for a run.
_IS_FOR_EXECUTION = "__is_for_execution__"


def describe_parameters(factory: Callable[..., Any]) -> dict[str, str]:
    """Each parameter's name, and whether it takes the `config` or the `runtime`.

    Raises ValueError when a factory wants anything else.
    """
    named = [
        one
        for one in inspect.signature(factory).parameters.values()
        if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    hints = _hints(factory)
    kinds = {
        one.name: "runtime" if _is_runtime(hints.get(one.name, one.annotation)) else "config"
        for one in named
    }
    defaults = {one.name for one in named if one.default is not one.empty}
    for kind in ("config", "runtime"):
        names = [name for name in kinds if kinds[name] == kind]
        # The first one is meant; another is the author's own if it can be left out.
        for extra in names[1:]:
            if extra not in defaults:
                raise ValueError(
                    f"takes {', '.join(kinds)}; a function that makes a graph takes a RunnableConfig, a ServerRuntime, both"
                    " or nothing"
                )
            del kinds[extra]
    if any(one.kind is one.POSITIONAL_ONLY for one in named if one.name in kinds):
        raise ValueError("has positional-only parameters; they are given by name")
    return kinds


def _hints(factory: Callable[..., Any]) -> dict[str, Any]:
    if not inspect.isroutine(factory) and not inspect.isclass(factory):
        factory = getattr(factory, "func", type(factory).__call__)
    try:
        known = {} if sdk is None else {"ServerRuntime": sdk.ServerRuntime}
        return typing.get_type_hints(factory, localns=known, include_extras=True)
    except Exception:  # Annotations may name what is imported for type checking only.
        return {}


def _is_runtime(annotation: Any) -> bool:
    if sdk is None or annotation is inspect.Parameter.empty:
        return False
    if isinstance(annotation, str):
        return annotation.partition("[")[0].rpartition(".")[2] == "ServerRuntime"
    if sdk.ServerRuntime in (annotation, typing.get_origin(annotation)):
        return True
    variants = tuple(
        getattr(sdk, name) for name in ("_ExecutionRuntime", "_ReadRuntime") if hasattr(sdk, name)
    )
    if isinstance(annotation, type):
        return issubclass(annotation, variants)
    return any(_is_runtime(argument) for argument in typing.get_args(annotation))


def arguments(
    parameters: dict[str, str],
    config: RunnableConfig,
    store: BaseStore,
    access: Access,
    context: Any,
) -> dict[str, Any]:
    """What a factory with these parameters is called with."""
    is_run = access == EXECUTION
    user = config.get("configurable", {}).get("langgraph_auth_user")
    given: dict[str, Any] = {}
    for name, kind in parameters.items():
        if kind == "config":
            configurable = {**config.get("configurable", {}), _IS_FOR_EXECUTION: is_run}
            given[name] = {**config, "configurable": configurable}
        elif is_run:
            given[name] = sdk._ExecutionRuntime(
                access_context=access, user=user, store=store, context=context
            )
        else:
            given[name] = sdk._ReadRuntime(access_context=access, user=user, store=store)
    return given


@asynccontextmanager
async def opened(made: Any) -> AsyncIterator[Any]:
    """What a factory gave: a graph, an awaitable of one, or a context manager that is left when the run ends."""
    if inspect.isawaitable(made):
        made = await made
    if hasattr(made, "__aenter__"):
        async with made as graph:
            yield graph
    elif hasattr(made, "__enter__"):
        with made as graph:
            yield graph
    else:
        yield made
