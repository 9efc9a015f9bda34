"""Real keys in real menus: every command can be reached without a mouse, by Alt and a letter or by F10."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenuBar

from harness.formats.labels import BookmarkLabel
from tests.qt.annotate.test_under_x import labels_on_disk, start
from tests.qt.children import Child, needs_xdotool
from tests.qt.conftest import Desk

__all__ = ["start"]


def entries(desk: Desk, title: str) -> list[str]:
    """The commands of a menu, in order."""
    menus = {one.text().replace("&", ""): one for one in desk.window.findChild(QMenuBar).actions()}
    return [one.text().split("\t")[0] for one in menus[title].menu().actions()]


@needs_xdotool
@pytest.mark.parametrize("way", [["alt+l"], ["F10", "Right", "Right", "Right"]], ids=["alt", "f10"])
def test_a_command_is_given_by_menu_with_the_keyboard_alone(
    start: Callable[[Path], Child],
    desk: Desk,
    bundle_folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    way: list[str],
) -> None:
    place = entries(desk, "Label").index("Bookmark")
    child = start(bundle_folder)
    child.type("Right", *way, *["Down"] * place, "Return")
    child.wait("shown ")
    child.quit()
    (label,) = labels_on_disk(bundle_folder).values()
    assert isinstance(label, BookmarkLabel)
    assert label.frame.frame == 1
