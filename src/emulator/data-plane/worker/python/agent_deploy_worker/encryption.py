"""Encrypts the bytes of checkpoints with the agent's handlers, so only the agent can read them in the store."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from .frames import Parts

if TYPE_CHECKING:
    from .graphs import GraphLoader

_log = logging.getLogger("agent_deploy")
Result = TypeVar("Result")
Readable = bytes | memoryview
#: Prefix of encrypted bytes, with which no serialized value begins. Bytes without this prefix are unencrypted.
_MARK = b"\x00encrypted\x00"


class BlobCipher:
    """Handlers of the agent's `Encryption` object for the bytes of checkpoints."""

    def __init__(self, encryption: Any) -> None:
        self._encryption = encryption
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def encrypt(self, parts: Sequence[bytes]) -> Parts:
        return tuple(await asyncio.gather(*map(self._encrypt, parts)))

    async def decrypt(self, parts: Sequence[Readable]) -> Sequence[Readable]:
        return await asyncio.gather(*(self._decrypt(bytes(part)) for part in parts))

    def wait(self, work: Awaitable[Result]) -> Result:
        """Blocks the calling thread, possibly the event loop's thread, until the result is available."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(
                    target=self._loop.run_forever, name="encryption", daemon=True
                ).start()
        return asyncio.run_coroutine_threadsafe(_awaited(work), self._loop).result()

    async def _encrypt(self, plain: bytes) -> bytes:
        return _MARK + await self._encryption._blob_encryptor(_context(), plain)

    async def _decrypt(self, stored: bytes) -> bytes:
        if not stored.startswith(_MARK):
            return stored
        found = await self._encryption._blob_decryptor(_context(), stored[len(_MARK) :])
        # The handler may also return a replacement for the stored bytes, which is ignored.
        return getattr(found, "plaintext", found)


async def _awaited(work: Awaitable[Result]) -> Result:
    return await work


def _context() -> Any:
    from langgraph_sdk import EncryptionContext

    return EncryptionContext(model="checkpoint", metadata={})


def load_encryption(loader: "GraphLoader", where: dict[str, str]) -> BlobCipher:
    """Loads the `Encryption` object. Raises LoadError."""
    from .graphs import LoadError

    export = where["exportName"]
    found, what = loader.of_sdk("encryption.path", where, "Encryption")
    if found._blob_encryptor is None or found._blob_decryptor is None:
        raise LoadError(
            f"{what} does not encrypt checkpoints. Register @{export}.encrypt.blob and @{export}.decrypt.blob"
        )
    if found._json_encryptor is not None or found._context_handler is not None:
        _log.warning(
            "%s: the emulator does not call its handlers for JSON and contexts, so they do not encrypt the values and the"
            " metadata of threads, the input of runs, assistants and items",
            what,
        )
    return BlobCipher(found)
