"""The only importer of mGBA: its library, found, checked, identified, and kept from printing."""

import contextlib
import ctypes
import functools
import importlib
import importlib.machinery
import importlib.util
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from harness.formats.base import Sha256, sha256_hex
from harness.formats.errors import MissingPiece
from harness.formats.files import read_bytes

LIBRARY_VERSION = "0.10."
_PYTHONS = ((3, 10), (3, 11))
_LIBRARY_FIX = {
    "linux": "install it with: apt-get install libmgba0.10   (libmgba0.10t64 on Debian 13, Ubuntu 24.04 and newer)",
    "darwin": "install it with: brew install mgba",
}


class Binding(NamedTuple):
    """The parts of the binding that are used: cffi's ``ffi`` and ``lib``, and its Python modules."""

    ffi: Any
    lib: Any
    core: Any
    image: Any
    log: Any
    filter: Any
    """Which levels of mGBA's log are heard at all."""


class Said(threading.local):
    """What mGBA said on this thread: the first thing it called fatal, and its warnings while somebody listens."""

    def __init__(self) -> None:
        self.fatal: str | None = None
        self.warnings: list[str] = []


SAID = Said()


def require_emulator() -> None:
    """Load the emulator library, or say what is missing.

    Raises:
        MissingPiece: no suitable Python, package or library; the sentence holds the exact fix.
    """
    load_binding()


@functools.cache
def load_binding() -> Binding:
    """Import the binding once and make it quiet; raises as ``require_emulator`` does."""
    check_python(sys.version_info[:2])
    if importlib.util.find_spec("mgba") is None:
        raise MissingPiece("The emulator's Python package is missing: pip install 'firered-review[record]'.")
    try:
        pylib = importlib.import_module("mgba._pylib")
    except ImportError as fault:
        fix = _LIBRARY_FIX.get(sys.platform, "install mGBA 0.10 for this system")
        raise MissingPiece(f"The emulator library libmgba 0.10 cannot be loaded ({fault}): {fix}.") from None
    version = pylib.ffi.string(pylib.lib.projectVersion).decode("ascii", "replace")
    if not version.startswith(LIBRARY_VERSION):
        raise MissingPiece(
            f"The emulator library is mGBA {version}, but only {LIBRARY_VERSION}x works here: "
            f"{_LIBRARY_FIX.get(sys.platform, 'install mGBA 0.10')}."
        )
    core, image, log = (importlib.import_module(f"mgba.{name}") for name in ("core", "image", "log"))
    binding = Binding(pylib.ffi, pylib.lib, core, image, log, pylib.ffi.new("struct mLogFilter *"))
    _keep_quiet(binding)
    return binding


@contextlib.contextmanager
def warnings_heard(binding: Binding) -> Iterator[list[str]]:
    """Yield a list that fills with mGBA's warnings and errors on this thread; elsewhere only fatal ones are heard."""
    SAID.warnings = []
    binding.filter.defaultLevels = binding.lib.mLOG_FATAL | binding.lib.mLOG_ERROR | binding.lib.mLOG_WARN
    try:
        yield SAID.warnings
    finally:
        binding.filter.defaultLevels = binding.lib.mLOG_FATAL


def check_python(version: tuple[int, ...]) -> None:
    """Refuse a Python for which the binding has no wheel; there its import would hang for ever.

    Raises:
        MissingPiece: not CPython 3.10 or 3.11.
    """
    if version[:2] not in _PYTHONS:
        raise MissingPiece(
            f"Recording needs Python 3.11 (this is {version[0]}.{version[1]}): the emulator's package exists for "
            "Python 3.10 and 3.11 only; make an environment with one of them, for example: uv venv --python 3.11."
        )


def emulator_files() -> dict[str, Sha256]:
    """Return file name → SHA-256 of the emulator library and the binding's extension that are really loaded.

    Raises:
        MissingPiece: there is no emulator.
    """
    binding = load_binding()
    library = _file_of_address(int(binding.ffi.cast("uintptr_t", binding.lib.projectVersion)))
    # The module replaces itself while it is imported, so its own __file__ cannot be asked.
    spec = importlib.machinery.PathFinder.find_spec("mgba._pylib", importlib.import_module("mgba").__path__)
    if spec is None or spec.origin is None:
        raise MissingPiece("The extension file of the emulator's Python package cannot be found: install it again.")
    extension = Path(spec.origin)
    return {path.resolve().name: sha256_hex(read_bytes(path.resolve())) for path in (library, extension)}


class _LoadedFile(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("symbol", ctypes.c_char_p),
        ("symbol_address", ctypes.c_void_p),
    )


def _file_of_address(address: int) -> Path:
    """Return the file that the dynamic linker mapped at an address of this process."""
    found = _LoadedFile()
    if not ctypes.CDLL(None).dladdr(ctypes.c_void_p(address), ctypes.byref(found)) or not found.name:
        raise MissingPiece("The file of the loaded emulator library cannot be found, so it cannot be identified.")
    return Path(found.name.decode())


def _keep_quiet(binding: Binding) -> None:
    """Send mGBA's log to ``SAID`` and nowhere else: by itself it prints to standard output."""
    ffi, lib = binding.ffi, binding.lib
    base: Any = binding.log.Logger

    class Log(base):  # type: ignore[misc] # the binding has no types
        def log(self, category: int, level: int, message: Any) -> None:
            words = ffi.string(message).decode("utf-8", "replace") if message else "no message"
            if level != lib.mLOG_FATAL:
                SAID.warnings.append(words)
            elif SAID.fatal is None:
                SAID.fatal = words

    logger = Log()
    lib.mLogFilterInit(binding.filter)
    binding.filter.defaultLevels = lib.mLOG_FATAL
    logger._native.filter = binding.filter
    base.install_default(logger)
