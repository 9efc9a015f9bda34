"""The demonstration, run beside the start window by the program itself, in a folder of its own."""

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QStandardPaths, Signal


def demonstration_folder() -> Path:
    """Return where the start window keeps its demonstration."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    return Path(folder) / "demonstration"


class Demonstration(QObject):
    """Records, blinds, labels and scores in the background; ``done`` follows when it can be opened."""

    said = Signal(str)
    done = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self._last = ""
        self._process = QProcess(self)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(lambda _: self.said.emit("The demonstration could not be started."))

    @property
    def bundles(self) -> list[Path]:
        """The bundles of the made-up reviewers."""
        return [self.folder / "bundles" / one for one in ("ada", "bo")]

    @property
    def database(self) -> Path:
        """The adjudicated answer."""
        return self.folder / "adjudication.sqlite"

    @property
    def is_there(self) -> bool:
        """Whether it was made before, and whole."""
        return (
            (self.folder / "DEMONSTRATION.txt").is_file()
            and self.database.is_file()
            and (self.folder / "pictures").is_dir()
        )

    def start(self) -> None:
        """Make it, or where it is there already say so at once."""
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self.said.emit("The demonstration is being made: it takes about a minute.")
            return
        if self.is_there:
            self.done.emit()
            return
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        self.said.emit("The demonstration is being made: two agents play, two made-up reviewers label. About a minute.")
        arguments = ["-m", "firered_review", "demo", "--headless", "--out", str(self.folder)]
        self._process.start(sys.executable, arguments)

    def stop(self) -> None:
        """End it where it stands; the next start begins anew."""
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.finished.disconnect(self._finished)
            self._process.terminate()
            self._process.waitForFinished(3000)

    def _read(self) -> None:
        text = bytes(self._process.readAllStandardOutput().data()).decode("utf-8", "replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if lines:
            self._last = lines[-1]

    def _finished(self, code: int) -> None:
        if code == 0:
            self.done.emit()
        else:
            self.said.emit(f"The demonstration stopped: {self._last.removeprefix('Error: ')}")
