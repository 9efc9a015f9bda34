"""The demonstration, step by step, from recording to export."""

import shutil
import time
from pathlib import Path

import click

from firered_review import app
from firered_review.core.errors import ReviewError
from firered_review.demo.adjudicator import RULE, decide
from firered_review.demo.game_picture import write_game_picture
from firered_review.demo.labelling import label_and_seal
from firered_review.demo.recording import harness, record_trials
from firered_review.demo.reviewers import REVIEWERS
from firered_review.demo.table import error_table, trial_table
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.blind import Blinded, blind
from firered_review.store.bundle import open_bundle
from firered_review.store.exporting import export
from firered_review.store.freezing import freeze, unblind
from firered_review.store.judged import STAGE_ONE_KINDS
from firered_review.store.reconciling import reconcile
from firered_review.store.scoring import Scores, score, write_scores
from firered_review.store.training import blind_for_training
from harness.evidence.reader import Experiment
from harness.formats.labels import Declaration

MARK = "DEMONSTRATION.txt"
MARK_TEXT = """\
Everything in this folder was made by `firered-review demo`: scripted agents played the embedded cartridge, and the
reviewers ada and bo and the adjudicator are made up. Their labels come from what was planted, with gaps and slips put
in on purpose. Nothing here is a result about any agent.
"""
NOBODY_KNEW = Declaration(recorded=False, watched=False, held_key=False)


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
    click.echo("Every byte of the evidence is verified.")
    blinded = blind(experiment, out / "bundles", REVIEWERS)
    told = reconcile(database, experiment, blinded.key, _label_all(experiment, blinded))
    click.echo(f"Reconciled: {told.items} items; {told.exact} agree, {told.differ} differ, {told.one_sided} one-sided.")
    adjudicate(database, blinded.bundles["adjudicator"])
    scores = _score(database, experiment, blinded.key, out / "export")
    training = blind_for_training(experiment, out / "training", REVIEWERS[:1])[REVIEWERS[0]]
    labelled, adjudicators = blinded.bundles[REVIEWERS[0]], blinded.bundles["adjudicator"]
    pictures = app.pictures(labelled, database, adjudicators, out / "pictures", training)
    pictures.append(write_game_picture(Experiment(experiment).valid_trials()[-1], out / "pictures" / "game.png"))
    click.echo(f"\n{trial_table(scores.trials, experiment)}\n\n{error_table(scores.trials, experiment)}\n")
    click.echo("A demonstration: scripted agents, made-up reviewers, a written rule for an adjudicator.")
    click.echo(f"Tables: {out / 'export'}. {len(pictures)} pictures of the windows and the game: {out / 'pictures'}.")
    click.echo(f"Done in {time.monotonic() - started:.0f} s.")
    if headless or not app.has_display():
        click.echo(f"No window was opened. On a display: firered-review annotate {blinded.bundles[REVIEWERS[0]]}")
        return
    app.start([*(blinded.bundles[one] for one in REVIEWERS), training], [database])


def _prepare(out: Path) -> None:
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        if not (out / MARK).is_file():
            raise ReviewError(f"{out} holds something else than a demonstration: choose another folder with --out.")
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).write_text(MARK_TEXT, encoding="utf-8")


def _label_all(experiment: Path, blinded: Blinded) -> list[Path]:
    """Let each made-up reviewer label and seal; return the sealed files."""
    sealed = []
    for reviewer in REVIEWERS:
        path, sha256 = label_and_seal(Experiment(experiment), blinded.bundles[reviewer], reviewer, blinded.key)
        sealed.append(path)
        click.echo(f"{reviewer} (made up) labelled and sealed; SHA-256 {sha256}.")
    return sealed


def adjudicate(database: Path, folder: Path) -> None:
    """Decide every item by the written rule, through the store that the window uses."""
    bundle = open_bundle(folder, "adjudication")
    db = AdjudicationDatabase(database, bundle)
    try:
        db.accept_exact()
        for item in sorted(db.items(), key=lambda item: item.kind not in STAGE_ONE_KINDS):
            if item.judgement is None and not item.exact:
                ruling = decide(item)
                db.judge(item.item, ruling.verdict, reason=ruling.reason)
        db.accept_exact()  # what waited for its trial's first stage
    finally:
        db.close()
        bundle.close()
    click.echo("Adjudicated by a written rule:")
    for rule in RULE:
        click.echo(f"  - {rule}")


def _score(database: Path, experiment: Path, key: Path, out: Path) -> Scores:
    """Freeze, unblind, score and export; return the scores."""
    db = open_adjudication(database)
    try:
        frozen = freeze(db, NOBODY_KNEW)
        unblind(db, key, experiment)
        click.echo(f"Labels frozen ({frozen.sha256[:16]}…), then unblinded.")
        scores = score(db, experiment)
        write_scores(scores, out / "scores", experiment)
        for file_format in ("csv", "jsonl"):
            export(db, out / file_format, experiment, file_format)
        return scores
    finally:
        db.close()
