"""What lies at a point of a timeline, in words: the text of its tooltip; pure."""

from collections.abc import Sequence

from firered_review.qt.timeline.content import Lane, Mark, TimelineContent
from firered_review.qt.timeline.lanes import fact_row_height, picture_slots
from firered_review.qt.timeline.scale import Scale
from firered_review.qt.words.labels import grouped


def words_at(content: TimelineContent, lane: Lane | None, scale: Scale, x: float, y: float) -> str:
    """Return what a lane shows at a point; nothing where it shows nothing."""
    frame = int(scale.frame(x))
    if lane is None or not 0 <= frame < content.frames:
        return ""
    if lane.name == "facts":
        row = int((y - lane.top) // fact_row_height(lane, content))
        if row >= content.fact_rows:
            more = next((one.fact_ids for one in content.more_facts if one.first <= frame <= one.last), ())
            return f"{len(more)} more active here: {', '.join(more)}" if more else ""
        hits = [fact for fact in content.facts if fact.row == row and fact.first <= frame <= fact.last]
        return f"{hits[-1].fact_id}: {hits[-1].text}" if hits else ""
    if lane.name == "actions":
        index = content.action_at(frame)
        return f"{content.button(index)}, action {index + 1}" if index is not None else ""
    if lane.name == "seen":
        return f"frame {grouped(frame)}: {_seen_words(content, frame)}"
    if lane.name == "frames":
        left, middle = max(slot for slot in picture_slots(lane, content.frames, scale) if slot[0] <= x)
        return f"frame {grouped(middle)}" if x - left <= lane.height * 1.5 else ""
    return _decision_words(content, frame, lane.name) if lane.name in ("decisions", "screen change") else ""


def mark_words(content: TimelineContent, marks: Sequence[Mark]) -> str:
    """Return the marks under a point, one below the other."""
    texts = [mark.text or (content.tip_of(mark.label_id) if content.tip_of is not None else "") for mark in marks]
    if len(texts) > 1:
        texts.append("Click again for the next.")
    return "\n".join(text for text in texts if text)


def _seen_words(content: TimelineContent, frame: int) -> str:
    return "seen" if len(content.seen) > frame and content.seen[frame] else "not seen yet"


def _decision_words(content: TimelineContent, frame: int, lane: str) -> str:
    number = int(content.decision_frames.searchsorted(frame, "right"))
    if number == 0:
        return ""
    if lane == "decisions":
        refused = ", an attempt was refused" if number - 1 in content.refused else ""
        return f"decision {number}{refused}"
    change = content.change
    known = len(change) >= number and change[number - 1] == change[number - 1]
    return f"decision {number}: {change[number - 1]:.0%} of the pixels changed" if known else ""
