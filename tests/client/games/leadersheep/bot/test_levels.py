"""The levels of Leadersheep: legal with any deck and number of seats, in time, the same again, sensible."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from sheep_client.game_api.bot import Choice, Engine, TimeLimit
from sheep_client.games.leadersheep.bot.levels import ENGINES, EXPERT, HARD, by_search, engine
from sheep_client.games.leadersheep.bot.reasons import REASONS
from sheep_common.games.leadersheep import GAME, State
from sheep_support.games.leadersheep import PLAIN, canary_form, play, table

FREE = TimeLimit.starting(lambda: 0.0, 0.02)
EASY, NORMAL, FULL_HARD, FULL_EXPERT = ENGINES
SMALL = [
    EASY,
    NORMAL,
    engine("hard", by_search(replace(HARD, chunk=20, rate=1)), 1.0),
    engine("expert", by_search(replace(EXPERT, chunk=20, rate=1)), 3.0),
]
DECKS = {
    "plain": json.dumps(PLAIN),
    "few promises": json.dumps({**PLAIN, "cards": {"promises_per_colour": 3, "scandals_per_colour": 6}}),
    "no scandals": json.dumps({**PLAIN, "cards": {"promises_per_colour": 12, "scandals_per_colour": 0}}),
    "no promises": json.dumps({**PLAIN, "cards": {"promises_per_colour": 0, "scandals_per_colour": 12}}),
    "three colours": json.dumps(
        {
            "name": "three",
            "colours": ["red", "blue", "green"],
            "cards": {"promises_per_colour": 10, "scandals_per_colour": 3},
            "regions": [{"id": "all", "name": "All", "sheep": {"red": 7, "blue": 999}}],
        }
    ),
    "many colours": json.dumps(canary_form(40, scandals=1)),
}


def whole_game(engines: list[Engine], seed: int, options: dict[str, Any], told: bool = True) -> list[Choice]:
    """Let engines play a game to its end; return what they thought."""
    seats = len(engines)
    state, rng, thoughts = GAME.initial(seats, options), Random(seed), []
    memories = [m.begin(seat, GAME.resolve(seats, options) if told else {}) for seat, m in enumerate(engines)]
    while GAME.outcome(state) is None:
        seat = state.turn
        if seat is None:
            action = GAME.chance(state, rng)
            assert action is not None
        else:
            view = msgspec.to_builtins(GAME.view(state, seat))
            legal = GAME.legal_actions(state, seat)
            thought = engines[seat].choose(memories[seat], view, legal, FREE, rng)
            assert thought.action in legal
            thoughts.append(thought)
            action = thought.action
        step = GAME.apply(state, seat, action)
        state = step.state
        for each in range(seats):
            view = msgspec.to_builtins(GAME.view(state, each))
            events = [msgspec.to_builtins(event) for event in step.seen_by(each)]
            memories[each] = engines[each].remember(memories[each], view, events)
    return thoughts


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("trash", ["shuffle", "turn-over"])
def test_all_levels_play_whole_games(seats: int, trash: str) -> None:
    """At tables of every size, mixed levels play legally to the end and give reasons that there are."""
    engines = [SMALL[(seat + seats) % 4] for seat in range(seats)]
    for thought in whole_game(engines, seats, {"trash": trash, "first": seats - 1, "deck": DECKS["plain"]}):
        assert thought.reason in {*REASONS, "any", "only-move"}
        assert tuple(thought.values) == REASONS.get(thought.reason, ())


@pytest.mark.parametrize("told", [True, False], ids=["told the options", "not told"])
@pytest.mark.parametrize("deck", DECKS)
def test_all_levels_play_with_any_deck(deck: str, told: bool) -> None:
    """Few or many colours, no scandals, no promises: every level plays legally to the end."""
    whole_game([SMALL[1], SMALL[2], SMALL[3]], 1, {"deck": DECKS[deck]}, told=told)


def first_choice(level: Engine, state: State, seed: int = 1, time: TimeLimit = FREE) -> Choice:
    """Return what a level that sits down now chooses for the seat that is to act."""
    seat = state.turn
    assert seat is not None
    view = msgspec.to_builtins(GAME.view(state, seat))
    memory = level.remember(
        level.begin(seat, GAME.resolve(state.seats, {"deck": state.deck.text()})), view, []
    )
    return level.choose(memory, view, GAME.legal_actions(state, seat), time, Random(seed))


def to_promise(hand: str = "red blue green yellow red! green!") -> State:
    """Return a table where seat 0 is to promise."""
    state = table(hand, "red red blue blue green green", "yellow " * 6)
    return play(state, "0 done", "1 done", "2 done")


@pytest.mark.parametrize("level", [FULL_HARD, FULL_EXPERT], ids=lambda level: level.level)
def test_the_same_stream_gives_the_same_choice(level: Engine) -> None:
    """What is not ended by the clock is the same again, worth and all."""
    assert first_choice(level, to_promise(), 7) == first_choice(level, to_promise(), 7)


class Clock:
    """A clock that goes on by some seconds whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("level", [FULL_HARD, FULL_EXPERT], ids=lambda level: level.level)
def test_a_search_ends_when_its_time_does(level: Engine) -> None:
    """However slow the machine, it begins no work that would not fit, and says that it was hurried."""
    clock = Clock(0.2)
    time = TimeLimit.starting(clock, level.seconds)
    assert first_choice(level, to_promise(), time=time).hurried
    assert clock.now <= time.deadline + 0.2


@pytest.mark.parametrize("level", [FULL_HARD, FULL_EXPERT], ids=lambda level: level.level)
def test_who_has_no_choice_thinks_as_long(level: Engine) -> None:
    """A forced action takes as much work as a free one, or it would tell what the hand holds (L11)."""
    counts = []
    for hand in ("red blue green yellow red! green!", "red! red! blue! blue! green! green!"):
        clock = Clock(1e-6)
        first_choice(level, to_promise(hand), time=TimeLimit.starting(clock, 0.2))
        counts.append(clock.now)
    free, forced = counts
    assert forced == pytest.approx(free, rel=0.35)


TACTICS = [NORMAL, FULL_HARD, FULL_EXPERT]


def last_round(*hands: str, lines: str = "") -> State:
    """Return a table with one region to play for, alba (red 3, blue 1)."""
    alone = {**PLAIN, "regions": PLAIN["regions"][:1]}
    state = table(*hands, deck=alone)
    for line in filter(None, lines.split("; ")):
        seat, _, action = line.partition(" ")
        state = GAME.apply(state, int(seat), action).state
    return state


@pytest.mark.parametrize("level", TACTICS, ids=lambda level: level.level)
def test_the_last_region_is_won_when_it_can_be(level: Engine) -> None:
    """With red and blue in hand and nothing to save for, both are promised."""
    state = last_round("red blue green green green green", "red " * 5 + "blue", lines="0 done; 1 done")
    thought = first_choice(level, state)
    assert {"red", "blue"} <= set(thought.action.split()[1:])


@pytest.mark.parametrize("level", TACTICS, ids=lambda level: level.level)
def test_a_scandal_goes_where_it_wins_the_region(level: Engine) -> None:
    """The scandal of the colour that decides is thrown, not kept."""
    state = last_round("red blue green green green red!", "red " * 5 + "blue", "green " * 5 + "red")
    assert first_choice(level, state).action.startswith("scandal red")


def for_the_last_region(*lines: str) -> State:
    """Return the last round, for alba (red 3, blue 1), led by seat 1, which holds elbe (blue 1)."""
    both = {**PLAIN, "regions": [PLAIN["regions"][4], PLAIN["regions"][0]]}
    hands = ("red blue green green green yellow!", "red red blue blue yellow yellow!", "yellow " * 5 + "red!")
    state = table(*hands, deck=both, pile="green green! yellow", regions="elbe alba")
    first = ["0 done", "1 done", "2 done", "0 promise green", "1 promise blue", "2 promise yellow"]
    return play(state, *first, *lines)


@pytest.mark.parametrize("level", TACTICS, ids=lambda level: level.level)
def test_a_giver_keeps_what_wins(level: Engine) -> None:
    """Of the cards that it must give, none is the promise that the last region hangs on."""
    given = first_choice(level, for_the_last_region("1 ask 0")).action
    assert "red" not in given.split()


@pytest.mark.parametrize("level", TACTICS, ids=lambda level: level.level)
def test_a_small_region_is_traded_for_the_colour_that_wins_a_big_one(level: Engine) -> None:
    """Without red the last region is lost, and with it the game."""
    state = for_the_last_region("1 ask 0", "0 give green green", "1 done")
    state = play(state, "2 scandal red 1")
    assert first_choice(level, state).action == "trade elbe"


@pytest.mark.parametrize("level", TACTICS, ids=lambda level: level.level)
def test_no_region_is_traded_for_a_colour_that_does_not_count(level: Engine) -> None:
    """A scandal of yellow does no harm in alba."""
    state = for_the_last_region("1 ask 2", "2 give yellow yellow", "1 done", "2 done", "0 scandal yellow 1")
    assert first_choice(level, state).action == "accept"
