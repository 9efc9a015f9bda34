"""``python -m harness`` is ``firered-harness``."""

from harness.cli import main

main(prog_name="firered-harness")
