"""What a person prefers, kept in one small file of their configuration and in force in every open window."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Protocol

from pydantic import Field
from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtGui import QGuiApplication

from firered_review.qt.widgets.commands import Keymap, key_table, load_keymap
from firered_review.qt.widgets.look import Look, system_scheme
from harness.formats.base import Versioned
from harness.formats.errors import HarnessError
from harness.formats.files import load_json, parse, pretty_json, read_bytes, write_whole

SchemeChoice = Literal["system", "light", "dark"]
Zoom = Literal[1, 2, 3, 4, 5, 6, 8]
Speed = Literal[1, 2, 4, 8]
WINDOWS = ("annotate", "adjudicate")


class Preferences(Versioned):
    """``preferences.json``."""

    scheme: SchemeChoice = "system"
    zoom: Zoom | None = None
    """Device pixels per pixel of the game; null: as large as fits."""
    speed: Speed = 1
    """How fast Space plays."""
    keys: dict[str, dict[str, list[str]]] = Field(default_factory=dict)
    """Window → command → keys, for the commands whose keys are not the ones that came with the program."""
    tour_seen: bool = False


class Desk(Protocol):
    """A window that preferences apply to."""

    def use_keymap(self, keymap: Keymap) -> None: ...  # noqa: D102


def preferences_file() -> Path:
    """Return where preferences are kept."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
    return Path(folder) / "preferences.json"


def read_preferences(file: Path) -> tuple[Preferences, str]:
    """Return what the file says, and a sentence where it could not be read and the defaults are in force."""
    if not file.exists():
        return Preferences(), ""
    try:
        found = parse(Preferences, load_json(read_bytes(file), str(file)), str(file))
        for window in WINDOWS:
            merged(window, found.keys.get(window, {}))
    except (HarnessError, OSError) as error:
        return Preferences(), f"Your preferences could not be read, so the usual ones are in force: {error}"
    return found, ""


def merged(window: str, changes: Mapping[str, list[str]]) -> Keymap:
    """Return a window's keys with a person's changes; commands that are no more are left out.

    Raises:
        BadFile: two commands would share a key.
    """
    usual = load_keymap(window)
    keymap = {command: changes.get(command, list(keys)) for command, keys in usual.items()}
    key_table(keymap)
    return keymap


class Preferred(QObject):
    """The preferences in force; ``changed`` follows every change, which is on disk by then."""

    changed = Signal()

    def __init__(self, look: Look, file: Path) -> None:
        super().__init__()
        self._look, self._file = look, file
        self.now, self.fault = read_preferences(file)
        if self.now.scheme != "system":
            look.choose(self.now.scheme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    def change(self, **fields: object) -> str:
        """Put other values in force and on disk; return a sentence where they could not be kept."""
        before = self.now
        self.now = Preferences.model_validate({**before.model_dump(), **fields})
        if self.now.scheme != before.scheme:
            self._look.choose(system_scheme() if self.now.scheme == "system" else self.now.scheme)
        fault = ""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, pretty_json(self.now))
        except (HarnessError, OSError) as error:
            fault = f"This holds until you close the program, since it could not be kept: {error}"
        self.changed.emit()
        return fault

    def keymap(self, window: str) -> Keymap:
        """Return the keys of a window."""
        return merged(window, self.now.keys.get(window, {}))

    def _follow_system(self) -> None:
        if self.now.scheme == "system":
            self._look.choose(system_scheme())
