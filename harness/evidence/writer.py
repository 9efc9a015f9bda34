"""Writing one trial so that whatever was committed survives any crash."""

import contextlib
import errno
import fcntl
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import BaseModel

from harness.evidence import png
from harness.evidence.motion import MotionWriter
from harness.evidence.places import FRAMES, JOURNALS, MOTION, REQUESTS, RESPONSES, attempt_name, boundary_name
from harness.formats.base import Sha256, canonical_json, sha256_hex
from harness.formats.errors import MissingPiece, Refused
from harness.formats.evidence import Attempt, Input, MemoryEvent, TraceRecord, TrialClosing, TrialHeader
from harness.formats.files import line_json, pretty_json, sync_folder, write_whole
from harness.formats.oracle import SignRecord, StateRecord

_SYNCING_THREADS = 4


class TrialWriter:
    """The growing folder of one trial; see design notes 2 and 3.

    Everything is appended and flushed at once; ``commit`` syncs all of it, the trace line last. As long as the writer
    lives it holds a lock on the folder, so nobody recovers a trial that is still being recorded. Made by ``create``.

    Raises:
        MissingPiece: the disk refuses to take more; every method that writes can raise it.
    """

    def __init__(self, folder: Path, header: TrialHeader, lock: int) -> None:
        self._folder = folder
        self._header = header
        self._lock = lock
        self._journals: dict[str, BinaryIO] = {}
        self._unsynced: set[str] = set()
        self._new_files: list[Path] = []
        self._touched: set[Path] = set()
        self._pool = ThreadPoolExecutor(_SYNCING_THREADS, thread_name_prefix="sync")
        with self._on_disk():
            for name in JOURNALS:
                self._journals[name] = (folder / f"{name}.jsonl").open("ab", buffering=0)
            self._motion = MotionWriter(folder / MOTION)
            sync_folder(folder)
            sync_folder(folder.parent)

    @classmethod
    def create(cls, folder: Path, header: TrialHeader) -> "TrialWriter":
        """Create the folder of a trial, exclusively, and start writing it.

        It is prepared under a hidden name and locked before it gets its own, so nobody can take it for a killed trial.

        Raises:
            Refused: the folder is there already.
        """
        draft = folder.with_name(f".{folder.name}.{os.getpid()}.part")
        try:
            folder.mkdir()
            draft.mkdir()
            lock = os.open(draft, os.O_RDONLY)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            write_whole(draft / "trial.json", pretty_json(header))
            for name in (FRAMES, REQUESTS, RESPONSES):
                (draft / name).mkdir()
            draft.rename(folder)
        except OSError as fault:
            if fault.errno in (errno.EEXIST, errno.ENOTEMPTY):
                raise Refused(f"{folder} is there already: a trial is never written into twice.") from None
            shutil.rmtree(draft, ignore_errors=True)
            with contextlib.suppress(OSError):
                folder.rmdir()
            raise MissingPiece(f"{folder} cannot be created ({fault.strerror}).") from None
        return cls(folder, header, lock)

    def __enter__(self) -> "TrialWriter":
        return self

    def __exit__(self, *exc: object) -> None:
        self._let_go()

    def frame(self, number: int, rgb: bytes) -> None:
        """Keep an emulated frame of 240·160·3 bytes of RGB; every frame comes here, in order, from 0."""
        self._motion.add(number, rgb)

    def identity(self, number: int) -> Sha256:
        """Return the SHA-256 of a kept frame's pixels."""
        return self._motion.identity(number)

    def boundary(self, decision: int, number: int, rgb: bytes) -> Sha256:
        """Write a decision's boundary frame, kept before by ``frame``, as a picture of its own; return its identity."""
        self._create(boundary_name(decision), png.encode(rgb))
        return self._motion.identity(number)

    def request(self, decision: int, attempt: int, value: Any) -> tuple[str, Sha256]:
        """Write what an attempt sends, as canonical JSON; return its path below the trial and the file's SHA-256."""
        data = canonical_json(value)
        name = f"{REQUESTS}/{attempt_name(decision, attempt)}"
        self._create(name, data)
        return name, sha256_hex(data)

    def response(self, decision: int, attempt: int, body: bytes) -> str:
        """Write the raw body an attempt received, byte for byte; return its path below the trial."""
        name = f"{RESPONSES}/{attempt_name(decision, attempt)}"
        self._create(name, body)
        return name

    def attempt(self, record: Attempt) -> None:
        """Append one call inside a decision."""
        self._append("attempts", record)

    def input(self, record: Input) -> None:
        """Append one accepted action."""
        self._append("inputs", record)

    def memory(self, record: MemoryEvent) -> None:
        """Append one event of episodic memory."""
        self._append("memory", record)

    def oracle(self, record: StateRecord | SignRecord) -> None:
        """Append one sample of hidden state or one milestone's sign."""
        self._append("oracle", record)

    def commit(self, record: TraceRecord) -> None:
        """Sync everything of a decision, then append and sync its trace line: from here on the decision happened."""
        self._sync_all()
        self._append("trace", record)
        with self._on_disk():
            os.fdatasync(self._journals["trace"].fileno())

    def close(self, closing: TrialClosing) -> TrialHeader:
        """Finish the trial: motion store closed, everything synced, ``trial.json`` rewritten whole with its closing."""
        self._sync_all()
        self._motion.close()
        header = self._header.model_copy(update={"closing": closing})
        with self._on_disk():
            os.fsync(self._journals["trace"].fileno())
            write_whole(self._folder / "trial.json", pretty_json(header))
        self._let_go()
        return header

    def _create(self, name: str, data: bytes) -> None:
        """Write a file under a name that readers of a growing trial only ever see whole."""
        path = self._folder / name
        temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
        with self._on_disk():
            temporary.write_bytes(data)
            if path.exists():
                temporary.unlink()
                raise Refused(f"{path} is there already: evidence is never overwritten.")
            temporary.rename(path)
        self._new_files.append(path)
        self._touched.add(path.parent)

    def _append(self, journal: str, record: BaseModel) -> None:
        line = line_json(record)
        with self._on_disk():
            if self._journals[journal].write(line) != len(line):
                raise OSError(f"only part of a line of {journal}.jsonl was taken")
        self._unsynced.add(journal)

    def _sync_all(self) -> None:
        flushed = self._motion.start_flush()
        with self._on_disk():
            waiting = [self._pool.submit(_sync_path, path) for path in self._new_files]
            waiting += [self._pool.submit(os.fdatasync, self._journals[name].fileno()) for name in self._unsynced]
            waiting += [self._pool.submit(sync_folder, folder) for folder in self._touched]
            for job in waiting:
                job.result()
        self._motion.wait_flushed(flushed)
        self._new_files.clear()
        self._unsynced.clear()
        self._touched.clear()

    def _let_go(self) -> None:
        """Close every handle; without ``close`` before, the trial counts as killed and is recovered later."""
        self._pool.shutdown()
        self._motion.abandon()
        for file in self._journals.values():
            file.close()
        with contextlib.suppress(OSError):
            os.close(self._lock)
        self._lock = -1

    @contextlib.contextmanager
    def _on_disk(self) -> Iterator[None]:
        try:
            yield
        except OSError as fault:
            raise MissingPiece(
                f"{self._folder} cannot be written ({fault.strerror or fault}): free space on the disk, then record "
                "the trial again."
            ) from fault


def _sync_path(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
