"""A name is masked however it is spelt, and words that only hold its letters stay."""

import time

import pytest

from firered_review.core.masking import MASK, Masker

NAMES = ["model_a", "model_b", "my-vision-model", "a.b+c", "Ünïcode Größe", "alder", "x", "++"]
SPELT = [
    "GPT\u20114o",
    "**GPT**-4o",
    "G P T",
    "G-P-T",
    "c l a u d e",
    "\uff27\uff30\uff34\uff0d\uff14\uff4f",
    "Cl\u0430ude 3.5 Sonnet",
    "GP\u200bT-4",
    "com\u00admand-r",
    "Open AI",
    "chat gpt",
    "Deep Seek V3",
    "GPTs",
    "model a",
    "Model-B",
    "MODEL_A",
    "modelA",
    "my vision model",
    "My\u2011Vision\u2011Model",
    "abc",
    "A.B+C",
    "u\u0308ni\u0308code gro\u0308\u00dfe",
    "\u00dcN\u00cfCODE GR\u00d6SSE",
    "\uff41lder",
    "al*der*",
    "++",
]


@pytest.mark.parametrize("spelt", SPELT)
def test_every_spelling_of_a_name_is_masked(spelt: str) -> None:
    masker = Masker(NAMES)
    left = masker.text(f"I, {spelt}, go left; größer Ⅳ.").replace("*", "")
    assert left == f"I, {MASK}, go left; größer Ⅳ."
    assert masker.counts.total() == 1


@pytest.mark.parametrize(
    "text", ["commander, graphite, a model across", "box, axe", "balder und Алдеран", "i\u0307 \u00df"]
)
def test_other_words_stay_as_they_are(text: str) -> None:
    assert Masker(NAMES).text(text) == text


def test_a_masking_counts_for_the_name_as_it_was_given() -> None:
    masker = Masker(["model_a"])
    masker.text("Model A, model-a, Open AI, ChatGPT")
    assert masker.counts == {"model_a": 2, "openai": 1, "chatgpt": 1}


@pytest.mark.parametrize(
    "text", ["*" * 200_000, "g*" * 100_000, "g p " * 50_000, "model" + "_" * 200_000, "é-" * 100_000]
)
def test_a_hostile_text_takes_no_time(text: str) -> None:
    masker = Masker(NAMES)
    begun = time.process_time()
    masker.text(text)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("name", ["\u0301", "\u202e", "\ufe0f", " "])
def test_a_name_that_folds_to_nothing_masks_nothing(name: str) -> None:
    masker = Masker([name])
    assert masker.text("Ä, b\u0301 and c -- d") == "Ä, b\u0301 and c -- d"
    assert not masker.counts
