"""The whole chain by its commands, with their exit codes: 0, 1 finding, 2 usage, 3 refused."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from firered_review.cli import main
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from harness.formats.labels import MilestoneLabel
from tests.adjudications import Chain, make_chain
from tests.bundles import make_bundle
from tests.experiments import make_experiment

NO = ("--recorded", "no", "--watched", "no", "--held-key", "no", "--yes")


def run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(main, [str(one) for one in arguments])
    assert result.exit_code == code, result.output + repr(result.exception)
    if code == 3:
        assert result.stderr.startswith("Error: ")
        assert result.stderr.count("\n") == 1
    return result


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"), reconciled=False)


def test_the_chain_runs_by_its_commands(chain: Chain, tmp_path: Path) -> None:
    db, items = tmp_path / "adjudication.sqlite", tmp_path / "items.json"
    place = ("--experiment", chain.experiment, "--key", chain.key)
    told = run("reconcile", db, *place, *chain.sealed)
    hashes = re.findall(r"Sealed set of (\w+): ([0-9a-f]{64})", told.stdout)
    assert [name for name, _ in hashes] in (["ada", "bo"], ["bo", "ada"])
    for path in chain.sealed:
        assert dict(hashes)[path.stem] in run("check", path).stdout
    assert "items, 0 of them new" in run("reconcile", db, *place, *chain.sealed).stdout
    assert "Krippendorff" in run("agreement", db).stdout
    assert len(json.loads(run("agreement", db, "--json").stdout)["figures"]) == 14
    run("freeze", db, *NO, code=3)
    adjudicate = ("adjudicate", db, "--bundle", chain.adjudicator, "--json")
    assert "are about memory" in run(*adjudicate, items).stdout
    decide(items)
    run(*adjudicate, items)
    items.unlink()
    assert "are about memory" not in run(*adjudicate, items).stdout
    decide(items)
    assert "0 still open" in run(*adjudicate, items).stdout
    run("unblind", db, *place, code=3)
    run("score", db, "--out", tmp_path / "scores", "--experiment", chain.experiment, code=3)
    run("export", db, "--out", tmp_path / "blind-export")
    run("freeze", db, *NO)
    assert "condition alder" in run("unblind", db, *place).stdout
    table = run("score", db, "--out", tmp_path / "scores", "--experiment", chain.experiment).stdout
    assert "alder-01  M8" in table
    assert "not measured" in table
    checked = ("score", db, "--out", tmp_path / "scores", "--experiment", chain.experiment, "--check")
    assert "All well" in run(*checked).stdout
    summary = tmp_path / "scores" / "summary.csv"
    summary.write_bytes(summary.read_bytes().replace(b"alder", b"elder"))
    assert "summary.csv does not follow" in run(*checked, code=1).stdout
    exported = run("export", db, "--out", tmp_path / "export", "--experiment", chain.experiment, "--format", "jsonl")
    assert "trials.jsonl" in exported.stdout
    run("check", tmp_path / "export")
    facts = json.loads(run("check", db, "--json").stdout)["facts"]
    assert (facts["frozen"], facts["unblinded"]) == ("yes", "yes")


def decide(items: Path) -> None:
    written: dict[str, Any] = json.loads(items.read_text())
    written["accept_exact"] = True
    for entry in written["items"]:
        if entry["finding"] != "both" and not entry["waits"]:
            verdict = "a" if entry["a"] else "b"
            entry.update(decision=verdict, reason="The frames show it")
    items.write_text(json.dumps(written))


def test_blind_makes_bundles_and_says_where_the_key_is(tmp_path: Path) -> None:
    experiment = make_experiment(tmp_path / "experiment", trials=1)
    made = json.loads(run("blind", experiment, "--out", tmp_path / "b", "--reviewer", "ada", "--json").stdout)
    assert set(made["bundles"]) == {"ada", "adjudicator"}
    assert made["commitment"] in run("check", made["key"]).stdout
    run("blind", experiment, "--out", tmp_path / "b", "--reviewer", "ada", code=3)
    joined = run("blind", experiment, "--out", tmp_path / "b", "--reviewer", "cleo", "--key", made["key"], "--json")
    assert json.loads(joined.stdout)["commitment"] == made["commitment"]
    run("blind", experiment, "--out", tmp_path / "b", code=2)


def test_seal_asks_by_options_where_there_is_no_terminal(tmp_path: Path) -> None:
    folder = make_bundle(tmp_path / "bundle")
    bundle = open_bundle(folder)
    store = LabelStore(folder, "ada", bundle)
    store.make("brisk-otter", MilestoneLabel(milestone="M1", frame=bundle.trial("brisk-otter").identity(40)))
    store.close()
    bundle.close()
    guess = tmp_path / "guess.json"
    guess.write_text(json.dumps({"groups": {"brisk-otter": "first", "quiet-heron": "unsure"}}))
    run("seal", folder, *NO, code=2)
    run("seal", folder, "--guess", guess, code=2)
    assert not (folder / "ada.sealed").exists()
    told = run("seal", folder, *NO, "--guess", guess)
    assert "quiet-heron: 30 decisions (1–30) and 241 frames (0–240) were never on screen" in told.stdout
    assert re.search(r"SHA-256, to keep: [0-9a-f]{64}", told.stdout)
    run("seal", folder, *NO, "--guess", guess, code=3)


def test_check_finds_a_changed_byte_with_exit_one(chain: Chain, tmp_path: Path) -> None:
    copy = tmp_path / "ada.sealed"
    data = chain.sealed[0].read_bytes()
    copy.write_bytes(data[:100] + bytes([data[100] ^ 1]) + data[101:])
    assert "ada.sealed" in run("check", copy, code=1).stdout


def test_bad_input_is_one_sentence_and_exit_three(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.sqlite").write_text("no database, but long enough to be looked at as one")
    for arguments in (
        ("seal", tmp_path / "folder", *NO),
        ("annotate", tmp_path / "folder"),
        ("agreement", tmp_path / "none.sqlite"),
        ("agreement", tmp_path / "text.sqlite"),
        ("check", tmp_path / "none"),
        ("blind", tmp_path / "folder", "--out", tmp_path / "out", "--reviewer", "ada"),
        ("adjudicate", tmp_path / "none.sqlite", "--bundle", tmp_path / "folder", "--json", tmp_path / "x.json"),
    ):
        run(*arguments, code=3)


def test_help_is_quick_and_loads_nothing_heavy() -> None:
    program = (
        "import sys, time; start = time.perf_counter(); from firered_review.cli import main\n"
        "try: main(['score', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'PySide6', 'scipy', 'numpy', 'pydantic', 'sqlite_utils'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr); sys.exit(time.perf_counter() - start > 1)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("[]\n", 0)


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_explains_itself(command: str) -> None:
    assert "Usage:" in run(command, "--help").stdout
