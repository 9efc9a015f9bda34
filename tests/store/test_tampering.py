"""A changed byte of a sealed set, key, database row or frozen export is named, by check and by who would use it."""

import contextlib
import json
import random
import shutil
import sqlite3
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from firered_review.cli import main
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.exporting import export
from firered_review.store.freezing import freeze, unblind
from tests.adjudications import NOT_INVOLVED, Chain, make_chain
from tests.store.test_originals import NO, tables_of

CHANGES = 200
"""Of each of four kinds: sealed set, key, database row, frozen export."""


@pytest.fixture(scope="module")
def decided(master: Chain, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with every item decided, evidence shown once, nothing frozen."""
    path = tmp_path_factory.mktemp("decided") / "adjudication.sqlite"
    shutil.copy(master.database, path)
    with opened(path) as db:
        decide_all(db)
        db.evidence(db.items()[0].item)
    return path


@pytest.fixture(scope="module")
def frozen(master: Chain, decided: Path, tmp_path_factory: pytest.TempPathFactory) -> Chain:
    folder = tmp_path_factory.mktemp("frozen")
    shutil.copytree(master.experiment, folder / "experiment")
    shutil.copy(decided, folder / "adjudication.sqlite")
    with opened(folder / "adjudication.sqlite") as db:
        freeze(db, NOT_INVOLVED, folder / "experiment")
        unblind(db, master.key, folder / "experiment")
        export(db, folder / "export", folder / "experiment", "jsonl")
    return master._replace(experiment=folder / "experiment", database=folder / "adjudication.sqlite")


@contextlib.contextmanager
def opened(path: Path) -> Iterator[AdjudicationDatabase]:
    db = open_adjudication(path)
    try:
        yield db
    finally:
        db.close()


def decide_all(db: AdjudicationDatabase) -> None:
    for stage in (("milestone", "route", "battle"), ("error", "cause")):
        for item in db.items():
            if item.kind in stage:
                db.judge(item.item, "a" if item.a else "b", reason="The frames show it")
    for conflict in db.conflicts():
        db.close_conflict(conflict.trial, conflict.milestone, "Instrument fault")


def run(*arguments: object, code: int) -> str:
    done = CliRunner().invoke(main, [str(one) for one in arguments])
    assert done.exit_code == code, (arguments, done.output, done.exception)
    assert "Traceback" not in done.output
    return done.output


def changed(data: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << draw.randrange(8))]) + data[place + 1 :]


def test_a_changed_byte_of_a_sealed_set_is_named(master: Chain, tmp_path: Path) -> None:
    draw = random.Random(1)  # noqa: S311 - a fixed choice of places
    data = master.sealed[0].read_bytes()
    path = tmp_path / master.sealed[0].name
    place = ("--experiment", master.experiment, "--key", master.key)
    for _ in range(CHANGES):
        path.write_bytes(changed(data, draw))
        assert str(path) in run("check", path, code=1)
        assert str(path) in run("reconcile", tmp_path / "x.sqlite", *place, path, master.sealed[1], code=3)
        assert not (tmp_path / "x.sqlite").exists()


def test_a_changed_byte_of_the_key_is_named(master: Chain, tmp_path: Path) -> None:
    draw = random.Random(2)  # noqa: S311 - a fixed choice of places
    data = master.key.read_bytes()
    path = tmp_path / "sealed-key.json"
    path.touch(0o600)
    for _ in range(CHANGES):
        path.write_bytes(changed(data, draw))
        assert str(path) in run("check", path, code=1)
        place = ("--experiment", master.experiment, "--key", path)
        assert str(path) in run("reconcile", tmp_path / "x.sqlite", *place, *master.sealed, code=3)
        assert str(path) in run(
            "blind", master.experiment, "--out", tmp_path / "out", "--key", path, "--reviewer", "cleo", code=3
        )
        assert not (tmp_path / "x.sqlite").exists()
        assert not (tmp_path / "out" / "cleo").exists()


def filled(path: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(path)) as raw:
        return {table for table in tables_of(raw) if raw.execute(f"SELECT 1 FROM {table}").fetchone()}


def change_a_row(path: Path, draw: random.Random) -> str:
    """Change one byte of one cell of any table, with the triggers out of the way and back again; return its table."""
    raw = sqlite3.connect(path)
    triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        raw.execute(f"DROP TRIGGER {name}")
    tables = [table for table in tables_of(raw) if raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0]]
    raw.execute("PRAGMA foreign_keys=OFF")
    while True:
        table = draw.choice(tables)
        columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
        column = draw.choice(columns)
        (rowid,) = draw.choice(raw.execute(f"SELECT rowid FROM {table}").fetchall())
        (value,) = raw.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (rowid,)).fetchone()
        new: Any = None
        if isinstance(value, int):
            new = value ^ (1 << draw.randrange(4))
        elif isinstance(value, float):
            new = struct.unpack("d", changed(struct.pack("d", value), draw))[0]
        elif isinstance(value, str) and value:
            place = draw.randrange(len(value))
            new = value[:place] + ("x" if value[place] != "x" else "y") + value[place + 1 :]
        with contextlib.suppress(sqlite3.IntegrityError):
            if new is not None:
                raw.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, rowid))
                break
    for _, sql in triggers:
        raw.execute(sql)
    raw.commit()
    raw.close()
    return table


def test_a_changed_byte_of_a_row_is_named(decided: Path, frozen: Chain, tmp_path: Path) -> None:
    draw = random.Random(3)  # noqa: S311 - a fixed choice of places
    path = tmp_path / "copy.sqlite"
    early = (("freeze", path, *NO), ("agreement", path))
    late = (
        ("agreement", path),
        ("score", path, "--out", tmp_path / "scores", "--experiment", frozen.experiment),
        ("export", path, "--out", tmp_path / "export"),
    )
    touched = set()
    for number in range(CHANGES):
        master, users = ((decided, early), (frozen.database, late))[number % 2]
        shutil.copy(master, path)
        touched.add(change_a_row(path, draw))
        assert str(path) in run("check", path, code=1)
        assert str(path) in run(*users[number // 2 % len(users)], code=3)
    assert touched == filled(decided) | filled(frozen.database)


def test_a_changed_byte_of_a_frozen_export_is_named(frozen: Chain, tmp_path: Path) -> None:
    draw = random.Random(4)  # noqa: S311 - a fixed choice of places
    folder = frozen.database.parent / "export"
    run("check", folder, code=0)
    for _ in range(CHANGES):
        copy = tmp_path / "export"
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        path = draw.choice(sorted(one for one in copy.iterdir() if one.stat().st_size))
        path.write_bytes(changed(path.read_bytes(), draw))
        assert str(path) in run("check", copy, code=1)


def test_evidence_altered_between_blinding_and_freeze_stops_the_next_command(
    master: Chain, decided: Path, tmp_path: Path
) -> None:
    shutil.copy(decided, tmp_path / "adjudication.sqlite")
    experiment = Path(shutil.copytree(master.experiment, tmp_path / "experiment"))
    oracle = experiment / "trials" / "alder-01" / "trace.jsonl"
    oracle.write_bytes(oracle.read_bytes().replace(b"RIGHT", b"RIGHt", 1))
    place = ("--experiment", experiment, "--key", master.key)
    for command in (
        ("blind", experiment, "--out", tmp_path / "out", "--reviewer", "cleo", "--key", master.key),
        ("reconcile", tmp_path / "x.sqlite", *place, *master.sealed),
        ("freeze", tmp_path / "adjudication.sqlite", "--experiment", experiment, *NO),
    ):
        assert "trace.jsonl was changed" in run(*command, code=3)
    run("freeze", tmp_path / "adjudication.sqlite", *NO, code=0)
    assert "trace.jsonl was changed" in run("unblind", tmp_path / "adjudication.sqlite", *place, code=3)
    assert not list(experiment.rglob("annotations.jsonl"))


def test_what_comes_too_early_or_with_a_wrong_key_is_refused_in_a_sentence_and_changes_nothing(
    master: Chain, decided: Path, tmp_path: Path
) -> None:
    other = make_chain(tmp_path / "other", reconciled=False)
    path = tmp_path / "adjudication.sqlite"
    shutil.copy(master.database, path)
    place = ("--experiment", master.experiment)
    undecided = run("freeze", path, *NO, code=3)
    assert "are undecided (item-00001" in undecided
    early = run("unblind", path, *place, "--key", master.key, code=3)
    assert "are not frozen: run firered-review freeze first" in early
    run("annotate", master.sealed[1], code=3)
    shutil.copy(decided, path)
    run("freeze", path, *NO, code=0)
    before = dump(path)
    assert f"{other.key} is not the key this was blinded with" in run(
        "unblind", path, *place, "--key", other.key, code=3
    )
    assert dump(path) == before
    assert not list(master.experiment.rglob("annotations.jsonl"))


def dump(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as raw:
        return list(raw.iterdump())


def test_json_tells_findings_too(master: Chain, tmp_path: Path) -> None:
    path = tmp_path / "ada.sealed"
    path.write_bytes(master.sealed[0].read_bytes()[:-1])
    assert json.loads(run("check", path, "--json", code=1))["findings"]
