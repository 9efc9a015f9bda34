"""Both schemes hold the same colours by meaning, and text can be read on what it stands on."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontInfo
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QSlider,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from firered_review.qt.widgets.look import Look, Scheme, load_theme, mono_font, text_font
from firered_review.qt.widgets.pieces import ElidedLabel, push, words


def luminance(colour: QColor) -> float:
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.getRgbF()[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_on_every_surface(scheme: Scheme) -> None:
    theme = load_theme(scheme)
    for surface in (theme.window, theme.panel, theme.sunk, theme.accent_soft):
        assert contrast(theme.text, surface) >= 7
        assert contrast(theme.secondary, surface) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert contrast(theme.warning, theme.warning_soft) >= 4.4
    for mark in (theme.milestone, theme.route, theme.error, theme.fact, theme.battle):
        assert contrast(mark, theme.panel) >= 3


def test_figures_have_one_width(qtbot: QtBot) -> None:
    for font in (text_font(), mono_font()):
        label = words("", font=font)
        qtbot.addWidget(label)
        widths = {label.fontMetrics().horizontalAdvance(digit * 4) for digit in "0123456789"}
        assert len(widths) == 1, QFontInfo(font).family()


def test_what_others_wrote_is_never_read_as_markup(qtbot: QtBot) -> None:
    text = "<b>bold</b> <img src=x>"
    label = words(text, wrap=True)
    qtbot.addWidget(label)
    plain = words("x")
    qtbot.addWidget(plain)
    assert label.textFormat() == plain.textFormat()
    label.show()
    assert label.text() == text


def test_a_long_line_is_shortened_and_told_in_full_by_its_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.set_whole("a name that does not fit in sixty pixels")
    assert label.text().endswith("…")
    assert label.toolTip() == label.whole
    label.resize(600, 20)
    label.show()
    assert (label.text(), label.toolTip()) == (label.whole, "")


def test_turning_the_scheme_over_tells_everybody(qtbot: QtBot, look: Look) -> None:
    button = QPushButton("x")
    qtbot.addWidget(button)
    before = look.theme.name
    with qtbot.waitSignal(look.changed):
        look.turn_over()
    assert look.theme.name != before
    look.turn_over()
    assert look.theme.name == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_whatever_has_the_keyboard_shows_a_ring_and_nothing_moves(qtbot: QtBot, look: Look, scheme: Scheme) -> None:
    before = look.theme.name
    look.choose(scheme)
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    controls: list[QWidget] = [QPushButton("x"), QLineEdit(), QComboBox(), QRadioButton("y")]
    filled = push("z", "z", filled=True)
    filled.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    checked = QPushButton("w", checkable=True, checked=True)
    controls += [QListWidget(), QTableView(), filled, checked, QSlider(Qt.Orientation.Horizontal), QCheckBox("v")]
    for control in controls:
        column.addWidget(control)
    other = QPushButton("other")
    column.addWidget(other)
    window.show()
    qtbot.waitActive(window)
    for control in controls:
        other.setFocus()
        QApplication.processEvents()
        plain, place = control.grab().toImage(), control.geometry()
        control.setFocus()
        QApplication.processEvents()
        ringed = control.grab().toImage()
        assert control.geometry() == place
        ring = look.ring.on_filled if control is filled else look.ring.colour
        middle = QPoint(ringed.width() // 2, 3 if control is filled else 1)
        assert contrast(ringed.pixelColor(middle), plain.pixelColor(ringed.width() // 2, 6)) >= 2.5, control
        assert ringed.pixelColor(middle) == ring, control
        assert plain.pixelColor(middle) != ring, control
    look.choose(before)
