"""A display for the windows that the README opens."""

from tests.qt.conftest import display

__all__ = ["display"]
