"""``blind --check``: a bundle as it was made holds nothing; each leak put into one is named by file and place."""

import json
import os
import shutil
import sqlite3
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from firered_review.cli import main
from firered_review.store.blind import NEUTRAL_TIME, blind
from firered_review.store.bundle import HEADER, Bundle
from firered_review.store.leaks import check_leaks, strings
from firered_review.store.picture_leaks import recorded_trial
from harness.evidence.reader import Experiment
from harness.formats.base import sha256_hex
from tests.adjudications import label_and_seal
from tests.experiments import make_experiment

Change = Callable[[Path], None]


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_experiment(tmp_path_factory.mktemp("recorded") / "experiment", trials=3, cost=0.012345)


@pytest.fixture(scope="module")
def master(experiment: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("blinded") / "bundles"
    blind(experiment, out, ["ada"])
    if check_leaks(experiment, out / "ada"):  # one order in 720 is the recorded one, and a finding
        shutil.rmtree(out)
        blind(experiment, out, ["ada"])
    assert check_leaks(experiment, out / "ada") == []
    return out / "ada"


@pytest.fixture
def bundle(master: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(master, tmp_path / "ada"))


def renew(bundle: Path) -> None:
    """Make a bundle whole again: hashes and times as if it had been made so."""
    header = json.loads((bundle / HEADER).read_text())
    for name in header["files"]:
        header["files"][name] = sha256_hex((bundle / name).read_bytes())
    (bundle / HEADER).write_text(json.dumps(header))
    for path in bundle.rglob("*"):
        os.utime(path, (NEUTRAL_TIME, NEUTRAL_TIME))


def first(bundle: Path, name: str) -> Path:
    return sorted(bundle.glob(f"trials/*/{name}"))[0]


def in_texts(value: str) -> Change:
    def change(bundle: Path) -> None:
        path = first(bundle, "texts.jsonl")
        lines = path.read_text().splitlines()
        record = json.loads(lines[4])
        lines[4] = json.dumps({**record, "reasoning_summary": f"so it says {value} here"})
        path.write_text("\n".join(lines) + "\n")

    return change


def test_a_bundle_as_it_was_made_holds_nothing_labelled_and_sealed_too(experiment: Path, tmp_path: Path) -> None:
    blinded = blind(experiment, tmp_path / "out", ["ada"])
    label_and_seal(experiment, blinded.key, tmp_path / "out" / "ada")
    assert [one for one in check_leaks(experiment, tmp_path / "out" / "ada") if "by chance 1 in" not in one] == []


def recorded(experiment: Path) -> dict[str, str]:
    trial = Experiment(experiment).trials()[0]
    trace, attempt = trial.trace()[2], trial.attempts()[2]
    return {
        "condition": "Alder",
        "agent": "scripted:careful",
        "family": "Claude-3.5-Sonnet",
        "trial": trial.name,
        "prompt": trace.prompt_sha256,
        "request": attempt.request_path,
        "cost": "0.012345",
        "time": trace.timestamp_utc,
        "day": trace.timestamp_utc[:10],
    }


@pytest.mark.parametrize("what", ["condition", "agent", "family", "trial", "prompt", "request", "cost", "time", "day"])
def test_a_telling_word_in_a_text_is_named_with_its_line(experiment: Path, bundle: Path, what: str) -> None:
    in_texts(recorded(experiment)[what])(bundle)
    renew(bundle)
    findings = check_leaks(experiment, bundle)
    assert findings
    assert all(one.startswith(f"{first(bundle, 'texts.jsonl')}, line 5: “") for one in findings), findings


def test_a_field_that_no_bundle_has_is_named(experiment: Path, bundle: Path) -> None:
    path = first(bundle, "decisions.jsonl")
    lines = path.read_text().splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), "latency_ms": 812.5})
    path.write_text("\n".join(lines) + "\n")
    renew(bundle)
    assert [one for one in check_leaks(experiment, bundle) if one.startswith(f"{path}, line 3: latency_ms")]


def test_files_names_links_and_times_are_looked_at(experiment: Path, bundle: Path) -> None:
    (bundle / "alder notes.txt").write_text("x")
    (bundle / "source").symlink_to(experiment)
    late = first(bundle, "actions.jsonl")
    os.utime(late, (1_700_000_000, 1_700_000_000))
    findings = check_leaks(experiment, bundle)
    assert f"{bundle / 'alder notes.txt'} is not one of the files this bundle was made with." in findings
    assert f"{bundle / 'alder notes.txt'}: its name holds “alder”." in findings
    assert f"{bundle / 'source'} is a link, and says where something lies." in findings
    assert f"{late}: its modification time, 2023-11-14 22:13 UTC, is not the neutral one." in findings


def with_chunk(kind: bytes, body: bytes) -> Callable[[bytes], bytes]:
    def change(png: bytes) -> bytes:
        chunk = struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        return png[:-12] + chunk + png[-12:]

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (with_chunk(b"tEXt", b"Software\0gpt"), "it carries tEXt beside its pixels"),
        (with_chunk(b"tIME", b"\x07\xe9\1\2\3\4\5"), "it carries tIME beside its pixels"),
        (lambda png: png + b"alder", "5 bytes follow its end"),
    ],
)
def test_what_a_picture_carries_beside_its_pixels_is_named(
    experiment: Path, bundle: Path, change: Callable[[bytes], bytes], words: str
) -> None:
    path = first(bundle, "motion.sqlite")
    with sqlite3.connect(path) as db:
        key, png = db.execute("SELECT id, png FROM picture WHERE id = 3").fetchone()
        db.execute("UPDATE picture SET png = ? WHERE id = ?", (change(png), key))
    db.close()
    renew(bundle)
    assert f"{path}, picture 3: {words}." in check_leaks(experiment, bundle)


def test_free_pages_and_loose_bytes_of_a_picture_store_are_named(experiment: Path, bundle: Path) -> None:
    path = first(bundle, "motion.sqlite")
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE secret (words TEXT)")
        db.execute("INSERT INTO secret VALUES (?)", ("alder " * 9000,))
        db.commit()
        db.execute("DROP TABLE secret")
    db.close()
    renew(bundle)
    assert any(one.startswith(f"{path}: ") and "free pages" in one for one in check_leaks(experiment, bundle))
    data = path.read_bytes()
    other = sorted(bundle.glob("trials/*/motion.sqlite"))[1]
    data = bytearray(other.read_bytes())
    data[72:76] = b"abcd"
    other.write_bytes(data)
    renew(bundle)
    assert f"{other} holds bytes that no frame and no picture accounts for." in check_leaks(experiment, bundle)


def test_a_trial_of_another_experiment_is_named(experiment: Path, bundle: Path) -> None:
    path = first(bundle, "motion.sqlite")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE frame SET picture = 1 WHERE number = 40")
    db.close()
    renew(bundle)
    assert f"{path} does not hold the frames of any valid trial of the experiment." in check_leaks(experiment, bundle)


def test_trials_in_the_order_of_the_recording_or_by_condition_are_named(experiment: Path, bundle: Path) -> None:
    header = json.loads((bundle / HEADER).read_text())
    opened, trials = Bundle(bundle), Experiment(experiment).valid_trials()

    def position(name: str) -> int:
        trial = recorded_trial(opened.trial(name), trials)
        assert trial is not None
        return trial.header.position or 0

    header["trials"].sort(key=position)
    opened.close()
    (bundle / HEADER).write_text(json.dumps(header))
    renew(bundle)
    assert any("in the order in which they were recorded" in one for one in check_leaks(experiment, bundle))


def test_the_command_ends_with_one_for_a_finding(experiment: Path, bundle: Path) -> None:
    done = CliRunner().invoke(main, ["blind", str(experiment), "--check", str(bundle)])
    assert (done.exit_code, done.stdout) == (0, "All well.\n")
    in_texts("birch")(bundle)
    renew(bundle)
    done = CliRunner().invoke(main, ["blind", str(experiment), "--check", str(bundle), "--json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["findings"] == [f"{first(bundle, 'texts.jsonl')}, line 5: “birch”."]
    missing = CliRunner().invoke(main, ["blind", str(experiment), "--check", str(bundle / "trials")])
    assert missing.exit_code == 3


@pytest.mark.parametrize("value", ["left\nclaude", "left\tGPT-4", "Cl\u0430ude", "G P T"])
def test_a_name_is_found_in_a_text_as_it_is_read(experiment: Path, bundle: Path, value: str) -> None:
    in_texts(value)(bundle)
    renew(bundle)
    found = check_leaks(experiment, bundle)
    assert [leak for leak in found if "texts.jsonl, line 5: " in leak], found


def test_a_condition_called_like_a_field_of_ours_is_no_leak_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    line = {"observed": {"screen": "menu"}, "brisk-otter": ["left", 0.5]}
    path.write_text(json.dumps(line))
    assert list(strings(json.loads(path.read_text()))) == ["menu", "brisk-otter", "left", "0.5"]
