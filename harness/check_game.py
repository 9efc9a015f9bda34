"""Whether the ROM is the one that the manifest describes, and the restored game is set as it says."""

from collections.abc import Iterator

from harness.emulator.game import game_files
from harness.evidence.reader import Experiment
from harness.formats.check import CheckItem, Look
from harness.rom import Recognised, recognise

STEP_FRAMES = 16
TURN_FRAMES = 8
_STARTERS = {
    "BPRE": {"bulbasaur": 1, "charmander": 4, "squirtle": 7},
    "ZPEE": {"thistlet": 1, "cinderlam": 4, "rillnewt": 7},
}
"""Game code → its three starters and the species numbers they have in the party."""
_BEDROOM = "bedroom"


def game_items(experiment: Experiment, seen: Look) -> Iterator[CheckItem]:
    """Yield what was found of ROM, timing and settings.

    Raises:
        BadFile: the ROM is of a revision that no profile reads.
    """
    found = recognise(game_files(experiment.local).rom)
    yield _rom(experiment, found)
    yield _timing(experiment, seen)
    yield from _settings(experiment, found, seen)
    if seen.oracle is not None:
        yield _starter(experiment, found, seen)
        at_start = seen.place == _BEDROOM
        yield CheckItem(
            title="The game stands where the mission begins",
            verdict="pass" if at_start else "warn",
            found=f"frame 0 shows the map {seen.place}; the mission begins in the {_BEDROOM}.",
        )


def _rom(experiment: Experiment, found: Recognised) -> CheckItem:
    title, oracle = "The ROM is recognised", experiment.manifest.oracle
    if found.profile is None or found.profile.name == oracle:
        return CheckItem(title=title, verdict="pass" if found.profile else "warn", found=found.sentence)
    return CheckItem(title=title, verdict="warn", found=f"{found.sentence} The manifest's oracle is {oracle}.")


def _timing(experiment: Experiment, seen: Look) -> CheckItem:
    timing = experiment.manifest.emulator
    total = timing.press_frames + timing.settle_frames
    enough = timing.press_frames > TURN_FRAMES and total >= STEP_FRAMES + TURN_FRAMES
    words = (
        f"press {timing.press_frames} + settle {timing.settle_frames} = {total} frames; a step takes {STEP_FRAMES}, "
        f"with a turn {STEP_FRAMES + TURN_FRAMES}, and a press of {TURN_FRAMES} or fewer only turns"
    )
    if not enough:
        words += ", so boundary frames will show steps half made"
    measured = "" if seen.settled is None else f"; {seen.settled} of {seen.actions} rehearsed actions ended settled"
    return CheckItem(
        title="An action is long enough for a step with a turn",
        verdict="pass" if enough else "warn",
        found=f"{words}{measured}.",
    )


def _settings(experiment: Experiment, found: Recognised, seen: Look) -> Iterator[CheckItem]:
    wanted = experiment.manifest.game
    language = found.rom.language
    same = language is not None and wanted.language.lower().startswith(language.lower())
    spoken = (
        f"the game code {found.rom.game_code} is of the {language} release" if language else "the header names none"
    )
    yield CheckItem(
        title="The language is the manifest's",
        verdict="pass" if same else "warn" if language is None else "fail",
        found=f"{spoken}; the manifest says {wanted.language}.",
    )
    if seen.oracle is None:
        if experiment.manifest.oracle == "none":
            yield CheckItem(
                title="Text speed, battle style and starter are the manifest's",
                verdict="warn",
                found="without an oracle they cannot be read: look at the game's options yourself.",
            )
        return
    for name, now, said in (
        ("text_speed", seen.text_speed, wanted.text_speed),
        ("battle_style", seen.battle_style, wanted.battle_style),
    ):
        spoken = name.replace("_", " ")
        unconfirmed = name in seen.unconfirmed and found.rom.game_code == "BPRE"
        mark = " (these bits are unconfirmed)" if unconfirmed else ""
        yield CheckItem(
            title=f"The {spoken} is the manifest's",
            verdict="pass" if now == said else "warn" if unconfirmed else "fail",
            found=f"the restored game is set to {now or 'none of the known values'}{mark}; the manifest says {said}.",
        )


def _starter(experiment: Experiment, found: Recognised, seen: Look) -> CheckItem:
    title, wanted = "The starter can still be the manifest's", experiment.manifest.game.starter
    known = _STARTERS.get(found.rom.game_code, {})
    species = known.get(wanted.lower())
    if known and species is None:
        names = ", ".join(name.capitalize() for name in known)
        return CheckItem(title=title, verdict="fail", found=f"{wanted} is no starter of this game: {names} are.")
    if not seen.party:
        return CheckItem(title=title, verdict="pass", found=f"none is chosen yet; the prompt names {wanted}.")
    if seen.party[0] == species:
        return CheckItem(title=title, verdict="warn", found=f"{wanted} was chosen before the first decision.")
    return CheckItem(
        title=title, verdict="fail", found=f"another companion (species {seen.party[0]}) is chosen; not {wanted}."
    )
