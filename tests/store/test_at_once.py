"""Two programs that do the same at the same time: one does it, the other says so, and nothing is lost."""

import itertools
import sqlite3
from pathlib import Path
from threading import Timer

import pytest

from firered_review.core.errors import ReviewError, Sealed
from firered_review.store import reconciling
from firered_review.store.adjudication import open_adjudication
from firered_review.store.adjudication_schema import MIGRATIONS
from firered_review.store.blind import blind
from firered_review.store.bundle import open_bundle
from firered_review.store.checking import check
from firered_review.store.database import one_reading, open_database
from firered_review.store.labels import LabelStore
from firered_review.store.once import write_once
from firered_review.store.sealing import lock, read_sealed, seal, seal_folder, unsure
from tests.adjudications import NOT_INVOLVED, Chain, label_and_seal, make_chain


@pytest.fixture
def chain(tmp_path: Path) -> Chain:
    """Two sealed sets, not reconciled."""
    return make_chain(tmp_path, reconciled=False)


@pytest.mark.parametrize("others", ["same", "further"])
def test_a_database_made_in_the_meantime_stays(chain: Chain, others: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = chain.sealed
    if others == "further":
        blind(chain.experiment, chain.bundles, ["carol", "dave"], chain.key)
        sealed = [label_and_seal(chain.experiment, chain.key, chain.bundles / name) for name in ("carol", "dave")]
    really = reconciling.open_source

    def meanwhile(*given: object) -> object:
        monkeypatch.setattr(reconciling, "open_source", really)
        reconciling.reconcile(chain.database, chain.experiment, chain.key, sealed)
        return really(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(reconciling, "open_source", meanwhile)
    with pytest.raises(ReviewError, match=r"was made by another program meanwhile .* try again"):
        reconciling.reconcile(chain.database, chain.experiment, chain.key, chain.sealed)
    db = open_adjudication(chain.database)
    assert {row.reviewer for row in db.set_rows()} == {read_sealed(path).sealed.reviewer for path in sealed}
    assert db.items()
    db.close()
    assert check(chain.database).findings == []
    assert [path.name for path in chain.database.parent.iterdir() if ".part" in path.name] == []


def test_a_reconciliation_that_fails_leaves_nothing(chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(reconciling, "copy_oracle", broken)
    before = sorted(chain.database.parent.iterdir())
    with pytest.raises(OSError, match="No space"):
        reconciling.reconcile(chain.database, chain.experiment, chain.key, chain.sealed)
    assert sorted(chain.database.parent.iterdir()) == before


def test_a_second_seal_never_replaces_the_first(chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = blind(chain.experiment, chain.bundles, ["eve"], chain.key).bundles["eve"]
    bundle = open_bundle(folder)
    store = LabelStore(folder, "eve", bundle)
    lock(bundle, store)
    first: list[str] = []
    really = bundle.verify

    def meanwhile() -> None:
        first.append(seal_folder(folder, NOT_INVOLVED, unsure(bundle))[1])
        really()

    monkeypatch.setattr(bundle, "verify", meanwhile)
    with pytest.raises(Sealed, match="is there already"):
        seal(bundle, store, NOT_INVOLVED.model_copy(update={"watched": True}), unsure(bundle))
    store.close()
    bundle.close()
    held = read_sealed(folder / "eve.sealed")
    assert [held.sha256] == first
    assert not held.sealed.declaration.watched


def test_a_database_that_two_make_at_once_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "made.sqlite"
    first = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    first.execute("BEGIN IMMEDIATE")
    for statement in itertools.chain(*MIGRATIONS):
        first.execute(statement)
    first.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
    later = Timer(0.3, first.execute, ["COMMIT"])
    later.start()
    open_database(path, MIGRATIONS, "a database", create=True).close()
    later.join()
    first.close()


def test_what_has_the_name_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"first")
    with pytest.raises(ReviewError, match="there"):
        write_once(path, b"second", ReviewError("there"))
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_two_reads_are_of_one_moment_whoever_writes_between_them(tmp_path: Path) -> None:
    path = tmp_path / "made.sqlite"
    db = open_database(path, MIGRATIONS, "a database", create=True)
    other = sqlite3.connect(path, isolation_level=None)
    with one_reading(db):
        assert db.conn.execute("SELECT count(*) FROM trial").fetchone() == (0,)
        other.execute("INSERT INTO trial VALUES ('brisk-otter', 0, 10, 2)")
        assert db.conn.execute("SELECT count(*) FROM trial").fetchone() == (0,)
    assert db.conn.execute("SELECT count(*) FROM trial").fetchone() == (1,)
    other.close()
    db.close()
