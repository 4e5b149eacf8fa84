"""Folders, ports and waiting, for servers that a test starts."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def open_folder() -> Iterator[Path]:
    """A temporary folder that every user may look into; it is removed at the end."""
    path = Path(tempfile.mkdtemp(prefix="pbem-real-", dir="/tmp"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def run(command: Sequence[str], check: bool = True) -> None:
    """Run a command that may leave servers behind; they must not hold our pipes open, or we would wait for ever."""
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=60, check=False)
        output.seek(0)
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(command)} failed: {output.read().decode(errors='replace')}")


def free_port() -> int:
    """Return a port on loopback that nobody holds now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def listens(port: int) -> bool:
    """Return whether somebody listens on a port of loopback."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def wait_until(happened: Callable[[], bool], what: str, seconds: float = 20) -> float:
    """Wait until something has happened and return how many seconds that took."""
    started = time.monotonic()
    while not happened():
        if time.monotonic() - started > seconds:
            raise TimeoutError(f"{what} has not happened within {seconds} s")
        time.sleep(0.02)
    return time.monotonic() - started
