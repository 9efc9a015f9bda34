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

_BATCH = 8
"""Frames handed over at once: the two threads meet less often, and the emulation waits less for the other."""
_QUEUED_BATCHES = 16
_MOST_UNCOMMITTED = 400
"""Pictures after which the worker commits by itself, so that a long decision does not fill the memory."""


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
        self._batch: list[_Frame] = []
        self._queue: queue.Queue[list[_Frame] | _Flush] = queue.Queue(_QUEUED_BATCHES)
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
        self._batch.append(_Frame(number, rgb))
        if len(self._batch) == _BATCH:
            self._hand_over_batch()

    def identity(self, number: int) -> Sha256:
        """Return the SHA-256 of a frame's pixels, waiting until it is known."""
        if number >= self._added:
            raise ValueError(f"frame {number} was never added")
        self._hand_over_batch()
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
        self._hand_over_batch()
        mark = _Flush(threading.Event(), then)
        self._queue.put(mark)
        return mark.done

    def _hand_over_batch(self) -> None:
        if self._batch:
            self._queue.put(self._batch)
            self._batch = []

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

    def _serve(self, store: "_Store", job: list[_Frame] | _Flush) -> None:
        if isinstance(job, list):
            digests = store.add(job)
            with self._stored:
                self._identities += digests
                self._stored.notify_all()
        elif job.then == "finish":
            store.finish()
        elif job.then == "go on":
            store.commit()


class _Store:
    """The worker's side of a motion store: one connection, one open transaction.

    It only ever appends, so a rollback journal holds almost nothing and every picture is written once.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = sqlite3.connect(path, isolation_level=None, timeout=0.5)
        self._ids: dict[bytes, int] = {}
        self._last = (b"", b"")
        self._committed = 0
        self._db.execute("PRAGMA journal_mode=TRUNCATE")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA cache_spill=OFF")
        self._db.execute("BEGIN")
        for statement in SCHEMA:
            self._db.execute(statement)

    def add(self, frames: list[_Frame]) -> list[bytes]:
        """Store frames and return the SHA-256 of each."""
        digests = [self._digest(frame.rgb) for frame in frames]
        pictures = []
        for frame, digest in zip(frames, digests, strict=True):
            if digest not in self._ids:
                self._ids[digest] = len(self._ids) + 1
                pictures.append((self._ids[digest], digest, png.encode(frame.rgb)))
        self._db.executemany("INSERT INTO picture VALUES (?, ?, ?)", pictures)
        rows = [(frame.number, self._ids[digest]) for frame, digest in zip(frames, digests, strict=True)]
        self._db.executemany("INSERT INTO frame VALUES (?, ?)", rows)
        if len(self._ids) - self._committed >= _MOST_UNCOMMITTED:
            self.commit()
        return digests

    def _digest(self, rgb: bytes) -> bytes:
        """Return the SHA-256, at once where nothing moved since the frame before: comparing costs a fiftieth."""
        if rgb != self._last[0]:
            self._last = rgb, hashlib.sha256(rgb).digest()
        return self._last[1]

    def commit(self) -> None:
        """Put everything so far on disk."""
        self._db.execute("COMMIT")
        self._committed = len(self._ids)
        self._db.execute("BEGIN")

    def finish(self) -> None:
        """Put everything on disk and close the file as readers want it."""
        self._db.execute("COMMIT")
        settle(self._db, self._path)

    def abandon(self) -> None:
        """Close the connection; what was not committed is rolled back."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
