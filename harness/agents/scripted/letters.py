"""Reading text from a picture, glyph by glyph, with the font the game draws it with."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
UNREAD = "\ufffd"


def columns(mask: Mask) -> tuple[int, ...]:
    """Return each column of a mask as a number, its top pixel the lowest bit."""
    weights = np.left_shift(np.int64(1), np.arange(mask.shape[0], dtype=np.int64))
    return tuple(int(v) for v in weights @ mask.astype(np.int64))


class Alphabet:
    """The glyphs of one font, each a mask of ink of equal height and its own advance in pixels."""

    def __init__(self, glyphs: Mapping[str, tuple[Mask, int]], space: int) -> None:
        """Take per letter its mask and advance; ``space`` is the advance of a blank."""
        self.height = max(mask.shape[0] for mask, _ in glyphs.values())
        self.space = space
        self._by_first: dict[int, list[tuple[tuple[int, ...], int, str]]] = {}
        for letter, (mask, advance) in glyphs.items():
            inked = columns(mask)
            lead = next((i for i, column in enumerate(inked) if column), None)
            if lead is None:
                continue
            core = inked[lead : len(inked) - next(i for i, column in enumerate(reversed(inked)) if column)]
            self._by_first.setdefault(core[0], []).append((core, advance - lead, letter))
        for known in self._by_first.values():
            known.sort(key=lambda entry: (-len(entry[0]), entry[2]))
        self._lead = {
            letter: next(i for i, column in enumerate(columns(mask)) if column)
            for letter, (mask, _) in glyphs.items()
            if mask.any()
        }

    def read(self, ink: Mask) -> str:
        """Return the text in a band as tall as the font; what is no glyph reads as U+FFFD."""
        inked = columns(ink)
        text: list[str] = []
        x, expected, width = 0, 0, len(inked)
        while x < width:
            if not inked[x]:
                x += 1
                continue
            found = next((e for e in self._by_first.get(inked[x], []) if self._fits(e[0], inked, x)), None)
            if found is None:
                if not text or text[-1] != UNREAD:
                    text.append(UNREAD)
                x += 1
                expected = x
                continue
            core, advance, letter = found
            if text:
                text.append(" " * round((x - self._lead[letter] - expected) / self.space))
            text.append(letter)
            x, expected = x + len(core), x + advance
        return "".join(text)

    def _fits(self, core: tuple[int, ...], inked: tuple[int, ...], x: int) -> bool:
        end = x + len(core)
        return inked[x:end] == core
