"""Sealing a reviewer's labels into one file, and opening such a file again for reconciling."""

import os
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from firered_review.core.errors import ReviewError, Sealed, Tampered
from firered_review.store.bundle import Bundle, open_bundle
from firered_review.store.labels import STAGE_ONE_KINDS, LabelStore
from firered_review.store.once import write_once
from firered_review.store.packing import MAX_BYTES, pack, unpack
from firered_review.store.recognise import recognise
from harness.formats.base import Sha256, canonical_json, sha256_hex, utc_now
from harness.formats.files import load_json, parse, read_bytes
from harness.formats.labels import Declaration, Guess, LabelSet, SealedSet

ENDING = ".sealed"
_GZIP = b"\x1f\x8b"
_NO_DIGEST = "0" * 64


class SealedFile(NamedTuple):
    """A sealed set and the SHA-256 of the file it came from, which its reviewer saw at sealing."""

    sealed: SealedSet
    sha256: Sha256


def sealed_file(bundle: Bundle) -> Path:
    """Return where the sealed file of a bundle goes, whether it is there or not."""
    return bundle.path / f"{bundle.header.reviewer}{ENDING}"


def sealed_path(bundle: Bundle, store: LabelStore) -> Path:
    """Return where the sealed file of a bundle goes.

    Raises:
        Sealed: it is there already, of these labels or, where they are still open, of others.
    """
    path = sealed_file(bundle)
    if os.path.lexists(path):
        raise _there(path, store)
    return path


def _there(path: Path, store: LabelStore) -> Sealed:
    whose = "these labels were sealed, hand that file in" if store.locked else "it holds other labels, move it away"
    return Sealed(f"{path} is there already: {whose}.")


def waits_for_answers(bundle: Bundle, store: LabelStore) -> bool:
    """Tell whether the labels were locked and the sealed file is still to be written."""
    return store.locked and not sealed_file(bundle).exists()


def lock(bundle: Bundle, store: LabelStore) -> None:
    """Lock the labels for good, once every file of the bundle was found to be what it was; again does nothing.

    Raises:
        Sealed: it was sealed before.
        Tampered: a file of the bundle is not what it was; nothing was locked.
    """
    sealed_path(bundle, store)
    if not store.locked:
        bundle.verify()
        store.lock()


def unsure(bundle: Bundle) -> Guess:
    """Return "don't know" as the answer to everything that this bundle asks."""
    durable = bundle.trials if "durable_memory" in bundle.header.questions else ()
    return Guess(groups=dict.fromkeys(bundle.trials, "unsure"), durable_memory=dict.fromkeys(durable, "unsure"))


def seal(bundle: Bundle, store: LabelStore, declaration: Declaration, guess: Guess) -> tuple[Path, Sha256]:
    """Lock the labels and write them into ``<reviewer>.sealed`` in the bundle; return its path and SHA-256.

    Raises:
        Sealed: it was sealed before.
        ReviewError: the guess names a trial that is not in the bundle.
        Tampered: a file of the bundle is not what it was.
    """
    path = sealed_path(bundle, store)
    strange = sorted({*guess.groups, *guess.durable_memory} - set(bundle.trials))
    if strange:
        raise ReviewError(f"The guess names {', '.join(strange)}, which is no trial of {bundle.path}.")
    bundle.verify()
    lock(bundle, store)
    open_set = SealedSet(
        reviewer=bundle.header.reviewer,
        commitment=bundle.header.commitment,
        sums_sha256=bundle.header.sums_sha256,
        bundle_sha256=bundle.sha256,
        program_version=version("firered-review"),
        sealed_utc=store.locked_utc or utc_now(),
        demonstration=bundle.header.demonstration,
        codebook=bundle.codebook,
        declaration=declaration,
        guess=guess,
        sets=[_label_set(store, codename) for codename in bundle.trials],
        digest=_NO_DIGEST,
    )
    data = packed(open_set)
    write_once(path, data, _there(path, store))
    return path, sha256_hex(data)


def seal_folder(folder: Path, declaration: Declaration, guess: Guess) -> tuple[Path, Sha256]:
    """Seal the labels of a bundle's folder; as ``seal``."""
    bundle = open_bundle(folder)
    store = LabelStore(folder, bundle.header.reviewer, bundle)
    try:
        return seal(bundle, store, declaration, guess)
    finally:
        store.close()
        bundle.close()


def read_sealed(path: Path) -> SealedFile:
    """Open a sealed file and check its digest.

    Raises:
        BadFile: missing, cut off, or not a sealed file.
        NewerVersion: sealed by a newer version.
        Tampered: it was changed after sealing.
    """
    data = b"" if path.is_dir() else read_bytes(path)
    if not data.startswith(_GZIP) and (found := recognise(path)) and "sealed label set" not in found:
        raise ReviewError(f"{path} is no sealed label set but {found}.")
    try:
        text, untouched = unpack(data)
    except zlib.error:
        raise Tampered(f"{path} is no sealed file, or was cut off or changed: ask its reviewer for it again.") from None
    if len(text) > MAX_BYTES:
        raise ReviewError(f"{path} is larger than any label set can be.")
    sealed = _record(text, path)
    if not untouched or _canonical(sealed) != (text, sealed.digest):
        raise Tampered(f"{path} was changed after {sealed.reviewer} sealed it: ask its reviewer for it again.")
    return SealedFile(sealed, sha256_hex(data))


def packed(sealed: SealedSet) -> bytes:
    """Return a sealed set as the bytes of its file, with the digest of what it holds in the place of its own."""
    whole, digest = _canonical(sealed)
    return pack(whole if digest == sealed.digest else _canonical(sealed.model_copy(update={"digest": digest}))[0])


def _record(text: bytes, path: Path) -> SealedSet:
    try:
        return SealedSet.model_validate_json(text)
    except ValidationError:
        return parse(SealedSet, load_json(text, str(path)), str(path))


def _canonical(sealed: SealedSet) -> tuple[bytes, Sha256]:
    """Return a set's canonical JSON, and the SHA-256 of the same without the digest, encoding it once."""
    plain = sealed.model_dump(mode="json")
    parts = (
        {name: value for name, value in plain.items() if name < "digest"},
        {"digest": plain["digest"]},
        {name: value for name, value in plain.items() if name > "digest"},
    )
    before, own, after = (canonical_json(part)[1:-1] for part in parts)
    return b"{%b,%b,%b}" % (before, own, after), sha256_hex(b"{%b,%b}" % (before, after))


def _label_set(store: LabelStore, codename: str) -> LabelSet:
    revisions = store.revisions(codename)
    labels = store.labels(codename)
    made_in = {one.label_id: one.stage for one in revisions if one.step == "made"}
    late = [key for key, one in labels.items() if one.kind in STAGE_ONE_KINDS and made_in.get(key) == 2]
    return LabelSet(
        codename=codename,
        labels=labels,
        revisions=revisions,
        coverage=store.coverage(codename),
        stage_one_labels_made_in_stage_two=len(late),
        reached_stage=store.stage(codename),
    )
