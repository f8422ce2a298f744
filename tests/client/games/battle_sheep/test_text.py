"""Battle Sheep for people: the map, what is typed, what is said."""

import pytest
from sheep_client.game_api.text import Hint, Play, Scene
from sheep_client.games.battle_sheep import choices, text
from sheep_client.games.battle_sheep.choices import stack_letters
from sheep_client.games.battle_sheep.text import TEXT
from sheep_client.text_ui.scene import scene_of
from sheep_common.games import GAMES
from sheep_common.games.battle_sheep.hexes import Hex
from sheep_common.games.battle_sheep.refusals import REASONS
from sheep_support.clients import table, update

RULES = GAMES["battle-sheep"]
RING = "0,0:0x4 1,0 2,-1:1x2 2,0 0,1 1,1 0,2:1x1 1,2 2,1"
"""Three rows of three around nothing, with stacks of Ana (0) and Bo (1)."""
RING_WITH_HOLE = "1,0 2,0 0,1 2,1 0,2 1,2:0x3 3,0:1x2"
"""Six pastures around the hole at 1,1, and one more for Bo."""


def scene(position: str, seat: int | None = 0, names: tuple[str, ...] = ("Ana", "Bo")) -> Scene:
    """Return the scene of a position, with `first` to act."""
    state = RULES.initial(len(names), {"position": position})
    painter, found = scene_of(update("battle-sheep", state, seat), table(*names, state="playing"))
    assert painter is TEXT
    return found


def fresh(*actions: str, seat: int = 0) -> Scene:
    """Return the scene after some actions of two players, taken in turn."""
    state = RULES.initial(2, {})
    for action in actions:
        (actor,) = RULES.to_act(state)
        state = RULES.apply(state, actor, action).state
    return scene_of(update("battle-sheep", state, seat), table("Ana", "Bo", state="playing"))[1]


def built() -> list[str]:
    """Return the actions that lay all tiles, in a row."""
    return [f"tile {2 * number},0 0" for number in range(8)]


def played(reading: object) -> str:
    """Return the action that was read."""
    assert isinstance(reading, Play)
    return reading.action


def test_the_map_shows_stacks_free_pastures_and_holes() -> None:
    """A letter and a number for a stack, a dot, and a pair of brackets; blanks outside."""
    assert TEXT.board(scene(RING_WITH_HOLE))[:4] == [
        "     a   b   c",
        "  1    .   .  B2",
        "  2  .  ( )  .",
        "  3    .  A3",
    ]


def test_holes_are_gaps_that_pastures_enclose() -> None:
    """A bay is none."""
    ring = [Hex(1, 0), Hex(2, 0), Hex(0, 1), Hex(2, 1), Hex(0, 2), Hex(1, 2)]
    assert text.holes(ring) == [Hex(1, 1)]
    assert text.holes(ring[:-1]) == []


def test_below_the_map_stands_who_holds_what() -> None:
    """With the letter of the stacks."""
    lines = TEXT.board(scene(RING))
    assert lines[-2:] == ["A  Ana (you), 1 pasture, largest herd 1", "B  Bo, 2 pastures, largest herd 1"]


def test_a_blocked_player_is_named_as_such() -> None:
    """Who is out can still win, and everybody sees it."""
    lines = TEXT.board(scene("0,0:0x2 1,0 2,0:1x1"))
    assert lines[-1].endswith("blocked")


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Ana", "Bo"), "AB"),
        (("Bo", "Ana"), "BA"),
        (("Ana", "Alma"), "AB"),
        (("Émile", "Zoé"), "EZ"),
        (("中", "Bo"), "AB"),
        (("3PO", "Bo"), "AB"),
        (("Ana", "Bo", "bob"), "ABC"),
    ],
)
def test_stacks_have_the_initials_where_these_differ(names: tuple[str, ...], letters: str) -> None:
    """Else A, B, C, by seat."""
    assert "".join(stack_letters(names)) == letters


def test_the_board_in_words_says_every_cell() -> None:
    """Cells of one kind beside each other together; stacks one by one."""
    assert TEXT.words(scene("0,0:0x4 1,0 2,0 3,0:1x1 3,-1"))[:2] == [
        "Row 1: c1 free.",
        "Row 2: a2 Ana 4 sheep, b2 to c2 free, d2 Bo 1 sheep.",
    ]


LINE = "0,0:0x8 1,0 2,0 3,0 0,1 1,1 0,2:1x2 1,2"
"""Ana's stack of 8 at a1 can go east to d1 and south-east to a2."""


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("1", "split 0,0 E 4"),
        ("1 3", "split 0,0 E 3"),
        ("2 7", "split 0,0 SE 7"),
        ("a1 e", "split 0,0 E 4"),
        ("A1 E 2", "split 0,0 E 2"),
        ("a1 se 1", "split 0,0 SE 1"),
        ("a1 d1", "split 0,0 E 4"),
        ("a1 d1 5", "split 0,0 E 5"),
        ("a1 east 5", "split 0,0 E 5"),
        ("split a1 e 5", "split 0,0 E 5"),
        ("split 0,0 E 99", "split 0,0 E 99"),
    ],
)
def test_a_split_is_typed_in_many_ways(typed: str, action: str) -> None:
    """By number, by cell and direction or landing; half by default; the contract's form goes as it is."""
    assert played(TEXT.read(scene(LINE), typed)) == action


@pytest.mark.parametrize("typed", ["9", "a1", "a1 w", "a1 b1", "d1", "1 8", "1 0", "1 x", "1 2 3"])
def test_half_a_split_gets_a_hint(typed: str) -> None:
    """What can be done from there, or how many may go."""
    reading = TEXT.read(scene(LINE), typed)
    assert isinstance(reading, Hint)
    assert all(reading.lines)


@pytest.mark.parametrize("typed", ["hello", "z9", "e a1"])
def test_what_is_no_split_is_not_read(typed: str) -> None:
    """The face says what to do."""
    assert TEXT.read(scene(LINE), typed) is None


def test_the_menu_numbers_every_way_of_every_stack() -> None:
    """In reading order, with the landing."""
    menu = TEXT.menu(scene(LINE))
    assert [choice.replace("\u00a0", " ") for choice in menu.choices] == [
        "a1, 8 sheep: 1 east to d1, 2 south-east to a2"
    ]


def test_every_choice_of_every_menu_is_legal() -> None:
    """The numbers of the splits, whatever the position."""
    found = scene(RING)
    ways = choices.ways(found)
    actions = {played(TEXT.read(found, str(number))) for number in range(1, len(ways) + 1)}
    assert actions <= set(found.legal)
    heads = {action.rpartition(" ")[0] for action in found.legal}
    assert {action.rpartition(" ")[0] for action in actions} == heads


def test_the_first_tile_is_one_of_three() -> None:
    """All are listed at once."""
    found = fresh()
    assert [played(TEXT.read(found, str(number))) for number in (1, 2, 3)] == list(found.legal)


def test_a_tile_is_typed_as_a_cell_and_a_shape() -> None:
    """The cell of its anchor, in a field that has all that can be named."""
    found = fresh("tile 0,0 0", seat=1)
    field = choices.field_of(found)
    for action in found.legal:
        _verb, at, shape = action.split()
        q, r = map(int, at.split(","))
        assert played(TEXT.read(found, f"{field.name(Hex(q, r))} {shape}")) == action


def test_a_cell_alone_says_which_shapes_fit() -> None:
    """Then it takes one more word."""
    found = fresh("tile 0,0 0", seat=1)
    cell = choices.field_of(found).name(choices.anchors(found)[0])
    reading = TEXT.read(found, cell)
    assert isinstance(reading, Hint)
    assert f"Type {cell} " in reading.lines[0]


def test_many_places_are_listed_on_demand() -> None:
    """`/options` has them all, each by a number that can be typed."""
    found = fresh("tile 0,0 0", seat=1)
    menu = TEXT.menu(found)
    assert len(menu.everything) > len(menu.choices)
    assert played(TEXT.read(found, str(len(found.legal)))) in found.legal


def test_a_stack_is_put_by_cell_or_number() -> None:
    """On the rim; what is not goes to the host, which says why not."""
    found = fresh(*built())
    assert played(TEXT.read(found, "a1")) == "start 0,0"
    assert played(TEXT.read(found, "1")) == "start 0,0"


def test_cells_where_something_can_be_put_are_marked() -> None:
    """While it is one's turn."""
    board = TEXT.board(fresh(*built()))
    assert "+" in board[1]
    assert "+" not in TEXT.board(fresh(*built(), seat=1))[1]


@pytest.mark.parametrize(
    ("event", "seat", "text"),
    [
        ({"type": "tile", "seat": 0, "owner": 0, "at": [0, 0], "orientation": 0}, 0, "You lay a tile."),
        ({"type": "tile", "seat": 1, "owner": 1, "at": [0, 0], "orientation": 0}, 0, "Bo lays a tile."),
        ({"type": "start", "seat": 1, "at": [0, 0], "count": 16}, 0, "Bo puts the whole stack on a1."),
        (
            {"type": "split", "seat": 1, "at": [0, 0], "direction": "E", "count": 3, "to": [3, 0]},
            0,
            "Bo moves 3 sheep east, from a1 to d1.",
        ),
        (
            {"type": "split", "seat": 1, "at": [0, 0], "direction": "E", "count": 1, "to": [3, 0]},
            1,
            "You move 1 sheep east, from a1 to d1.",
        ),
        ({"type": "passed", "seat": 1}, None, "Bo is passed over."),
        ({"type": "over", "scores": [1, 2], "tiebreaks": [1, 1], "winners": [1]}, 0, "The game is over."),
    ],
)
def test_an_event_is_a_sentence(event: dict[str, object], seat: int | None, text: str) -> None:
    """To oneself in the second person."""
    assert TEXT.sentences(event, scene(LINE, seat)) == [text]


def test_tiles_that_chance_lays_are_not_told_one_by_one() -> None:
    """The map shows them."""
    event = {"type": "tile", "seat": None, "owner": 0, "at": [0, 0], "orientation": 0}
    assert TEXT.sentences(event, scene(LINE)) == []


def test_an_event_of_a_later_version_is_passed_over() -> None:
    """A newer host may tell more."""
    assert TEXT.sentences({"type": "eclipse"}, scene(LINE)) == []


def test_the_ending_ranks_the_players() -> None:
    """By pastures, then by herd; the winner last, where it is read."""
    outcome = {"scores": [5, 7], "tiebreaks": [3, 2], "winners": [1]}
    assert TEXT.ending(scene(LINE, 1), outcome) == [
        "Bo: 7 pastures, largest herd 2.",
        "Ana: 5 pastures, largest herd 3.",
        "You win!",
    ]


def test_several_winners_are_all_named() -> None:
    """Nobody loses a draw."""
    outcome = {"scores": [5, 5], "tiebreaks": [3, 3], "winners": [0, 1]}
    assert TEXT.ending(scene(LINE), outcome)[-1] == "Several win: Ana, Bo."


def test_every_reason_of_the_rules_has_a_text() -> None:
    """No code is shown to a player."""
    assert set(TEXT.reasons) == set(REASONS)
