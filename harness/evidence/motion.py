"""The motion store: every emulated frame of a trial, one lossless picture per distinct picture."""

import contextlib
import hashlib
import os
import queue
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from harness.evidence import png
from harness.formats.base import Sha256
from harness.formats.errors import BadFile, MissingPiece, WrongHash
from harness.formats.files import written_whole

SCHEMA = (
    "CREATE TABLE picture(id INTEGER PRIMARY KEY, sha256 BLOB UNIQUE NOT NULL, png BLOB NOT NULL)",
    "CREATE TABLE frame(number INTEGER PRIMARY KEY, picture INTEGER NOT NULL REFERENCES picture)",
)
LEFTOVERS = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite leaves beside a database that was not closed."""

_QUEUED_FRAMES = 128
_CHECKPOINT_PAGES = 1500


class _Frame(NamedTuple):
    number: int
    rgb: bytes


class _Flush(NamedTuple):
    done: threading.Event
    then: Literal["go on", "finish", "abandon"]


class MotionWriter:
    """Keeps every frame of one trial; hashing, encoding and storing run on one worker thread.

    Raises:
        FileExistsError: ``path`` is there already.
        MissingPiece: the disk is full or the file cannot be written; raised by the next call.
    """

    def __init__(self, path: Path) -> None:
        path.open("xb").close()
        self._path = path
        self._added = 0
        self._identities: list[bytes] = []
        self._fault: Exception | None = None
        self._stored = threading.Condition()
        self._queue: queue.Queue[_Frame | _Flush] = queue.Queue(_QUEUED_FRAMES)
        self._closed = False
        self._worker = threading.Thread(target=self._work, name=f"motion {path.parent.name}", daemon=True)
        self._worker.start()

    @property
    def count(self) -> int:
        """Frames added so far."""
        return self._added

    def add(self, number: int, rgb: bytes) -> None:
        """Queue a frame of 240·160·3 bytes of RGB; frames come in order, from 0, without a gap."""
        if self._closed or number != self._added or len(rgb) != png.FRAME_BYTES:
            raise ValueError(f"frame {number} with {len(rgb)} bytes cannot follow {self._added} frames")
        self._check()
        self._added += 1
        self._queue.put(_Frame(number, rgb))

    def identity(self, number: int) -> Sha256:
        """Return the SHA-256 of a frame's pixels, waiting until it is known."""
        if number >= self._added:
            raise ValueError(f"frame {number} was never added")
        with self._stored:
            self._stored.wait_for(lambda: self._fault is not None or len(self._identities) > number)
        self._check()
        return self._identities[number].hex()

    def flush(self) -> None:
        """Return when every frame added so far is in the file and on disk."""
        self.wait_flushed(self.start_flush())

    def start_flush(self) -> threading.Event:
        """Begin to flush and return at once; ``wait_flushed`` waits for its end."""
        return self._hand_over("go on")

    def wait_flushed(self, done: threading.Event) -> None:
        """Return when a flush that was started is on disk."""
        done.wait()
        self._check()

    def close(self) -> None:
        """Finish the file in ``journal_mode=DELETE``, synced, with nothing beside it."""
        if not self._closed:
            self._closed = True
            done = self._hand_over("finish")
            self._worker.join()
            self.wait_flushed(done)

    def abandon(self) -> None:
        """Let go of the file as a killed process would: what was flushed is kept, and it has to be recovered."""
        if not self._closed:
            self._closed = True
            self._hand_over("abandon")
            self._worker.join()

    def _hand_over(self, then: Literal["go on", "finish", "abandon"]) -> threading.Event:
        mark = _Flush(threading.Event(), then)
        self._queue.put(mark)
        return mark.done

    def _check(self) -> None:
        if isinstance(self._fault, OSError | sqlite3.Error):
            raise MissingPiece(
                f"{self._path} cannot be written ({self._fault}): free space on the disk, then record the trial again."
            ) from self._fault
        if self._fault is not None:
            raise self._fault

    def _work(self) -> None:
        """Serve the queue until the last flush; after a fault, only answer whoever waits."""
        store: _Store | None = None
        while True:
            job = self._queue.get()
            try:
                if self._fault is None:
                    store = store or _Store(self._path)
                    self._serve(store, job)
            except Exception as fault:  # noqa: BLE001 - whoever waits must hear of it, bug or not
                with self._stored:
                    self._fault = fault
                    self._stored.notify_all()
            if isinstance(job, _Flush):
                if job.then != "go on" and store is not None:
                    store.abandon()
                job.done.set()
                if job.then != "go on":
                    return
                if self._fault is None and store is not None:
                    store.checkpoint_when_due()

    def _serve(self, store: "_Store", job: _Frame | _Flush) -> None:
        if isinstance(job, _Frame):
            digest = store.add(job)
            with self._stored:
                self._identities.append(digest)
                self._stored.notify_all()
        elif job.then == "finish":
            store.finish()
        elif job.then == "go on":
            store.commit()


class _Store:
    """The worker's side of a motion store: one connection, one open transaction."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = sqlite3.connect(path, isolation_level=None, timeout=0.5)
        self._ids: dict[bytes, int] = {}
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA wal_autocheckpoint=0")
        self._db.execute("BEGIN")
        for statement in SCHEMA:
            self._db.execute(statement)

    def add(self, frame: _Frame) -> bytes:
        digest = hashlib.sha256(frame.rgb).digest()
        picture = self._ids.get(digest)
        if picture is None:
            picture = self._ids[digest] = len(self._ids) + 1
            self._db.execute("INSERT INTO picture VALUES (?, ?, ?)", (picture, digest, png.encode(frame.rgb)))
        self._db.execute("INSERT INTO frame VALUES (?, ?)", (frame.number, picture))
        return digest

    def commit(self) -> None:
        self._db.execute("COMMIT")
        self._db.execute("BEGIN")

    def checkpoint_when_due(self) -> None:
        """Fold the log into the database between decisions, so that no flush has to wait for it."""
        log = self._path.with_name(self._path.name + "-wal")
        with contextlib.suppress(OSError, sqlite3.Error):
            if log.stat().st_size > _CHECKPOINT_PAGES * 4096:
                self._db.execute("COMMIT")
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
                self._db.execute("BEGIN")

    def finish(self) -> None:
        self._db.execute("COMMIT")
        settle(self._db, self._path)

    def abandon(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._db.close()


def settle(db: sqlite3.Connection, path: Path) -> None:
    """Close a database in ``journal_mode=DELETE``, synced, with nothing left beside it."""
    mode = db.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
    db.close()
    if mode != "delete":
        raise OSError(f"{path.name} is open elsewhere")
    with path.open("rb") as file:
        os.fsync(file.fileno())


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
