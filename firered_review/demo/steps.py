"""The demonstration, step by step: record, blind, label, seal, reconcile, adjudicate, freeze, unblind, score, export."""

import shutil
import time
from pathlib import Path

import click

from firered_review import app
from firered_review.core.errors import ReviewError
from firered_review.demo.adjudicator import RULE, decide
from firered_review.demo.labelling import label_and_seal
from firered_review.demo.recording import harness, record_trials
from firered_review.demo.reviewers import REVIEWERS
from firered_review.demo.table import print_table
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.blind import blind
from firered_review.store.bundle import open_bundle
from firered_review.store.reconciling import reconcile
from harness.evidence.reader import Experiment
from harness.formats.labels import Declaration

MARK = "DEMONSTRATION.txt"
MARK_TEXT = """\
Everything in this folder was made by `firered-review demo`: scripted agents played the embedded cartridge, and the
reviewers ada and bo and the adjudicator are made up. Their labels come from what was planted, with gaps and slips put
in on purpose. Nothing here is a result about any agent.
"""


def demo(out: Path, *, headless: bool) -> None:
    """Do the whole job in ``out``, print its table, and open the application on it where there is a display.

    Raises:
        ReviewError: ``out`` holds something that is no demonstration, or a step stopped.
    """
    started = time.monotonic()
    _prepare(out)
    experiment, database = out / "experiment", out / "adjudication.sqlite"
    record_trials(experiment, click.echo)
    harness("verify", str(experiment))
    click.echo("Every byte of the evidence was verified.")

    blinded = blind(experiment, out / "bundles", REVIEWERS)
    sealed = []
    for reviewer in REVIEWERS:
        path, sha256 = label_and_seal(Experiment(experiment), blinded.bundles[reviewer], reviewer, blinded.key)
        sealed.append(path)
        click.echo(f"{reviewer} (made up) labelled and sealed: {sha256[:16]}…")
    told = reconcile(database, experiment, blinded.key, sealed)
    click.echo(f"Reconciled: {told.items} items; {told.exact} agree, {told.differ} differ, {told.one_sided} one-sided.")
    _adjudicate(database, blinded.bundles["adjudicator"])
    _finish(database, experiment, blinded.key, out)
    pictures = app.pictures(blinded.bundles[REVIEWERS[0]], database, blinded.bundles["adjudicator"], out / "pictures")
    print_table(experiment, database, out / "export")
    click.echo(f"\nDone in {time.monotonic() - started:.0f} s. A demonstration: the agents are scripted, the reviewers")
    click.echo(f"made up. Tables: {out / 'export'}. {len(pictures)} pictures of the windows: {out / 'pictures'}.")
    if headless or not app.has_display():
        click.echo(f"No window was opened; to open one: firered-review annotate {blinded.bundles[REVIEWERS[0]]}")
        return
    app.start([blinded.bundles[reviewer] for reviewer in REVIEWERS], [database])


def _prepare(out: Path) -> None:
    if out.exists() and any(out.iterdir()):
        if not (out / MARK).is_file():
            raise ReviewError(f"{out} holds something else than a demonstration: choose another folder with --out.")
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).write_text(MARK_TEXT, encoding="utf-8")


def _adjudicate(database: Path, folder: Path) -> None:
    """Decide every item by the written rule, through the store a window would use."""
    bundle = open_bundle(folder, "adjudication")
    db = AdjudicationDatabase(database, bundle)
    try:
        db.accept_exact()
        for item in db.items():
            if item.judgement is None:
                db.judge(item.item, *decide(item)[:1], reason=decide(item).reason)
    finally:
        db.close()
        bundle.close()
    click.echo("Adjudicated by a written rule: " + "; ".join(RULE) + ".")


def _finish(database: Path, experiment: Path, key: Path, out: Path) -> None:
    from firered_review.store.exporting import export
    from firered_review.store.freezing import freeze, unblind
    from firered_review.store.scoring import score

    freeze(database, Declaration(recorded=False, watched=False, held_key=False))
    unblind(database, key, experiment)
    score(database, experiment, out / "export" / "scores")
    export(database, out / "export" / "labels", experiment)
