"""Masking and codenames: words that name a condition go, words that only look like them stay."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firered_review.core.blinding import ADJECTIVES, ANIMALS, assignment
from firered_review.core.errors import ReviewError
from firered_review.core.masking import FAMILIES, MASK, Masker


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("I am GPT-4o-mini.", f"I am {MASK}."),
        ("as claude-3-5-sonnet-20241022 said", f"as {MASK} said"),
        ("Gemini 2.5 Pro sees it", "Gemini 2.5 Pro sees it".replace("Gemini 2.5 Pro", MASK)),
        ("qwen2.5-vl: left", f"{MASK}: left"),
        ("llama3 or DeepSeek-V3", f"{MASK} or {MASK}"),
        ("be careful, forgetfully", f"be {MASK}, forgetfully"),
        ("scripted:careful", f"{MASK}:{MASK}"),
        ("the egyptian grokked it", "the egyptian grokked it"),
        ("go to 3 houses", "go to 3 houses"),
    ],
)
def test_names_are_masked_whole_and_other_words_stay(text: str, masked: str) -> None:
    assert Masker(["careful", "forgetful", "scripted"]).text(text) == masked


def test_each_masking_is_counted_by_its_word() -> None:
    masker = Masker(["Alder"])
    masker.text("alder ALDER gpt-4")
    assert masker.counts == {"alder": 2, "gpt": 1}
    assert masker.maybe(None) is None


@given(st.sampled_from(FAMILIES), st.sampled_from([" ", "(", "'", "\n", "_", "-", ": "]), st.booleans())
def test_every_known_family_is_masked_between_any_marks(family: str, mark: str, upper: bool) -> None:
    word = family.upper() if upper else family
    assert word not in Masker([]).text(f"x{mark}{word}{mark}y")


@given(st.binary(min_size=32, max_size=32), st.sets(st.text("abcdef-0123456789", min_size=1), max_size=30))
def test_codenames_are_unique_and_the_same_each_time(secret: bytes, trials: set[str]) -> None:
    drawn = assignment(secret, "ada", trials)
    assert drawn == assignment(secret, "ada", sorted(trials))
    assert len(set(drawn.codenames.values())) == len(trials)
    assert sorted(drawn.order) == sorted(drawn.codenames.values())
    assert all(re.fullmatch(r"[a-z]+-[a-z]+", name) for name in drawn.order)


def test_codenames_share_no_word_with_condition_ids() -> None:
    taken = [*ADJECTIVES[1:], *(f"the-{animal}" for animal in ANIMALS[1:])]
    assert assignment(b"x" * 32, "ada", ["t"], taken).order == [f"{ADJECTIVES[0]}-{ANIMALS[0]}"]


def test_no_family_is_a_word_of_a_codename() -> None:
    assert not set(FAMILIES) & {*ADJECTIVES, *ANIMALS}
    assert not set(ADJECTIVES) & set(ANIMALS)


def test_names_that_use_up_the_codenames_are_told_in_a_sentence() -> None:
    few = [*ADJECTIVES[1:], *ANIMALS[1:]]
    assert len(assignment(b"\0" * 32, "ada", ["x-01"], few).codenames) == 1
    with pytest.raises(ReviewError, match="Only 1 codenames are left for 2 trials"):
        assignment(b"\0" * 32, "ada", ["x-01", "x-02"], few)
    with pytest.raises(ReviewError, match="Only 0 codenames"):
        assignment(b"\0" * 32, "ada", ["x-01"], ADJECTIVES)
