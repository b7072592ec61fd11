"""Creates JSON schemas of a graph's types. The schema of a type that pydantic cannot describe is null."""

import warnings
from collections.abc import Callable
from typing import Any

from langgraph.pregel import Pregel

from . import library

Schema = dict[str, Any]


def describe_schemas(graph: Pregel) -> dict[str, Schema | None]:
    return {
        "state_schema": _described(lambda: _state_schema(graph)),
        "input_schema": _described(graph.get_input_jsonschema),
        "output_schema": _described(graph.get_output_jsonschema),
        "config_schema": _described(lambda: _config_schema(graph)),
        "context_schema": context_schema(graph),
    }


def context_schema(graph: Pregel) -> Schema | None:
    return _described(graph.get_context_jsonschema) if library.HAS_CONTEXT else None


def _described(describe: Callable[[], Schema | None]) -> Schema | None:
    try:
        with warnings.catch_warnings():
            # The library warns that its description of the configuration is deprecated, but the API still returns the
            # description.
            warnings.simplefilter("ignore")
            return describe()
    except Exception:  # pydantic rejects some types of agents, with various exceptions.
        return None


def _state_schema(graph: Pregel) -> Schema:
    from pydantic import create_model

    fields: dict[str, Any] = {}
    for name in graph.stream_channels_list:
        kind = graph.channels[name].UpdateType
        try:
            create_model(name, one=(kind, None)).model_json_schema()
        except Exception:  # The schema still contains the other channels.
            kind = Any
        fields[name] = (kind, None)
    return create_model(graph.get_name("State"), **fields).model_json_schema()


def _config_schema(graph: Pregel) -> Schema:
    from pydantic import TypeAdapter

    configurable = graph.config_schema().model_fields.get("configurable")
    return {} if configurable is None else TypeAdapter(configurable.annotation).json_schema()
