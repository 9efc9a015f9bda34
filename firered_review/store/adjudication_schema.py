"""Tables, views and triggers of the adjudication database, to the letter: opening compares them."""

from firered_review.store.database import append_only
from firered_review.store.reading_views import VIEWS

_TABLES = [
    """CREATE TABLE reconciliation (
  id INTEGER PRIMARY KEY CHECK (id = 1), commitment TEXT NOT NULL, sums_sha256 TEXT NOT NULL,
  codebook TEXT NOT NULL, demonstration INTEGER NOT NULL, oracle INTEGER NOT NULL,
  program_version TEXT NOT NULL, at TEXT NOT NULL)""",
    """CREATE TABLE trial (
  trial TEXT PRIMARY KEY, place INTEGER NOT NULL, frames INTEGER NOT NULL, decisions INTEGER NOT NULL)""",
    """CREATE TABLE sealed_set (
  side TEXT PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, reviewer TEXT NOT NULL UNIQUE, digest TEXT NOT NULL,
  bundle_sha256 TEXT NOT NULL, program_version TEXT NOT NULL, sealed_utc TEXT NOT NULL,
  declaration TEXT NOT NULL, guess TEXT NOT NULL)""",
    """CREATE TABLE label_set (
  side TEXT NOT NULL REFERENCES sealed_set, trial TEXT NOT NULL REFERENCES trial, coverage TEXT NOT NULL,
  reached_stage INTEGER NOT NULL, stage_one_in_two INTEGER NOT NULL, PRIMARY KEY (side, trial))""",
    """CREATE TABLE label (
  side TEXT NOT NULL REFERENCES sealed_set, trial TEXT NOT NULL REFERENCES trial, label_id TEXT NOT NULL,
  kind TEXT NOT NULL, label TEXT NOT NULL, PRIMARY KEY (side, trial, label_id))""",
    """CREATE TABLE revision (
  side TEXT NOT NULL REFERENCES sealed_set, trial TEXT NOT NULL REFERENCES trial, revision INTEGER NOT NULL,
  record TEXT NOT NULL, PRIMARY KEY (side, trial, revision))""",
    """CREATE TABLE sign (
  trial TEXT NOT NULL REFERENCES trial, milestone TEXT NOT NULL, sign TEXT NOT NULL, frame INTEGER NOT NULL,
  derived INTEGER NOT NULL, unconfirmed INTEGER NOT NULL, PRIMARY KEY (trial, milestone, sign))""",
    """CREATE TABLE route (
  trial TEXT NOT NULL REFERENCES trial, number INTEGER NOT NULL, first_first INTEGER NOT NULL,
  first_last INTEGER NOT NULL, second_first INTEGER NOT NULL, second_last INTEGER NOT NULL,
  steps INTEGER NOT NULL, PRIMARY KEY (trial, number))""",
    """CREATE TABLE item (
  item TEXT PRIMARY KEY, trial TEXT NOT NULL REFERENCES trial, kind TEXT NOT NULL,
  a TEXT, b TEXT, shown_first TEXT NOT NULL CHECK (shown_first IN ('a', 'b')))""",
    """CREATE TABLE set_role (
  side TEXT PRIMARY KEY REFERENCES sealed_set,
  role TEXT NOT NULL CHECK (role IN ('third', 'replacement', 'second pass')), of TEXT REFERENCES sealed_set)""",
    """CREATE TABLE further (
  side TEXT NOT NULL REFERENCES sealed_set, trial TEXT NOT NULL REFERENCES trial, label_id TEXT NOT NULL,
  item TEXT NOT NULL REFERENCES item, judged_before INTEGER NOT NULL, made INTEGER NOT NULL,
  PRIMARY KEY (side, trial, label_id))""",
    """CREATE TABLE judgement (
  number INTEGER PRIMARY KEY, step INTEGER NOT NULL, deed TEXT NOT NULL, item TEXT NOT NULL REFERENCES item,
  at TEXT NOT NULL, verdict TEXT, label TEXT, reason TEXT NOT NULL, after_evidence INTEGER NOT NULL)""",
    """CREATE TABLE shown (item TEXT PRIMARY KEY REFERENCES item, at TEXT NOT NULL)""",
    """CREATE TABLE closing (
  number INTEGER PRIMARY KEY, step INTEGER NOT NULL, deed TEXT NOT NULL, trial TEXT NOT NULL REFERENCES trial,
  milestone TEXT NOT NULL, at TEXT NOT NULL, cause TEXT, reason TEXT NOT NULL)""",
    """CREATE TABLE freeze (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL)""",
    """CREATE TABLE unblinding (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL)""",
    """CREATE TABLE audit (
  number INTEGER PRIMARY KEY, at TEXT NOT NULL, what TEXT NOT NULL, detail TEXT NOT NULL,
  previous TEXT NOT NULL, sha256 TEXT NOT NULL)""",
]
KEYS = {
    "reconciliation": ["id"],
    "trial": ["trial"],
    "sealed_set": ["side"],
    "label_set": ["side", "trial"],
    "label": ["side", "trial", "label_id"],
    "revision": ["side", "trial", "revision"],
    "sign": ["trial", "milestone", "sign"],
    "route": ["trial", "number"],
    "item": ["item"],
    "set_role": ["side"],
    "further": ["side", "trial", "label_id"],
    "judgement": ["number"],
    "shown": ["item"],
    "closing": ["number"],
    "freeze": ["id"],
    "unblinding": ["id"],
    "audit": ["number"],
    "agreement_snapshot": ["number"],
}
_SETS = ("sealed_set", "label_set", "label", "revision", "set_role", "further")
ORIGINALS = ("reconciliation", "trial", "sign", "route", *_SETS)
"""Tables that reconciling alone fills."""
_FROZEN = ("item", "judgement", "closing", "sign", "route", "trial", *_SETS)


def _frozen(table: str) -> str:
    when = "EXISTS (SELECT 1 FROM freeze)"
    refuse = "SELECT RAISE(ABORT, 'the labels are frozen')"
    return f"CREATE TRIGGER {table}_frozen BEFORE INSERT ON {table} WHEN {when} BEGIN {refuse}; END"


def _no_other(table: str) -> str:
    """Return a trigger against replacing a row by another key than its own.

    SQLite runs no delete trigger for a replaced row unless the connection asks for it, and not every program does.
    """
    unique = " OR sha256 = NEW.sha256 OR reviewer = NEW.reviewer" if table == "sealed_set" else ""
    there = f"EXISTS (SELECT 1 FROM {table} WHERE rowid = NEW.rowid{unique})"  # noqa: S608 - our own names
    refuse = f"SELECT RAISE(ABORT, '{table} holds that row already')"
    return f"CREATE TRIGGER {table}_no_other BEFORE INSERT ON {table} WHEN {there} BEGIN {refuse}; END"


_VIEW = """CREATE VIEW decision AS SELECT item.item, item.trial, item.kind, judgement.verdict, judgement.label,
  judgement.reason, judgement.at, judgement.after_evidence FROM item LEFT JOIN judgement
  ON judgement.number = (SELECT max(number) FROM judgement AS one WHERE one.item = item.item)"""
_INDEXES = [
    "CREATE INDEX item_by_trial ON item (trial)",
    "CREATE INDEX judgement_by_item ON judgement (item)",
]
_SNAPSHOT = """CREATE TABLE agreement_snapshot (
  number INTEGER PRIMARY KEY, reviewers TEXT NOT NULL, figure TEXT NOT NULL, value REAL, low REAL, high REAL,
  words TEXT NOT NULL, used INTEGER NOT NULL, left_out INTEGER NOT NULL, why_left_out TEXT NOT NULL)"""
_FIRST = [table for table in KEYS if table != "agreement_snapshot"]
MIGRATIONS = (
    [
        *_TABLES,
        *_INDEXES,
        *(trigger for table in _FIRST for trigger in append_only(table, KEYS[table])),
        *map(_frozen, _FROZEN),
        _VIEW,
    ],
    [
        _SNAPSHOT,
        *append_only("agreement_snapshot", KEYS["agreement_snapshot"]),
        _frozen("agreement_snapshot"),
        *VIEWS.values(),
    ],
    [_no_other(table) for table in KEYS],
)
"""What was released is never edited: a change is one more migration, and none touches a table that is there."""
