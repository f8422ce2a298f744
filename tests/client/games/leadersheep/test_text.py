"""Leadersheep for people: the table, the hand by numbers, what is typed, what is said."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from sheep_client import i18n
from sheep_client.game_api.text import Hint, Play, Scene
from sheep_client.games.leadersheep.text import TEXT
from sheep_client.text_layout import width_of
from sheep_client.text_ui.scene import scene_of
from sheep_common.games import GAMES
from sheep_common.games.leadersheep import REASONS
from sheep_support.clients import table, update

RULES = GAMES["leadersheep"]
NAMES = ("Ana", "Bo", "Jean Paul")
PHASES = ("gift-ask", "gift-give", "scandals", "answer", "promises")


def whole_game(seed: int, options: dict[str, object] | None = None) -> list[tuple[Any, int]]:
    """Play at random; return every state in which a seat is to act, with that seat."""
    rng, state = Random(seed), RULES.initial(3, options or {})
    found = []
    while RULES.outcome(state) is None:
        chance = RULES.chance(state, rng)
        if chance is not None:
            state = RULES.apply(state, None, chance).state
            continue
        (seat,) = RULES.to_act(state)
        found.append((state, seat))
        state = RULES.apply(state, seat, rng.choice(RULES.legal_actions(state, seat))).state
    return found


GAME = whole_game(1)


def scene_at(state: Any, seat: int | None) -> Scene:
    """Return what a seat sees."""
    painter, scene = scene_of(update("leadersheep", state, seat), table(*NAMES, game="leadersheep"))
    assert painter is TEXT
    return scene


def first(phase: str, want: str = "") -> Scene:
    """Return the first scene of a phase in which an action begins with `want`."""
    for state, seat in GAME:
        scene = scene_at(state, seat)
        if scene.view.phase == phase and any(action.startswith(want) for action in scene.legal):
            return scene
    raise AssertionError(phase)


def hand_of(scene: Scene, *cards: str, phase: str, legal: tuple[str, ...] = ()) -> Scene:
    """Return the same table with another hand."""
    view = msgspec.structs.replace(scene.view, hand=cards, phase=phase)
    return Scene(view=view, seat=scene.seat, names=scene.names, legal=legal or ("done",))


def played(reading: object) -> str:
    """Return the action that was read."""
    assert isinstance(reading, Play)
    return reading.action


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_says_that_it_is_one_s_turn(phase: str) -> None:
    """And what to type."""
    assert any("Your turn" in line for line in TEXT.menu(first(phase)).asked)


def test_every_action_of_a_whole_game_can_be_typed_as_it_is_written() -> None:
    """The contract's notation passes unchanged but for blanks."""
    for state, seat in GAME:
        scene = scene_at(state, seat)
        for action in scene.legal:
            assert played(TEXT.read(scene, action)) == action


def test_every_board_fits_the_terminal() -> None:
    """At 80 columns nothing but the lists of regions is wider."""
    for state, seat in GAME[::7]:
        for line in TEXT.board(scene_at(state, seat)):
            assert len(line) <= 80 or "," in line


def test_the_row_shows_sheep_by_colour() -> None:
    """The region in play first; a dash where there are none."""
    lines = TEXT.board(first("scandals"))
    assert lines[1].split() == ["red", "blue", "green", "yellow", "black"]
    assert [line.split()[0] for line in lines[2:5]] == ["in", "next", "then"]


def test_a_deck_of_many_colours_is_told_in_words() -> None:
    """A table would be too wide."""
    colours = [f"c{number}" for number in range(12)]
    deck = {
        "name": "wide",
        "colours": colours,
        "cards": {"promises_per_colour": 2, "scandals_per_colour": 1},
        "regions": [{"id": "r1", "name": "R1", "sheep": {"c0": 2, "c3": 1}}],
    }
    state, seat = whole_game(1, {"deck": msgspec.json.encode(deck).decode()})[0]
    assert "in play: R1 (c0 2, c3 1)" in TEXT.board(scene_at(state, seat))


def test_spectators_have_no_hand() -> None:
    """Nothing is said about cards in hand but their number."""
    assert not any("Your hand" in line for line in TEXT.board(scene_at(GAME[0][0], None)))


def test_cards_are_numbered_in_the_order_of_the_hand() -> None:
    """The numbers that are typed."""
    scene = hand_of(first("scandals"), "red", "blue", "red!", phase="promises", legal=("promise red",))
    assert TEXT.menu(scene).choices == (
        "Your hand:",
        "  1 red promise      2 blue promise     3 red scandal",
    )


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("1 3", "promise red green"),
        ("3", "promise green"),
        ("red green", "promise red green"),
        ("promise 1 3", "promise red green"),
        ("promise  red", "promise red"),
        ("RED", "promise red"),
    ],
)
def test_promises_are_typed_by_numbers_or_colours(typed: str, action: str) -> None:
    """The host says whether they may be laid."""
    scene = hand_of(first("promises"), "red", "blue", "green", phase="promises", legal=("promise red",))
    assert played(TEXT.read(scene, typed)) == action


@pytest.mark.parametrize(
    ("typed", "action"),
    [("1 2", "give red red!"), ("red red!", "give red red!"), ("give 2 1", "give red! red")],
)
def test_a_gift_is_typed_by_numbers_or_cards(typed: str, action: str) -> None:
    """Scandals with their mark."""
    scene = hand_of(first("gift-give"), "red", "red!", phase="gift-give", legal=("give red red!",))
    assert played(TEXT.read(scene, typed)) == action


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("2 Bo", "scandal red 1"),
        ("2 jean paul", "scandal red 2"),
        ("2 1", "scandal red 1"),
        ("red Bo", "scandal red 1"),
        ("scandal red Bo", "scandal red 1"),
        ("scandal 2 Bo", "scandal red 1"),
        ("done", "done"),
    ],
)
def test_a_scandal_is_typed_by_its_number_and_a_name(typed: str, action: str) -> None:
    """Or by its colour, or as it is written."""
    scene = hand_of(scene_at(GAME[0][0], 0), "red", "red!", phase="scandals", legal=("done",))
    assert played(TEXT.read(scene, typed)) == action


@pytest.mark.parametrize("typed", ["2", "2 Zoé", "9 Bo", "1 Bo"])
def test_half_a_scandal_gets_a_hint(typed: str) -> None:
    """At whom, which card, or that it is a promise."""
    scene = hand_of(scene_at(GAME[0][0], 0), "red", "red!", phase="scandals", legal=("done",))
    assert isinstance(TEXT.read(scene, typed), Hint)


def test_the_leader_names_a_giver_by_number_or_name() -> None:
    """The numbers are those of the list, the seats those of `ask`."""
    scene = first("gift-ask")
    giver = int(scene.legal[0].split()[1])
    assert played(TEXT.read(scene, "1")) == f"ask {giver}"
    assert played(TEXT.read(scene, scene.name(giver).upper())) == f"ask {giver}"


def test_a_scandal_is_answered_by_number() -> None:
    """1 accepts; the others give a region, in the order in which they came."""
    scene = first("answer", "trade")
    held = scene.view.regions[scene.seat]
    assert played(TEXT.read(scene, "1")) == "accept"
    assert played(TEXT.read(scene, "2")) == f"trade {held[0]}"
    assert isinstance(TEXT.read(scene, str(len(held) + 2)), Hint)


@pytest.mark.parametrize("typed", ["hello", "promise purple"])
def test_what_is_no_card_is_not_read(typed: str) -> None:
    """The face says what to do, or the host does."""
    scene = hand_of(first("promises"), "red", phase="promises", legal=("promise red",))
    assert TEXT.read(scene, typed) is None


def said(event: dict[str, Any], seat: int | None) -> list[str]:
    """Say an event to a seat."""
    return TEXT.sentences(event, scene_at(GAME[0][0], seat))


@pytest.mark.parametrize(
    ("event", "seat", "text"),
    [
        ({"type": "dealt"}, 0, "The cards are dealt: six each."),
        ({"type": "round", "round": 2, "leader": 1, "starter": 1}, 0, "--- Round 2 --- Bo is the leader."),
        ({"type": "round", "round": 2, "leader": None, "starter": 0}, 0, "--- Round 2 --- You start."),
        ({"type": "drew", "seat": 0, "count": 1}, 0, "You draw 1 card."),
        ({"type": "drew", "seat": 1, "count": 2}, 0, "Bo draws 2 cards."),
        ({"type": "asked", "leader": 1, "giver": 0}, 0, "Bo asks you for two cards."),
        ({"type": "asked", "leader": 1, "giver": 0}, 1, "You ask Ana for two cards."),
        ({"type": "asked", "leader": 1, "giver": 0}, None, "Bo asks Ana for two cards."),
        (
            {"type": "gave", "giver": 0, "leader": 1, "count": 2, "cards": ["red", "red!"]},
            1,
            "Ana gives you: red promise, red scandal.",
        ),
        (
            {"type": "gave", "giver": 0, "leader": 1, "count": 2, "cards": ["red", "red"]},
            0,
            "You give Bo: 2 × red promise.",
        ),
        (
            {"type": "gave", "giver": 0, "leader": 1, "count": 2, "cards": None},
            2,
            "Ana gives Bo 2 cards.",
        ),
        (
            {"type": "scandal", "thrower": 0, "target": 1, "colour": "red", "asked": True},
            1,
            "Ana throws a red scandal at you.",
        ),
        (
            {"type": "accepted", "thrower": 0, "target": 1, "colour": "red"},
            0,
            "Bo accepts it: no red from them this round.",
        ),
        (
            {"type": "traded", "thrower": 0, "target": 1, "colour": "red", "region": "corse"},
            2,
            "Bo gives Ana Corse and is rid of the scandal.",
        ),
        ({"type": "done", "seat": 0}, 0, "You throw no more."),
        ({"type": "laid", "seat": 0, "count": 1, "cards": ["red"]}, 0, "You lay face down: red."),
        ({"type": "laid", "seat": 0, "count": 1, "cards": None}, 1, "Ana lays 1 promise face down."),
        ({"type": "passed", "seat": 0}, 1, "Ana has no promise to lay and passes."),
    ],
)
def test_an_event_is_a_sentence(event: dict[str, object], seat: int | None, text: str) -> None:
    """To oneself in the second person, and secrets to those who know them."""
    assert said(event, seat) == [text]


def test_the_count_is_told_player_by_player() -> None:
    """What each promised, the votes it brought, and who wins the region."""
    event = {
        "type": "count",
        "region": "corse",
        "votes": [4, 1, 0],
        "shown": [["red", "blue"], ["black"], []],
        "winner": 0,
    }
    assert said(event, 1) == [
        "The count for Corse (red 3, blue 1, black 1):",
        "Ana: red, blue: 4 votes.",
        "Bo: black: 1 vote.",
        "Jean Paul: no promise: 0 votes.",
        "Ana wins Corse and 5 sheep.",
    ]


def test_a_region_that_nobody_wins_leaves_the_game() -> None:
    """The house's ruling of L12."""
    event: dict[str, Any] = {
        "type": "count",
        "region": "corse",
        "votes": [0, 0, 0],
        "shown": [[], [], []],
        "winner": None,
    }
    assert said(event, 1)[-1] == "Nobody promised anything: Corse leaves the game."


def test_the_ending_names_the_president() -> None:
    """Players by their sheep, most first."""
    outcome = {"scores": [9, 40, 11], "tiebreaks": [0, 0, 0], "winners": [1]}
    assert TEXT.ending(scene_at(GAME[0][0], 0), outcome) == [
        "Bo: 40 sheep.",
        "Jean Paul: 11 sheep.",
        "Ana: 9 sheep.",
        "Bo is President.",
    ]


def test_every_reason_of_the_rules_has_a_text() -> None:
    """No code is shown to a player."""
    assert set(TEXT.reasons) == set(REASONS)


def test_hostile_names_of_a_deck_are_cleaned() -> None:
    """A deck's regions come from a file that somebody else wrote."""
    deck = {
        "name": "odd",
        "colours": ["red", "blue", "green"],
        "cards": {"promises_per_colour": 8, "scandals_per_colour": 2},
        "regions": [{"id": "r1", "name": "a\u0301\u0301\u0301\u0301", "sheep": {"red": 2}}],
    }
    state, seat = whole_game(1, {"deck": msgspec.json.encode(deck).decode()})[0]
    assert "\u0301" * 3 not in "".join(TEXT.board(scene_at(state, seat)))


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_table_fits_60_columns(language: str) -> None:
    """Regions that do not are told in words, which may be broken; no name is cut into pieces."""
    i18n.use(language)
    try:
        boards = [TEXT.board(replace(scene_at(*at), width=59)) for at in GAME]
    finally:
        i18n.use("en")
    for lines in boards:
        regions = lines[1 : lines.index("")]
        in_columns = [line for line in regions if "(" not in line]
        assert all(width_of(line) <= 59 for line in in_columns)
        assert not any(line.startswith(" " * 40) and line.endswith("-") for line in lines)
