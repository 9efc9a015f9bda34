"""``python -m firered_review`` is ``firered-review``."""

from firered_review.cli import main

if __name__ == "__main__":
    main(prog_name="firered-review")
