"""Rows of the recorder: keeping up with the emulation, the price of a decision, the cost of checking."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from harness.emulator.game import EMBEDDED, game_files
from harness.emulator.mgba_core import MgbaCore
from harness.emulator.port import KEY_BITS
from harness.evidence.motion import MotionWriter
from harness.evidence.reader import Experiment, TrialFolder
from harness.evidence.sums import check_sums
from harness.evidence.verify import verify_experiment
from harness.formats.base import sha256_hex
from harness.formats.manifest import Local
from tests.bench.row import Row, at_least, at_most, interleaved_ratio, percentile_95, seconds
from tests.evidence.experiments import Recording, scaffold

ROUNDS = 7
FRAMES = 3000
ROOT = Path(__file__).parents[2]
Keys = list[int]
"""The keys held in each frame."""


def record_real(folder: Path) -> Path:
    """Record a trial of each condition of the embedded experiment, as anybody would; return the experiment."""
    experiment = folder / "real"
    for command in (
        ["new", str(experiment)],
        ["freeze", str(experiment)],
        ["record", str(experiment), "--condition", "alder", "--trial", "1"],
        ["record", str(experiment), "--condition", "birch", "--trial", "1"],
    ):
        subprocess.run([sys.executable, "-m", "harness", *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return experiment


def keys_of(experiment: Path) -> Keys:
    """Return what was held, frame by frame, at the start of a recorded trial."""
    held = [0]
    for action in TrialFolder(experiment / "trials" / "alder-01").inputs():
        held += [KEY_BITS[action.action]] * action.press_frames + [0] * action.settle_frames
    return held[:FRAMES]


def cartridge() -> MgbaCore:
    """Return a core with our own cartridge."""
    game = game_files(Local(rom=EMBEDDED, state=EMBEDDED))
    return MgbaCore(game.rom, game.state, *(sha256_hex(path.read_bytes()) for path in game))


def play_bare(core: MgbaCore, keys: Keys) -> None:
    """Emulate, and look at nothing."""
    core.restore()
    native = core._open()
    for held in keys:
        native.run(held)


def play_kept(core: MgbaCore, keys: Keys, folder: Path) -> None:
    """Emulate and keep every frame: hashed, encoded, on disk."""
    core.restore()
    writer = MotionWriter(folder / "motion.sqlite")
    for number, held in enumerate(keys):
        writer.add(number, core.run_frame(held))
    writer.close()
    (folder / "motion.sqlite").unlink()


def measure() -> Iterator[Row]:
    """Yield the recorder's rows."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:  # on a disk that syncs, unlike many a /tmp
        folder = Path(name)
        real = record_real(folder)
        core = cartridge()
        yield from _keeping_up(core, real, folder)
        yield from _decisions(core, keys_of(real), folder)
        core.close()
        yield from _checking(real)
        yield from _kills(folder)


def _keeping_up(core: MgbaCore, real: Path, folder: Path) -> Iterator[Row]:
    keys = keys_of(real)
    ratio = interleaved_ratio(lambda: play_bare(core, keys), lambda: play_kept(core, keys, folder), ROUNDS)
    yield at_least("one recorder, every frame kept / the bare core", ratio, 0.6)
    alone = median(seconds(lambda: play_bare(core, keys)) for _ in range(3))
    script = (
        "import sys; from pathlib import Path; from tests.bench.recorder import *\n"
        "core = cartridge(); folder = Path(sys.argv[1]); keys = keys_of(Path(sys.argv[2]))\n"
        "play_kept(core, keys, folder); print(flush=True); sys.stdin.readline()\n"
        "print(median(seconds(lambda: play_kept(core, keys, folder)) for _ in range(5)))"
    )
    pair = []
    for number in range(2):
        own = folder / f"recorder-{number}"
        own.mkdir()
        arguments = [sys.executable, "-c", script, str(own), str(real)]
        pair.append(subprocess.Popen(arguments, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    for one in pair:
        assert one.stdout is not None
        one.stdout.readline()
    for one in pair:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    slowest = max(float(one.communicate()[0]) for one in pair)
    yield at_least("two recorders at once, the slower / the bare core alone", alone / slowest, 0.3)


def _decisions(core: MgbaCore, keys: Keys, folder: Path) -> Iterator[Row]:
    """Record a trial of 300 decisions; what the writer takes on top of its frames is the price of evidence."""
    experiment = scaffold(folder / "small")
    held = cycle(keys)
    core.restore()
    spent = [0.0]

    def play(_: int) -> bytes:
        start = perf_counter()
        rgb = core.run_frame(next(held))
        spent[0] += perf_counter() - start
        return rgb

    recording = Recording(experiment, "alder", 1, play)
    prices = []
    for _ in range(300):
        spent[0] = 0.0
        start = perf_counter()
        recording.decide(["A"] * 8)
        prices.append((perf_counter() - start - spent[0]) * 1000)
    recording.close()
    yield at_most("added to a decision by evidence, p95 of 300", percentile_95(prices), 15, " ms")


def _checking(experiment: Path) -> Iterator[Row]:
    def plain() -> None:
        arguments = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
        subprocess.run(arguments, cwd=experiment, check=True)

    def ours() -> None:
        assert check_sums(experiment) == []

    yield at_least("checking a package's bytes / sha256sum --check", interleaved_ratio(plain, ours, 5), 2)
    trials = Experiment(experiment).trials()
    frames = sum(trial.closing.frames for trial in trials)
    without = seconds(lambda: verify_experiment(experiment))
    taken = seconds(lambda: verify_experiment(experiment, pictures=True)) - without
    yield at_most(f"verify --pictures, a frame of {frames}", taken / frames * 1000, 0.6, " ms")
    draw = Random(1)  # noqa: S311 - a bench's variety, no secret
    with trials[0].frames as motion:
        jumps = [draw.randrange(motion.count) for _ in range(1000)]
        times = [seconds(lambda place=place: motion.rgb(place)) * 1000 for place in jumps]  # type: ignore[misc]
    yield at_most("a random frame from the motion store, decoded and checked, p95", percentile_95(times), 2, " ms")


def _kills(folder: Path) -> Iterator[Row]:
    lost = _count("tests.evidence.kills", folder / "kills", 200)
    yield Row("kill -9 at 200 random moments of recording: things lost", "0", str(lost), lost == 0)
    wrong = _count("tests.recorder.kills", folder / "schedule", 200)
    yield Row("kill -9 at 200 random moments, the schedule's next step: surprises", "0", str(wrong), wrong == 0)
    surprises = _count("tests.evidence.damage", folder / "damage", 1000)
    yield Row("1,000 damaged or hostile packages: surprises", "0", str(surprises), surprises == 0)


def _count(module: str, folder: Path, times: int) -> int:
    """Run a module that prints one line, or one trace, for each thing gone wrong, and a last line."""
    folder.mkdir()
    arguments = [sys.executable, "-m", module, str(folder), str(times), "1"]
    done = subprocess.run(arguments, cwd=ROOT, check=False, capture_output=True, text=True)
    return len(done.stdout.splitlines()) - 1 if done.returncode in (0, 1) and done.stdout else times
