"""Writes winmail.dat files as Outlook does ([MS-OXTNEF]): a signature, then objects, each with its checksum."""

from __future__ import annotations

import struct

from compressed_rtf import compress

SIGNATURE = struct.pack("<IH", 0x223E9F78, 1)
BODY, HTML, RTF = 0x1000, 0x1013, 0x1009
_STRING, _BINARY = 0x001E, 0x0102


def thing(name: int, content: bytes, level: int = 1) -> bytes:
    """Return one object of the file; level 2 is an attachment's."""
    return struct.pack("<BHHI", level, name, 6, len(content)) + content + struct.pack("<H", sum(content) & 0xFFFF)


def properties(found: dict[int, bytes]) -> bytes:
    """Return the object that holds the properties of a message."""
    written = struct.pack("<I", len(found))
    for name, value in found.items():
        kind = _STRING if name == BODY else _BINARY
        padded = value + b"\0" * (-len(value) % 4)
        written += struct.pack("<HHII", kind, name, 1, len(value)) + padded
    return thing(0x9003, written)


def rich(text: str) -> bytes:
    """Return a text as Outlook's rich text, packed."""
    lines = "\\par\n".join(text.split("\n"))
    head = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}}{\colortbl;\red0\green0\blue255;}"
    return compress(f"{head}\\pard\\f0\\fs20 {lines}\\par}}".encode("cp1252"), compressed=True)


def file(found: dict[int, bytes], attached: bytes = b"") -> bytes:
    """Return a whole file: the code page, the properties, perhaps an attachment."""
    code_page = thing(0x9007, struct.pack("<II", 1252, 0))
    return SIGNATURE + code_page + properties(found) + (thing(0x800F, attached, level=2) if attached else b"")
