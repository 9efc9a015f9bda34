"""Measures every row of the table of numbers on this machine: ``python -m tests.bench [WORD ...]``.

Each module beside this one that has a function ``measure`` yields rows; words choose modules by name. Ends with 1 when
a goal is missed.
"""

import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules


def main(words: list[str]) -> int:
    """Print the table row by row, as it is measured."""
    missed = 0
    names = sorted(module.name for module in iter_modules([str(Path(__file__).parent)]))
    for name in names:
        if name == "__main__" or (words and not any(word in name for word in words)):
            continue
        measure = getattr(import_module(f"tests.bench.{name}"), "measure", None)
        for row in measure() if measure else ():
            missed += not row.holds
            mark = "holds " if row.holds else "MISSED"
            sys.stdout.write(f"{mark}  {row.what:<78}  goal {row.goal:<10}  measured {row.measured}\n")
            sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
