"""The notation of Battle Sheep: one form is printed, extra blanks are read, all else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheep_common.errors import NotationError, RuleError
from sheep_common.games.battle_sheep import GAME
from sheep_common.games.battle_sheep.actions import Action, Split, Start, Tile, canonical, parse
from sheep_common.games.battle_sheep.hexes import DIRECTIONS, Hex
from sheep_support.games.battle_sheep import ready

HEXES = st.builds(Hex, st.integers(), st.integers())
ACTIONS = st.one_of(
    st.builds(Tile, HEXES, st.integers(0, 2)),
    st.builds(Start, HEXES),
    st.builds(Split, HEXES, st.sampled_from(sorted(DIRECTIONS)), st.integers(min_value=1)),
)
BLANKS = st.text(" \t", min_size=1, max_size=3)
GIANT = "9" * 10_000


@given(ACTIONS)
def test_what_is_printed_reads_back_as_the_same_action(action: Action) -> None:
    """Parse mirrors str, for numbers of any size."""
    assert parse(str(action)) == action


@given(ACTIONS, BLANKS)
def test_extra_blanks_are_read_and_not_printed(action: Action, blanks: str) -> None:
    """Blanks and tabs, between the words and around them."""
    spaced = blanks + blanks.join(str(action).split()) + blanks
    assert canonical(spaced) == str(action)
    assert parse(spaced) == action


def test_each_action_reads_its_own_line() -> None:
    """The classes parse as the module does."""
    assert Split.parse("split 3,0 NE 7") == Split(Hex(3, 0), "NE", 7)
    assert Start.parse("start -2,5") == Start(Hex(-2, 5))
    assert Tile.parse("tile 0,-1 2") == Tile(Hex(0, -1), 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "tile",
        "tile 0,0",
        "tile 0,0 3",
        "tile 0,0 -1",
        "tile 0,0 00",
        "tile 0,0 1 1",
        "tile 0, 0 1",
        "tile 0,0,0 1",
        "tile +1,0 1",
        "tile -0,0 1",
        "tile 01,0 1",
        "tile 1.0,0 1",
        "tile ٣,0 1",
        "TILE 0,0 1",
        "tile 0,0 1\n",
        "tile\n0,0 1",
        "tile\u00a00,0 1",
        "start",
        "start 0",
        "start 0,0 1",
        "split 0,0 E",
        "split 0,0 e 1",
        "split 0,0 N 1",
        "split 0,0 E 0",
        "split 0,0 E -1",
        "split 0,0 E 01",
        "split 0,0 E 1 1",
        "pass",
        "done",
        "tile 0,0 1; start 0,0",
        pytest.param("x" * 100_000, id="long"),
    ],
)
def test_what_breaks_the_notation_is_refused_before_any_rule(text: str) -> None:
    """By `parse`, by `canonical`, and by `apply` also for a seat that is not to act."""
    state = GAME.initial(2, {})
    for attempt in (
        lambda: parse(text),
        lambda: GAME.canonical(state, text),
        lambda: GAME.apply(state, 1, text),
    ):
        with pytest.raises(NotationError):
            attempt()


def test_a_class_refuses_another_ones_line() -> None:
    """A start is no split."""
    with pytest.raises(NotationError):
        Split.parse("start 0,0")


def test_a_refusal_shows_no_more_than_the_beginning_of_a_long_text() -> None:
    """What a peer sends does not fill the log."""
    with pytest.raises(NotationError) as caught:
        parse("x" * 100_000)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"split 0,0 E {GIANT}", id="split 0,0 E GIANT"),
        pytest.param(f"split {GIANT},0 E 1", id="split GIANT,0 E 1"),
        pytest.param(f"split 0,-{GIANT} E 1", id="split 0,-GIANT E 1"),
        pytest.param(f"start {GIANT},0", id="start GIANT,0"),
        pytest.param(f"tile {GIANT},0 0", id="tile GIANT,0 0"),
    ],
)
def test_a_giant_number_is_good_notation_and_against_the_rules(text: str) -> None:
    """It keeps its one form, and neither crashes nor stalls the host."""
    state = ready("0,0:0x16 1,0 5,0:1x16 6,0")
    assert GAME.canonical(state, text) == text
    with pytest.raises(RuleError) as caught:
        GAME.apply(state, 0, text)
    assert caught.value.code == "illegal"
    assert len(str(caught.value)) < 250


def test_canonical_takes_actions_of_every_phase_at_every_moment() -> None:
    """Whether an action is legal is not looked at."""
    state = GAME.initial(2, {})
    for text in ("tile 0,0 1", "start 7,7", "split 0,0 E 99"):
        assert GAME.canonical(state, text) == text
