"""C and assembler text under construction: a header, a source, constants and labelled texts."""

from collections.abc import Iterable, Sequence

LINE_LETTERS, PAGE_LINES = 35, 2
"""What a message box holds."""


class Listing:
    """Everything the build writes before it compiles."""

    def __init__(self) -> None:
        self.head: list[str] = ["/* Written by build.py. */", "#pragma once", '#include "gba.h"']
        self.body: list[str] = ['#include "data.h"']
        self.ids: list[str] = []
        self.texts: list[str] = ['    .include "script.inc"', '    .section .rodata.texts, "a"']

    def define(self, name: str, value: int, *, scripts: bool = False) -> None:
        """Give the C code a constant, and the scripts too where asked."""
        self.head.append(f"#define {name} {value}")
        if scripts:
            self.ids.append(f".equ {name}, {value}")

    def emit(self, kind: str, name: str, values: Sequence[int], *shape: int) -> None:
        """Give the C code an array aligned for DMA; ``shape`` folds the values, outermost first."""
        sides = "".join(f"[{n}]" for n in shape or (len(values),))
        self.head.append(f"extern const {kind} {name}{sides};")
        folded = nested([int(v) for v in values], list(shape) or [len(values)])
        self.body.append(f"const {kind} {name}{sides} __attribute__((aligned(4))) = {folded};\n")

    def text(self, label: str, text: str) -> None:
        """Add one text, broken into pages.

        Raises:
            SystemExit: a line does not fit the message box.
        """
        quoted = pages(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\f", "\\f")
        self.texts.append(f'    .global {label}\n{label}:\n    .asciz "{quoted}"\n')

    def files(self) -> dict[str, str]:
        """Return file name → content."""
        return {
            "data.h": "\n".join(self.head) + "\n",
            "data.c": "\n".join(self.body) + "\n",
            "ids.inc": "\n".join(self.ids) + "\n",
            "texts.s": "\n".join(self.texts) + "\n",
        }


def numbers(values: Iterable[int]) -> str:
    """Return values as C text, in lines of moderate length."""
    words = [str(int(v)) for v in values]
    return ",\n".join(",".join(words[i : i + 32]) for i in range(0, len(words), 32))


def nested(values: list[int], shape: list[int]) -> str:
    """Return values as nested C braces."""
    if len(shape) == 1:
        return "{" + numbers(values) + "}"
    size = len(values) // shape[0]
    rows = (nested(values[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0]))
    return "{" + ",\n".join(rows) + "}"


def pages(text: str) -> str:
    """Return a text with page breaks after every two lines.

    Raises:
        SystemExit: a line does not fit the message box.
    """
    out, count = "", 0
    for line in text.replace("\f", "\n\f").split("\n"):
        forced, words = line.startswith("\f"), line.removeprefix("\f")
        if len(words) > LINE_LETTERS or any(not 32 <= ord(c) < 127 for c in words):
            raise SystemExit(f"A line of text does not fit the box: {words!r}")
        if forced or count == PAGE_LINES:
            out, count = out + "\f", 0
        elif count:
            out += "\n"
        out += words
        count += 1
    return out
