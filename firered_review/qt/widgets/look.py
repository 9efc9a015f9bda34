"""The look of every window: colours by meaning, fonts with their fallbacks, palette and style sheet."""

from importlib.resources import files
from string import Template
from typing import Literal, NamedTuple

import yaml
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from firered_review.qt.widgets.focus_ring import FocusRing

Scheme = Literal["light", "dark"]
TEXT_FAMILIES = ["Inter", "Noto Sans", "DejaVu Sans", "sans-serif"]
MONO_FAMILIES = ["JetBrains Mono", "Noto Sans Mono", "DejaVu Sans Mono", "monospace"]
TEXT_SIZE = 13
"""Height of running text in logical pixels; numbers and captions are 12 and 11."""


class Theme(NamedTuple):
    """The colours of one scheme, named by what they mean."""

    name: Scheme
    window: QColor
    panel: QColor
    sunk: QColor
    line: QColor
    text: QColor
    secondary: QColor
    faint: QColor
    accent: QColor
    accent_soft: QColor
    on_accent: QColor
    milestone: QColor
    route: QColor
    error: QColor
    on_mark: QColor
    fact: QColor
    battle: QColor
    seen: QColor
    unseen: QColor
    warning: QColor
    warning_soft: QColor
    good: QColor
    up: QColor
    down: QColor
    left: QColor
    right: QColor
    button: QColor


def load_theme(scheme: Scheme) -> Theme:
    """Read one scheme of ``resources/themes``."""
    text = files("firered_resources").joinpath(f"themes/{scheme}.yaml").read_text(encoding="utf-8")
    values: dict[str, str] = yaml.safe_load(text)
    del values["name"]
    return Theme(name=scheme, **{key: QColor(value) for key, value in values.items()})


class Look(QObject):
    """The look in force; widgets that paint ask for ``theme`` and repaint on ``changed``."""

    changed = Signal()

    def __init__(self, application: QApplication, scheme: Scheme | None = None) -> None:
        super().__init__()
        self._application = application
        application.setStyle("Fusion")
        application.setFont(text_font())
        self.theme = load_theme(scheme or system_scheme())
        found = application.findChild(FocusRing)
        self.ring = found if isinstance(found, FocusRing) else FocusRing(application)
        self._apply()

    def choose(self, scheme: Scheme) -> None:
        """Change every open window to the other scheme."""
        self.theme = load_theme(scheme)
        self._apply()
        self.changed.emit()

    def turn_over(self) -> None:
        """Change from light to dark or back."""
        self.choose("light" if self.theme.name == "dark" else "dark")

    def _apply(self) -> None:
        self.ring.colour, self.ring.on_filled = self.theme.accent, self.theme.on_accent
        self._application.setPalette(_palette(self.theme))
        sheet = files("firered_resources").joinpath("themes/style.qss").read_text(encoding="utf-8")
        words = {key: value.name() for key, value in self.theme._asdict().items() if isinstance(value, QColor)}
        icons = str(files("firered_resources").joinpath("icons")).replace("\\", "/")
        self._application.setStyleSheet(Template(sheet).substitute(words, name=self.theme.name, icons=icons))


def system_scheme() -> Scheme:
    """Return the scheme the desktop asks for."""
    return "dark" if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"


def text_font(size: int = TEXT_SIZE, *, bold: bool = False) -> QFont:
    """Return the text font with tabular figures, ``size`` in logical pixels."""
    return _font(TEXT_FAMILIES, size, bold=bold)


def mono_font(size: int = 12, *, bold: bool = False) -> QFont:
    """Return the font of frame numbers, identities and fact names."""
    return _font(MONO_FAMILIES, size, bold=bold)


def caption_font() -> QFont:
    """Return the small spaced capitals of section headings."""
    font = text_font(11, bold=True)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 106)
    return font


def _font(families: list[str], size: int, *, bold: bool) -> QFont:
    font = QFont(families)
    font.setPixelSize(size)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setFeature(QFont.Tag.fromString("tnum"), 1)
    return font


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    roles = QPalette.ColorRole
    for role, colour in (
        (roles.Window, theme.window),
        (roles.WindowText, theme.text),
        (roles.Base, theme.panel),
        (roles.AlternateBase, theme.sunk),
        (roles.Text, theme.text),
        (roles.Button, theme.panel),
        (roles.ButtonText, theme.text),
        (roles.BrightText, theme.error),
        (roles.Highlight, theme.accent),
        (roles.HighlightedText, theme.on_accent),
        (roles.PlaceholderText, theme.faint),
        (roles.ToolTipBase, theme.panel),
        (roles.ToolTipText, theme.text),
        (roles.Link, theme.accent),
        (roles.Mid, theme.line),
        (roles.Accent, theme.accent),
    ):
        palette.setColor(role, colour)
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme.faint)
    return palette
