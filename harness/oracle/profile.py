"""Loading an oracle profile: where one game revision keeps its state."""

import importlib.resources
from pathlib import Path
from typing import Any

from harness.formats.base import Sha256, canonical_json, sha256_hex
from harness.formats.errors import BadFile, WrongHash
from harness.formats.files import load_json, load_yaml, parse, read_bytes
from harness.formats.oracle import Profile
from harness.oracle.layout import NEEDED_CODE, NEEDED_RAM

_SYMBOL = "symbol:"
_HEADER_BYTES = 0xC0


def profiles_folder() -> Path:
    """Return the folder of the profiles that ship with the product."""
    return Path(str(importlib.resources.files("firered_resources"))) / "profiles"


def load_profile(name: str, folder: Path | None = None) -> Profile:
    """Read ``<name>.yaml``; values ``symbol:LABEL`` are looked up in the symbol map that the profile names.

    Raises:
        BadFile: there is no such profile, it is damaged, or a symbol is missing.
    """
    folder = folder or profiles_folder()
    path = folder / f"{name}.yaml"
    if "/" in name or not path.is_file():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.yaml")))
        raise BadFile(f"There is no oracle profile {name!r}: use one of {known}, or none.")
    value = load_yaml(read_bytes(path).decode("utf-8", "replace"), str(path))
    if not isinstance(value, dict):
        raise BadFile(f"{path} is no profile.")
    symbols_name = value.pop("symbols", None)
    if symbols_name is not None:
        symbols = _read_symbols((folder / str(symbols_name)).resolve())
        value["code"] = _resolved_code(value.get("code", {}), symbols, path)
        value["scenes"] = _resolved(value.get("scenes", {}), symbols, path)
    profile = parse(Profile, value, str(path))
    missing = sorted((NEEDED_RAM - profile.ram.keys()) | (NEEDED_CODE - profile.code.keys()))
    if missing:
        raise BadFile(f"{path} does not say where {missing[0]} is.")
    return profile


def profile_sha256(profile: Profile) -> Sha256:
    """Return the SHA-256 of a profile with its symbols resolved."""
    return sha256_hex(canonical_json(profile))


def header_text(field: bytes) -> str:
    """Return a text of a ROM's header; what nobody can read stands as a question mark."""
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else "?" for byte in field.rstrip(b"\0"))


def check_rom(profile: Profile, rom: Path) -> None:
    """Compare a ROM's header, and its hash where the profile has one, with the profile.

    Raises:
        BadFile: it is not a ROM, or of another game or revision.
        WrongHash: title, code and revision fit, and the bytes are others.
    """
    data = read_bytes(rom)
    if len(data) < _HEADER_BYTES:
        raise BadFile(f"{rom} is not a GBA ROM: it has {len(data)} bytes.")
    title, code = header_text(data[0xA0:0xAC]), header_text(data[0xAC:0xB0])
    revision = data[0xBC]
    if (title, code, revision) != (profile.title, profile.game_code, profile.revision):
        raise BadFile(
            f"{rom} is {title!r} ({code}, revision {revision}), but the profile {profile.name} reads "
            f"{profile.title!r} ({profile.game_code}, revision {profile.revision}): write the path of that ROM into "
            "local.yaml, or oracle: none into manifest.yaml."
        )
    if profile.rom_sha256 is not None and sha256_hex(data) != profile.rom_sha256:
        raise WrongHash(
            f"{rom} calls itself {title!r} but its SHA-256 is {sha256_hex(data)}, not {profile.rom_sha256}: "
            f"it was altered, so the profile {profile.name} cannot be trusted with it."
        )


def _read_symbols(path: Path) -> dict[str, int]:
    value = load_json(read_bytes(path), str(path))
    if isinstance(value, dict) and isinstance(value.get("symbols"), dict):
        value = value["symbols"]
    if not isinstance(value, dict):
        raise BadFile(f"{path} is no map of symbols.")
    return {name: _number(v) for name, v in value.items() if isinstance(v, int | str)}


def _number(value: int | str) -> int:
    return value if isinstance(value, int) else int(value, 0)


def _resolved_code(code: dict[str, Any], symbols: dict[str, int], where: Path) -> dict[str, Any]:
    """Look functions up; one that the game does not have cannot run, so it is left out unless reading needs it."""
    found = {}
    for name, value in code.items():
        if not isinstance(value, str) or name in NEEDED_CODE or value.removeprefix(_SYMBOL) in symbols:
            found[name] = _resolved(value, symbols, where) & ~1
    return found


def _resolved(value: Any, symbols: dict[str, int], where: Path) -> Any:
    if isinstance(value, dict):
        return {name: _resolved(v, symbols, where) for name, v in value.items()}
    if isinstance(value, list):
        return [_resolved(v, symbols, where) for v in value]
    if isinstance(value, str) and value.startswith(_SYMBOL):
        name = value.removeprefix(_SYMBOL)
        if name not in symbols:
            raise BadFile(f"{where}: the symbol {name} is not in the symbol map; build the cartridge again.")
        return symbols[name]
    return value
