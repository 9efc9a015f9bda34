"""The people of the game in a picture: which way the player looks, and who stands in the way."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray

from harness.agents.scripted.world import SEE_THROUGH, Picture, load_picture
from harness.formats.base import Button

_FACING: dict[str, Button] = {"down": "DOWN", "up": "UP", "left": "LEFT"}


class Pose(NamedTuple):
    """One frame of one person: pixels, where it covers what is behind, and the way it looks."""

    who: str
    facing: Button
    picture: Picture
    covers: NDArray[np.bool_]

    def share(self, frame: Picture, x: int, y: int) -> float:
        """Return which share of the pose's pixels a picture shows exactly at an upper left corner."""
        height, width = self.covers.shape
        top, left = max(0, -y), max(0, -x)
        part = frame[max(0, y) : y + height, max(0, x) : x + width]
        rows, columns = part.shape[:2]
        if not rows or not columns:
            return 0.0
        own = slice(top, top + rows), slice(left, left + columns)
        covers = self.covers[own]
        same = (part == self.picture[own]).all(axis=2) & covers
        return float(same.sum()) / max(1, int(covers.sum()))


class Figures:
    """Every pose of every person, cut from ``people.png``; those to the right are mirrored."""

    def __init__(self, folder: Path) -> None:
        layout = yaml.safe_load((folder / "people.yaml").read_text("utf-8"))
        sheet = load_picture(folder / "people.png")
        self.width, self.height = layout["frame"]
        self.poses: list[Pose] = []
        for row, who in enumerate(layout["people"]):
            for column, name in enumerate(layout["frames"]):
                cell = sheet[row * self.height :, column * self.width :][: self.height, : self.width]
                facing = _FACING[name.split("_")[0]]
                self.poses.append(self._pose(who, facing, cell))
                if facing == "LEFT":
                    self.poses.append(self._pose(who, "RIGHT", cell[:, ::-1]))
        self.player = [pose for pose in self.poses if pose.who == "player"]
        self.others = [pose for pose in self.poses if pose.who != "player"]

    @staticmethod
    def _pose(who: str, facing: Button, cell: Picture) -> Pose:
        clear = (cell == np.array(SEE_THROUGH, dtype=np.uint8)).all(axis=2)
        return Pose(who, facing, np.ascontiguousarray(cell), ~clear)

    def facing(self, frame: Picture, x: int, y: int) -> Button | None:
        """Return the way the player looks, its picture's corner given, or None where it is not to be seen there."""
        best = max(self.player, key=lambda pose: pose.share(frame, x, y))
        return best.facing if best.share(frame, x, y) >= 0.6 else None

    def who(self, frame: Picture, x: int, y: int) -> str | None:
        """Return who stands in a picture with its corner there, or None."""
        best = max(self.others, key=lambda pose: pose.share(frame, x, y))
        return best.who if best.share(frame, x, y) >= 0.6 else None
