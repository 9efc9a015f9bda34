"""The motion store: every frame is kept, found again, and checked."""

import hashlib
import io
import sqlite3
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from harness.evidence import png
from harness.evidence.motion import SCHEMA, MotionReader, MotionWriter, copy_motion
from harness.formats.errors import BadFile, MissingPiece, WrongHash
from tests.evidence.pictures import frame

SEEDS = [0, 0, 1, 2, 1, 3, 3, 3]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "motion.sqlite"
    writer = MotionWriter(path)
    for number, seed in enumerate(SEEDS):
        writer.add(number, frame(seed))
    writer.close()
    return path


def altered(path: Path, *statements: tuple[str, tuple[object, ...]]) -> Path:
    db = sqlite3.connect(path)
    with db:
        for statement, values in statements:
            db.execute(statement, values)
    db.close()
    return path


def test_every_frame_comes_back_to_the_byte_with_its_identity(stored: Path) -> None:
    with MotionReader(stored) as reader:
        assert reader.count == len(SEEDS)
        for number, seed in enumerate(SEEDS):
            assert reader.rgb(number) == frame(seed)
            assert reader.sha256(number) == hashlib.sha256(frame(seed)).hexdigest()
        assert reader.identities() == [hashlib.sha256(frame(seed)).hexdigest() for seed in SEEDS]
        assert len(set(reader.pictures())) == 4


def test_a_finished_store_has_nothing_beside_it_and_reading_leaves_nothing(stored: Path) -> None:
    before = stored.read_bytes()
    with MotionReader(stored) as reader:
        assert list(reader.faults()) == []
    assert [p.name for p in stored.parent.iterdir()] == ["motion.sqlite"]
    assert stored.read_bytes() == before


def test_an_identity_is_known_before_the_store_is_closed(tmp_path: Path) -> None:
    writer = MotionWriter(tmp_path / "motion.sqlite")
    writer.add(0, frame(5))
    assert writer.identity(0) == hashlib.sha256(frame(5)).hexdigest()
    writer.close()


def test_what_was_flushed_is_in_the_file_while_the_writer_is_still_open(tmp_path: Path) -> None:
    path = tmp_path / "motion.sqlite"
    writer = MotionWriter(path)
    for number in range(40):
        writer.add(number, frame(number))
    writer.flush()
    db = sqlite3.connect(path)
    assert db.execute("SELECT count(*), max(number) FROM frame").fetchone() == (40, 39)
    db.close()
    writer.close()


def test_frames_must_come_in_order_and_whole(tmp_path: Path) -> None:
    writer = MotionWriter(tmp_path / "motion.sqlite")
    with pytest.raises(ValueError, match="cannot follow"):
        writer.add(1, frame(1))
    with pytest.raises(ValueError, match="cannot follow"):
        writer.add(0, b"short")
    writer.close()


def test_a_second_writer_never_touches_a_store_that_is_there(stored: Path) -> None:
    before = stored.read_bytes()
    with pytest.raises(FileExistsError):
        MotionWriter(stored)
    assert stored.read_bytes() == before


def test_a_disk_that_refuses_is_a_known_error_and_nobody_waits_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "motion.sqlite"
    writer = MotionWriter(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    writer.add(0, frame(0))
    with pytest.raises(MissingPiece, match="cannot be written"):
        writer.identity(0)
    with pytest.raises(MissingPiece, match="cannot be written"):
        writer.close()
    other.close()


def test_pictures_open_in_pillow_in_opencv_and_in_plain_zlib(stored: Path) -> None:
    with MotionReader(stored) as reader:
        for number, seed in enumerate(SEEDS):
            data = reader.png(number)
            with Image.open(io.BytesIO(data)) as image:
                assert (image.size, image.mode) == ((240, 160), "RGB")
                assert image.tobytes() == frame(seed)
            bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            assert bgr is not None
            assert cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB).tobytes() == frame(seed)
            start = data.index(b"IDAT") + 4
            (length,) = struct.unpack(">I", data[start - 8 : start - 4])
            assert len(zlib.decompress(data[start : start + length])) == 160 * 721


def test_a_copy_holds_the_same_frames_and_no_free_page(stored: Path, tmp_path: Path) -> None:
    db = sqlite3.connect(stored)
    db.execute("PRAGMA secure_delete=OFF")
    db.execute("CREATE TABLE secret AS SELECT 'who it was' AS word")
    db.execute("DROP TABLE secret")
    db.commit()
    assert db.execute("PRAGMA freelist_count").fetchone()[0] > 0
    db.close()
    assert b"who it was" in stored.read_bytes()
    target = tmp_path / "copy" / "motion.sqlite"
    target.parent.mkdir()
    copy_motion(stored, target)
    with MotionReader(stored) as old, MotionReader(target) as new:
        assert new.identities() == old.identities()
        assert [new.png(n) for n in range(new.count)] == [old.png(n) for n in range(old.count)]
    assert b"who it was" not in target.read_bytes()
    assert [p.name for p in target.parent.iterdir()] == ["motion.sqlite"]


def test_the_first_frame_that_differs_is_named(stored: Path) -> None:
    with MotionReader(stored) as reader:
        identities = reader.identities()
        assert reader.first_differing(identities) is None
        assert reader.first_differing([*identities[:3], "0" * 64, *identities[4:]]) == 3
        assert reader.first_differing(identities[:5]) == 5
        assert reader.first_differing([*identities, "0" * 64]) == len(SEEDS)


def test_another_picture_under_the_same_identity_is_found(stored: Path) -> None:
    altered(stored, ("UPDATE picture SET png = ? WHERE id = 2", (png.encode(frame(9)),)))
    with MotionReader(stored) as reader:
        with pytest.raises(WrongHash, match="frame 2"):
            reader.rgb(2)
        (fault,) = reader.faults()
        assert "picture 2" in fault
        assert "frame 2" in fault


@pytest.mark.parametrize(
    ("statement", "values", "sentence"),
    [
        ("DELETE FROM frame WHERE number = 3", (), "lacks a frame"),
        ("CREATE TABLE more(x)", (), "not a motion store"),
        ("DROP TABLE frame", (), "not a motion store"),
        ("CREATE TRIGGER t AFTER INSERT ON frame BEGIN DELETE FROM picture; END", (), "not a motion store"),
    ],
)
def test_a_store_of_another_shape_is_refused(
    stored: Path, statement: str, values: tuple[object, ...], sentence: str
) -> None:
    altered(stored, (statement, values))
    with pytest.raises(BadFile, match=sentence):
        MotionReader(stored)


@pytest.mark.parametrize(
    "picture",
    [
        b"",
        b"not a picture",
        "text, not bytes",
        png.encode(frame(1))[:-20],
        png.encode(frame(1))[:200] + b"\0" + png.encode(frame(1))[201:],
        b"\x89PNG\r\n\x1a\n" + b"\xff" * 40,
    ],
)
def test_a_damaged_picture_is_one_sentence(stored: Path, picture: object) -> None:
    altered(stored, ("UPDATE picture SET png = ? WHERE id = 1", (picture,)))
    with MotionReader(stored) as reader, pytest.raises(BadFile):
        reader.rgb(0)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def test_a_picture_that_says_it_is_huge_is_refused_before_it_is_inflated() -> None:
    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    bomb = zlib.compress(bytes(50_000_000), 9)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", bomb) + chunk(b"IEND", b"")
    with pytest.raises(BadFile, match="50000×50000"):
        png.decode(data, "the picture")


def test_a_picture_that_inflates_beyond_its_size_is_refused() -> None:
    header = struct.pack(">IIBBBBB", 240, 160, 8, 2, 0, 0, 0)
    bomb = zlib.compress(bytes(50_000_000), 9)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", bomb) + chunk(b"IEND", b"")
    with pytest.raises(BadFile, match="160 whole rows"):
        png.decode(data, "the picture")


def test_a_picture_that_carries_words_is_refused() -> None:
    data = png.encode(frame(1))
    with pytest.raises(BadFile, match="more than pixels"):
        png.decode(data[:33] + chunk(b"tEXt", b"model\0name") + data[33:], "the picture")


def every_frame(path: Path) -> None:
    with MotionReader(path) as reader:
        for number in range(len(SEEDS)):
            reader.rgb(number)


def test_a_store_cut_off_or_overwritten_is_one_sentence(stored: Path) -> None:
    whole = stored.read_bytes()
    for size in (0, 1, 100, 4096, len(whole) // 2, len(whole) - 100):
        stored.write_bytes(whole[:size])
        with pytest.raises(BadFile):
            every_frame(stored)


def test_an_unfinished_store_says_what_to_do(stored: Path) -> None:
    stored.with_name("motion.sqlite-wal").write_bytes(b"")
    with pytest.raises(BadFile, match="firered-harness record or run"):
        MotionReader(stored)


def test_a_link_in_place_of_the_store_is_never_followed(stored: Path, tmp_path: Path) -> None:
    link = tmp_path / "linked.sqlite"
    link.symlink_to(stored)
    with pytest.raises(BadFile, match="plain file"):
        MotionReader(link)


def test_the_schema_is_the_one_readers_compare_with(stored: Path) -> None:
    db = sqlite3.connect(stored)
    assert {row[0] for row in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")} == set(SCHEMA)
    db.close()
