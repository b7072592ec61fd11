"""Testcontainers module of the agent-deploy emulator, in the shape of the official modules."""

import json
import re
import secrets
from typing import Any, Self
from urllib.parse import urlsplit

from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import (
    CompositeWaitStrategy,
    HttpWaitStrategy,
    LogMessageWaitStrategy,
)

__all__ = ["AgentDeployEmulatorContainer"]

_EMULATOR_PORT = 4400
_DEFAULT_IMAGE = "ghcr.io/OWNER/agent-deploy-emulator:0"
_STARTUP_TIMEOUT_SECONDS = 120
_POLL_INTERVAL_SECONDS = 0.2
# Only root can write to this folder in the container, so agents cannot change its files.
_FOLDER = "/etc/agent-deploy-emulator"
_KEY_FILE = f"{_FOLDER}/api-key"
_PUBLIC_URL_FILE = f"{_FOLDER}/public-url"
_SEED_FILE = f"{_FOLDER}/seed.yaml"
_FAULTS_FILE = f"{_FOLDER}/faults.yaml"
_API_KEY = re.compile(r"[\x21-\x7e]{8,}")
_READY_LINE = re.compile(r'^\{"ready":true,.*\}$', re.MULTILINE)

# Waits for the file with the public URL, and then runs the image's own entrypoint with the flags.
_WAIT_FOR_PUBLIC_URL = f"""\
until read -r EMULATOR_PUBLIC_URL <{_PUBLIC_URL_FILE}; do sleep 0.1; done 2>/dev/null
export EMULATOR_PUBLIC_URL
exec entrypoint.sh "$@"
"""

# Resets the emulator from inside the container, because the route refuses hosts other than the
# public URL's.
_RESET = f"""
  const headers = {{ 'x-api-key': require('node:fs').readFileSync('{_KEY_FILE}', 'utf8').trim() }};
  fetch('http://127.0.0.1:{_EMULATOR_PORT}/_local/reset', {{ method: 'POST', headers }})
    .then(async (response) => {{
      if (!response.ok) throw new Error(`status ${{response.status}}: ${{await response.text()}}`);
    }});
"""


class AgentDeployEmulatorContainer(DockerContainer):
    """Container of the agent-deploy emulator.

    The emulator returns absolute URLs of uploads and deployments, so it has to know the address
    that clients use before it starts. The engine chooses the port of this address when it starts
    the container. The container therefore waits until the module has written the address into the
    container, and only then starts the emulator.
    """

    def __init__(self, image: str = _DEFAULT_IMAGE, **kwargs: Any) -> None:
        super().__init__(image, **kwargs)
        self._api_key = secrets.token_hex(24)
        self._public_url: str | None = None
        self._flags: list[str] = []
        self._flag_files: dict[str, tuple[str, str]] = {}
        self._ready: dict[str, Any] = {}
        self.with_exposed_ports(_EMULATOR_PORT)
        self.with_env("EMULATOR_API_KEY_FILE", _KEY_FILE)
        self.waiting_for(
            CompositeWaitStrategy(
                LogMessageWaitStrategy(_READY_LINE),
                HttpWaitStrategy(_EMULATOR_PORT, "/ok"),
            )
            .with_startup_timeout(_STARTUP_TIMEOUT_SECONDS)
            .with_poll_interval(_POLL_INTERVAL_SECONDS)
        )

    def with_api_key(self, api_key: str) -> Self:
        """Set the API key. By default, each container gets a random key.

        Raises ValueError if the key has fewer than 8 characters, or blanks or characters outside
        of ASCII.
        """
        if not _API_KEY.fullmatch(api_key):
            raise ValueError(
                "with_api_key: the key is invalid; expected at least 8 characters of printable "
                "ASCII without blanks"
            )
        self._api_key = api_key
        return self

    def with_public_url(self, url: str) -> Self:
        """Set the URL under which clients reach the emulator.

        For example, clients in other containers of a network use `http://emulator:4400`. By
        default, it is the host and the mapped port. Raises ValueError if the URL is not an HTTP
        URL.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(
                "with_public_url: the URL is invalid; expected an absolute http: or https: URL"
            )
        self._public_url = url
        return self

    def with_flags(self, *flags: str) -> Self:
        """Add flags of the emulator, such as `--compat`, `hosted`.

        Never pass secrets as flags: other programs see them.
        """
        self._flags.extend(flags)
        return self

    def with_seed(self, yaml: str) -> Self:
        """Set the text of the seed file, which applies again after a reset."""
        self._flag_files[_SEED_FILE] = ("--seed", yaml)
        return self

    def with_faults(self, yaml: str) -> Self:
        """Set the text of the file with fault rules, which apply from the start and after a reset."""
        self._flag_files[_FAULTS_FILE] = ("--faults", yaml)
        return self

    def start(self) -> Self:
        """Start the container, and wait until the emulator is ready.

        If the emulator does not become ready, the container is removed, and the error contains its
        output.
        """
        # The emulator starts only after its public URL is known, so the base class must not wait.
        strategy, self._wait_strategy = self._wait_strategy, None
        try:
            super().start()
            if self._public_url is None:
                host = self.get_container_host_ip()
                url = f"http://{f'[{host}]' if ':' in host else host}:{self.get_port()}"
                self.copy_into_container(f"{url}\n".encode(), _PUBLIC_URL_FILE)
            if strategy is not None:
                strategy.wait_until_ready(self)
            self._ready = self._read_ready_line()
        except Exception as error:
            if self._container is not None:
                output = self._container.logs().decode(errors="replace")
                error.add_note(f"Last output of the container: {output[-2000:].strip() or 'none'}")
                self._container.remove(force=True, v=True)
                self._container = None
            raise
        finally:
            self._wait_strategy = strategy
        return self

    def _configure(self) -> None:
        files = [(_KEY_FILE, f"{self._api_key}\n")]
        files += [(target, content) for target, (_, content) in self._flag_files.items()]
        targets = [target for target, _ in files]
        self._transferable_specs = [
            *(spec for spec in self._transferable_specs if spec[1] not in targets),
            *((content.encode(), target, 0o444) for target, content in files),
        ]
        if self._public_url is None:
            entrypoint = ["/bin/sh", "-c", _WAIT_FOR_PUBLIC_URL, "sh"]
            self.with_kwargs(**{**self._kwargs, "entrypoint": entrypoint})
        else:
            self.with_env("EMULATOR_PUBLIC_URL", self._public_url)
        own = [part for target, (flag, _) in self._flag_files.items() for part in (flag, target)]
        if own or self._flags:
            self.with_command([*own, *self._flags])

    def _read_ready_line(self) -> dict[str, Any]:
        output, _ = self.get_logs()
        line = _READY_LINE.search(output.decode(errors="replace"))
        if line is None:
            raise RuntimeError(
                "The log of the container has no ready line; expected the image of the "
                "agent-deploy emulator"
            )
        ready: dict[str, Any] = json.loads(line[0])
        return ready

    def get_port(self) -> int:
        """Return the port of this machine on which the emulator listens."""
        return self.get_exposed_port(_EMULATOR_PORT)

    def get_control_plane_url(self) -> str:
        """Return the URL of the control plane: the value for `control-plane-url` of the action."""
        return self._url_of("controlPlane")

    def get_sandboxes_url(self) -> str:
        """Return the URL of the sandboxes' API."""
        return self._url_of("sandboxes")

    def get_tracing_url(self) -> str:
        """Return the URL of the tracing API: the value for `LANGSMITH_ENDPOINT`."""
        return self._url_of("tracing")

    def get_admin_url(self) -> str:
        """Return the URL of the routes for tests: faults, journal, clock, snapshots."""
        return self._url_of("admin")

    def get_api_key(self) -> str:
        """Return the API key, the value of the header `X-Api-Key`."""
        return self._api_key

    def get_workspace_id(self) -> str:
        """Return the ID of the workspace that the API key can access."""
        return str(self._started()["workspaceId"])

    def reset(self) -> None:
        """Reset the emulator to the state after its start, which is faster than a new container."""
        exit_code, output = self.exec(["node", "--eval", _RESET])
        if exit_code != 0:
            reason = output.decode(errors="replace").strip()
            raise RuntimeError(f"The emulator could not be reset: {reason}")

    def _url_of(self, name: str) -> str:
        return str(self._started()["urls"][name])

    def _started(self) -> dict[str, Any]:
        if not self._ready:
            raise RuntimeError("The emulator has no URLs yet: call start() first")
        return self._ready
