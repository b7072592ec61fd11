"""User objects for the agent's code, with fields that are accessible by attribute and by key."""

from collections.abc import Iterator, Mapping
from typing import Any

from .plain_json import from_json, to_json


class _Fields:
    """Makes the fields of a mapping and of nested mappings accessible as attributes."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self._fields:
            raise AttributeError(f"the user has no {name}")
        value = self._fields[name]
        return _Fields(value) if isinstance(value, Mapping) else value

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def get(self, name: str, default: Any = None) -> Any:
        return self._fields.get(name, default)

    def dict(self) -> dict[str, Any]:
        return dict(self._fields)


class User:
    """User that `authenticate` returned. The fields `is_authenticated` and `display_name` always exist."""

    def __init__(self, source: Any) -> None:
        self._source = _Fields(source) if isinstance(source, Mapping) else source

    @property
    def identity(self) -> str:
        return str(self._source.identity)

    @property
    def is_authenticated(self) -> bool:
        return bool(getattr(self._source, "is_authenticated", True))

    @property
    def display_name(self) -> str:
        return str(getattr(self._source, "display_name", None) or self.identity)

    def __getattr__(self, name: str) -> Any:
        if name == "_source" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._source, name)

    def dict(self) -> dict[str, Any]:
        """Returns the user's fields that have JSON values."""
        own: Any = {}
        for name in ("model_dump", "dict"):
            method = getattr(self._source, name, None)
            if callable(method):
                own = method()
                break
        else:
            own = getattr(self._source, "__dict__", {})
        fields = from_json(to_json(own))
        return {
            **(fields if isinstance(fields, dict) else {}),
            "identity": self.identity,
            "is_authenticated": self.is_authenticated,
            "display_name": self.display_name,
        }

    model_dump = dict

    def __getitem__(self, name: str) -> Any:
        return self.dict()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.dict()

    def __iter__(self) -> Iterator[str]:
        return iter(self.dict())

    def __len__(self) -> int:
        return len(self.dict())

    def get(self, name: str, default: Any = None) -> Any:
        return self.dict().get(name, default)

    def keys(self) -> Any:
        return self.dict().keys()

    def values(self) -> Any:
        return self.dict().values()

    def items(self) -> Any:
        return self.dict().items()

    def __repr__(self) -> str:
        return f"User({self.identity!r})"


def to_user(result: Any) -> tuple[User, list[str]]:
    """Returns the user and the permissions from a result of `authenticate`. Raises TypeError for any other result."""
    permissions: Any = ()
    user = result
    if isinstance(result, tuple):
        if len(result) != 2:
            raise TypeError(
                f"authenticate returned {len(result)} values; expected permissions and a user"
            )
        permissions, user = result
    elif isinstance(result, Mapping):
        permissions = result.get("permissions") or ()
    elif hasattr(result, "permissions"):
        permissions = result.permissions or ()
    listed = [str(one) for one in permissions]
    if isinstance(user, str):
        return User({"identity": user}), listed
    if isinstance(user, Mapping) and "identity" in user or hasattr(user, "identity"):
        return User(user), listed
    raise TypeError(
        f"authenticate returned {type(user).__name__}; expected a string, or a user with an identity"
    )


def studio_user(fields: dict[str, Any], sdk: Any) -> Any:
    """Returns the user object of a developer whom a workspace key authenticated."""
    kind = getattr(sdk.types, "StudioUser", None)
    if kind is None:
        return User(fields)

    class Studio(kind):  # type: ignore[misc, valid-type]
        """Makes the fields accessible by key."""

        def dict(self) -> dict[str, Any]:
            return dict(fields)

        def __getitem__(self, name: str) -> Any:
            return fields[name]

        def __contains__(self, name: object) -> bool:
            return name in fields

        def __iter__(self) -> Iterator[str]:
            return iter(fields)

        def get(self, name: str, default: Any = None) -> Any:
            return fields.get(name, default)

    return Studio(fields["identity"], is_authenticated=True)
