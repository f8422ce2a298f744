"""Every way in which the rules of Battle Sheep refuse an action, with its code and reason."""

import pytest
from sheep_common.errors import RuleError
from sheep_common.games.battle_sheep import GAME, State
from sheep_common.games.battle_sheep.hexes import Hex
from sheep_common.games.battle_sheep.refusals import REASONS
from sheep_support.games.battle_sheep import before_starts, play, ready, refusal

EMPTY = GAME.initial(2, {})
ONE_TILE = play(EMPTY, "tile 0,0 0")
FLOWER = [Hex(0, 0), Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1)]
STARTS = before_starts(FLOWER)
ONE_START = play(STARTS, "start 1,0")
SPLITS = ready("0,0:0x3 1,0 2,0 3,0:1x16 4,0 0,1:0x1 1,1")

CASES: list[tuple[str, State, int, str]] = [
    ("wrong-phase", EMPTY, 0, "start 0,0"),
    ("wrong-phase", EMPTY, 0, "split 0,0 E 1"),
    ("wrong-phase", STARTS, 0, "tile 0,0 0"),
    ("wrong-phase", STARTS, 0, "split 0,0 E 1"),
    ("wrong-phase", SPLITS, 0, "tile 9,9 0"),
    ("wrong-phase", SPLITS, 0, "start 1,0"),
    ("first-tile", EMPTY, 0, "tile 1,0 0"),
    ("overlap", ONE_TILE, 1, "tile 0,0 1"),
    ("overlap", ONE_TILE, 1, "tile 1,1 2"),
    ("not-touching", ONE_TILE, 1, "tile 3,0 0"),
    ("not-touching", ONE_TILE, 1, "tile 50,-50 2"),
    ("no-pasture", STARTS, 0, "start 5,5"),
    ("taken", ONE_START, 1, "start 1,0"),
    ("not-rim", STARTS, 0, "start 0,0"),
    ("no-stack", SPLITS, 0, "split 1,0 E 1"),
    ("no-stack", SPLITS, 0, "split 9,9 E 1"),
    ("not-your-stack", SPLITS, 0, "split 3,0 E 1"),
    ("one-sheep", SPLITS, 0, "split 0,1 E 1"),
    ("too-many", SPLITS, 0, "split 0,0 E 3"),
    ("too-many", SPLITS, 0, "split 0,0 E 4"),
    ("no-room", SPLITS, 0, "split 0,0 W 1"),
    ("no-room", SPLITS, 0, "split 0,0 SE 1"),
]


@pytest.mark.parametrize(("reason", "state", "seat", "action"), CASES)
def test_an_action_against_the_rules_is_illegal_for_a_reason(
    reason: str, state: State, seat: int, action: str
) -> None:
    """The seat is to act, the text is well written, and the rules say why not."""
    assert refusal(state, seat, action) == ("illegal", reason)


def test_every_reason_there_is_has_a_case_here() -> None:
    """No code is left that nothing gives."""
    assert {reason for reason, *_ in CASES} == set(REASONS)


@pytest.mark.parametrize("seat", [1, 2, -1, None])
def test_a_seat_that_is_not_to_act_is_told_so_whatever_it_tries(seat: int | None) -> None:
    """Another seat, one that is not there, and the table when no chance is due."""
    for action in ("tile 0,0 0", "tile 7,7 0", "start 0,0"):
        assert refusal(EMPTY, seat, action) == ("not-your-turn", None)


def test_seats_are_not_to_act_while_the_table_lays_tiles() -> None:
    """Then only the table is."""
    state = GAME.initial(2, {"board": "random"})
    assert refusal(state, 0, "tile 0,0 0") == ("not-your-turn", None)
    assert refusal(state, None, "tile 0,0 0") is None
    assert refusal(state, None, "start 0,0") == ("illegal", "wrong-phase")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_is_to_act_after_the_end(seat: int | None) -> None:
    """Also not who moved last."""
    over = ready("0,0:0x1 1,0:1x1")
    assert refusal(over, seat, "split 0,0 E 1") == ("not-your-turn", None)


def test_a_refusal_says_in_english_what_is_wrong() -> None:
    """For logs and scripts; the code is for programs."""
    with pytest.raises(RuleError, match="at least one of the 3 sheep stays"):
        GAME.apply(SPLITS, 0, "split 0,0 E 3")
