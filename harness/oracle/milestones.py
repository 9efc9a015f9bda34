"""Milestones as hidden state shows them: sampled on every frame, debounced, latched."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from harness.emulator.port import MemoryImage
from harness.formats.base import FrameNumber, MilestoneId
from harness.formats.errors import BadFile
from harness.formats.oracle import MilestoneRule, Predicate, Profile, SignRecord
from harness.oracle import layout
from harness.oracle.party import read_party
from harness.oracle.sample import Sample
from harness.oracle.screen import box_shown, classify

Sign = Literal["earliest", "latched", "settled"]
Test = Callable[[Sample], bool]


class _Watch(NamedTuple):
    rule: MilestoneRule
    sign: Sign
    test: Test


class MilestoneLatch:
    """Watches every frame of one trial. A sign counts from the first of the samples that agreed on it.

    Between first and confirming sample every valid sample must agree and ``debounce_frames`` must lie; invalid samples
    neither confirm nor refute. A milestone once reached stays reached.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._reached: list[MilestoneId] = []
        self._signs: dict[tuple[MilestoneId, Sign], FrameNumber] = {}
        self._pending: dict[tuple[MilestoneId, Sign], FrameNumber] = {}
        self._messages: list[FrameNumber] = []
        """When the last two messages began to be printed."""
        self._printing = False
        self._watches = [watch for rule in profile.milestones for watch in self._watches_of(rule)]

    @property
    def reached(self) -> list[MilestoneId]:
        """Milestones latched so far, in the order of the mission."""
        return sorted(self._reached)

    def reached_by(self, frame: FrameNumber) -> list[MilestoneId]:
        """Return the milestones whose latching frame is at or before ``frame``."""
        return [milestone for milestone in self.reached if self._signs[milestone, "latched"] <= frame]

    def sample(self, frame: FrameNumber, image: MemoryImage) -> list[SignRecord]:
        """Look at one frame and return the signs that it confirmed; each names the frame it was first seen at."""
        return self.look(frame, Sample(image, self._profile))

    def look(self, frame: FrameNumber, sample: Sample) -> list[SignRecord]:
        """Do the same with a sample that is read already."""
        if not sample.valid():
            return []
        self._note_message(frame, sample)
        found: list[SignRecord] = []
        done: list[_Watch] = []
        for watch in self._watches:
            key = (watch.rule.id, watch.sign)
            if watch.sign == "settled" and watch.rule.id not in self._reached:
                continue
            if not watch.test(sample):
                self._pending.pop(key, None)
                continue
            since = self._pending.setdefault(key, frame)
            if frame - since >= self._profile.debounce_frames:
                found += self._confirm(watch, since)
                done.append(watch)
        if done:
            self._watches = [watch for watch in self._watches if watch not in done]
        return found

    def finish(self, last_frame: FrameNumber) -> list[SignRecord]:
        """Return the settled signs still missing at a trial's end: the last frame stands for each."""
        missing = [m for m in self._reached if (m, "settled") not in self._signs]
        return [self._record(self._rule(m), "settled", last_frame) for m in sorted(missing)]

    def _confirm(self, watch: _Watch, since: FrameNumber) -> list[SignRecord]:
        rule = watch.rule
        if watch.sign != "latched":
            return [] if (rule.id, watch.sign) in self._signs else [self._record(rule, watch.sign, since)]
        records = []
        if (rule.id, "earliest") not in self._signs:
            shown = [message for message in self._messages if message < since] if rule.earliest is None else []
            records.append(self._record(rule, "earliest", shown[-1] if shown else since))
        records.append(self._record(rule, "latched", since))
        if rule.settled is None:
            records.append(self._record(rule, "settled", since))
        self._reached.append(rule.id)
        return records

    def _record(self, rule: MilestoneRule, sign: Sign, frame: FrameNumber) -> SignRecord:
        self._signs[rule.id, sign] = frame
        predicate = {"earliest": rule.earliest, "latched": rule.latched, "settled": rule.settled}[sign]
        doubtful = predicate is not None and not _names(predicate).isdisjoint(self._profile.unconfirmed)
        return SignRecord(frame=frame, milestone=rule.id, sign=sign, unconfirmed=doubtful or not rule.confirmed)

    def _rule(self, milestone: MilestoneId) -> MilestoneRule:
        return next(rule for rule in self._profile.milestones if rule.id == milestone)

    def _note_message(self, frame: FrameNumber, sample: Sample) -> None:
        printing = box_shown(sample)
        if printing and not self._printing:
            self._messages = [*self._messages[-1:], frame]
        self._printing = printing

    def _watches_of(self, rule: MilestoneRule) -> list[_Watch]:
        watches = [_Watch(rule, "earliest", self._compiled(rule.earliest))] if rule.earliest else []
        watches.append(_Watch(rule, "latched", self._compiled(rule.latched)))
        if rule.settled:
            watches.append(_Watch(rule, "settled", self._compiled(rule.settled)))
        return watches

    def _compiled(self, predicate: Predicate) -> Test:
        if predicate.op in ("all", "any", "not"):
            tests = [self._compiled(part) for part in predicate.of]
            if predicate.op == "all":
                return lambda sample: all(test(sample) for test in tests)
            if predicate.op == "any":
                return lambda sample: any(test(sample) for test in tests)
            return lambda sample: not tests[0](sample)
        if predicate.op == "latched":
            return lambda _: predicate.name in self._reached
        return compiled(predicate, self._profile)


def compiled(predicate: Predicate, profile: Profile) -> Test:
    """Return a test of one simple predicate.

    Raises:
        BadFile: it names something that the profile does not hold.
    """
    try:
        return _simple(predicate, profile)
    except KeyError as error:
        raise BadFile(f"The profile {profile.name} has a predicate {predicate.op} that names {error}.") from None


def _simple(predicate: Predicate, profile: Profile) -> Test:
    name, value = predicate.name or "", predicate.value or 0
    match predicate.op:
        case "flag":
            flag = profile.flags[name]
            return lambda sample: sample.flag(flag)
        case "var_at_least":
            var = profile.vars[name]
            return lambda sample: sample.var(var) >= value
        case "var_equals":
            var = profile.vars[name]
            return lambda sample: sample.var(var) == value
        case "key_item":
            item = profile.items[name]
            return lambda sample: _holds_key_item(sample, item)
        case "map":
            place = (profile.maps[name].group, profile.maps[name].num)
            return lambda sample: sample.place() == place
        case "party_at_least":
            return lambda sample: value <= sample.u8(sample.ram["gPlayerPartyCount"]) <= layout.PARTY_MAX
        case "lead_species":
            return lambda sample: _lead_species(sample) in predicate.values
        case "scene":
            start, end = profile.scenes[name]
            return lambda sample: sample.in_scene(start, end)
        case "settled":
            return lambda sample: classify(sample).settled and classify(sample).detail == "free"
        case "in_battle":
            return Sample.in_battle
    raise BadFile(f"The profile {profile.name} uses the predicate {predicate.op!r} in the wrong place.")


def _names(predicate: Predicate) -> set[str]:
    own = {f"scene {predicate.name}" if predicate.op == "scene" else predicate.name or ""}
    if predicate.value is not None:
        own.add(f"{predicate.name} {predicate.value}")
    return own.union(*(_names(part) for part in predicate.of))


def _holds_key_item(sample: Sample, item: int) -> bool:
    offset, slots = layout.POCKETS["key_items"]
    pocket = sample.read(sample.block1 + offset, slots * 4)
    wanted = item.to_bytes(2, "little")
    return any(pocket[at : at + 2] == wanted for at in range(0, len(pocket), 4))


def _lead_species(sample: Sample) -> int | None:
    party = read_party(sample)
    return party[0].species if party else None
