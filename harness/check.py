"""Trying an experiment before its first trial: does the state restore, is the game the manifest's, is it isolated."""

from collections.abc import Callable, Iterator
from pathlib import Path

from harness.check_game import game_items
from harness.check_isolation import isolation_items, stamp_of
from harness.check_look import look_in_two_processes
from harness.emulator.game import game_files
from harness.evidence.reader import Experiment
from harness.experiment import check_frozen
from harness.formats.base import utc_now
from harness.formats.check import Check, CheckItem, Look
from harness.formats.files import pretty_json, read_json, write_whole
from harness.rom import read_rom


def check_experiment(folder: Path, *, dry_run: bool = False, online: bool = False) -> Check:
    """Try a frozen experiment; ``check.json`` is written before the first trial, and renewed by what is new.

    ``dry_run`` also plays the rehearsal that ``harness.check_rehearsal`` describes, ``online`` also asks every
    provider once.

    Raises:
        Refused: it is not frozen.
        ProtocolChanged: something frozen is different now.
        HarnessError: a part of the machine is missing or refuses.
    """
    experiment = check_frozen(folder)
    rom = game_files(experiment.local).rom
    before = stamp_of(rom.resolve().parent)
    looks = look_in_two_processes(folder)
    items = [*restored_items(experiment, *looks), *game_items(experiment, looks[0]), *_said_before(experiment)]
    if dry_run:
        from harness.check_rehearsal import rehearse

        items += rehearse(experiment)
    if online:
        from harness.check_online import online_items

        items += online_items(experiment)
    items += isolation_items(experiment, looks[0], before, rom.resolve().parent)
    check = Check(
        checked_utc=utc_now(),
        first_frame_sha256=_agreed(looks, lambda look: look.first_frame),
        oracle_state_sha256=_agreed(looks, lambda look: look.oracle),
        state_sha256=_agreed(looks, lambda look: look.start),
        rom_sha1=read_rom(rom).sha1,
        items=items,
    )
    _write(folder, check)
    return check


def _agreed(looks: tuple[Look, Look], pick: Callable[[Look], str | None]) -> str | None:
    first, second = looks
    return pick(first) if pick(first) == pick(second) else None


def restored_items(experiment: Experiment, first: Look, second: Look) -> Iterator[CheckItem]:
    """Yield whether two processes saw the same game, and whether it can be played at all."""

    def same(title: str, pick: Callable[[Look], object], what: str) -> CheckItem:
        fits = pick(first) == pick(second)
        words = f"two fresh processes agree on {what}" if fits else f"two fresh processes differ in {what}"
        return CheckItem(title=title, verdict="pass" if fits else "fail", found=f"{words}.")

    yield same("The state restores to one first frame", lambda look: look.first_frame, "frame 0")
    yield same("It restores with one save memory", lambda look: look.start, "the restored state with its save memory")
    yield _oracle(experiment, first, second)
    yield same("A rehearsal of every action repeats", lambda look: look.pictures, "every frame")
    yield same("It ends in one state", lambda look: look.end, "the whole state after it")
    heard = first.read > 0
    words = f"keys were read in {first.read} frames." if heard else "the game read no key at all."
    yield CheckItem(title="The game hears its keys", verdict="pass" if heard else "fail", found=words)


def _oracle(experiment: Experiment, first: Look, second: Look) -> CheckItem:
    title = "Hidden state reads the same"
    name = experiment.manifest.oracle
    if name == "none":
        return CheckItem(
            title=title,
            verdict="warn",
            found="there is no oracle: M8 and the loop rule cannot fire, trials end by budget, and milestones rest on "
            "labels alone.",
        )
    if first.oracle is None:
        return CheckItem(title=title, verdict="fail", found=f"the profile {name} finds no running game at frame 0.")
    fits = first.oracle == second.oracle
    words = f"the profile {name} reads one state at frame 0." if fits else f"{name} reads two different states."
    return CheckItem(title=title, verdict="pass" if fits else "fail", found=words)


def _said_before(experiment: Experiment) -> Iterator[CheckItem]:
    """Say before the first trial what will hold in all of them."""
    for note in experiment.freeze.notes:
        yield CheckItem(title="The money budget can be enforced", verdict="warn", found=note)
    for limitation in experiment.manifest.limitations:
        yield CheckItem(title="The manifest states a limitation", verdict="warn", found=limitation)


def _write(folder: Path, check: Check) -> None:
    """Keep the check in the package, until trials are; what was tried earlier and not now is kept too."""
    path = folder / "check.json"
    if (folder / "SHA256SUMS").exists():
        return
    if path.exists():
        held = read_json(path, Check)
        titles = {item.title for item in check.items}
        check = check.model_copy(update={"items": [*check.items, *(i for i in held.items if i.title not in titles)]})
        if check.model_copy(update={"checked_utc": held.checked_utc}) == held:
            return
    write_whole(path, pretty_json(check))
