"""Notation: what is read, the one form that is printed, and what is refused before any rule."""

import pytest
from sheep_common.errors import NotationError, RuleError
from sheep_common.games.leadersheep import GAME
from sheep_common.games.leadersheep.actions import parse
from sheep_support.games.leadersheep import play, skip_to, table

HANDS = ("red blue green yellow red! blue!",) * 2

ONE_FORM = [
    "ask 0",
    "give red",
    "give red red!",
    "scandal red 1",
    "accept",
    "trade ile-de-france",
    "done",
    "promise red",
    "promise red blue green",
    "pass",
    "deal a,b-2 red,blue!,red",
    "shuffle red!,blue",
]


@pytest.mark.parametrize("text", ONE_FORM)
def test_one_form_is_read_and_printed_alike(text: str) -> None:
    """Parse and str mirror each other."""
    assert str(parse(text)) == text


@pytest.mark.parametrize("text", ["  promise   red\tblue ", "promise red blue"])
def test_extra_blanks_are_accepted(text: str) -> None:
    """Spaces and tabs between and around words are dropped."""
    assert str(parse(text)) == "promise red blue"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("promise green red blue", "promise red blue green"),
        ("give blue! red", "give red blue!"),
        ("give red! yellow", "give yellow red!"),
        ("give blue! red!", "give red! blue!"),
        (" ask  1", "ask 1"),
        ("shuffle  blue,red", "shuffle blue,red"),
        ("deal  brie,alba blue,red", "deal brie,alba blue,red"),
    ],
)
def test_canonical_puts_cards_in_palette_order_and_leaves_chance_alone(text: str, form: str) -> None:
    """Promises first, then scandals, each in palette order; the order of chance is meaning."""
    assert GAME.canonical(table(*HANDS), text) == form


def test_canonical_puts_colours_of_no_such_deck_last() -> None:
    """The rules refuse them; printing must not fail."""
    assert GAME.canonical(table(*HANDS), "promise zebra red apple") == "promise red apple zebra"


def test_apply_takes_other_orders() -> None:
    """The promises are laid in palette order whatever the text's order."""
    state = play(skip_to(table(*HANDS), "promises"), "0 promise  green red")
    assert state.laid[0] == ("red", "green")


BROKEN = [
    "",
    "   ",
    "jump",
    "Done",
    "done now",
    "accept 1",
    "pass red",
    "ask",
    "ask one",
    "ask 01",
    "ask -0",
    "ask +1",
    "ask 1 2",
    "ask ١",
    "ask " + "9" * 5000,
    "give",
    "give red blue green",
    "give Red",
    "give red!!",
    "give !",
    "scandal red",
    "scandal red! 1",
    "scandal 1 red",
    "trade",
    "trade Corse",
    "trade a b",
    "promise",
    "promise red!",
    "promise red blue green yellow",
    "promise -red",
    "promise rouge é",
    "promise red\n",
    "promise\u00a0red",
    "deal alba",
    "deal alba, red",
    "deal alba red,,blue",
    "deal alba red blue",
    "shuffle",
    "shuffle red,",
    "shuffle red blue",
]


@pytest.mark.parametrize("text", BROKEN)
def test_broken_notation_is_refused(text: str) -> None:
    """What breaks the words and shapes is no action at all."""
    with pytest.raises(NotationError):
        parse(text)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_notation_is_looked_at_before_any_rule(seat: int | None) -> None:
    """Also for a seat that is not to act, and for the table."""
    with pytest.raises(NotationError):
        GAME.apply(table(*HANDS), seat, "promise red blue green yellow")


@pytest.mark.parametrize("text", ["ask -1", "ask 99999999999999999999", "scandal red 6"])
def test_seats_that_do_not_exist_are_well_written(text: str) -> None:
    """They are the rules' to refuse."""
    with pytest.raises(RuleError):
        GAME.apply(table(*HANDS), 0, text)
