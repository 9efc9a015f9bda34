"""The motion store: every emulated frame of a trial, one lossless picture per distinct picture."""

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from harness.evidence import png
from harness.evidence.motion_schema import LEFTOVERS, SCHEMA
from harness.evidence.motion_writer import MotionWriter
from harness.formats.base import Sha256
from harness.formats.errors import BadFile, WrongHash
from harness.formats.files import written_whole

__all__ = ["LEFTOVERS", "SCHEMA", "MotionReader", "MotionWriter", "copy_motion"]


class MotionReader:
    """Reads a finished motion store without changing anything; use one per thread.

    Raises:
        BadFile: it is missing, unfinished, damaged, or not a motion store.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = _open_readonly(path)
        try:
            with self._plainly():
                self._check_schema()
                self.count: int = self._db.execute("SELECT count(*) FROM frame").fetchone()[0]
                """Frames in the store: their numbers are 0 to ``count − 1``."""
                ends = self._db.execute("SELECT min(number), max(number) FROM frame").fetchone()
            if self.count and tuple(ends) != (0, self.count - 1):
                raise BadFile(f"{path} lacks a frame: it holds {self.count} of {ends[0]} to {ends[1]}.")
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> "MotionReader":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def sha256(self, number: int) -> Sha256:
        """Return the SHA-256 of a frame's pixels as it was recorded."""
        return self._picture(number)[0].hex()

    def png(self, number: int) -> bytes:
        """Return the PNG of a frame, undecoded."""
        return self._picture(number)[1]

    def rgb(self, number: int) -> bytes:
        """Return the 240·160·3 bytes of RGB of a frame, checked against its identity.

        Raises:
            BadFile: there is no such frame, or its picture is damaged.
            WrongHash: the picture is another one than was recorded.
        """
        digest, picture = self._picture(number)
        return _checked(digest, picture, f"{self._path}, frame {number}")

    def verify(self, number: int) -> None:
        """Decode one frame and compare its identity; raises as ``rgb`` does."""
        self.rgb(number)

    def identities(self) -> list[Sha256]:
        """Return the SHA-256 of every frame, in order of their numbers."""
        with self._plainly():
            known = {key: bytes(sha).hex() for key, sha in self._db.execute("SELECT id, sha256 FROM picture")}
            return [known[picture] for picture in self.pictures()]

    def pictures(self) -> list[int]:
        """Return the number of the stored picture of every frame, in order of their numbers."""
        with self._plainly():
            return [row[0] for row in self._db.execute("SELECT picture FROM frame ORDER BY number")]

    def first_differing(self, identities: list[Sha256]) -> int | None:
        """Return the first frame whose identity differs from the list's, or null; a missing frame differs."""
        mine = self.identities()
        for number, (ours, theirs) in enumerate(zip(mine, identities, strict=False)):
            if ours != theirs:
                return number
        return None if len(mine) == len(identities) else min(len(mine), len(identities))

    def faults(self) -> Iterator[str]:
        """Decode every stored picture, check its identity, and yield one sentence for each that fails."""
        with self._plainly():
            for key, digest, picture in self._db.execute("SELECT id, sha256, png FROM picture ORDER BY id"):
                try:
                    _checked(bytes(digest), _blob(picture), f"{self._path}, picture {key}")
                except BadFile as fault:
                    first = self._db.execute("SELECT min(number) FROM frame WHERE picture = ?", (key,)).fetchone()[0]
                    yield f"{fault} It is shown at frame {first}." if first is not None else str(fault)
            orphans = "SELECT min(number) FROM frame WHERE picture NOT IN (SELECT id FROM picture)"
            orphan = self._db.execute(orphans).fetchone()[0]
            if orphan is not None:
                yield f"{self._path}, frame {orphan} has no picture."

    def _picture(self, number: int) -> tuple[bytes, bytes]:
        query = "SELECT sha256, png FROM frame JOIN picture ON picture.id = frame.picture WHERE number = ?"
        with self._plainly():
            row = self._db.execute(query, (number,)).fetchone()
            if row is not None:
                return _blob(row[0]), _blob(row[1])
        raise BadFile(f"{self._path} has no frame {number}: it holds frames 0 to {self.count - 1}.")

    def _check_schema(self) -> None:
        rows = self._db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        if sorted(row[0] for row in rows) != sorted(SCHEMA):
            raise BadFile(f"{self._path} is not a motion store of this program.")

    @contextlib.contextmanager
    def _plainly(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OverflowError, KeyError, TypeError) as fault:
            raise BadFile(f"{self._path} is damaged ({fault}).") from None


def _open_readonly(path: Path) -> sqlite3.Connection:
    if path.is_symlink() or not path.is_file():
        raise BadFile(f"{path} is missing or is not a plain file.")
    for ending in LEFTOVERS:
        if path.with_name(path.name + ending).exists():
            raise BadFile(
                f"{path} was not finished (there is a {path.name + ending}): start firered-harness record or run "
                "first, it recovers killed trials."
            )
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True, isolation_level=None)
    except sqlite3.Error as fault:
        raise BadFile(f"{path} cannot be opened ({fault}).") from None
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * png.MAX_PNG_BYTES)
    db.execute("PRAGMA trusted_schema=OFF")
    return db


def _blob(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError("a picture is not stored as bytes")
    return value


def _checked(digest: bytes, picture: bytes, where: str) -> bytes:
    rgb = png.decode(picture, where)
    if hashlib.sha256(rgb).digest() != digest:
        raise WrongHash(f"{where}: the picture is not the one that was recorded.")
    return rgb


def copy_motion(source: Path, target: Path) -> None:
    """Copy a finished motion store into a fresh file without free pages: only its two tables, in order.

    Raises:
        BadFile: ``source`` is not a finished motion store.
    """
    reader = MotionReader(source)
    with contextlib.closing(reader), written_whole(target) as temporary:
        temporary.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=MEMORY")
            db.execute("PRAGMA synchronous=OFF")
            db.execute("BEGIN")
            for statement in SCHEMA:
                db.execute(statement)
            with reader._plainly():
                for table, places in (("picture", "?, ?, ?"), ("frame", "?, ?")):
                    rows = reader._db.execute(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608 - our own two names
                    db.executemany(f"INSERT INTO {table} VALUES ({places})", rows)  # noqa: S608
            db.execute("COMMIT")
            db.execute("PRAGMA journal_mode=DELETE")
