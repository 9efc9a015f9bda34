"""Adds samples of files of version 1 that are not there yet; one that is there is never written again.

Run it as ``python -m tests.formats.add_samples`` after a file that the program writes has grown.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from firered_review.store.adjudication import open_adjudication
from firered_review.store.exporting import export
from firered_review.store.freezing import freeze, unblind
from firered_review.store.training import blind_for_training
from tests.adjudications import NOT_INVOLVED, make_chain
from tests.recorder.conftest import Desk, Told, reply
from tests.store.test_scoring import decide
from tests.store.test_training import plant

GROWN = Path(__file__).parent / "v1" / "grown"


def recorded(folder: Path) -> Mapping[str, Path]:
    """Check and record with the real recorder, one reply refused, no call with a measured cost."""
    desk = Desk(folder)
    desk.change(budgets={"accepted_actions": 6})
    desk.freeze()
    subprocess.run([sys.executable, "-m", "harness", "check", str(desk.path)], check=False, capture_output=True)
    desk.play(Told(reply("RIGHT", "A", "NOOP"), b"no", reply("RIGHT")))
    trial = desk.path / "trials" / "alder-01"
    lines = ("attempts", "inputs", "trace")
    return {
        "check.json": desk.path / "check.json",
        "freeze.json": desk.path / "freeze.json",
        "trial.json": trial / "trial.json",
        **{f"{name}.jsonl": trial / f"{name}.jsonl" for name in lines},
    }


def reviewed(folder: Path) -> Mapping[str, Path]:
    """Blind, label, seal, reconcile, decide, freeze, unblind and export with the real stores."""
    chain = make_chain(folder, cost=0.01)
    db = open_adjudication(chain.database)
    decide(db)
    for one in db.conflicts():
        db.close_conflict(one.trial, one.milestone, "Instrument fault")
    freeze(db, NOT_INVOLVED, chain.experiment)
    unblind(db, chain.key, chain.experiment)
    for file_format in ("csv", "jsonl"):
        export(db, folder / "export" / file_format, chain.experiment, file_format)
    db.close()
    plant(again := make_chain(folder / "planted", reconciled=False).experiment)
    training = blind_for_training(again, folder / "training", ["eve"])["eve"]
    return {
        "bundle.json": chain.bundles / "ada" / "bundle.json",
        "sealed-key.json": chain.key,
        "ada.sealed": chain.sealed[0],
        "labels.sqlite": chain.bundles / "ada" / "labels.sqlite",
        "adjudication.sqlite": chain.database,
        "annotations.jsonl": chain.experiment / "trials" / "alder-01" / "annotations.jsonl",
        "training-bundle.json": training / "bundle.json",
        "answers.jsonl": max(training.rglob("answers.jsonl"), key=lambda one: one.stat().st_size),
        "export-csv": folder / "export" / "csv",
        "export-jsonl": folder / "export" / "jsonl",
    }


def main() -> None:
    """Make every file anew in a folder of its own and keep those that lack a sample."""
    GROWN.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        made: dict[str, Path] = {}
        for maker in (recorded, reviewed):
            place = Path(folder) / maker.__name__
            place.mkdir()
            made.update(maker(place))
        for name, path in made.items():
            if not (GROWN / name).exists():
                (shutil.copytree if path.is_dir() else shutil.copyfile)(path, GROWN / name)
                print(name)


if __name__ == "__main__":
    main()
