"""The demonstration: the whole job on the embedded cartridge, with made-up reviewers."""

from firered_review.demo.steps import demo

__all__ = ["demo"]
