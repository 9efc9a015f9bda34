"""What an adjudicator may decide about an item, and the label that comes of it."""

from typing import Any, Literal, NamedTuple, get_args

from firered_review.core.errors import LabelRefused, ReviewError
from firered_review.core.matching import differences
from harness.formats.base import FrameNumber, MilestoneId, UtcTime
from harness.formats.labels import Label

Verdict = Literal["a", "b", "combine", "new", "neither", "disputed"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
State = Literal["open", "decided", "disputed"]
Side = Literal["a", "b"]
Finding = Literal["both", "differ", "only a", "only b", "added"]
_REMARKS = frozenset({"note", "reason", "landmark"})


class Judgement(NamedTuple):
    """The decision that stands for an item."""

    verdict: Verdict
    label: Label | None
    reason: str
    at: UtcTime
    after_evidence: bool
    """Whether it was written after the oracle's evidence for this item had been shown."""


class Item(NamedTuple):
    """One thing to decide: two labels that match, or one that only one side has."""

    item: str
    trial: str
    kind: str
    a: Label | None
    b: Label | None
    shown_first: Side
    """Drawn at random: the side that is shown first."""
    judgement: Judgement | None
    judged_once: bool
    """Whether it was ever judged; the door to the oracle's evidence."""
    before_evidence: Judgement | None = None
    """What stood when the oracle's evidence was first shown; what stands, as long as it was not."""

    @property
    def differences(self) -> list[str]:
        """Names of the fields in which the two labels differ; empty where one side has none."""
        return differences(self.a, self.b) if self.a is not None and self.b is not None else []

    @property
    def exact(self) -> bool:
        """Whether both sides say the same in every field."""
        return self.a is not None and self.b is not None and not self.differences

    @property
    def finding(self) -> Finding:
        """How the two sides stand to each other."""
        return finding_of(self.a, self.b)

    @property
    def state(self) -> State:
        """Whether it is open, decided, or explicitly left disputed."""
        if self.judgement is None:
            return "open"
        return "disputed" if self.judgement.verdict == "disputed" else "decided"

    @property
    def withdrawn(self) -> bool:
        """Whether it is a label of the adjudicator's own that was taken back; it counts nowhere then."""
        return self.a is None and self.b is None and self.judgement is None

    @property
    def changed_after_evidence(self) -> bool:
        """Whether another label stands than did when the oracle's evidence was first shown."""
        now, before = self.judgement, self.before_evidence
        if now is None or not now.after_evidence:
            return False
        return before is None or (now.verdict, now.label) != (before.verdict, before.label)

    @property
    def final(self) -> Label | None:
        """The label that stands, null for none or while it is open or disputed."""
        return self.judgement.label if self.judgement is not None else None


class Sign(NamedTuple):
    """A milestone's sign in hidden state; ``derived`` where the oracle gave none and a rule stands in for it."""

    trial: str
    milestone: MilestoneId
    sign: Literal["earliest", "latched", "settled"]
    frame: FrameNumber
    derived: bool
    unconfirmed: bool


class DetectedRoute(NamedTuple):
    """A repetition that the detector found, in frames."""

    trial: str
    first: tuple[FrameNumber, FrameNumber]
    second: tuple[FrameNumber, FrameNumber]
    steps: int


def finding_of(a: Label | None, b: Label | None) -> Finding:
    """Return how two sides stand to each other: the same, different, one alone, or neither."""
    if a is not None and b is not None:
        return "differ" if differences(a, b) else "both"
    if a is not None:
        return "only a"
    return "only b" if b is not None else "added"


def judged_label(item: Item, verdict: Verdict, label: Label | None, reason: str) -> Label | None:
    """Return the label that a verdict leaves.

    Raises:
        LabelRefused: the verdict and the label do not go together, or the reason is missing.
    """
    if not reason.strip():
        raise LabelRefused(["a reason is still needed"])
    if verdict in ("a", "b"):
        side = item.a if verdict == "a" else item.b
        if side is None:
            raise LabelRefused([f"there is no label {verdict.upper()} in item {item.item}"])
        if label is not None and label != side:
            raise LabelRefused([f"taking {verdict.upper()} takes it as it is; combine or write a new label instead"])
        return side
    if verdict in ("neither", "disputed"):
        if label is not None:
            raise LabelRefused([f"“{verdict}” leaves no label"])
        return None
    if label is None:
        raise LabelRefused([f"“{verdict}” needs a label"])
    if label.kind != item.kind:
        raise LabelRefused([f"item {item.item} is a {item.kind}, not a {label.kind}"])
    if verdict == "combine":
        _check_combined(item, label)
    return label


def _check_combined(item: Item, label: Label) -> None:
    if item.a is None or item.b is None:
        raise LabelRefused(["combining needs a label on both sides"])
    mine: dict[str, Any] = label.model_dump(mode="json")
    sides = [one.model_dump(mode="json") for one in (item.a, item.b)]
    strange = [name for name, value in mine.items() if name not in _REMARKS and value not in [s[name] for s in sides]]
    if strange:
        raise LabelRefused([f"{', '.join(strange)} comes from neither side: write a new label instead"])


def check_verdict(value: str) -> Verdict:
    """Return a verdict that is one.

    Raises:
        ReviewError: it is none.
    """
    for verdict in VERDICTS:
        if verdict == value:
            return verdict
    raise ReviewError(f"{value!r} is no decision: use one of {', '.join(VERDICTS)}.")
