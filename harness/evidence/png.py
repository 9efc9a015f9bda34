"""The lossless picture of a frame: a PNG that any viewer opens, deflated by isal so that recording keeps up."""

import struct
import zlib
from typing import NamedTuple

import numpy as np
from isal import igzip_lib, isal_zlib

from harness.formats.errors import BadFile

WIDTH = 240
HEIGHT = 160
FRAME_BYTES = WIDTH * HEIGHT * 3
"""Length of a frame's raw RGB888 bytes, row by row, no padding."""
MAX_PNG_BYTES = 1 << 20
"""A stored picture is never longer: the worst case of deflate lies far below."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
_ROW = WIDTH * 3 + 1
_LEVEL = 1
_InflateError: type[Exception] = igzip_lib.IsalError  # type: ignore[assignment] # its stub calls it an instance


class _Chunk(NamedTuple):
    kind: bytes
    body: bytes


def encode(rgb: bytes) -> bytes:
    """Return the PNG of one frame of 240·160·3 bytes of RGB.

    Raises:
        ValueError: ``rgb`` has another length.
    """
    if len(rgb) != FRAME_BYTES:
        raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(rgb)}")
    rows = np.zeros((HEIGHT, _ROW), np.uint8)
    rows[:, 1:] = np.frombuffer(rgb, np.uint8).reshape(HEIGHT, _ROW - 1)
    body = isal_zlib.compress(rows, _LEVEL)
    return _SIGNATURE + _chunk(b"IHDR", _HEADER) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def decode(png: bytes, where: str) -> bytes:
    """Return the 240·160·3 bytes of RGB of a picture that ``encode`` wrote; ``where`` is named in every error.

    The size is looked at before anything is inflated, and no more than one frame is ever inflated.

    Raises:
        BadFile: it is damaged, has another size, or is stored in another way.
    """
    if len(png) > MAX_PNG_BYTES:
        raise BadFile(f"{where} is too long for a picture of {WIDTH}×{HEIGHT}.")
    chunks = _chunks(png, where)
    if chunks[0].kind != b"IHDR" or len(chunks[0].body) != 13:
        raise BadFile(f"{where} is not a PNG picture.")
    width, height = struct.unpack(">II", chunks[0].body[:8])
    if (width, height) != (WIDTH, HEIGHT):
        raise BadFile(f"{where} is {width}×{height} pixels, not {WIDTH}×{HEIGHT}.")
    if chunks[0].body != _HEADER:
        raise BadFile(f"{where} is not stored as plain 8-bit RGB.")
    if [c.kind for c in chunks[1:-1]] != [b"IDAT"] * (len(chunks) - 2):
        raise BadFile(f"{where} holds more than pixels.")
    rows = _inflate(b"".join(c.body for c in chunks[1:-1]), where)
    if rows[:, 0].any():
        raise BadFile(f"{where} is not stored as plain 8-bit RGB.")
    return rows[:, 1:].tobytes()


def _inflate(body: bytes, where: str) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    inflater = isal_zlib.decompressobj()
    try:
        raw = inflater.decompress(body, HEIGHT * _ROW + 1)
    except (_InflateError, ValueError):
        raise BadFile(f"{where} is damaged: its pixels cannot be inflated.") from None
    if len(raw) != HEIGHT * _ROW or not inflater.eof:
        raise BadFile(f"{where} is damaged: it does not hold {HEIGHT} whole rows.")
    return np.frombuffer(raw, np.uint8).reshape(HEIGHT, _ROW)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(body, zlib.crc32(kind)))


def _chunks(png: bytes, where: str) -> list[_Chunk]:
    if png[:8] != _SIGNATURE:
        raise BadFile(f"{where} is not a PNG picture.")
    found: list[_Chunk] = []
    place = 8
    while place + 12 <= len(png):
        (length,) = struct.unpack_from(">I", png, place)
        end = place + 12 + length
        if end > len(png):
            break
        kind, body = png[place + 4 : place + 8], png[place + 8 : end - 4]
        (stored,) = struct.unpack_from(">I", png, end - 4)
        if stored != zlib.crc32(body, zlib.crc32(kind)):
            raise BadFile(f"{where} is damaged: the checksum of its {kind!r} part is wrong.")
        found.append(_Chunk(kind, body))
        if kind == b"IEND":
            return found
        place = end
    raise BadFile(f"{where} is cut off.")
