"""Actions and the states around them become steps, and what was gained between them is counted."""

from harness.formats.base import Button, MilestoneId
from harness.formats.manifest import ReturnLeg
from harness.formats.oracle import Battle, ItemCount, OracleState, PartyMember
from harness.routes import LoopRule, Step, Transition, Walk, repeated_actions, repeated_routes


def state(x: int, place: str = "road", **changes: object) -> OracleState:
    fields: dict[str, object] = {
        "map": place, "map_group": 3, "map_num": 19, "x": x, "y": 5, "facing": "up", "screen": "overworld",
        "screen_detail": "free", "menu_depth": 0, "settled": True, "moving": False, "money": 1, "bag": {}, "party": [],
        "flags": {}, "vars": {}, "scripted": False, "battle": None,
    }  # fmt: skip
    return OracleState.model_validate({**fields, **changes})


def walked(*actions: tuple[Button, OracleState | None], legs: list[ReturnLeg] | None = None) -> list[Step | None]:
    walk, now = Walk(legs or []), state(0)
    result: list[Step | None] = []
    for number, (button, after) in enumerate(actions, 1):
        result.append(walk.action(number, button, now, after, []))
        now = after or now
    return result


def test_bumps_turns_and_other_buttons_neither_join_nor_break_a_segment() -> None:
    found = walked(("RIGHT", state(1)), ("RIGHT", state(1)), ("A", state(1)), ("RIGHT", state(2)))
    assert [step is not None for step in found] == [True, False, False, True]
    assert [step.progress for step in found if step] == [0, 0]


def test_items_battles_and_scripted_walks_are_progress_but_money_is_not() -> None:
    battle = Battle(type_flags=0, outcome=0, battlers=[])
    found = walked(
        ("RIGHT", state(1, money=9)),
        ("RIGHT", state(2, bag={"items": [ItemCount(item=13, quantity=1)]})),
        ("RIGHT", state(3, bag={"items": [ItemCount(item=13, quantity=1)]})),
        ("A", state(3, bag={"items": [ItemCount(item=13, quantity=1)]}, battle=battle)),
        ("A", state(3, bag={"items": [ItemCount(item=13, quantity=1)]})),
        ("RIGHT", state(4, bag={"items": [ItemCount(item=13, quantity=1)]}, scripted=True)),
        ("A", state(9, bag={"items": [ItemCount(item=13, quantity=1)]})),
        ("RIGHT", state(8, bag={"items": [ItemCount(item=13, quantity=1)]})),
    )
    assert [step.progress for step in found if step] == [0, 0, 1, 2, 3]


def test_a_milestone_and_the_start_of_a_return_leg_are_progress() -> None:
    legs = [ReturnLeg(after="M6", until="M7", maps=["road"])]
    walk = Walk(legs)
    reached: list[MilestoneId] = []
    assert walk.action(1, "UP", state(0), state(1), reached) == Step(1, Transition("road", 0, 5, "UP", "road", 1, 5), 0)
    walk.action(2, "A", state(1), state(1, "shop"), ["M6"])
    on_leg = walk.action(3, "UP", state(1, "shop"), state(1), ["M6"])
    back = walk.action(4, "UP", state(1), state(2), ["M6"])
    again = walk.action(5, "UP", state(2), state(3), ["M6"])
    assert on_leg is not None
    assert back is not None
    assert again is not None
    assert on_leg.progress < back.progress == again.progress


def slots(*pairs: tuple[int, int]) -> dict[str, list[ItemCount]]:
    return {"items": [ItemCount(item=item, quantity=quantity) for item, quantity in pairs]}


def member(species: int, hp: int = 9) -> PartyMember:
    return PartyMember(species=species, level=5, hp=hp, max_hp=20)


def gained(before: dict[str, object], after: dict[str, object]) -> bool:
    """Whether an action between two states counts as progress for the step after it."""
    walk = Walk([])
    walk.action(1, "A", state(0, **before), state(0, **after), [])
    step = walk.action(2, "RIGHT", state(0), state(1), [])
    assert step is not None
    return step.progress > 0


def test_what_is_carried_and_who_is_in_the_party_is_progress_but_not_its_order_nor_points_left() -> None:
    assert gained({"bag": slots((4, 5))}, {"bag": slots((4, 4))})
    assert gained({"bag": slots((4, 5))}, {"bag": slots()})
    assert gained({"party": [member(1)]}, {"party": [member(1), member(16)]})
    assert gained({"party": [member(1), member(16)]}, {"party": [member(16), member(19)]})
    assert gained({}, {"whited_out": True})
    assert not gained({"bag": slots((4, 5), (13, 1))}, {"bag": slots((13, 1), (4, 5))})
    assert not gained({"party": [member(1), member(16)]}, {"party": [member(16, hp=2), member(1)]})
    assert not gained({"money": 3000}, {"money": 80})


def test_a_way_home_after_a_white_out_is_no_step_and_what_follows_is_excused() -> None:
    found = walked(
        ("UP", state(1)), ("UP", state(1, whited_out=True)), ("UP", state(5, "house")), ("UP", state(6, "house"))
    )
    assert [step is not None for step in found] == [True, False, False, True]
    assert found[0] is not None
    assert found[3] is not None
    assert found[3].progress > found[0].progress


def test_without_coordinates_there_is_no_step_and_no_loop() -> None:
    walk, rule = Walk([]), LoopRule()
    steps = [walk.action(number, "UP", None, None, []) for number in range(1, 100)]
    assert steps == [None] * 99
    assert repeated_routes([]) == []
    assert [rule.add(step) for step in steps if step is not None] == []


def there_and_back(legs: list[ReturnLeg], reached: dict[int, list[MilestoneId]]) -> int:
    """Walk four tiles out and back, twice over, and count the repeated actions; ``reached`` says from which on."""
    walk, now, found = Walk(legs), 0, []
    milestones: list[MilestoneId] = []
    way: list[tuple[Button, int]] = [("RIGHT", 1)] * 4 + [("LEFT", -1)] * 4
    for number, (button, step) in enumerate(way * 2, 1):
        milestones = reached.get(number, milestones)
        found.append(walk.action(number, button, state(now), state(now + step), milestones))
        now += step
    return repeated_actions(repeated_routes([step for step in found if step is not None]))


def test_required_backtracking_is_excused_between_its_milestones_and_nowhere_else() -> None:
    leg = [ReturnLeg(after="M6", until="M7", maps=["road"])]
    assert there_and_back([], {}) == 8
    assert there_and_back(leg, {}) == 8
    assert there_and_back(leg, {8: ["M6"]}) == 0
    assert there_and_back([], {8: ["M6"]}) == 0
    assert there_and_back(leg, {1: ["M6", "M7"]}) == 7
    assert there_and_back([ReturnLeg(after="M6", until="M7", maps=["shop"])], {1: ["M6"]}) == 7
