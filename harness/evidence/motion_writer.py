"""Writing a motion store beside the emulation: one worker thread hashes, encodes and stores."""

import contextlib
import hashlib
import queue
import sqlite3
import threading
from pathlib import Path
from typing import Literal, NamedTuple

from harness.evidence import png
from harness.evidence.motion_schema import SCHEMA, settle
from harness.formats.base import Sha256
from harness.formats.errors import MissingPiece

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
        self._last = (b"", b"")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA wal_autocheckpoint=0")
        self._db.execute("BEGIN")
        for statement in SCHEMA:
            self._db.execute(statement)

    def add(self, frame: _Frame) -> bytes:
        digest = self._digest(frame.rgb)
        picture = self._ids.get(digest)
        if picture is None:
            picture = self._ids[digest] = len(self._ids) + 1
            self._db.execute("INSERT INTO picture VALUES (?, ?, ?)", (picture, digest, png.encode(frame.rgb)))
        self._db.execute("INSERT INTO frame VALUES (?, ?)", (frame.number, picture))
        return digest

    def _digest(self, rgb: bytes) -> bytes:
        """Return the SHA-256, at once where nothing moved since the frame before: comparing costs a fiftieth."""
        if rgb != self._last[0]:
            self._last = rgb, hashlib.sha256(rgb).digest()
        return self._last[1]

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
