"""Two passages go side by side by progress: both begin together, both end together, neither goes back."""

from hypothesis import given
from hypothesis import strategies as st

from firered_review.core.pairing import Stretch, pair_at, steps

stretch = st.tuples(st.integers(0, 10_000), st.integers(0, 3000)).map(lambda one: (one[0], one[0] + one[1]))


@given(stretch, stretch)
def test_both_begin_and_end_together(one: Stretch, other: Stretch) -> None:
    last = steps(one, other) - 1
    assert pair_at(one, other, 0) == (one[0], other[0])
    ends = pair_at(one, other, last)
    assert ends == (one[1], other[1]) or last == 0


@given(stretch, stretch, st.data())
def test_each_step_is_the_same_part_of_the_way_in_both(one: Stretch, other: Stretch, data: st.DataObject) -> None:
    last = steps(one, other) - 1
    step = data.draw(st.integers(0, last))
    for span, frame in zip((one, other), pair_at(one, other, step), strict=True):
        assert span[0] <= frame <= span[1]
        exact = step * (span[1] - span[0]) / max(1, last)
        assert abs(frame - span[0] - exact) <= 0.5 + 1e-9
    if step < last:
        on = pair_at(one, other, step + 1)
        assert all(0 <= b - a <= 1 for a, b in zip(pair_at(one, other, step), on, strict=True))


@given(stretch, stretch)
def test_beyond_the_ends_it_stands_still(one: Stretch, other: Stretch) -> None:
    last = steps(one, other) - 1
    assert pair_at(one, other, -5) == pair_at(one, other, 0)
    assert pair_at(one, other, last + 9) == pair_at(one, other, last)
