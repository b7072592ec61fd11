"""Calls functions that create a graph, and opens and closes their results."""

import inspect
import typing
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore

try:
    from langgraph_sdk import runtime as sdk
except ImportError:  # Older versions of the library do not have this class.
    sdk = None  # type: ignore[assignment]

#: Purpose of opening a graph, with the names of the library's `ServerRuntime`.
Access = str
EXECUTION: Access = "threads.create_run"
#: Configuration key that tells older code whether a graph is created for a run.
_IS_FOR_EXECUTION = "__is_for_execution__"


def describe_parameters(factory: Callable[..., Any]) -> dict[str, str]:
    """Returns by parameter name whether the parameter receives the `config` or the `runtime`.

    Raises ValueError if a factory requires any other parameter.
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
        # Only the first parameter of a kind receives a value. Further parameters must have defaults.
        for extra in names[1:]:
            if extra not in defaults:
                raise ValueError(
                    f"takes {', '.join(kinds)}; expected a function that takes a RunnableConfig, a ServerRuntime, both"
                    " or nothing"
                )
            del kinds[extra]
    if any(one.kind is one.POSITIONAL_ONLY for one in named if one.name in kinds):
        raise ValueError(
            "has positional-only parameters; expected parameters that can be passed by name"
        )
    return kinds


def _hints(factory: Callable[..., Any]) -> dict[str, Any]:
    if not inspect.isroutine(factory) and not inspect.isclass(factory):
        factory = getattr(factory, "func", type(factory).__call__)
    try:
        known = {} if sdk is None else {"ServerRuntime": sdk.ServerRuntime}
        return typing.get_type_hints(factory, localns=known, include_extras=True)
    except Exception:  # Annotations can contain names that are imported only for type checking.
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
    """Returns the arguments for a call of a factory with these parameters."""
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
async def opened(created: Any) -> AsyncIterator[Any]:
    """Opens the result of a factory: a graph, an awaitable of a graph, or a context manager that is exited when the
    run ends.
    """
    if inspect.isawaitable(created):
        created = await created
    if hasattr(created, "__aenter__"):
        async with created as graph:
            yield graph
    elif hasattr(created, "__enter__"):
        with created as graph:
            yield graph
    else:
        yield created
