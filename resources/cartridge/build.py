"""Build Parcel Errand: the cartridge, its symbol map, its world as data, and the canonical state in the bedroom."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from listing import Listing  # noqa: E402
from pictures import read_yaml, write_pictures  # noqa: E402
from places import linker_script  # noqa: E402
from worldmap import world, write_maps  # noqa: E402

PREFIX = "arm-none-eabi-"
TITLE, GAME_CODE, MAKER = b"PARCELERRAND", b"ZPEE", b"00"
MACHINE = ["-mcpu=arm7tdmi", "-mthumb", "-mthumb-interwork"]
COMPILE = [
    *MACHINE, "-O2", "-std=gnu11", "-g0", "-ffreestanding", "-fno-builtin", "-fno-common", "-fno-ident", "-fno-ipa-icf",
    "-fno-toplevel-reorder", "-fno-tree-loop-distribute-patterns", "-fdata-sections", "-ffunction-sections", "-Wall",
    "-Wextra", "-Werror",
]  # fmt: skip
LINK = [
    *MACHINE,
    "-nostdlib",
    "-Wl,--build-id=none",
    "-Wl,--gc-sections",
    "-Wl,--no-warn-rwx-segments",
    "-T",
    "link.ld",
]


def compiler_version() -> str:
    """Return the first line with which the compiler introduces itself."""
    told = subprocess.run([f"{PREFIX}gcc", "--version"], capture_output=True, text=True, check=True)
    return told.stdout.splitlines()[0]


def build_rom(folder: Path) -> tuple[bytes, dict[str, int], dict[str, Any]]:
    """Compile everything inside an empty folder; return ROM, symbols and world."""
    write_sources(folder)
    objects = []
    for path in sorted([*folder.glob("*.c"), *folder.glob("*.s")]):
        objects.append(f"{path.stem}_{path.suffix[1:]}.o")
        flags = COMPILE if path.suffix == ".c" else ["-I.", "-mcpu=arm7tdmi"]
        run(f"{PREFIX}gcc", *flags, f"-ffile-prefix-map={folder}=.", "-c", path.name, "-o", objects[-1], folder=folder)
    run(f"{PREFIX}gcc", *LINK, *objects, "-lgcc", "-o", "game.elf", folder=folder)
    run(f"{PREFIX}objcopy", "-O", "binary", "-j", ".text", "-j", ".data", "game.elf", "game.gba", folder=folder)
    return with_header((folder / "game.gba").read_bytes()), symbols_of(folder), world(HERE / "art")


def write_sources(folder: Path) -> None:
    """Write what is generated from the art and texts, and copy what is not."""
    source = HERE / "src"
    out = Listing()
    for line in read_yaml(source / "text.yaml"):
        out.text(f"text_{line['name']}", line["text"])
    write_pictures(out, HERE / "art")
    write_maps(out, HERE / "art", (source / "map.h").read_text("utf-8"))
    for name, text in (out.files() | {"link.ld": linker_script()}).items():
        (folder / name).write_text(text, "utf-8")
    for path in sorted(source.iterdir()):
        if path.suffix in (".c", ".h", ".s", ".inc"):
            (folder / path.name).write_bytes(path.read_bytes())


def with_header(built: bytes) -> bytes:
    """Return the ROM, padded, with title, codes and checksum."""
    rom = bytearray(built) + bytes(-len(built) % 1024)
    rom[0xA0:0xB2] = TITLE + GAME_CODE + MAKER
    rom[0xB2] = 0x96
    rom[0xBD] = -(sum(rom[0xA0:0xBD]) + 0x19) & 0xFF
    return bytes(rom)


def run(*command: str, folder: Path) -> None:
    """Run one tool; what it complains about is shown, and a failure ends the build."""
    surroundings = {**os.environ, "LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=surroundings)
    sys.stderr.write(done.stderr[:8000])
    if done.returncode:
        raise SystemExit(f"{command[0]} failed: {' '.join(command[-3:])}")


def symbols_of(folder: Path) -> dict[str, int]:
    """Return name → address of every global symbol of the cartridge and of working memory; functions even."""
    told = subprocess.run([f"{PREFIX}nm", "-n", "game.elf"], cwd=folder, capture_output=True, text=True, check=True)
    found = {}
    for line in told.stdout.splitlines():
        address, _, name = line.split(maxsplit=2)
        if re.fullmatch(r"[A-Za-z_]\w*", name) and not name.startswith("__"):
            found[name] = int(address, 16)
    return dict(sorted(found.items()))


def write(path: Path, data: bytes) -> None:
    """Replace a file in one step."""
    temporary = path.with_suffix(path.suffix + ".new")
    temporary.write_bytes(data)
    temporary.replace(path)


def text_of(value: object) -> bytes:
    """Return a value as JSON text."""
    return (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def main() -> None:
    """Build, and with --check compare instead of writing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="compare with the committed files; exit 1 where they differ"
    )
    parser.add_argument("--no-state", action="store_true", help="leave start.state as it is (no emulator needed)")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rom, symbols, places = build_rom(Path(folder))
    files = {
        "parcel-errand.gba": rom,
        "symbols.json": text_of(symbols),
        "world.json": text_of(places),
        "compiler.txt": (compiler_version() + "\n").encode(),
    }
    if not wanted.no_state:
        from start import start_state

        files["start.state"] = start_state(rom, symbols)
    if wanted.check:
        different = [
            name for name, data in files.items() if not (HERE / name).is_file() or (HERE / name).read_bytes() != data
        ]
        raise SystemExit(f"Differs: {', '.join(different)}" if different else 0)
    for name, data in files.items():
        write(HERE / name, data)
    print(f"parcel-errand.gba: {len(rom)} bytes, {len(symbols)} symbols")


if __name__ == "__main__":
    main()
