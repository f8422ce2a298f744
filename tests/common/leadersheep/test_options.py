"""Options and decks: what is taken, in which form, and what is refused."""

import json
from copy import deepcopy
from importlib.metadata import EntryPoint, EntryPoints

import pytest
from sheep_common.errors import OptionError
from sheep_common.games.leadersheep import GAME, decks
from sheep_common.games.leadersheep.state import Recycling
from sheep_support.games.leadersheep import PLAIN, canary_form, deck_from, plain


def test_defaults_are_all_resolved() -> None:
    """Every option is there, with the contract's default."""
    assert GAME.resolve(3, {}) == {"first": 0, "trash": "shuffle", "deck": "france"}
    assert {option.name: option.default for option in GAME.options} == GAME.resolve(3, {})


@pytest.mark.parametrize("value", [2, "2"])
def test_first_is_a_seat_also_as_text(value: object) -> None:
    """A command line has text only."""
    assert GAME.resolve(3, {"first": value})["first"] == 2
    assert GAME.initial(3, {"first": value}).starter == 2


@pytest.mark.parametrize("value", ["shuffle", "turn-over"])
def test_trash_is_taken(value: str) -> None:
    """Both ways of the ruling L5."""
    assert GAME.initial(3, {"trash": value}).recycling is Recycling(value)


def test_inline_deck_is_taken_and_printed_in_one_form() -> None:
    """Its resolved text makes the same deck and resolves to itself."""
    text = json.dumps(PLAIN, indent=2)
    resolved = GAME.resolve(2, {"deck": text})["deck"]
    assert GAME.initial(2, {"deck": resolved}) == GAME.initial(2, {"deck": text})
    assert GAME.resolve(2, {"deck": resolved})["deck"] == resolved


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("first", -1),
        ("first", 3),
        ("first", "3"),
        ("first", "01"),
        ("first", ""),
        ("first", "youngest"),
        ("first", True),
        ("first", 1.0),
        ("first", None),
        ("trash", "burn"),
        ("trash", ""),
        ("trash", 1),
        ("deck", "atlantis"),
        ("deck", ""),
        ("deck", 7),
        ("deck", "{"),
        ("deck", "{}"),
        ("deck", "[" * 100_000),
        ("deck", '{"a":' * 10_000),
        ("deck", "{" + " " * (1 << 16) + "}"),
        ("deck", '{"name": ' + "9" * 5000 + "}"),
        ("colour", "red"),
        ("end", "one-left"),
    ],
)
def test_unknown_keys_and_values_are_refused(key: str, value: object) -> None:
    """One line of what is wrong, for `resolve` and `initial` alike."""
    with pytest.raises(OptionError) as error:
        GAME.resolve(3, {key: value})
    assert "\n" not in str(error.value)
    with pytest.raises(OptionError):
        GAME.initial(3, {key: value})


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, True])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    """Two to six."""
    with pytest.raises(OptionError):
        GAME.initial(seats, {})


def test_lobby_offers_three_to_six_and_takes_two() -> None:
    """No text names a number; two is on request."""
    assert (GAME.seats, GAME.offered) == (range(2, 7), range(3, 7))


def test_france_is_the_deck_of_the_rules() -> None:
    """5 colours, 80 promises, 30 scandals, 13 regions; Corse has 5 sheep, Île-de-France 15."""
    deck = GAME.initial(3, {}).deck
    assert deck.colours == ("red", "blue", "green", "yellow", "black")
    assert sum("!" not in card for card in deck.cards) == 80
    assert sum("!" in card for card in deck.cards) == 30
    assert len(deck.regions) == 13
    assert (deck.sheep["corse"], deck.sheep["ile-de-france"]) == (5, 15)
    assert deck.by_id["ile-de-france"].name == "Île-de-France"


def test_cards_stand_in_canonical_order() -> None:
    """Promises first, then scandals, each in palette order."""
    form = plain(cards={"promises_per_colour": 2, "scandals_per_colour": 1})
    assert " ".join(deck_from(form).cards) == (
        "red red blue blue green green yellow yellow red! blue! green! yellow!"
    )


@pytest.mark.parametrize(("seats", "cards"), [(2, 3), (3, 5)])
def test_a_deck_needs_six_cards_a_seat(seats: int, cards: int) -> None:
    """4 colours times 3 is just enough for two seats; 5 for three."""
    just = plain(cards={"promises_per_colour": cards, "scandals_per_colour": 0})
    less = plain(cards={"promises_per_colour": cards - 1, "scandals_per_colour": 0})
    assert GAME.initial(seats, {"deck": json.dumps(just)}).pile
    with pytest.raises(OptionError, match="too few"):
        GAME.initial(seats, {"deck": json.dumps(less)})


@pytest.mark.parametrize("scandals", [0, 1])
def test_a_deck_may_have_a_colour_for_each_card(scandals: int) -> None:
    """Canaries: every text is there once."""
    state = GAME.initial(6, {"deck": json.dumps(canary_form(110, scandals=scandals))})
    assert len(set(state.pile)) == len(state.pile) == 110 * (1 + scandals)


def test_a_deck_may_have_one_region_and_keys_of_no_use() -> None:
    """A comment does no harm; one region makes a campaign of one round."""
    form = plain(regions=PLAIN["regions"][:1], author="Ana")
    assert GAME.initial(2, {"deck": json.dumps(form)}).regions == ("alba",)


@pytest.mark.parametrize(("colours", "regions"), [(36, 64), (37, 30), (100, 30)])
def test_a_deck_may_be_large_in_one_way(colours: int, regions: int) -> None:
    """Few colours and many regions, or the other way round."""
    assert len(deck_from(canary_form(colours, regions=regions)).regions) == regions


def _with_region(**changes: object) -> dict[str, object]:
    return plain(regions=[*PLAIN["regions"], {**PLAIN["regions"][0], "id": "new", **changes}])


def _with_cards(**changes: object) -> dict[str, object]:
    return plain(cards={**PLAIN["cards"], **changes})


BAD_DECKS = {
    "no name": {key: value for key, value in PLAIN.items() if key != "name"},
    "a name of no letters": plain(name=""),
    "a name with a control character": plain(name="x\x1b[2J"),
    "a name that turns text round": plain(name="x\u202e"),
    "a lone surrogate": plain(name="\ud800"),
    "a long name": plain(name="x" * 81),
    "two colours": plain(colours=["red", "blue"]),
    "a colour twice": plain(colours=["red", "blue", "green", "yellow", "red"]),
    "a colour in capitals": plain(colours=["red", "blue", "green", "yellow", "Black"]),
    "a colour that looks like a scandal": plain(colours=["red", "blue", "green", "yellow", "x!"]),
    "a colour that is no text": plain(colours=["red", "blue", "green", "yellow", 5]),
    "a long colour": plain(colours=["red", "blue", "green", "yellow", "x" * 33]),
    "colours that are a map": plain(colours={"red": 1, "blue": 2, "green": 3, "yellow": 4}),
    "too many colours": plain(colours=[*PLAIN["colours"], *(f"c{n}" for n in range(253))]),
    "no cards": plain(cards=None),
    "a missing count": plain(cards={"promises_per_colour": 9}),
    "a count below zero": _with_cards(scandals_per_colour=-1),
    "a count that is a truth": _with_cards(scandals_per_colour=True),
    "a count in text": _with_cards(scandals_per_colour="4"),
    "a count with a point": _with_cards(scandals_per_colour=4.0),
    "a count that eats memory": _with_cards(promises_per_colour=10**9),
    "too many cards in all": _with_cards(promises_per_colour=300),
    "no regions": plain(regions=[]),
    "regions that are a map": plain(regions={"alba": PLAIN["regions"][0]}),
    "a region twice": _with_region(id="alba"),
    "a region's bad id": _with_region(id="New Town"),
    "a region without a name": _with_region(name=None),
    "a region without sheep": _with_region(sheep={}),
    "a region with zero sheep": _with_region(sheep={"red": 0}),
    "sheep below zero": _with_region(sheep={"red": 5, "blue": -1}),
    "sheep of no colour": _with_region(sheep={"red": 5, "pink": 1}),
    "a flood of sheep": _with_region(sheep={"red": 1000}),
    "sheep that are a list": _with_region(sheep=[1, 2]),
    "a wide palette with many regions": canary_form(37, regions=31),
    "too many regions": plain(regions=[{**PLAIN["regions"][0], "id": f"r{n}"} for n in range(65)]),
}


@pytest.mark.parametrize("form", BAD_DECKS.values(), ids=BAD_DECKS.keys())
def test_a_bad_deck_is_refused(form: dict[str, object]) -> None:
    """A stranger's deck is looked at before anything is made of it."""
    with pytest.raises(OptionError, match=r"^deck: "):
        GAME.initial(2, {"deck": json.dumps(form)})


class _Loaded(EntryPoint):
    """An entry point that loads what its value names, from here."""

    def load(self) -> object:
        if self.value == "broken":
            raise ImportError("no such module")
        return deepcopy(PLAIN)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        _Loaded(name="meadow", value="plain", group=decks.GROUP),
        _Loaded(name="broken", value="broken", group=decks.GROUP),
    ]
    monkeypatch.setattr(decks, "entry_points", lambda group: EntryPoints(points).select(group=group))


@pytest.mark.usefixtures("installed")
def test_another_installed_deck_goes_by_its_name() -> None:
    """Distributions bring decks through the entry-point group."""
    assert GAME.resolve(3, {"deck": "meadow"})["deck"] == "meadow"
    assert GAME.initial(3, {"deck": "meadow"}).deck == deck_from(PLAIN)


@pytest.mark.usefixtures("installed")
def test_an_installed_deck_that_cannot_be_loaded_is_a_bad_option() -> None:
    """Not a crash of the host."""
    with pytest.raises(OptionError, match="broken"):
        GAME.initial(3, {"deck": "broken"})
