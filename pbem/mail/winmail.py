"""Reads the text that Outlook hides in winmail.dat, in a process of its own with little time and memory.

The libraries for it (the extra `pbem[outlook]`) believe every count that a file states: a mail of fifty octets could
keep them busy for hours. So this module is also a program, which is stopped when it takes too long: it reads a file
from its standard input and writes "html" or "plain", a line end, and the text.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec

MOST_OCTETS = 1024 * 1024
"""The text stands at the beginning; attachments follow it, and are left out."""

SECONDS = 0.8
_MEMORY = 48 * 1024 * 1024
_LIBRARIES = ("tnefparse", "compressed_rtf", "striprtf")

_HEAD = 6
_OBJECT_HEAD = 9
_CHECKSUM = 2
_SIZE = 4
_MESSAGE = 1
_BODY, _PROPERTIES, _CODE_PAGE = 0x800C, 0x9003, 0x9007


def winmail_text(data: bytes) -> tuple[str, str]:
    """Return the kind of the text in a winmail.dat, "html" or "plain", and the text.

    Both are "" where there is none, it cannot be read in time, or the extra is not installed.
    """
    if not all(map(find_spec, _LIBRARIES)):
        return "", ""
    command = [sys.executable, "-I", __file__]
    try:
        # Nothing of the mail is on the command line.
        done = subprocess.run(command, input=data[:MOST_OCTETS], capture_output=True, timeout=SECONDS, check=True)  # noqa: S603
    except (subprocess.SubprocessError, OSError):
        return "", ""
    kind, _, text = done.stdout.decode("utf-8", "replace").partition("\n")
    return kind, text


def main() -> None:
    """Read one file and write what was found in it."""
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    kind, text = _found(sys.stdin.buffer.read())
    sys.stdout.buffer.write(f"{kind}\n{text}".encode("utf-8", "replace"))


def _found(data: bytes) -> tuple[str, str]:
    from compressed_rtf import decompress
    from striprtf.striprtf import rtf_to_text
    from tnefparse import TNEF

    file = TNEF(_message(data), do_checksum=False)
    if plain := _text(file.body, file.codepage):
        return "plain", plain
    if html := _text(file.htmlbody, file.codepage):
        return "html", html
    if not file._rtfbody:
        return "", ""
    # The size stands in front; of what was filled up with zeros, the library keeps none.
    size = _SIZE + int.from_bytes(file._rtfbody[:_SIZE], "little")
    rtf = decompress(file._rtfbody.ljust(min(size, MOST_OCTETS), b"\0"))
    return "plain", str(rtf_to_text(rtf.decode("latin-1"), errors="replace"))  # type: ignore[no-untyped-call]


def _text(body: str | bytes | None, codec: str | None) -> str:
    text = body.decode(codec or "cp1252", "replace") if isinstance(body, bytes) else body or ""
    return text.rstrip("\0")


def _message(data: bytes) -> bytes:
    """Return the file with nothing but what may hold the text of the message, each piece whole and undamaged."""
    return data[:_HEAD] + b"".join(_pieces(data))


def _pieces(data: bytes) -> Iterator[bytes]:
    at = _HEAD
    while at + _OBJECT_HEAD + _CHECKSUM <= len(data):
        level, name = data[at], int.from_bytes(data[at + 1 : at + 3], "little")
        end = at + _OBJECT_HEAD + int.from_bytes(data[at + 5 : at + 9], "little") + _CHECKSUM
        if end > len(data):
            return
        content, checksum = data[at + _OBJECT_HEAD : end - _CHECKSUM], data[end - _CHECKSUM : end]
        sound = sum(content) & 0xFFFF == int.from_bytes(checksum, "little")
        if level == _MESSAGE and name in (_BODY, _PROPERTIES, _CODE_PAGE) and sound:
            yield data[at:end]
        at = end


if __name__ == "__main__":
    main()
