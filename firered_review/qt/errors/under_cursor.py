"""Tells when a choice comes under the cursor: by the mouse, by the keyboard, or walked over in an open list."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QComboBox, QWidget
from typing_extensions import override

_COMES = (QEvent.Type.FocusIn, QEvent.Type.Enter)


class UnderCursor(QObject):
    """Calls ``show`` with the place of the choice: an entry of a chooser, or 0 for a button."""

    def __init__(self, widget: QWidget, show: Callable[[int], None], parent: QObject) -> None:
        super().__init__(parent)
        self._widget, self._show = widget, show
        widget.installEventFilter(self)
        if isinstance(widget, QComboBox):
            widget.highlighted.connect(self._tell)
            widget.currentIndexChanged.connect(self._changed)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _COMES:
            self._tell(self._widget.currentIndex() if isinstance(self._widget, QComboBox) else 0)
        return False

    def _changed(self, place: int) -> None:
        if self._widget.hasFocus():
            self._tell(place)

    def _tell(self, place: int) -> None:
        if place >= 0:
            self._show(place)
