"""Making bundles: field by field from models of their own, so that what is not named here is not in them."""

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from firered_review.core.blinding import ADJUDICATOR, COORDINATOR, REPEATING, Assignment, check_reader_name
from firered_review.core.errors import ReviewError, Tampered
from firered_review.core.masking import Masker
from firered_review.store.blinded_trial import masker_of, write_trial
from firered_review.store.bundle import CODEBOOK, HEADER
from firered_review.store.sealed_key import (
    KEY,
    OpenKey,
    names_to_avoid,
    new_key,
    read_key,
    sound_sums,
    write_key,
)
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import sha256_hex
from harness.formats.bundle import (
    BundleBudgets,
    BundleHeader,
    BundleKind,
    Maskings,
)
from harness.formats.files import pretty_json, write_whole

NEUTRAL_TIME = 946684800
"""Modification time of every file of a bundle: 2000-01-01T00:00:00Z."""


class Blinded(NamedTuple):
    """What ``blind`` made: bundle folders by reader, the key's file, its commitment, words masked."""

    bundles: dict[str, Path]
    key: Path
    commitment: str
    masked: int


def blind(
    experiment: Path,
    out: Path,
    reviewers: Sequence[str],
    key_file: Path | None = None,
    *,
    second_pass: Sequence[str] = (),
    few: int = 2,
) -> Blinded:
    """Make a bundle for each reviewer and one for the adjudicator; write nothing into the experiment.

    With ``key_file`` the key of an earlier blinding is used and a reviewer joins; the adjudicator's bundle is made
    when it is not there yet. Who is named in ``second_pass`` gets ``few`` trials again, drawn by the key, under other
    codenames.

    Raises:
        ReviewError: a name is no name, a bundle is there already, or ``out`` lies in the experiment.
        Tampered: a recorded file is not what the sums say, or the key belongs to other evidence.
    """
    names = [check_reader_name(name) for name in reviewers]
    again = [check_reader_name(name) + REPEATING for name in second_pass]
    if not (names or again) or len({*names, *again}) != len(names) + len(again):
        raise ReviewError("Name at least one reviewer, and each one once.")
    if again and key_file is None:
        raise ReviewError("A second pass belongs to an earlier blinding: name its key with --key.")
    if again and few < 1:
        raise ReviewError("A second pass needs at least one trial.")
    source = Experiment(experiment)
    _check_out(experiment, out, [*names, *again], key_file)
    sums = sound_sums(source)
    key_path = key_file or out / COORDINATOR / KEY
    (out / COORDINATOR).mkdir(parents=True, exist_ok=True)
    if key_file is None:
        write_key(key_path, new_key(source, sums))
    bundles: dict[str, Path] = {}
    try:
        key = read_key(key_path)
        if key.key.sums_sha256 != sums:
            raise Tampered(f"{key_path} was drawn for other evidence than {experiment} holds now: blind without --key.")
        maskings: dict[str, dict[str, int]] = {}
        for reader in [*names, *([] if (out / ADJUDICATOR).exists() else [ADJUDICATOR])]:
            bundles[reader] = write_bundle(source, key, reader, out, maskings)
        for reader in again:
            bundles[reader] = write_bundle(source, key, reader, out, maskings, few=few)
        if len(maskings) == len(key.key.trials):
            write_whole(out / COORDINATOR / "maskings.json", pretty_json(Maskings(maskings=maskings)))
    except BaseException:
        for made in bundles.values():
            shutil.rmtree(made, ignore_errors=True)
        if key_file is None:
            key_path.unlink()
        raise
    masked = sum(sum(counts.values()) for counts in maskings.values())
    return Blinded(bundles, key_path, key.commitment, masked)


def _check_out(experiment: Path, out: Path, names: Sequence[str], key_file: Path | None) -> None:
    inside, target = experiment.resolve(), out.resolve()
    if target == inside or inside in target.parents:
        raise ReviewError(
            f"{out} lies inside the experiment: choose a folder elsewhere, nothing is written into evidence."
        )
    for name in names:
        if (out / name).exists():
            raise ReviewError(f"{out / name} is there already: choose another folder, or move it away.")
    if key_file is None and (out / COORDINATOR / KEY).exists():
        raise ReviewError(
            f"{out / COORDINATOR / KEY} is there already: name it with --key so that a reviewer joins, "
            "or choose another folder."
        )


Answers = Callable[[Experiment, TrialFolder, Path, Masker], None]
"""Writes what is right into a trial's folder of a training bundle."""


def write_bundle(
    source: Experiment,
    key: OpenKey,
    reader: str,
    out: Path,
    maskings: dict[str, dict[str, int]],
    answers: Answers | None = None,
    few: int | None = None,
) -> Path:
    """Write one bundle beside its place and rename it, so that it is there whole or not at all.

    With ``answers`` it is a training bundle, with ``few`` it holds the first so many trials of its order. Trials are
    written in that order, so that nothing on the disk shows another. ``maskings`` takes in how often which word was
    masked in each trial.
    """
    drawn = key.assignment(reader, names_to_avoid(source)).first(few)
    temporary = Path(tempfile.mkdtemp(prefix=f".{reader}-", dir=out))
    try:
        temporary.chmod(0o755)
        codebook = source.codebook()
        write_whole(temporary / CODEBOOK, pretty_json(codebook))
        for trial in drawn.trials:
            masker = masker_of(source)
            folder = TrialFolder(source.path / "trials" / trial)
            place = temporary / "trials" / drawn.codenames[trial]
            write_trial(folder, place, drawn.codenames[trial], masker)
            if answers is not None:
                answers(source, folder, place, masker)
            maskings[trial] = dict(sorted(masker.counts.items()))
        kind: BundleKind = "adjudication" if reader == ADJUDICATOR else "review"
        header = _header(source, key, reader, drawn, temporary, kind if answers is None else "training")
        write_whole(temporary / HEADER, pretty_json(header))
        _neutral_times(temporary)
        temporary.rename(out / reader)
        os.utime(out / reader, (NEUTRAL_TIME, NEUTRAL_TIME))
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    return out / reader


def _header(
    source: Experiment, key: OpenKey, reader: str, drawn: Assignment, folder: Path, kind: BundleKind
) -> BundleHeader:
    budgets = source.manifest.budgets
    return BundleHeader(
        kind=kind,
        reviewer=reader,
        commitment=key.commitment,
        sums_sha256=key.key.sums_sha256,
        codebook_version=source.codebook().codebook.version,
        demonstration=source.manifest.demonstration,
        budgets=BundleBudgets(
            accepted_actions=budgets.accepted_actions,
            model_decisions=budgets.model_decisions,
        ),
        trials=drawn.order,
        questions=["groups", "durable_memory"] if source.manifest.design == "B" else ["groups"],
        files={
            path.relative_to(folder).as_posix(): sha256_hex(path.read_bytes())
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        },
    )


def _neutral_times(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (NEUTRAL_TIME, NEUTRAL_TIME))
