"""The application says what it lacks in a sentence, and draws its windows without a display."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from firered_review import app
from firered_review.core.errors import ReviewError
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.start.recent import Recent, forget, read_recent, remember
from firered_review.qt.start.starting import Starting
from firered_review.qt.widgets.look import Look
from firered_review.store.training import blind_for_training
from harness.formats.errors import MissingPiece
from tests.adjudications import Chain, make_chain

ROOT = Path(__file__).parents[3]


SCREENS = (
    *("start", "annotate-stage-1", "annotate-stage-2", "error-card", "route-pair", "keys", "preferences", "tour"),
    *("seal-open-parts", "seal-questions", "seal-file", "training", "adjudicate", "agreement"),
)


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"))


@pytest.mark.parametrize(
    ("display", "sentence"),
    [("", "There is no display to open a window on"), (":987", "The display :987 cannot be reached")],
)
def test_no_display_is_one_sentence_and_not_the_end_of_the_process(
    bundle_folder: Path, display: str, sentence: str
) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom firered_review import app\n"
        "try:\n    app.annotate(Path(sys.argv[1]))\nexcept Exception as e:\n    print(type(e).__name__, e)\n"
    )
    environment = {k: v for k, v in os.environ.items() if k not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    environment["DISPLAY"] = display
    command = [sys.executable, "-c", code, str(bundle_folder)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"MissingPiece {sentence}")


def test_offscreen_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    app.require_display()
    assert app.has_display()
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", "")
    assert not app.has_display()
    with pytest.raises(MissingPiece, match="no display"):
        app.require_display()


def test_every_window_has_its_pictures_and_nothing_that_was_drawn_from_changes(chain: Chain, tmp_path: Path) -> None:
    def contents() -> dict[str, bytes]:
        files = [one for one in chain.bundles.rglob("*") if one.is_file()] + [chain.database]
        return {str(one): one.read_bytes() for one in files}

    before = contents()
    training = blind_for_training(chain.experiment, tmp_path / "training", ["eve"])["eve"]
    kept = {one.name for one in training.rglob("*")}
    made = app.pictures(chain.bundles / "ada", chain.database, chain.adjudicator, tmp_path / "out", training)
    assert contents() == before
    assert {one.name for one in training.rglob("*")} == kept
    assert {path.name for path in (tmp_path / "out").iterdir()} == {path.name for path in made}
    names = {path.name for path in made}
    for window in SCREENS:
        for scheme in ("light", "dark"):
            assert {f"{window}-{scheme}-100.png", f"{window}-{scheme}-200.png"} <= names
    for path in made:
        image = QImage(str(path))
        scale = 2 if path.stem.endswith("200") else 1
        assert (image.width(), image.height()) == (1440 * scale, 900 * scale)


def test_a_picture_of_what_is_no_bundle_is_refused_in_a_sentence(chain: Chain, tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match=r"could not be drawn: .*is not a bundle"):
        app.pictures(chain.experiment, chain.database, chain.adjudicator, tmp_path)


def test_the_start_window_says_what_each_waits_for_and_opens_it(
    qtbot: QtBot, look: Look, chain: Chain, tmp_path: Path
) -> None:
    file = tmp_path / "recent.json"
    preferred = Preferred(look, tmp_path / "preferences.json")
    starting = Starting(look, preferred, file, [chain.bundles / "bo"], [chain.database, tmp_path / "gone.sqlite"])
    qtbot.addWidget(starting.window)
    starting.window.show()
    said = "\n".join(label.whole for label in starting.window.findChildren(app_label()))
    assert "Bundle for bo" in said
    assert "0 of 15 decided" in said
    assert f"It is not at {tmp_path / 'gone.sqlite'} any more" in said
    buttons = [one for one in starting.window.findChildren(app_button()) if one.text() in ("Show", "Open")]
    for button in buttons:
        button.click()
    assert [type(one).__name__ for one in starting.windows] == ["AnnotateWindow", "AdjudicateWindow"]
    for window in starting.windows:
        window.close()
    assert [one.kind for one in read_recent(file)] == ["database", "bundle"]


def app_label() -> type:
    from firered_review.qt.widgets.pieces import ElidedLabel

    return ElidedLabel


def app_button() -> type:
    from PySide6.QtWidgets import QPushButton

    return QPushButton


def test_what_was_opened_last_stands_first_once(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "recent.json"
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    for path in (one, other, one):
        remember(file, Recent("bundle", path))
    assert [entry.path for entry in read_recent(file)] == [one, other]
    other.rmdir()
    assert [entry.path for entry in read_recent(file)] == [one, other]
    forget(file, Recent("bundle", other))
    assert [entry.path for entry in read_recent(file)] == [one]
    file.write_text("{")
    assert read_recent(file) == []
