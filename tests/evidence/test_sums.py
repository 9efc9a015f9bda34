"""SHA256SUMS: readable by sha256sum, complete, and never renewed over a change."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.evidence.sums import check_sums, listed, renew_sums_for_annotations, sums_sha256, write_sums
from harness.formats.base import sha256_hex
from harness.formats.errors import BadFile, Refused, WrongHash
from tests.evidence.experiments import Recording, record


def coreutils(experiment: Path) -> int:
    return subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=experiment, check=False, capture_output=True
    ).returncode


def test_plain_sha256sum_accepts_the_sums(experiment: Path) -> None:
    assert coreutils(experiment) == 0
    (experiment / "trials" / "alder-01" / "trace.jsonl").write_bytes(b"")
    assert coreutils(experiment) == 1


def test_the_sums_cover_every_file_but_themselves_and_this_machines_paths(experiment: Path) -> None:
    every = {p.relative_to(experiment).as_posix() for p in experiment.rglob("*") if p.is_file()}
    assert set(listed(experiment)) == every - {"SHA256SUMS", "local.yaml"}
    assert check_sums(experiment) == []
    assert sums_sha256(experiment) == sha256_hex((experiment / "SHA256SUMS").read_bytes())


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_changed_byte_in_any_file_is_found_by_name(whole: Path, tmp_path: Path, data: st.DataObject) -> None:
    copy = tmp_path / "small"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(whole, copy)
    name = data.draw(st.sampled_from(sorted(listed(whole))))
    content = bytearray((copy / name).read_bytes())
    if not content:
        content += b"\0"
    else:
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    (copy / name).write_bytes(content)
    found = check_sums(copy)
    assert [(f.kind, f.path) for f in found] == [("changed", name)]
    assert name in found[0].sentence
    with pytest.raises(WrongHash, match="was changed"):
        write_sums(copy)
    assert (copy / "SHA256SUMS").read_bytes() == (whole / "SHA256SUMS").read_bytes()


def test_a_missing_and_a_new_file_are_found_by_name(experiment: Path) -> None:
    (experiment / "trials" / "birch-01" / "frames" / "000002.png").unlink()
    (experiment / "trials" / "birch-01" / "frames" / "000099.png").write_bytes(b"")
    assert [(f.kind, f.path) for f in check_sums(experiment)] == [
        ("missing", "trials/birch-01/frames/000002.png"),
        ("unlisted", "trials/birch-01/frames/000099.png"),
    ]


def test_an_altered_earlier_trial_is_never_hashed_again(empty: Path) -> None:
    record(empty, "alder", 1)
    before = (empty / "SHA256SUMS").read_bytes()
    with (empty / "trials" / "alder-01" / "inputs.jsonl").open("ab") as file:
        file.write(b"\n")
    with pytest.raises(WrongHash, match=r"alder-01/inputs\.jsonl"):
        record(empty, "birch", 1)
    assert (empty / "SHA256SUMS").read_bytes() == before


def test_a_trial_that_is_still_recorded_is_left_out_until_it_ends(empty: Path) -> None:
    running = Recording(empty, "birch", 1)
    running.decide(["UP"])
    record(empty, "alder", 1)
    assert not any(name.startswith("trials/birch-01") for name in listed(empty))
    assert [(f.kind, f.path) for f in check_sums(empty)] == [("unfinished", "trials/birch-01")]
    running.close()
    write_sums(empty)
    assert "trials/birch-01/trial.json" in listed(empty)
    assert check_sums(empty) == []


def test_a_file_that_another_process_is_writing_is_not_taken_in(experiment: Path) -> None:
    part = experiment / "prompts" / ".system.txt.123.part"
    part.write_bytes(b"half")
    write_sums(experiment)
    assert not any(name.endswith(".part") for name in listed(experiment))
    assert [(f.kind, f.path) for f in check_sums(experiment)] == [("unfinished", "prompts/.system.txt.123.part")]


def test_what_a_kill_left_while_the_sums_were_written_is_removed_by_the_next_writing(experiment: Path) -> None:
    (experiment / ".SHA256SUMS.123.part").write_bytes(b"half")
    assert [finding.kind for finding in check_sums(experiment)] == ["unfinished"]
    write_sums(experiment)
    assert check_sums(experiment) == []


def test_only_labels_may_be_added_when_an_experiment_is_unblinded(experiment: Path) -> None:
    labels = experiment / "trials" / "alder-01" / "annotations.jsonl"
    labels.write_bytes(b"")
    assert [(f.kind, f.path) for f in check_sums(experiment)] == [("unlisted", "trials/alder-01/annotations.jsonl")]
    renew_sums_for_annotations(experiment)
    assert check_sums(experiment) == []
    assert coreutils(experiment) == 0
    (experiment / "trials" / "alder-01" / "frames" / "more.png").write_bytes(b"")
    with pytest.raises(WrongHash, match=r"more\.png"):
        renew_sums_for_annotations(experiment)
    (experiment / "trials" / "alder-01" / "frames" / "more.png").unlink()
    (experiment / "trials" / "alder-01" / "trace.jsonl").write_bytes(b"")
    with pytest.raises(WrongHash, match=r"trace\.jsonl"):
        renew_sums_for_annotations(experiment)


def test_links_are_findings_and_never_followed(experiment: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outside")
    path = experiment / "trials" / "alder-01" / "frames" / "000001.png"
    path.unlink()
    path.symlink_to(tmp_path / "secret")
    (experiment / "more").symlink_to(tmp_path)
    assert [(f.kind, f.path) for f in check_sums(experiment)] == [
        ("link", "more"),
        ("link", "trials/alder-01/frames/000001.png"),
    ]
    with pytest.raises(Refused, match="link"):
        write_sums(experiment)


def test_a_pipe_in_the_package_does_not_stop_the_check(experiment: Path) -> None:
    os.mkfifo(experiment / "prompts" / "pipe")
    assert [(f.kind, f.path) for f in check_sums(experiment)] == [("link", "prompts/pipe")]


@pytest.mark.parametrize("name", ["a\nb", "a\\b", "a\x7f"])
def test_a_name_that_sha256sum_would_write_another_way_is_refused(experiment: Path, name: str) -> None:
    (experiment / "prompts" / name).write_bytes(b"")
    assert [f.kind for f in check_sums(experiment)] == ["name"]
    with pytest.raises(Refused, match="rename or remove"):
        write_sums(experiment)


@pytest.mark.parametrize(
    "text",
    [
        "no sum at all\n",
        f"{'0' * 64}  /etc/passwd\n",
        f"{'0' * 64}  ../../etc/passwd\n",
        f"{'0' * 64}  a\n{'1' * 64}  a\n",
        f"{'0' * 64}  a",
        f"{'A' * 64}  a\n",
        "\xff\n",
    ],
)
def test_damaged_or_hostile_sums_are_one_sentence(experiment: Path, text: str) -> None:
    (experiment / "SHA256SUMS").write_bytes(text.encode("latin-1"))
    with pytest.raises(BadFile, match="SHA256SUMS"):
        check_sums(experiment)


def test_sums_that_are_not_there_yet_are_said_to_be_missing(empty: Path) -> None:
    with pytest.raises(BadFile, match="appears when the first trial ends"):
        check_sums(empty)
