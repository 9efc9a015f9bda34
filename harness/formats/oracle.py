"""Hidden state read from emulator memory, and the profile that says where it is."""

from typing import Annotated, Any, Literal

from pydantic import Field

from harness.formats.base import ActionNumber, Count, FrameNumber, MilestoneId, Record, Sha256, Versioned

ScreenClass = Literal["overworld", "dialogue", "menu", "battle", "transition", "unknown"]
Facing = Literal["down", "up", "left", "right"]


class ItemCount(Record):
    """One bag slot, its quantity deciphered."""

    item: int
    quantity: Count


class PartyMember(Record):
    """One companion in the party."""

    species: int
    level: Count
    hp: Count
    max_hp: Count


class Battler(Record):
    """One side of a battle: points left, and the moves with their remaining uses. The first is the player's."""

    species: int
    hp: Count
    max_hp: Count
    level: Count
    moves: list[int]
    pp: list[Count]
    legal_moves: list[int] = []
    """The moves that may be chosen: those with uses left."""


class Battle(Record):
    """A battle in progress."""

    type_flags: int
    outcome: int
    battlers: list[Battler]


class OracleState(Record):
    """Everything the evaluator knows at one frame. Never shown in a visual-only condition, never in a bundle."""

    map: str
    map_group: int
    map_num: int
    x: int
    y: int
    facing: Facing | None
    screen: ScreenClass
    screen_detail: str
    """Finer class, such as ``dialog_printing`` or ``start_menu``."""
    menu_depth: Count
    settled: bool
    moving: bool
    money: Count
    bag: dict[str, list[ItemCount]]
    party: list[PartyMember]
    flags: dict[str, bool]
    vars: dict[str, int]
    scripted: bool
    """Field controls are locked by a script."""
    battle: Battle | None
    whited_out: bool = False
    unconfirmed: list[str] = []
    """Names of profile values and rules that this state rests on and that no second source confirmed."""


class StateRecord(Versioned):
    """A line of ``oracle.jsonl``: the state at one frame, before or after an action."""

    record: Literal["state"] = "state"
    frame: FrameNumber
    action_number: ActionNumber | None
    when: Literal["before", "after"]
    valid: bool
    state: OracleState | None
    """Null where the sample was not valid."""
    event: Literal["soft_reset"] | None = None
    """The game that ran is gone and the title is shown: memory was cleared, milestones reached stay reached."""


class SignRecord(Versioned):
    """A line of ``oracle.jsonl``: a milestone's sign was seen at this frame for the first time."""

    record: Literal["sign"] = "sign"
    frame: FrameNumber
    milestone: MilestoneId
    sign: Literal["earliest", "latched", "settled"]
    unconfirmed: bool = False


OracleLine = Annotated[StateRecord | SignRecord, Field(discriminator="record")]


class Predicate(Record):
    """One condition; ``op`` says which fields count. ``all`` and ``any`` hold others."""

    op: Literal[
        "all", "any", "not", "flag", "var_at_least", "var_equals", "key_item", "map", "party_at_least",
        "lead_species", "scene", "latched", "settled", "in_battle",
    ]  # fmt: skip
    of: list["Predicate"] = []
    name: str | None = None
    value: int | None = None
    values: list[int] = []


class MilestoneRule(Record):
    """How a milestone shows itself in memory; ``earliest`` and ``settled`` may be missing (DEFINITIONS.md 37)."""

    id: MilestoneId
    latched: Predicate
    earliest: Predicate | None = None
    settled: Predicate | None = None
    confirmed: bool


class MapPlace(Record):
    """A map's group and number."""

    group: int
    num: int


class Profile(Versioned):
    """``resources/profiles/<name>.yaml``: where one game revision keeps its state."""

    name: str
    title: str
    game_code: str
    revision: int
    sha1: str | None
    rom_sha256: Sha256 | None
    ram: dict[str, int]
    code: dict[str, int]
    """Even function addresses; a pointer held in RAM is the address + 1."""
    scenes: dict[str, tuple[int, int]]
    """Script ranges [start, end)."""
    flags: dict[str, int]
    vars: dict[str, int]
    items: dict[str, int]
    maps: dict[str, MapPlace]
    milestones: list[MilestoneRule]
    debounce_frames: Annotated[int, Field(ge=2)]
    unconfirmed: list[str] = []
    """Names above that no second source confirmed; they stay marked in the evidence."""
    extra: dict[str, Any] = {}
