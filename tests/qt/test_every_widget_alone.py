"""Every public widget of the application stands alone: shown without window, session, bundle or database."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

import firered_review.qt
from firered_review.core.training import Finding
from firered_review.qt.adjudicate.agreement_sheet import AgreementSheet
from firered_review.qt.adjudicate.combine_dialog import Choice, CombineDialog
from firered_review.qt.adjudicate.conflicts_sheet import ConflictsSheet
from firered_review.qt.adjudicate.items_panel import ItemsPanel
from firered_review.qt.adjudicate.judging_panel import JudgingPanel
from firered_review.qt.adjudicate.memory_drawer import MemoryDrawer
from firered_review.qt.adjudicate.new_label_card import NewLabelCard
from firered_review.qt.adjudicate.side_panel import SidePanel
from firered_review.qt.adjudicate.tolerance_curve_view import ToleranceCurveView
from firered_review.qt.annotate.route_pair import RoutePair
from firered_review.qt.annotate.seal_dialog import SealDialog
from firered_review.qt.annotate.training_sheet import TrainingSheet
from firered_review.qt.errors.card import ErrorCard
from firered_review.qt.errors.citations import CitationList
from firered_review.qt.errors.codebook_card import CodebookCard
from firered_review.qt.errors.severity_row import SeverityRow
from firered_review.qt.frames.pad import PadView
from firered_review.qt.frames.panel import FramePanel
from firered_review.qt.frames.view import FrameView
from firered_review.qt.labels.editor import LabelEditor
from firered_review.qt.labels.model import LabelsModel, MilestonesModel
from firered_review.qt.labels.panel import LabelsPanel, RowList
from firered_review.qt.memory.decision_panel import DecisionPanel
from firered_review.qt.memory.fact_card import FactCard
from firered_review.qt.memory.panel import MemoryPanel
from firered_review.qt.start.faults import FaultDialog
from firered_review.qt.start.key_editor import KeyEditor
from firered_review.qt.start.key_field import KeyField
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.start.preferences_sheet import PreferencesSheet
from firered_review.qt.start.tour import TourSheet
from firered_review.qt.start.window import StartWindow
from firered_review.qt.timeline.canvas import TimelineCanvas
from firered_review.qt.timeline.widget import Timeline
from firered_review.qt.widgets import dialogs
from firered_review.qt.widgets.bars import StatusBar, TopBar
from firered_review.qt.widgets.commands import Command, load_keymap
from firered_review.qt.widgets.find_prompt import FindPrompt, Hit
from firered_review.qt.widgets.look import Look
from firered_review.qt.widgets.paragraphs import Paragraphs
from firered_review.qt.widgets.pieces import ElidedLabel, KeyCap
from firered_review.qt.widgets.sheet import Sheet
from firered_review.qt.words.labels import LabelWords
from harness.formats.codebook import load_codebook
from harness.formats.labels import Citation, FrameIdentity, NoteLabel, RouteLabel, Segment
from tests.bundles import CODEBOOK_FOLDER

BOOK = load_codebook(CODEBOOK_FOLDER)
KEYS = {"play": ["Space"], "quit": ["Ctrl+Q"]}
TITLES = {"play": "Play or pause", "quit": "Leave"}


def note(frame: int = 3) -> NoteLabel:
    return NoteLabel(frame=FrameIdentity(frame=frame, sha256="0" * 64), note="Turned back.")


def route() -> RouteLabel:
    ends = [FrameIdentity(frame=frame, sha256="0" * 64) for frame in (1, 9, 20, 30)]
    return RouteLabel(first=Segment(first=ends[0], last=ends[1]), second=Segment(first=ends[2], last=ends[3]))


def picture(frame: int) -> QImage:
    image = QImage(240, 160, QImage.Format.Format_RGB32)
    image.fill(QColor(40, 90, frame % 255))
    return image


def words() -> LabelWords:
    return LabelWords({}, {}, {}, lambda frame: 1, lambda fact: None)


def labels_panel(look: Look, parent: QWidget, folder: Path) -> QWidget:
    return LabelsPanel(look, MilestonesModel(BOOK.milestones.milestones, parent), LabelsModel(parent))


Make = Callable[[Look, QWidget, Path], QWidget]
ALONE: dict[type[QWidget], Make] = {
    AgreementSheet: lambda look, parent, _: AgreementSheet(parent, look),
    dialogs.Asked: lambda look, parent, _: dialogs.Asked(parent, "A question", 300),
    dialogs.Chooser: lambda look, parent, _: dialogs.Chooser(parent, "Which?", [("a", "One"), ("b", "Another")]),
    FindPrompt: lambda look, parent, _: FindPrompt(parent, "Find", lambda text: [Hit(3, "frame 3", text)], "All."),
    dialogs.KeysPage: lambda look, parent, _: dialogs.KeysPage(
        look, parent, [Command("play", "Play or pause", "Go", list)], load_keymap("annotate")
    ),
    dialogs.LinePrompt: lambda look, parent, _: dialogs.LinePrompt(parent, "Go to", "a frame"),
    dialogs.Notice: lambda look, parent, _: dialogs.Notice(parent, "Not now", "There is nothing to type into."),
    dialogs.Question: lambda look, parent, _: dialogs.Question(parent, "Sure?", "It is for good.", "Yes"),
    CitationList: lambda look, parent, _: cited(),
    CodebookCard: lambda look, parent, _: CodebookCard(),
    CombineDialog: lambda look, parent, _: CombineDialog(parent, [Choice("severity", "severity", "minor", "material")]),
    ConflictsSheet: lambda look, parent, _: ConflictsSheet(parent, ["Instrument fault."]),
    DecisionPanel: lambda look, parent, _: DecisionPanel(look),
    ElidedLabel: lambda look, parent, _: elided(),
    ErrorCard: lambda look, parent, _: ErrorCard(look, BOOK.errors),
    FactCard: lambda look, parent, _: FactCard(look),
    FaultDialog: lambda look, parent, _: FaultDialog("It broke", "in a place"),
    FramePanel: lambda look, parent, _: FramePanel(look),
    FrameView: lambda look, parent, _: FrameView(look),
    ItemsPanel: lambda look, parent, _: ItemsPanel(look),
    JudgingPanel: lambda look, parent, _: JudgingPanel(look, ["The frame shows it."]),
    KeyCap: lambda look, parent, _: KeyCap(look, "Ctrl"),
    KeyEditor: lambda look, parent, _: KeyEditor(TITLES, KEYS),
    KeyField: lambda look, parent, _: KeyField(),
    LabelEditor: lambda look, parent, _: LabelEditor(parent, "Note", note()),
    LabelsPanel: labels_panel,
    MemoryDrawer: lambda look, parent, _: MemoryDrawer(look, QLabel("decision"), BOOK),
    MemoryPanel: lambda look, parent, _: MemoryPanel(look),
    NewLabelCard: lambda look, parent, _: NewLabelCard(look, BOOK),
    PadView: lambda look, parent, _: PadView(look),
    Paragraphs: lambda look, parent, _: Paragraphs(look),
    PreferencesSheet: lambda look, parent, folder: PreferencesSheet(
        parent, Preferred(look, folder / "preferences.json"), TITLES, "annotate"
    ),
    RoutePair: lambda look, parent, _: RoutePair(parent, look, route(), picture),
    RowList: lambda look, parent, _: RowList(look, "labels", 3),
    SealDialog: lambda look, parent, _: SealDialog(parent),
    SeverityRow: lambda look, parent, _: SeverityRow(BOOK.errors),
    Sheet: lambda look, parent, _: Sheet(parent, "A sheet", 300),
    SidePanel: lambda look, parent, _: SidePanel(look, "A", "A"),
    StartWindow: lambda look, parent, _: StartWindow(look),
    StatusBar: lambda look, parent, _: StatusBar(look, [((("R", "route"),), "route")]),
    Timeline: lambda look, parent, _: Timeline(look),
    TimelineCanvas: lambda look, parent, _: TimelineCanvas(look),
    ToleranceCurveView: lambda look, parent, _: ToleranceCurveView(look),
    TopBar: lambda look, parent, _: titled(),
    TourSheet: lambda look, parent, _: TourSheet(parent, look),
    TrainingSheet: lambda look, parent, _: TrainingSheet(
        parent, look, [Finding("extra", None, note())], words(), "Later."
    ),
}


def elided() -> ElidedLabel:
    label = ElidedLabel()
    label.set_whole("a long sentence that has to end somewhere")
    return label


def titled() -> TopBar:
    bar = TopBar(2)
    bar.set_title("brisk-otter")
    return bar


def cited() -> CitationList:
    citations = CitationList()
    citations.show_citations([Citation(fact="location-0001")])
    return citations


def test_the_table_names_every_public_widget() -> None:
    found = set()
    for module in pkgutil.walk_packages(firered_review.qt.__path__, "firered_review.qt."):
        loaded = importlib.import_module(module.name)
        for name, one in vars(loaded).items():
            own = inspect.isclass(one) and one.__module__ == loaded.__name__ and not name.startswith("_")
            if own and issubclass(one, QWidget) and not (issubclass(one, QMainWindow) and one is not StartWindow):
                found.add(one)
    assert found == set(ALONE)


@pytest.mark.parametrize("kind", ALONE, ids=lambda kind: kind.__name__)
def test_a_widget_is_shown_alone_and_is_not_blank(
    kind: type[QWidget], qtbot: QtBot, look: Look, tmp_path: Path
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(1000, 700)
    parent.show()
    widget = ALONE[kind](look, parent, tmp_path)
    if widget.parent() is None:
        qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(widget.isVisible)
    shown = widget.grab().toImage()
    pixels = {shown.pixel(x, y) for x in range(0, shown.width(), 2) for y in range(0, shown.height(), 2)}
    if kind not in (FactCard, FrameView, Paragraphs, RowList, ToleranceCurveView, CodebookCard):
        assert len(pixels) > 1, "nothing is drawn"
    assert not shown.isNull()
    widget.close()
