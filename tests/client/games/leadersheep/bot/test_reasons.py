"""Why an engine of Leadersheep chose: the code that fits the table, with its values."""

import msgspec
import pytest
from sheep_client.games.leadersheep.bot.known import source
from sheep_client.games.leadersheep.bot.memory import begin, remember
from sheep_client.games.leadersheep.bot.player_types import CASUAL, Players
from sheep_client.games.leadersheep.bot.reasons import REASONS, Reason, explain
from sheep_common.games.leadersheep import GAME, State
from sheep_support.games.leadersheep import play, table

MIXED = "red blue green yellow red! green!"
GREENS = "green green green green blue yellow"
YELLOWS = "yellow yellow yellow yellow blue green"


def reason(state: State, action: str, chance: float | None = None) -> Reason:
    """Return why the seat that is to act would do that; the region in play is alba: red 3, blue 1."""
    seat = state.turn
    assert seat is not None
    assert action in GAME.legal_actions(state, seat)
    view = msgspec.to_builtins(GAME.view(state, seat))
    memory = remember(begin(seat, {}), view, [])
    code, values = explain(source(memory, view), Players(CASUAL), action, chance)
    assert tuple(values) == REASONS[code]
    return code, values


def to_promise() -> State:
    return play(table(MIXED, GREENS, YELLOWS), "0 done", "1 done", "2 done")


@pytest.mark.parametrize(
    ("action", "chance", "code"),
    [
        ("promise red blue green", 0.9, "wins-region"),
        ("promise red", 0.9, "cheap-win"),
        ("promise red blue", 0.3, "tries-region"),
        ("promise green yellow", 0.0, "saves-cards"),
        ("promise red blue", 0.05, "best-left"),
    ],
)
def test_promises_are_explained_by_the_chance_to_win(action: str, chance: float, code: str) -> None:
    """A likely win, a cheap one, a try, cards saved for better regions, or the best of a bad hand."""
    assert reason(to_promise(), action, chance)[0] == code


def test_votes_and_chance_are_told() -> None:
    """The sentence can say how many votes in which region, and the chance in percent."""
    told = {"region": "alba", "votes": 4, "chance": 90}
    assert reason(to_promise(), "promise red blue green", 0.9) == ("wins-region", told)


def test_promises_without_any_sheep_are_discarded() -> None:
    """Who has nothing that counts throws away."""
    hands = (GREENS, MIXED, "yellow yellow yellow yellow blue blue")
    state = play(table(*hands, regions="caux dore"), "0 done", "1 done", "2 done")
    state = play(state, "0 promise green", "1 promise red")
    assert reason(state, "promise yellow", 0.0) == ("discards", {"region": "caux", "cards": 1})


def test_who_passes_has_nothing_to_promise() -> None:
    """A pass says so."""
    hands = ("red! red red red red red", "red red blue! blue! green! green!", YELLOWS)
    state = play(table(*hands), "0 scandal red 1", "0 done", "1 done", "2 done", "0 promise red")
    assert reason(state, "pass") == ("nothing-to-promise", {})


def test_a_scandal_of_a_colour_without_sheep_clears_the_hand() -> None:
    """Alba has no green sheep, so a green scandal hinders nobody."""
    assert reason(table(MIXED, GREENS, YELLOWS), "scandal green 1") == (
        "clears-hand",
        {"seat": 1, "colour": "green"},
    )


def test_a_scandal_at_a_rival_blocks() -> None:
    """Nobody leads at the start, so the target is a rival and no more."""
    code, values = reason(table(MIXED, GREENS, YELLOWS), "scandal red 2")
    assert (code, values["seat"], values["colour"]) == ("blocks-rival", 2, "red")


def second_round(*hands: str) -> State:
    """Return the second round, in brie (blue 2, green 2), led by seat 0, which holds alba."""
    lines = ["0 done", "1 done", "2 done", "0 promise red blue", "1 promise green", "2 promise yellow"]
    return play(table(*hands, pile="red blue green! red!"), *lines)


def test_the_leader_takes_from_the_others() -> None:
    """While all others have nothing, the asked one is not the strongest."""
    assert reason(second_round(MIXED, GREENS, YELLOWS), "ask 1") == ("takes-cards", {"seat": 1})


def test_a_giver_gives_what_it_needs_least() -> None:
    """The number of cards is told, never which."""
    state = play(second_round(MIXED, GREENS, YELLOWS), "0 ask 1")
    assert reason(state, GAME.legal_actions(state, 1)[0]) == ("gives-least", {"cards": 2})


def led(*lines: str) -> State:
    """Return the second round after a gift that seat 2 had to make, and some lines."""
    state = play(second_round(MIXED, GREENS, YELLOWS), "0 ask 2")
    return play(state, "2 give yellow yellow", "0 done", *lines)


def test_a_scandal_at_the_leader_blocks_the_leader() -> None:
    """The leader is named before the strongest and the rival."""
    assert reason(led(), "scandal green 0")[0] == "blocks-leader"


def test_dodging_names_what_is_traded() -> None:
    """A trade tells the region given for the region in play."""
    told = {"colour": "green", "traded": "alba", "region": "brie"}
    assert reason(led("1 scandal green 0"), "trade alba") == ("dodge-worth-it", told)


def test_a_block_of_what_the_hand_needs_is_not_worth_a_region() -> None:
    """Accepting says that the region would be too dear."""
    assert reason(led("1 scandal green 0"), "accept") == (
        "dodge-too-dear",
        {"colour": "green", "region": "brie"},
    )


def test_a_block_of_what_the_hand_can_do_without_is_harmless() -> None:
    """Brie has no red sheep."""
    told = {"colour": "red", "region": "brie"}
    assert reason(led("1 done", "2 scandal red 0"), "accept") == ("harmless", told)


def test_keeping_scandals_is_told_from_having_none() -> None:
    """Both are `done` to everybody else."""
    state = table(MIXED, GREENS, YELLOWS)
    assert reason(state, "done") == ("keeps-scandals", {"scandals": 2})
    assert reason(play(state, "0 done"), "done") == ("no-scandal", {})
