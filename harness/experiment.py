"""An experiment before its trials: scaffolding, the protocol freeze, and holding to it."""

import importlib.metadata
import importlib.resources
import shutil
import tempfile
from pathlib import Path

from harness.emulator.game import EMBEDDED, game_files
from harness.emulator.options import core_config_sha256
from harness.evidence.reader import Experiment
from harness.formats.base import Sha256, sha256_hex, utc_now
from harness.formats.errors import BadFile, MissingPiece, ProtocolChanged, Refused
from harness.formats.files import pretty_json, read_bytes, read_yaml, to_yaml, write_whole
from harness.formats.manifest import Condition, Freeze, Local, Manifest
from harness.formats.oracle import Profile
from harness.formats.prices import PriceSchedule
from harness.freeze_rules import refuse_unfit
from harness.oracle import check_rom, load_profile, profile_sha256
from harness.prices import read_prices, schedule_for
from harness.rom import Recognised, recognise
from harness.schedule import draw_schedule
from harness.trial_start import unenforceable

PROFILE_OF_CARTRIDGE = "parcel-errand"
SCORING = ("codebook.yaml", "milestones.yaml", "memory-error-rubric.yaml")
_FROZEN_FILES = ("manifest.yaml", "memory-policy.yaml", "prices.json", "schedule.json")
_FROZEN_FOLDERS = ("prompts", "conditions", "scoring")


def new_experiment(
    folder: Path, template: str, rom: Path | None = None, state: Path | None = None, per_condition: int | None = None
) -> Manifest:
    """Scaffold an experiment from a template that ships with the product, or from a folder like one.

    What can be known already is filled in: hashes of ROM, state and emulator configuration, the time, and the oracle
    that reads the ROM, ``none`` where none does. The state is tried once. The folder appears whole or not at all.

    Raises:
        Refused: the folder is there already, or only one of ROM and state is given.
        BadFile: template, ROM or state is missing or is not one, or no profile reads this revision of the game.
        MissingPiece: there is no emulator.
    """
    source = _template(template)
    if folder.exists():
        raise Refused(f"{folder} is there already: choose a folder that does not exist.")
    if (rom is None) != (state is None):
        raise Refused("Give both --rom and --state, or neither for the cartridge that ships with the product.")
    if rom is None and read_yaml(source / "manifest.yaml", Manifest).oracle != PROFILE_OF_CARTRIDGE:
        raise Refused(f"The template {template} needs a game of yours: give --rom and --state.")
    local = Local(rom=str(rom.resolve()) if rom else EMBEDDED, state=str(state.resolve()) if state else EMBEDDED)
    manifest = _filled(read_yaml(source / "manifest.yaml", Manifest), local, per_condition)
    if rom is not None:
        manifest = _with_oracle(manifest, recognise(rom))
        _try_state(manifest, local)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as made:
        draft = Path(made) / "experiment"
        _copy(source, draft)
        (draft / "manifest.yaml").write_bytes(to_yaml(manifest))
        (draft / "local.yaml").write_bytes(to_yaml(local))
        draft.rename(folder)
    return manifest


def freeze_experiment(folder: Path, draw_seed: int | None = None) -> Freeze:
    """Hash the protocol and draw X and Y; from here on a changed file is refused.

    Raises:
        Refused: frozen already, values left to fill in, or conditions that do not make a fair comparison.
        BadFile: a file is damaged, or ROM and oracle profile do not fit.
        MissingPiece: there is no emulator.
    """
    from harness.emulator.mgba_core import emulator_files

    if (folder / "freeze.json").exists():
        raise Refused(f"{folder} is frozen already; a changed protocol is a new experiment.")
    experiment = Experiment(folder)
    if experiment.trial_names():
        raise Refused(f"{folder} has trials although it was never frozen: start a new experiment.")
    first, second = refuse_unfit(experiment, _frozen_names(folder))
    manifest = experiment.manifest
    profile = oracle_profile(manifest)
    files = _emulator_and_game(experiment, profile)
    prices = _prices(folder, (first, second))
    schedule = draw_schedule((first.id, second.id), manifest.trials.per_condition, draw_seed, manifest.trials.order)
    write_whole(folder / "prices.json", pretty_json(prices))
    write_whole(folder / "schedule.json", pretty_json(schedule))
    freeze = Freeze(
        frozen_utc=utc_now(),
        files={name: sha256_hex(read_bytes(folder / name)) for name in _frozen_names(folder)},
        rom_sha256=files["rom"],
        initial_state_sha256=files["state"],
        emulator_files=emulator_files(),
        profile_sha256=profile_sha256(profile) if profile else None,
        program_version=importlib.metadata.version("firered-review"),
        notes=[said for said in (unenforceable(experiment, one) for one in (first, second)) if said],
    )
    write_whole(folder / "freeze.json", pretty_json(freeze))
    return freeze


def check_frozen(folder: Path) -> Experiment:
    """Return a frozen experiment whose protocol is unchanged, byte for byte.

    Raises:
        Refused: it was not frozen yet.
        ProtocolChanged: something is different now; the sentence names it.
        BadFile: the folder is no experiment, or a file is damaged.
    """
    from harness.emulator.mgba_core import emulator_files

    experiment = Experiment(folder)
    if not (folder / "freeze.json").exists():
        raise Refused(f"{folder} is not frozen: run firered-harness freeze {folder} first.")
    freeze = experiment.freeze
    for name in sorted(freeze.files.keys() | set(_frozen_names(folder))):
        if name not in freeze.files:
            raise ProtocolChanged(f"{folder / name} was not there when the protocol was frozen: take it away.")
        if not (folder / name).is_file() or sha256_hex(read_bytes(folder / name)) != freeze.files[name]:
            raise ProtocolChanged(f"{folder / name} is not what was frozen: put it back, or start a new experiment.")
    profile = oracle_profile(experiment.manifest)
    if freeze.profile_sha256 != (profile_sha256(profile) if profile else None):
        raise ProtocolChanged(f"The oracle profile {experiment.manifest.oracle} is not the one that was frozen.")
    _check_game(experiment)
    if emulator_files() != freeze.emulator_files:
        raise ProtocolChanged(
            "The emulator library on this machine is not the one that was frozen: install that one again, or start "
            "a new experiment."
        )
    if experiment.manifest.emulator.config_sha256 != core_config_sha256():
        raise ProtocolChanged("This program starts the emulator with another configuration than the frozen one.")
    return experiment


def oracle_profile(manifest: Manifest) -> Profile | None:
    """Return the manifest's oracle profile, or null for ``none``."""
    return None if manifest.oracle == "none" else load_profile(manifest.oracle)


def _check_game(experiment: Experiment) -> None:
    game, freeze = game_files(experiment.local), experiment.freeze
    for what, path, frozen in (
        ("ROM", game.rom, freeze.rom_sha256),
        ("initial state", game.state, freeze.initial_state_sha256),
    ):
        found = sha256_hex(read_bytes(path))
        if found != frozen:
            raise ProtocolChanged(
                f"The {what} {path} is not the one that was frozen: its SHA-256 is {found}, frozen was {frozen}. "
                "Write the path of that file into local.yaml."
            )


def _with_oracle(manifest: Manifest, found: Recognised) -> Manifest:
    """Name the profile that reads the ROM; a game that the template was not made for keeps its own title."""
    oracle = found.profile.name if found.profile else "none"
    if manifest.oracle == oracle or (found.profile and found.rom.game_code == _game_code(manifest.oracle)):
        return manifest.model_copy(update={"oracle": oracle})
    title = found.rom.title or found.rom.path.stem
    game = manifest.game.model_copy(update={"title": title})
    return manifest.model_copy(update={"oracle": oracle, "game": game, "return_legs": []})


def _game_code(oracle: str) -> str | None:
    return None if oracle == "none" else load_profile(oracle).game_code


def _try_state(manifest: Manifest, local: Local) -> None:
    from harness.emulator.mgba_core import MgbaCore

    game = game_files(local)
    MgbaCore(game.rom, game.state, manifest.game.rom_sha256, manifest.game.initial_state_sha256).close()


def _prices(folder: Path, conditions: tuple[Condition, Condition]) -> PriceSchedule:
    """Return the prices that the folder holds already, or those of today for its vision models."""
    held = read_prices(folder)
    return held if held.prices else schedule_for(conditions)


def _template(template: str) -> Path:
    shipped = Path(str(importlib.resources.files("firered_manifests")))
    for source in (shipped / template, Path(template)):
        if (source / "manifest.yaml").is_file():
            return source
    known = ", ".join(sorted(path.parent.name for path in shipped.glob("*/manifest.yaml")))
    raise BadFile(f"There is no template {template!r}: use one of {known}, or a folder with a manifest.yaml.")


def _copy(source: Path, draft: Path) -> None:
    draft.mkdir()
    for name in ("prompts", "conditions"):
        shutil.copytree(source / name, draft / name)
    for name in ("memory-policy.yaml", "prices.json"):
        (draft / name).write_bytes(read_bytes(source / name))
    codebook = Path(str(importlib.resources.files("firered_resources"))) / "codebook"
    (draft / "scoring").mkdir()
    for name in SCORING:
        own = source / "scoring" / name
        (draft / "scoring" / name).write_bytes(read_bytes(own if own.exists() else codebook / name))


def _filled(manifest: Manifest, local: Local, per_condition: int | None) -> Manifest:
    game = game_files(local)
    try:
        version = f"0.10 (binding {importlib.metadata.version('mgba')})"
    except importlib.metadata.PackageNotFoundError:
        raise MissingPiece("The emulator's Python package is missing: pip install 'firered-review[record]'.") from None
    game_values = {
        "rom_sha256": sha256_hex(read_bytes(game.rom)),
        "initial_state_sha256": sha256_hex(read_bytes(game.state)),
    }
    emulator = {"name": "mGBA", "version": version, "config_sha256": core_config_sha256()}
    trials = {"per_condition": per_condition} if per_condition is not None else {}
    return manifest.model_copy(
        update={
            "created_utc": utc_now(),
            "game": manifest.game.model_copy(update=game_values),
            "emulator": manifest.emulator.model_copy(update=emulator),
            "trials": manifest.trials.model_copy(update=trials),
        }
    )


def _frozen_names(folder: Path) -> list[str]:
    names = [name for name in _FROZEN_FILES if (folder / name).is_file()]
    for part in _FROZEN_FOLDERS:
        names += [path.relative_to(folder).as_posix() for path in (folder / part).rglob("*") if path.is_file()]
    return sorted(names)


def _emulator_and_game(experiment: Experiment, profile: Profile | None) -> dict[str, Sha256]:
    game = game_files(experiment.local)
    if profile is not None:
        check_rom(profile, game.rom)
    found = {"rom": sha256_hex(read_bytes(game.rom)), "state": sha256_hex(read_bytes(game.state))}
    named = experiment.manifest.game
    for what, path, is_now, wanted in (
        ("ROM", game.rom, found["rom"], named.rom_sha256),
        ("initial state", game.state, found["state"], named.initial_state_sha256),
    ):
        if is_now != wanted:
            raise Refused(f"The {what} {path} has the SHA-256 {is_now}, the manifest names {wanted}.")
    if experiment.manifest.emulator.config_sha256 != core_config_sha256():
        raise Refused(f"The manifest's emulator.config_sha256 must be {core_config_sha256()} for this program.")
    return found
