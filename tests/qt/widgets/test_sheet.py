"""A sheet's buttons are pressed by Enter where the keyboard is."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from firered_review.qt.widgets.look import Look
from firered_review.qt.widgets.sheet import Sheet


def test_enter_presses_the_button_that_has_the_keyboard_and_else_the_first(look: Look, qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.show()
    sheet = Sheet(window, "Seal these labels?", 400)
    sheet.new_body()
    pressed: list[str] = []
    stay = sheet.add_button("Not yet", "stay", first=True)
    stay.clicked.connect(lambda: pressed.append("stay"))
    go = sheet.add_button("Lock", "go")
    go.clicked.connect(lambda: pressed.append("go"))
    sheet.show()
    QTest.qWaitForWindowActive(sheet)
    QTest.keyClick(sheet, Qt.Key.Key_Return)
    go.setFocus()
    QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Return)
    QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Enter)
    assert pressed == ["stay", "go", "go"]
