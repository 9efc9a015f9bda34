"""The preferences: scheme, size of the frame, playback and keys; every change holds at once."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from firered_review.qt.start.key_editor import KeyEditor
from firered_review.qt.start.preferences import WINDOWS, Preferred
from firered_review.qt.widgets.commands import load_keymap
from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import heading, words
from firered_review.qt.widgets.sheet import Sheet

_CHOICES: Mapping[str, tuple[str, Sequence[tuple[str, object]]]] = {
    "scheme": ("Light or dark", (("as the system", "system"), ("light", "light"), ("dark", "dark"))),
    "zoom": ("Size of the frame", (("as large as fits", None), *((f"{n} ×", n) for n in (1, 2, 3, 4, 5, 6, 8)))),
    "speed": ("Space plays at", (("1 ×", 1), ("2 ×", 2), ("4 ×", 4), ("8 ×", 8))),
}
_WINDOW_WORDS = {"annotate": "labelling", "adjudicate": "adjudicating"}


class PreferencesSheet(Sheet):
    """``titles`` gives each command of the window behind its words; what it does not name is named by its id."""

    def __init__(self, parent: QWidget | None, preferred: Preferred, titles: Mapping[str, str], window: str) -> None:
        super().__init__(parent, "Preferences", 620)
        self._preferred, self._titles = preferred, titles
        column = self.new_body()
        grid = QGridLayout()
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        self.choices: dict[str, QComboBox] = {}
        """Preference → its chooser."""
        for row, (name, (text, options)) in enumerate(_CHOICES.items()):
            grid.addWidget(words(text), row, 0)
            combo = _chooser(text, options, getattr(preferred.now, name))
            combo.currentIndexChanged.connect(lambda _, name=name: self._take(name))
            grid.addWidget(combo, row, 1)
            self.choices[name] = combo
        column.addLayout(grid)
        column.addSpacing(8)
        column.addWidget(heading("Keys"))
        options = [(_WINDOW_WORDS[one], one) for one in WINDOWS]
        self.window_choice = _chooser("Keys for", options, window)
        self.window_choice.currentIndexChanged.connect(self._show_window)
        column.addWidget(self.window_choice, 0, Qt.AlignmentFlag.AlignLeft)
        self._column = column
        self.editor = self._editor()
        column.addWidget(self.editor, 1)
        self._said = words(preferred.fault, tone="warning", wrap=True)
        self._said.setAccessibleName("what went wrong")
        column.addWidget(self._said)
        self.add_button("Close", "close the preferences", filled=True, first=True).clicked.connect(self.accept)
        self.fit()

    def _editor(self) -> KeyEditor:
        window = self.window_choice.currentData()
        editor = KeyEditor(self._titles, load_keymap(window))
        editor.show_keys(self._preferred.now.keys.get(window, {}))
        editor.changed.connect(self._take_keys)
        return editor

    def _show_window(self) -> None:
        old, self.editor = self.editor, self._editor()
        self._column.replaceWidget(old, self.editor)
        old.hide()
        old.deleteLater()

    def _take(self, name: str) -> None:
        self.editor.said.setText("")
        self._said.setText(self._preferred.change(**{name: self.choices[name].currentData()}))

    def _take_keys(self, changes: dict[str, list[str]]) -> None:
        keys = {**self._preferred.now.keys, self.window_choice.currentData(): changes}
        self._said.setText(self._preferred.change(keys={one: held for one, held in keys.items() if held}))


def _chooser(name: str, options: Sequence[tuple[str, object]], now: object) -> QComboBox:
    combo = QComboBox()
    combo.setFont(text_font())
    combo.setMinimumWidth(170)
    combo.setAccessibleName(name)
    for text, value in options:
        combo.addItem(text, value)
    combo.setCurrentIndex(next(i for i, (_, value) in enumerate(options) if value == now))
    return combo
