"""The options of Battle Sheep: defaults, text, and everything that no table can be opened with."""

import json

import pytest
from sheep_common.errors import OptionError
from sheep_common.games.battle_sheep import GAME
from sheep_common.games.battle_sheep.position import MOST
from sheep_common.games.battle_sheep.view import view

DEFAULTS = {"first": 0, "end": "all-blocked", "starts": "outer-rim", "board": "players"}
PAIR = "0,0:0x16 1,0 2,0:1x16"


def test_left_out_options_have_their_defaults() -> None:
    """Every option is named but `position`, which is left out when there is none."""
    assert GAME.resolve(2, {}) == DEFAULTS
    assert GAME.resolve(2, dict.fromkeys([*DEFAULTS, "position"])) == DEFAULTS


def test_the_options_are_listed_for_lobbies_with_the_default_first() -> None:
    """What the list says resolves, and its defaults are the real ones."""
    assert {option.name: option.default for option in GAME.options} == {**DEFAULTS, "position": None}
    for option in GAME.options:
        assert option.default == (option.values or (option.default,))[0]
        for value in option.values:
            assert GAME.resolve(2, {option.name: value})[option.name] == value


def test_integers_are_read_as_text_too() -> None:
    """As a lobby or a command line passes them."""
    assert GAME.resolve(3, {"first": "2"})["first"] == 2
    assert GAME.initial(3, {"first": "2"}) == GAME.initial(3, {"first": 2})


def test_resolved_options_start_the_same_game_and_are_plain_json() -> None:
    """So a record's header can hold them."""
    given = {"first": "1", "end": "one-left", "starts": "any-rim", "position": f"  {PAIR} "}
    resolved = GAME.resolve(2, given)
    assert resolved["position"] == PAIR
    assert GAME.resolve(2, json.loads(json.dumps(resolved))) == resolved
    assert GAME.initial(2, resolved) == GAME.initial(2, given)


@pytest.mark.parametrize("position", [None, "none"])
def test_no_position_can_be_asked_for_in_words(position: str | None) -> None:
    """The contract's default for `position` is none; it resolves to nothing."""
    assert "position" not in GAME.resolve(2, {"position": position})


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 100, 2.0, "2", None])
def test_only_two_to_four_can_play(seats: int) -> None:
    """Any other number of seats is refused, with the right ones named."""
    with pytest.raises(OptionError, match="2 to 4 seats"):
        GAME.resolve(seats, {})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("colour", "red"),
        ("", 0),
        ("first", 2),
        ("first", -1),
        ("first", "2"),
        ("first", "-1"),
        ("first", "01"),
        ("first", "youngest"),
        pytest.param("first", "9" * 10_000, id="first-giant-text"),
        pytest.param("first", 10**5000, id="first-giant"),
        ("first", True),
        ("first", 1.0),
        ("first", [0]),
        ("end", "never"),
        ("end", ""),
        ("end", 0),
        ("end", ["one-left"]),
        ("starts", "anywhere"),
        ("board", "RANDOM"),
        pytest.param("board", "x" * 10_000, id="board-long"),
        ("position", 7),
        ("position", ""),
        ("position", "0"),
        ("position", "0,0;1,0"),
        ("position", "0,0:0"),
        ("position", "0,0:0x"),
        ("position", "0,0:0x0"),
        ("position", "0,0:0x-1"),
        ("position", "0,0:0x01"),
        ("position", "0,0:2x1"),
        ("position", "0,0:-1x1"),
        ("position", "0,0 1,0 0,0"),
        ("position", "0,0:0x1 0,0:1x1"),
        ("position", "100,0"),
        pytest.param("position", f"{'9' * 10_000},0", id="position-far"),
        pytest.param("position", f"0,0:0x{'9' * 10_000}", id="position-giant-stack"),
        pytest.param("position", f"0,0:{'9' * 10_000}x1", id="position-giant-seat"),
        ("position", f"0,0:0x{MOST} 1,0:1x1"),
        pytest.param("position", " ".join(f"{i % 90},{i // 90}" for i in range(MOST + 1)), id="position-big"),
    ],
)
def test_a_bad_option_is_refused_in_one_short_line(key: str, value: object) -> None:
    """By `resolve` and by `initial`; the line names the option."""
    with pytest.raises(OptionError) as caught:
        GAME.resolve(2, {key: value})
    text = str(caught.value)
    assert key in text
    assert "\n" not in text
    assert len(text) < 250
    with pytest.raises(OptionError):
        GAME.initial(2, {key: value})


def test_a_position_starts_with_the_splits() -> None:
    """No tiles and no starts; the seat named by `first` is to act."""
    state = GAME.initial(2, {"position": PAIR, "first": 1})
    seen = view(state, None)
    assert (seen.phase, seen.to_act, seen.first) == ("splits", (1,), 1)
    assert GAME.legal_actions(state, 1)[0] == "split 2,0 W 1"


def test_a_position_passes_over_a_first_seat_that_is_blocked() -> None:
    """The next one clockwise that can split is to act; so with a seat that has no stack."""
    state = GAME.initial(3, {"position": "0,0:0x1 1,0 2,0:2x16"})
    seen = view(state, None)
    assert (seen.to_act, seen.first) == ((2,), 0)


def test_a_position_may_be_over_at_once() -> None:
    """Nobody can split, or with `end=one-left` only one."""
    nobody = GAME.initial(2, {"position": "0,0:0x16 1,0:1x16"})
    assert GAME.outcome(nobody) is not None
    one = {"position": "0,0:0x1 1,0:1x16 2,0"}
    assert GAME.outcome(GAME.initial(2, one)) is None
    assert GAME.outcome(GAME.initial(2, {**one, "end": "one-left"})) is not None


def test_a_position_needs_no_tiles_also_on_a_random_board() -> None:
    """Then the table has nothing to lay."""
    state = GAME.initial(2, {"position": PAIR, "board": "random"})
    assert GAME.to_act(state) == {0}


def test_positions_that_differ_in_order_alone_are_the_same_state() -> None:
    """The order of the pastures means nothing."""
    turned = " ".join(reversed(PAIR.split()))
    assert GAME.initial(2, {"position": turned}) == GAME.initial(2, {"position": PAIR})
