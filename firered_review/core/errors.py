"""Known errors of the reviewing side: one plain sentence each, and the exit code 3."""

from collections.abc import Sequence


class ReviewError(Exception):
    """Root of every known error of the reviewing side; the message is one sentence a person can act on.

    - ``LabelRefused``: a label breaks a rule; ``problems`` holds every sentence.
    - ``Sealed``: labels are locked, or a file is another reviewer's sealed set.
    - ``Tampered``: something hashed is not what it was.
      - ``WrongKey``: a key is not the one that was committed to.
    - ``NotYet``: a step is asked for before the one it needs.
    """


class LabelRefused(ReviewError):
    """A label breaks a rule."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        super().__init__("This cannot be saved: " + "; ".join(self.problems) + ".")


class Sealed(ReviewError):
    """Labels are locked, or a file is another reviewer's sealed set."""


class Tampered(ReviewError):
    """Something hashed is not what it was."""


class WrongKey(Tampered):
    """A key is not the one that was committed to."""


class NotYet(ReviewError):
    """A step is asked for before the one it needs."""
