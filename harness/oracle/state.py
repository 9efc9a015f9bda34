"""From working memory to everything the evaluator knows at one frame."""

import struct

from harness.emulator.port import MemoryImage
from harness.formats.oracle import Battle, Battler, ItemCount, OracleState, Profile
from harness.oracle import layout
from harness.oracle.party import read_party
from harness.oracle.sample import Sample
from harness.oracle.screen import Screen, callback_names, classify, facing, moving


def read_state(image: MemoryImage, profile: Profile) -> OracleState | None:
    """Return the state at a frame boundary, or null where the sample may not be judged.

    ``image`` is a copy of both working memories, from a live core or from a file.
    """
    return state_of(Sample(image, profile))


def state_of(sample: Sample) -> OracleState | None:
    """Return the state of a sample, or null where it may not be judged."""
    if not sample.valid():
        return None
    party = read_party(sample)
    if party is None:
        return None
    profile = sample.profile
    group, num = sample.place()
    name = next((n for n, place in profile.maps.items() if (place.group, place.num) == (group, num)), None)
    screen = classify(sample)
    variables = {var: sample.var(number) for var, number in profile.vars.items()}
    battle = _battle(sample) if sample.in_battle() else None
    key = sample.u32(sample.block2 + layout.ENCRYPTION_KEY)
    return OracleState(
        map=name or f"{group},{num}",
        map_group=group,
        map_num=num,
        x=sample.s16(sample.block1 + layout.POS_X),
        y=sample.s16(sample.block1 + layout.POS_Y),
        facing=facing(sample),
        screen=screen.kind,
        screen_detail=screen.detail,
        menu_depth=screen.menu_depth,
        settled=screen.settled,
        moving=moving(sample),
        money=sample.u32(sample.block1 + layout.MONEY) ^ key,
        bag=_bag(sample, key & 0xFFFF),
        party=party,
        flags={flag: sample.flag(number) for flag, number in profile.flags.items()},
        vars=variables,
        scripted=sample.scripted(),
        battle=battle,
        whited_out=sample.callback2() == profile.code.get("CB2_WhiteOut"),
        unconfirmed=_doubtful(sample, screen, name, variables, in_battle=battle is not None),
    )


def _doubtful(
    sample: Sample, screen: Screen, place: str | None, variables: dict[str, int], *, in_battle: bool
) -> list[str]:
    """Return the unconfirmed names of the profile that this state rests on, in the profile's order."""
    used = {"rule not_moving_blocks", f"screen {screen.detail}", place, *sample.profile.flags, *sample.profile.vars}
    used |= {f"{name} {value}" for name, value in variables.items()}
    used |= callback_names(sample, screen)
    if in_battle:
        used.add("battler fields")
    return [name for name in sample.profile.unconfirmed if name in used]


def _bag(sample: Sample, key: int) -> dict[str, list[ItemCount]]:
    bag: dict[str, list[ItemCount]] = {}
    for pocket, (offset, slots) in layout.POCKETS.items():
        raw = struct.unpack(f"<{slots * 2}H", sample.read(sample.block1 + offset, slots * 4))
        pairs = zip(raw[::2], raw[1::2], strict=True)
        bag[pocket] = [ItemCount(item=item, quantity=quantity ^ key) for item, quantity in pairs if item]
    return bag


def _battle(sample: Sample) -> Battle:
    ram = sample.ram
    count = min(sample.u8(ram["gBattlersCount"]), layout.BATTLERS_MAX)
    battlers = []
    for n in range(count):
        at = ram["gBattleMons"] + layout.BATTLER_BYTES * n
        moves = list(struct.unpack("<4H", sample.read(at + layout.BATTLER_MOVES, 8)))
        uses = list(sample.read(at + layout.BATTLER_PP, 4))
        battlers.append(
            Battler(
                species=sample.u16(at),
                hp=sample.u16(at + layout.BATTLER_HP),
                max_hp=sample.u16(at + layout.BATTLER_MAX_HP),
                level=sample.u8(at + layout.BATTLER_LEVEL),
                moves=moves,
                pp=uses,
                legal_moves=[move for move, left in zip(moves, uses, strict=True) if move and left],
            )
        )
    return Battle(
        type_flags=sample.u32(ram["gBattleTypeFlags"]), outcome=sample.u8(ram["gBattleOutcome"]), battlers=battlers
    )
