"""The outside of a sealed file: gzip whose comment is the SHA-256 of all that follows, so that no byte is free."""

import gzip
import zlib
from typing import NamedTuple

from harness.formats.base import sha256_hex

MAX_BYTES = 1 << 29
"""More than any label set can hold."""
_HEAD = bytes.fromhex("1f8b08100000000002ff")
_BODY = len(_HEAD) + 65
_GZIP_WINDOW = 31


class Unpacked(NamedTuple):
    """What a packed file holds, cut off one byte past ``MAX_BYTES``, and whether every byte is as it was written."""

    text: bytes
    untouched: bool


def pack(text: bytes) -> bytes:
    """Return text as a gzip file that any tool opens; the same for the same text and zlib, whatever the system."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    ends = (zlib.crc32(text), len(text) & 0xFFFFFFFF)
    body = deflate.compress(text) + deflate.flush() + b"".join(end.to_bytes(4, "little") for end in ends)
    return _head(body) + body


def unpack(data: bytes) -> Unpacked:
    """Return what was packed; a file without the comment is compared with the same text compressed again.

    Raises:
        zlib.error: it is no gzip file, or was cut off.
    """
    inflate = zlib.decompressobj(_GZIP_WINDOW)
    text = inflate.decompress(data, MAX_BYTES + 1)
    if len(text) <= MAX_BYTES and not inflate.eof:
        raise zlib.error("cut off")
    if data.startswith(_HEAD):
        return Unpacked(text, _head(data[_BODY:]) == data[:_BODY] and not inflate.unused_data)
    return Unpacked(text, gzip.compress(text, compresslevel=9, mtime=0) == data)


def _head(body: bytes) -> bytes:
    return _HEAD + sha256_hex(body).encode() + b"\0"
