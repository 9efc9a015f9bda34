"""The longest condition id that an experiment takes can be blinded too."""

from harness.evidence.places import trial_name
from harness.formats.bundle import KeyTrial


def test_a_trial_of_the_longest_condition_id_has_a_place_in_the_key() -> None:
    condition = "x" * 64
    assert KeyTrial(trial=trial_name(condition, 1000), condition=condition).trial.startswith(condition)
