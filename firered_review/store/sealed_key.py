"""The sealed key: 32 random bytes and the assignment, mode 0600; its SHA-256 is the commitment."""

import secrets
from pathlib import Path
from typing import NamedTuple

from firered_review.core.blinding import ADJUDICATOR, Assignment, assignment
from firered_review.core.errors import ReviewError, Tampered, WrongKey
from firered_review.store.once import written_once
from harness.evidence.reader import Experiment
from harness.evidence.sums import check_sums, sums_sha256
from harness.formats.base import Sha256, canonical_json, sha256_hex
from harness.formats.bundle import KeyTrial, SealedKey
from harness.formats.files import load_json, parse, pretty_json, read_bytes

KEY = "sealed-key.json"


class OpenKey(NamedTuple):
    """A key and the commitment to it."""

    key: SealedKey
    commitment: Sha256

    def assignment(self, reader: str, taken: list[str]) -> Assignment:
        """Return a reader's codenames and order."""
        return assignment(bytes.fromhex(self.key.secret), reader, [one.trial for one in self.key.trials], taken)

    def database_names(self, taken: list[str]) -> dict[str, str]:
        """Return trial → codename in the adjudicator's bundle and in the database."""
        return self.assignment(ADJUDICATOR, taken).codenames


def new_key(experiment: Experiment, sums: Sha256) -> SealedKey:
    """Draw a key for the valid trials of an experiment."""
    trials = [KeyTrial(trial=one.name, condition=one.header.condition_id) for one in experiment.valid_trials()]
    if not trials:
        raise ReviewError(f"{experiment.path} has no valid trial to blind: record some first.")
    return signed(SealedKey(secret=secrets.token_hex(32), sums_sha256=sums, trials=trials))


def signed(key: SealedKey) -> SealedKey:
    """Return a key with the digest of all the rest in it."""
    return key.model_copy(update={"digest": _digest(key)})


def _digest(key: SealedKey) -> Sha256:
    return sha256_hex(canonical_json(key.model_dump(mode="json", exclude={"digest"})))


def read_key(path: Path) -> OpenKey:
    """Read a key file.

    Raises:
        BadFile: it is missing, damaged, or no key.
        Tampered: it was changed after it was drawn.
    """
    raw = read_bytes(path)
    key = parse(SealedKey, load_json(raw, str(path)), str(path))
    if key.digest is not None and (key.digest != _digest(key) or pretty_json(key) != raw):
        raise Tampered(f"{path} was changed after it was drawn: take a copy of the key made before.")
    return OpenKey(key, sha256_hex(raw))


def committed_key(path: Path, commitment: Sha256) -> OpenKey:
    """Read a key that must be the one committed to.

    Raises:
        WrongKey: it is another one, or it was changed.
    """
    found = read_key(path)
    if found.commitment != commitment:
        raise WrongKey(
            f"{path} is not the key this was blinded with: nothing was changed; take the key of this blinding."
        )
    return found


def write_key(path: Path, key: SealedKey) -> Sha256:
    """Write a new key file that only its owner can read; return the commitment.

    Raises:
        ReviewError: there is one already.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    data = pretty_json(key)
    there = ReviewError(f"{path} is there already: name it with --key so that a reviewer joins.")
    with written_once(path, there) as temporary:
        temporary.touch(mode=0o600)
        temporary.write_bytes(data)
    return sha256_hex(data)


def names_to_avoid(experiment: Experiment) -> list[str]:
    """Return the words that occur in no codename: condition ids and the manifest's masked names."""
    return [*experiment.conditions, *experiment.manifest.masked_names]


def sound_sums(experiment: Experiment) -> Sha256:
    """Return the SHA-256 of an experiment's SHA256SUMS once every file has been checked against it.

    Raises:
        Tampered: a file is missing, changed or not listed; the sentence names it.
    """
    findings = check_sums(experiment.path)
    if findings:
        more = f" ({len(findings) - 1} more)" if len(findings) > 1 else ""
        raise Tampered(f"{findings[0].sentence}{more} Nothing was done: restore the recorded files first.")
    return sums_sha256(experiment.path)
