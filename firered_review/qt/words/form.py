"""A label as a form of texts: which fields each kind has, a label's texts, and the label that texts make; pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from pydantic import TypeAdapter, ValidationError

from firered_review.core.errors import LabelRefused
from firered_review.qt.words.labels import citation_words
from harness.formats.base import MILESTONES, DecisionNumber, FrameNumber, Severity
from harness.formats.codebook import CodebookSet
from harness.formats.labels import Citation, FrameIdentity, Label, MilestoneLabel

How = Literal["frame", "decision", "choice", "line", "citations"]
KINDS: tuple[tuple[str, str], ...] = (
    ("milestone", "Milestone"),
    ("route", "Repeated route"),
    ("battle", "Battle"),
    ("error", "Memory error"),
    ("cause", "Cause only"),
)
NEVER = "never"
_LABEL: TypeAdapter[Label] = TypeAdapter(Label)
_SEVERITIES: tuple[Severity, ...] = get_args(Severity)


class FormField(NamedTuple):
    """One line of the form; ``name`` is the field's path in the record."""

    name: str
    text: str
    how: How
    options: tuple[tuple[str, str], ...] = ()
    """Value → words, where it is a choice."""
    usual: str = ""


class TrialPlaces(NamedTuple):
    """What the form must know of a trial: its size, its frames' identities, its boundary frames."""

    frames: int
    decisions: int
    identity: Callable[[FrameNumber], FrameIdentity]
    boundary: Callable[[DecisionNumber], FrameIdentity]


def form_of(kind: str, codebook: CodebookSet) -> list[FormField]:
    """Return the fields of a kind of label."""
    note = FormField("note", "note", "line")
    causes = tuple((one.id, one.title) for one in codebook.errors.causes)
    if kind == "milestone":
        titles = {one.id: one.title for one in codebook.milestones.milestones}
        return [
            FormField("milestone", "milestone", "choice", tuple((m, f"{m[1:]} · {titles[m]}") for m in MILESTONES)),
            FormField("frame", "frame", "frame"),
            FormField("evidence", "shown by", "choice", _options(MilestoneLabel, "evidence"), "frame"),
            FormField("certainty", "certainty", "choice", _options(MilestoneLabel, "certainty"), "certain"),
            note,
        ]
    if kind == "route":
        return [
            *_span("first", "first from", "first to"),
            *_span("second", "again from", "again to"),
            FormField("landmark", "landmark", "line"),
            FormField("reason", "reason", "line"),
        ]
    if kind == "battle":
        return [*_span("span", "from frame", "to frame"), note]
    if kind == "error":
        types = tuple((one.id, one.title) for one in codebook.errors.types)
        return [
            FormField("type", "type", "choice", types),
            FormField("severity", "severity", "choice", tuple((one, one) for one in _SEVERITIES)),
            FormField("citations", "cites", "citations"),
            FormField("decision", "decision", "decision"),
            FormField("recovery_decision", "recovered", "decision", (), NEVER),
            FormField("cause", "cause", "choice", causes, "memory"),
            note,
        ]
    others = tuple(one for one in causes if one[0] != "memory")
    return [FormField("cause", "cause", "choice", others), FormField("decision", "decision", "decision"), note]


def texts_of(label: Label) -> dict[str, str]:
    """Return a label as the texts of its form."""
    texts: dict[str, str] = {}
    for name, value in label.model_dump(mode="json").items():
        if name == "citations":
            texts[name] = ", ".join(citation_words(Citation.model_validate(one)) for one in value)
        elif name == "recovery_decision":
            texts[name] = str(value or NEVER)
        elif isinstance(value, dict) and "sha256" in value:
            texts[name] = str(value["frame"])
        elif isinstance(value, dict):
            texts.update({f"{name}.{end}": str(value[end]["frame"]) for end in ("first", "last")})
        elif name != "kind":
            texts[name] = str(value)
    return texts


def label_of(kind: str, form: Sequence[FormField], texts: Mapping[str, str], trial: TrialPlaces) -> Label:
    """Return the label that the texts of a form make.

    Raises:
        LabelRefused: something is missing or is no frame, decision or citation of this trial; one sentence for each.
    """
    record: dict[str, Any] = {"kind": kind}
    lacks: list[str] = []
    for field in form:
        text = texts.get(field.name, "").strip() or field.usual
        try:
            value = _value(field, text, trial)
        except ValueError as fault:
            lacks.append(str(fault))
            continue
        outer, _, inner = field.name.partition(".")
        if inner:
            record.setdefault(outer, {})[inner] = value
        else:
            record[outer] = value
    if lacks:
        raise LabelRefused(lacks)
    if kind in ("error", "cause"):
        record["frame"] = trial.boundary(record["decision"]).model_dump()
    try:
        return _LABEL.validate_python(record)
    except ValidationError as fault:
        raise LabelRefused([f"{'.'.join(map(str, one['loc'][1:]))} is not allowed" for one in fault.errors()]) from None


def _value(field: FormField, text: str, trial: TrialPlaces) -> Any:
    if field.how == "line":
        return text
    if field.how == "decision" and field.usual and text == field.usual:
        return None
    if not text:
        raise ValueError(f"{field.text} is still needed")
    if field.how == "choice":
        return text
    if field.how == "citations":
        return [_citation(part.strip(), trial) for part in text.split(",") if part.strip()]
    if field.how == "frame":
        return trial.identity(_number(text, field.text, "frame", 0, trial.frames - 1)).model_dump()
    return _number(text, field.text, "decision", 1, trial.decisions)


def _citation(text: str, trial: TrialPlaces) -> dict[str, Any]:
    word, _, rest = text.partition(" ")
    if word.lower() == "frame" and rest:
        return {"frame": trial.identity(_number(rest, "cites", "frame", 0, trial.frames - 1)).model_dump()}
    if word.lower() == "decision" and rest:
        return {"decision": _number(rest, "cites", "decision", 1, trial.decisions)}
    return {"fact": text}


def _number(text: str, field: str, what: str, least: int, most: int) -> int:
    digits = text.replace("\u00a0", "").replace(" ", "").replace(",", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
        raise ValueError(f"{field}: “{text}” is no {what}")
    if not least <= int(digits) <= most:
        raise ValueError(f"{field}: the trial has no {what} {digits}, the last one is {most}")
    return int(digits)


def _span(name: str, first: str, last: str) -> list[FormField]:
    return [FormField(f"{name}.first", first, "frame"), FormField(f"{name}.last", last, "frame")]


def _options(model: type[MilestoneLabel], field: str) -> tuple[tuple[str, str], ...]:
    values: tuple[str, ...] = get_args(model.model_fields[field].annotation)
    return tuple((value, value) for value in values)
