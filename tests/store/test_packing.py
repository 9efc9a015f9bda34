"""The outside of a sealed file: any gzip opens it, and no byte of it is free."""

import gc
import gzip
import random
import subprocess
import zlib
from pathlib import Path

import pytest

from firered_review.store import packing
from firered_review.store.collecting import uncollected
from firered_review.store.packing import pack, unpack

TEXT = b'{"kind": "sealed-label-set", "labels": [1, 2, 3]}' * 20


def test_the_tool_that_everybody_has_opens_it(tmp_path: Path) -> None:
    path = tmp_path / "ada.gz"
    path.write_bytes(pack(TEXT))
    told = subprocess.run(["gzip", "--decompress", "--stdout", str(path)], capture_output=True, check=True)
    assert told.stdout == TEXT
    assert unpack(path.read_bytes()) == (TEXT, True)
    assert pack(TEXT) == pack(TEXT)


def test_every_changed_byte_is_found() -> None:
    whole = pack(TEXT)
    chance = random.Random(3)  # noqa: S311 - bytes to change, no secret
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= chance.randrange(1, 256)
        try:
            found = unpack(bytes(changed))
        except zlib.error:
            continue
        assert not found.untouched, place


@pytest.mark.parametrize("left", [-1, 40, 2, 0])
def test_what_was_cut_off_is_refused(left: int) -> None:
    with pytest.raises(zlib.error):
        unpack(pack(TEXT)[:left])


def test_bytes_after_the_end_are_a_change() -> None:
    assert not unpack(pack(TEXT) + b"\0").untouched


def test_a_file_without_the_comment_is_compared_with_the_text_compressed_again() -> None:
    older = gzip.compress(TEXT, compresslevel=9, mtime=0)
    assert unpack(older) == (TEXT, True)
    assert unpack(gzip.compress(TEXT, compresslevel=9, mtime=7)) == (TEXT, False)


def test_text_that_would_fill_the_memory_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_BYTES", 1000)
    assert len(unpack(pack(bytes(100_000))).text) == 1001


@uncollected()
def fails() -> None:
    with uncollected():
        assert not gc.isenabled()
    assert not gc.isenabled()
    raise KeyError


def test_the_collector_is_as_it_was_before_also_after_a_fault() -> None:
    assert gc.isenabled()
    with pytest.raises(KeyError):
        fails()
    assert gc.isenabled()
