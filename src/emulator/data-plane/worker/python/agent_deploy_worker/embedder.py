"""Computes vectors for the search of items with the agent's embedding function, or with a model from the agent's
packages.
"""

import base64
import logging
import math
import struct
import warnings
from collections.abc import Sequence
from typing import Any

from langchain_core.embeddings import Embeddings
from langgraph.store.base import ensure_embeddings, get_text_at_path, tokenize_path

from .graphs import GraphLoader, LoadError

_log = logging.getLogger("agent_deploy")

#: Value of an item, and the item's `index` argument: paths, False, or None for the configured paths.
Document = tuple[Any, Any]
#: Path and vector of a text, in the emulator's format.
FieldVector = dict[str, str]


class Embedder:
    """Computes the vectors of items and of search texts."""

    def __init__(self, model: Embeddings, what: str, dims: int, fields: Sequence[str]) -> None:
        self._model = model
        self._what = what
        self._dims = dims
        self._fields = _tokenized(fields)

    def items(self, documents: Sequence[Document]) -> list[list[FieldVector]]:
        """Computes the vectors of each item on the calling thread."""
        fields, texts = self._texts(documents)
        return self._to_vectors(fields, self._model.embed_documents(texts) if texts else [])

    async def aitems(self, documents: Sequence[Document]) -> list[list[FieldVector]]:
        """Computes the vectors of each item on the event loop."""
        fields, texts = self._texts(documents)
        return self._to_vectors(fields, await self._model.aembed_documents(texts) if texts else [])

    def query(self, text: str) -> str:
        return self._encode(self._model.embed_query(text))

    async def aquery(self, text: str) -> str:
        return self._encode(await self._model.aembed_query(text))

    def _texts(self, documents: Sequence[Document]) -> tuple[list[list[str]], list[str]]:
        """Returns the paths of each item's texts, and all texts in the same order."""
        fields: list[list[str]] = []
        texts: list[str] = []
        for value, index in documents:
            own: list[str] = []
            paths = () if index is False else self._fields if index is None else _tokenized(index)
            for path, tokens in paths:
                found = get_text_at_path(value, tokens)
                several = len(found) > 1
                own += [f"{path}.{at}" if several else path for at in range(len(found))]
                texts += found
            fields.append(own)
        return fields, texts

    def _to_vectors(self, fields: list[list[str]], vectors: Any) -> list[list[FieldVector]]:
        expected = sum(map(len, fields))
        if len(vectors) != expected:
            raise ValueError(f"{self._what} returned {len(vectors)} vectors for {expected} texts")
        left = iter(vectors)
        return [
            [{"field": field, "vector": self._encode(next(left))} for field in own]
            for own in fields
        ]

    def _encode(self, vector: Any) -> str:
        """Encodes a vector as base64 of 32-bit little-endian floating-point numbers."""
        numbers = [float(number) for number in vector]
        if len(numbers) != self._dims:
            raise ValueError(
                f"{self._what} returned a vector of {len(numbers)} numbers, but store.index.dims is {self._dims}"
            )
        if not all(map(math.isfinite, numbers)):
            raise ValueError(f"{self._what} returned a vector with a number that is not finite")
        return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


def _tokenized(paths: Sequence[str]) -> list[tuple[str, Any]]:
    return [(path, path if path == "$" else tokenize_path(path)) for path in paths]


def load_embedder(loader: GraphLoader, index: dict[str, Any]) -> Embedder | None:
    """Loads the embedding function or model. Raises LoadError.

    Returns `None` for a model that the agent's packages cannot load, so items are not searched by meaning.
    """
    embed = index["embed"]
    model = _load_model(embed) if isinstance(embed, str) else _load_function(loader, embed)
    if model is None:
        return None
    what = f"store.index.embed: '{embed if isinstance(embed, str) else embed['exportName']}'"
    return Embedder(model, what, index["dims"], index["fields"])


def _load_function(loader: GraphLoader, embed: dict[str, str]) -> Embeddings:
    name, export = embed["module"], embed["exportName"]
    module = loader.module("store.index.embed", name)
    found = getattr(module, export, None)
    if not isinstance(found, Embeddings) and not callable(found):
        wrong = "does not exist" if found is None else f"is of type {type(found).__name__}"
        raise LoadError(
            f"store.index.embed: '{export}' of {name} {wrong}; expected a function that turns a list of texts into"
            " a list of vectors, or an Embeddings object"
        )
    return ensure_embeddings(found)


def _load_model(name: str) -> Embeddings | None:
    try:
        from langchain.embeddings import init_embeddings
    except ImportError:
        return _warn(name, "the agent's packages do not include langchain 0.3.9 or newer")
    with warnings.catch_warnings():
        # The library warns that `init_embeddings` is in beta.
        warnings.simplefilter("ignore")
        try:
            return init_embeddings(name)
        except (ImportError, ValueError) as failure:
            return _warn(
                name, str(failure).splitlines()[0] if str(failure) else "its provider is unknown"
            )
        except Exception as failure:
            raise LoadError(f"store.index.embed: loading '{name}' failed: {failure}") from failure


def _warn(name: str, why: str) -> None:
    _log.warning(
        "store.index.embed: '%s' cannot be loaded, so items are not searched by meaning: %s",
        name,
        why,
    )
