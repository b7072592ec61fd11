"""The worker's end of the stream to the emulator: two file descriptors, a thread that reads and a thread that writes.

The threads respond to pings and receive the store's responses even while a node blocks the event loop.
"""

import errno
import os
import socket
import stat
import threading
import traceback
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from . import frames
from .frames import FrameError, Parts

_READ_BUFFER = 64 * 1024
#: Size in bytes below which the chunks of a report are written with one system call.
_SMALL = 64 * 1024
#: Maximum size in bytes of a report that the sending thread may write itself.
_SMALL_ANSWER = 4096
_END_TIMEOUT_S = 5
#: Maximum time in seconds that a caller waits until the queued reports are written.
_FLUSH_TIMEOUT_S = 0.1

#: Lowest number of the channel's file descriptors, if the system allows such numbers.
_FIRST_FD = 200

Command = dict[str, Any]
#: Function that receives a command, its parts, and the number of its link.
OnCommand = Callable[[Command, list[memoryview], int], None]


def _move_away(fd: int) -> int:
    """Returns a duplicate of the file descriptor with a high number, because the agent's code opens and closes low
    numbers.

    Child processes do not inherit the duplicate.
    """
    try:
        from fcntl import F_DUPFD_CLOEXEC, fcntl
    except ImportError:
        # Windows does not have the module `fcntl`.
        os.set_inheritable(fd, False)
        return fd
    moved = fcntl(fd, F_DUPFD_CLOEXEC, _FIRST_FD)
    # The old number is occupied, because a file with this number could be closed by mistake.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, fd, inheritable=False)
    os.close(nothing)
    return moved


def _as_socket(fd: int) -> socket.socket | None:
    """Returns a file descriptor as a socket, to which a thread can write without waiting. Returns `None` for a pipe, as
    in a container.
    """
    if not hasattr(socket, "MSG_DONTWAIT") or not stat.S_ISSOCK(os.fstat(fd).st_mode):
        return None
    return socket.socket(fileno=fd)


#: ID of the worker's process, which differs from the ID of a forked child.
_WORKER = os.getpid()


def is_forked() -> bool:
    """Returns whether this process is a forked child of the worker.

    A forked child has no channel threads, and threads of the parent may hold locks that the child never gets.
    """
    return os.getpid() != _WORKER


class Channel:
    """Sends reports in order from any thread, and passes each command to `on_command` on the reading thread."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd = _move_away(read_fd)
        self._write_fd = _move_away(write_fd)
        self._queue: SimpleQueue[list[bytes] | threading.Event] = SimpleQueue()
        #: Contains one entry for each report that is not written yet.
        self._unwritten: deque[None] = deque()
        #: Lock of the writing thread. Senders never wait for this lock, because a `__del__` method may send while its
        #: own thread is sending.
        self._writing = threading.Lock()
        self._socket = _as_socket(self._write_fd)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._close_in_child)

    def start(self, on_command: OnCommand) -> None:
        """Starts the reading thread and the writing thread."""
        threading.Thread(target=self._write_all, name="channel-out", daemon=True).start()
        threading.Thread(
            target=self._read_all, args=(on_command,), name="channel-in", daemon=True
        ).start()

    def send(
        self, report: dict[str, Any], parts: Parts = (), link: int = 0, *, at_once: bool = False
    ) -> None:
        """Sends a report. Raises TypeError if JSON cannot represent the report, and MessageTooLargeError if it is too
        large.

        Use `at_once` if a caller waits for the report: if the queue is empty, the calling thread itself writes a small
        report. Do not use `at_once` for frequent reports, because another thread may take the interpreter during the
        write.
        """
        if is_forked():
            # A forked child returned from its node into the worker's code. Only the parent may report about the run.
            os._exit(1)
        chunks = frames.encode(report, parts, link)
        if at_once and self._socket is not None and sum(map(len, chunks)) <= _SMALL_ANSWER:
            chunks = [b"".join(chunks)]
            if self._write_at_once(self._socket, chunks[0]):
                return
        self._unwritten.append(None)
        self._queue.put(chunks)

    def _write_at_once(self, pipe: socket.socket, frame: bytes) -> bool:
        """Writes a frame on the calling thread. Returns False, without writing, if reports are queued or the emulator
        reads slowly.
        """
        if not self._writing.acquire(blocking=False):
            return False
        try:
            if self._unwritten:
                return False
            written = pipe.send(frame, socket.MSG_DONTWAIT)
            # The rest of the frame must be written before another report. A rest is rare, because the system usually
            # accepts a small frame completely or not at all.
            self._write(frame[written:])
        except BlockingIOError:
            return False
        except OSError as failure:
            self._end_without(self._write_fd, failure)
        finally:
            self._writing.release()
        return True

    def flush(self) -> None:
        """Waits until the queued reports are written, or until writing takes too long because the emulator reads
        slowly.
        """
        if self._unwritten and not is_forked():
            written = threading.Event()
            self._queue.put(written)
            written.wait(_FLUSH_TIMEOUT_S)

    def end(self, code: int) -> None:
        """Ends the process once all reports are sent, even if other threads are still running."""
        sent = threading.Event()
        self._queue.put(sent)
        sent.wait(_END_TIMEOUT_S)
        os._exit(code)

    def _close_in_child(self) -> None:
        if self._socket is not None:
            self._socket.detach()
        for fd in (self._read_fd, self._write_fd):
            try:
                os.close(fd)
            except OSError:
                pass

    def _write_all(self) -> None:
        while True:
            parts = self._queue.get()
            if isinstance(parts, threading.Event):
                parts.set()
                continue
            if sum(map(len, parts)) < _SMALL:
                parts = [b"".join(parts)]
            try:
                with self._writing:
                    for part in parts:
                        self._write(part)
                    self._unwritten.popleft()
            except OSError as failure:
                self._end_without(self._write_fd, failure)

    def _write(self, part: bytes) -> None:
        rest = memoryview(part)
        while rest:
            rest = rest[os.write(self._write_fd, rest) :]

    def _read_all(self, on_command: OnCommand) -> None:
        try:
            source = os.fdopen(self._read_fd, "rb", _READ_BUFFER, closefd=False)
            while (frame := frames.read(source)) is not None:
                on_command(*frames.decode(frame), frame.link)
            # The worker is useless without the emulator, which contains its clients and its store.
            os._exit(0)
        except OSError as failure:
            self._end_without(self._read_fd, failure)
        except FrameError as failure:
            _tell(f"The link to the emulator contains invalid data: {failure}.")
        except BaseException:
            traceback.print_exc()
        os._exit(1)

    @staticmethod
    def _end_without(fd: int, failure: OSError) -> None:
        """Ends the process, because its runs can no longer send reports."""
        # After any other error, the emulator has exited, and cannot read a reason.
        if failure.errno == errno.EBADF:
            _tell_closed(f"file descriptor {fd}, the link to the emulator")
        os._exit(1)

    @staticmethod
    def end_without_loop(failure: OSError) -> None:
        """Ends the process after its event loop failed. The loop may be the first to notice that file descriptors are
        closed, because it waits for them.
        """
        if failure.errno != errno.EBADF:
            raise failure
        _tell_closed("file descriptors that its process needs")
        os._exit(1)


def _tell_closed(what: str) -> None:
    _tell(
        f"The agent's code closed {what}, so this process ends. Close only descriptors that your code opened."
    )


def _tell(text: str) -> None:
    os.write(2, f"{text}\n".encode())
