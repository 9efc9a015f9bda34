"""A desk killed at random moments while labelling loses nothing that was shown; 200 kills are a command away."""

import json
from pathlib import Path

import pytest

from firered_review.core.pending import Pending
from firered_review.store.database import dump
from firered_review.store.labels import LabelStore
from harness.formats.labels import BookmarkLabel
from tests.qt.annotate.kills import TRIAL, _compare, kill_once


@pytest.mark.parametrize("series", range(4))
def test_five_kills_in_a_row_lose_nothing_that_was_shown(bundle_folder: Path, series: int) -> None:
    kills = [kill_once(bundle_folder, 1000 + 5 * series + number) for number in range(5)]
    assert [one.lost for one in kills] == [""] * 5
    assert sum(one.shown for one in kills) > 0


def test_the_comparison_notices_what_was_lost(bundle_folder: Path) -> None:
    store = LabelStore(bundle_folder, "ada")
    made = [BookmarkLabel(frame=store.bundle.trial(TRIAL).identity(frame)) for frame in (3, 4)]
    kept = [next(iter(store.make(TRIAL, one).label_ids)) for one in made]
    store.drafts.keep(TRIAL, Pending(mark_in=5))
    store.close()

    def shown(labels: dict[str, BookmarkLabel], begun: Pending) -> str:
        plain = {key: json.loads(dump(label)) for key, label in labels.items()}
        return "shown " + json.dumps({"labels": plain, "begun": json.loads(dump(begun))}) + "\n"

    first, both = {kept[0]: made[0]}, dict(zip(kept, made, strict=True))
    begun = Pending(mark_in=5)
    assert _compare(bundle_folder, [shown(first, begun), shown(both, begun)]).lost == ""
    assert "no later state" in _compare(bundle_folder, [shown(both | {"other": made[0]}, begun)]).lost
    assert "no later state" in _compare(bundle_folder, [shown(both, begun), shown(first, begun)]).lost
    assert "what was begun" in _compare(bundle_folder, [shown(both, Pending(battle_in=9))]).lost
    written = f"writes {dump(begun)}\n"
    assert _compare(bundle_folder, [shown(both, Pending(battle_in=9)), written]).lost == ""
