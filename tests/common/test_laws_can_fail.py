"""Each law catches a game that breaks it: a law that cannot fail shows nothing."""

import dataclasses
from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from sheep_common.errors import RuleError
from sheep_common.game import Game, OptionValue, Step, View
from sheep_common.games import GAMES
from sheep_common.laws import laws
from sheep_common.laws.laws import LawError
from sheep_common.laws.play import Move, Table, play
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_common.wire import CLIENT_ARRAY

BATTLE_SHEEP = GAMES["battle-sheep"]
LEADERSHEEP = GAMES["leadersheep"]
Change = Callable[[View, Any, int | None], dict[str, Any]]


def seeing(game: Game[Any], change: Change) -> Game[Any]:
    """Return the game with a change in its views."""

    def view(state: Any, seat: int | None) -> View:
        seen = game.view(state, seat)
        return msgspec.structs.replace(seen, **change(seen, state, seat))

    return dataclasses.replace(game, view=view)


def telling(game: Game[Any], kind: str, field: str) -> Game[Any]:
    """Return the game with a secret of a kind of event told to everyone."""

    def apply(state: Any, seat: int | None, action: str) -> Step[Any]:
        step = game.apply(state, seat, action)
        known: list[Any] = list(step.events[seat]) if seat is not None else []
        told = tuple(
            tuple(
                next((k for k in known if type(k) is type(event) and getattr(event, field, 0) is None), event)
                if event.__struct_config__.tag == kind
                else event
                for event in events
            )
            for events in step.events
        )
        return Step(step.state, told)

    return dataclasses.replace(game, apply=apply)


def leak_in_a_game(game: Game[Any], seats: int, options: Mapping[str, OptionValue] = {}) -> str | None:
    """Play a game at random and return the first leak."""
    rng = Random(1)
    table = Table(game, seats, options)
    try:
        for move in play(table, rng):
            laws.nothing_leaks(table, move, rng)
    except LawError as error:
        return str(error).partition(":")[0]
    return None


def next_hand(_: View, state: Any, seat: int | None) -> dict[str, Any]:
    return {} if seat is None or not state.hands else {"hand": state.hands[(seat + 1) % state.seats]}


def spectator_s_hand(_: View, state: Any, seat: int | None) -> dict[str, Any]:
    return {"hand": state.hands[0]} if seat is None and state.hands else {}


def top_of_the_pile(seen: View, state: Any, _: int | None) -> dict[str, Any]:
    return {} if seen.phase == "deal" else {"trash": (*state.trash, *state.pile[:1])}


def bottom_of_the_pile(seen: View, state: Any, _: int | None) -> dict[str, Any]:
    return {} if seen.phase == "deal" else {"trash": (*state.trash, *state.pile[-1:])}


def next_region(seen: View, state: Any, _: int | None) -> dict[str, Any]:
    return {} if seen.phase in ("deal", "over") else {"row": state.regions[:4]}


def gift(seen: Any, state: Any, _: int | None) -> dict[str, Any]:
    if seen.gift is None:
        return {}
    return {"gift": msgspec.structs.replace(seen.gift, cards=state.gift.cards)}


def promises_face_down(_: View, state: Any, seat: int | None) -> dict[str, Any]:
    others = [laid for other, laid in enumerate(state.laid) if other != seat and laid]
    return {"mine": tuple(others[0])} if others else {}


LEAKS = [
    next_hand,
    spectator_s_hand,
    top_of_the_pile,
    bottom_of_the_pile,
    next_region,
    gift,
    promises_face_down,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_in_a_view_of_leadersheep_is_caught(leak: Change) -> None:
    """Hands, both ends of the pile, regions to come, the gift, promises face down."""
    assert (leak_in_a_game(seeing(LEADERSHEEP, leak), 4) or "").startswith("the view leaks to ")


@pytest.mark.parametrize(("kind", "field"), [("gave", "cards"), ("laid", "cards")])
def test_a_leak_in_an_event_of_leadersheep_is_caught(kind: str, field: str) -> None:
    """What was given and what was laid."""
    assert (leak_in_a_game(telling(LEADERSHEEP, kind, field), 4) or "").startswith("events leak to ")


def no_own_bid(_: View, __: Any, ___: int | None) -> dict[str, Any]:
    return {"mine": None}


def own_scores_first(seen: View, _: Any, seat: int | None) -> dict[str, Any]:
    return {"scores": (seen.scores[seat or 0], *seen.scores[1:])}


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (dataclasses.replace(seeing(TINY, no_own_bid), secrets=False), "events"),
        (dataclasses.replace(LEADERSHEEP, secrets=False), "views"),
        (seeing(BATTLE_SHEEP, own_scores_first), "views"),
    ],
)
def test_a_game_that_has_no_secrets_shows_everyone_the_same(game: Game[Any], what: str) -> None:
    """It said so, and a host makes view and events once for all: from the eyes of one of them."""
    assert leak_in_a_game(game, 2) == f"no secrets, and yet {what} differ"


def test_a_leak_in_what_is_legal_is_caught() -> None:
    """When the order of the next hand changes what a seat may do."""

    def legal_actions(state: Any, seat: int) -> tuple[str, ...]:
        found = LEADERSHEEP.legal_actions(state, seat)
        other = (seat + 1) % state.seats
        return found[: len(state.hands[other][0])] if state.hands[other] else found

    game = dataclasses.replace(LEADERSHEEP, legal_actions=legal_actions)
    assert (leak_in_a_game(game, 4) or "").startswith("legal actions leak to ")


def test_the_honest_game_leaks_nothing_where_the_others_do() -> None:
    """The same play, so what is caught above is the leak."""
    assert leak_in_a_game(LEADERSHEEP, 4) is None


def test_a_leak_in_a_third_game_is_caught() -> None:
    """The law knows only `Game`."""
    leaky = seeing(TINY, lambda seen, state, seat: {"mine": state.bids[0]})
    assert (leak_in_a_game(leaky, 3) or "").startswith("the view leaks to ")
    assert (leak_in_a_game(telling(TINY, "bidden", "bid"), 3) or "").startswith("events leak to ")
    assert leak_in_a_game(TINY, 3) is None


def test_a_redeal_that_forgets_the_action_is_caught() -> None:
    """Or that changes one's own."""

    def forgets(state: Any, seat: int | None, rng: Random, step: Any) -> tuple[Any, str | None]:
        return TINY.redeal(state, seat, rng, step)[0], None

    def changes(state: Any, seat: int | None, rng: Random, step: Any) -> tuple[Any, str | None]:
        return state, None if step is None else step[1].replace("1", "2")

    for redeal in (forgets, changes):
        assert leak_in_a_game(dataclasses.replace(TINY, redeal=redeal), 2) is not None


def test_dealing_again_deals_all_that_is_secret_again() -> None:
    """In a game of leadersheep, for each receiver: or the law would hold for want of a change."""
    rng = Random(2)
    table = Table(LEADERSHEEP, 4, {})
    changed: dict[str, set[int | None]] = {}
    for move in play(table, rng):
        for receiver in laws.receivers(4):
            again, _ = LEADERSHEEP.redeal(move.state, receiver, rng, None)
            for name in ("hands", "pile", "regions", "laid", "gift"):
                if getattr(again, name) != getattr(move.state, name):
                    changed.setdefault(name, set()).add(receiver)
    everyone = set(laws.receivers(4))
    assert changed == dict.fromkeys(("hands", "pile", "regions", "laid", "gift"), everyone)


def test_dealing_again_hides_actions_too() -> None:
    """What is dealt, shuffled, given and laid is another for each receiver that does not see it."""
    rng = Random(2)
    changed: dict[str, set[int | None]] = {}
    for move in play(Table(LEADERSHEEP, 4, {}), rng):
        for receiver in laws.receivers(4):
            _, action = LEADERSHEEP.redeal(move.state, receiver, rng, (move.actor, move.action))
            if action != move.action:
                changed.setdefault(move.action.partition(" ")[0], set()).add(receiver)
    everyone = set(laws.receivers(4))
    assert changed == dict.fromkeys(("deal", "shuffle", "give", "promise"), everyone)


# --- the other laws -------------------------------------------------------------------------


def moves(game: Game[Any]) -> list[Move[Any]]:
    return list(play(Table(game, 3, {}), Random(3)))


def every_law(game: Game[Any]) -> None:
    """Hold every law at every state of a game that was played by the honest rules."""
    rng, table, honest = Random(4), Table(game, 3, {}), moves(TINY)
    seen = [*(move.action for move in honest), "bid 1", "bid 2", "bid 3"]
    laws.options_resolve(table)
    for move in honest:
        laws.somebody_acts_while_it_runs(table, move.state)
        laws.lists_are_in_order(table, move.state, rng)
        laws.the_listed_apply(table, move.state, rng)
        laws.the_unlisted_are_refused(table, move.state, rng, seen)
        laws.all_is_plain(table, move.step.state, move.step)
    laws.somebody_acts_while_it_runs(table, honest[-1].step.state)
    laws.a_record_replays(table, honest)


def test_what_is_called_constant_and_is_not_is_found() -> None:
    """The heap shrinks; one's own bid is one's own."""
    states = [move.step.state for move in moves(TINY)]
    for name in ("heap", "mine"):
        table = Table(dataclasses.replace(TINY, constant=(name,)), 3, {})
        with pytest.raises(laws.LawError, match="constant"):
            deque((laws.constants_stay(table, state) for state in states), maxlen=0)
    constant = Table(dataclasses.replace(TINY, constant=("game", "first")), 3, {})
    for state in states:
        laws.constants_stay(constant, state)


def refusing_nothing(state: Any, seat: int | None, text: str) -> Step[Any]:
    try:
        return TINY.apply(state, seat, text)
    except RuleError:
        return Step(state, ((),) * 4)


def refusing_all_alike(state: Any, seat: int | None, text: str) -> Step[Any]:
    try:
        return TINY.apply(state, seat, text)
    except RuleError as error:
        raise RuleError("illegal", str(error)) from None


def rules_before_notation(state: Any, seat: int | None, text: str) -> Step[Any]:
    if seat not in TINY.to_act(state) and seat is not None:
        raise RuleError("not-your-turn", "no")
    return TINY.apply(state, seat, text)


def telling_too_few(state: Any, seat: int | None, text: str) -> Step[Any]:
    step = TINY.apply(state, seat, text)
    return Step(step.state, step.events[:-1])


def forgetful(state: Any, seat: int | None, text: str) -> Step[Any]:
    step = TINY.apply(state, seat, text)
    return step if Random().random() < 0.5 else Step(state, step.events)


def taking_any_option(seats: int, options: Mapping[str, object]) -> Any:
    return TINY.initial(seats, {name: options[name] for name in options if name == "heap"})


BROKEN: dict[str, dict[str, Any]] = {
    "unsorted lists": {"legal_actions": lambda s, seat: TINY.legal_actions(s, seat)[::-1]},
    "double entries": {"legal_actions": lambda s, seat: TINY.legal_actions(s, seat) * 2},
    "an action left out": {"legal_actions": lambda s, seat: TINY.legal_actions(s, seat)[1:]},
    "an action too many": {
        "legal_actions": lambda s, seat: TINY.legal_actions(s, seat) and ("bid 0", "bid 1", "bid 2", "bid 3")
    },
    "lists for who waits": {"legal_actions": lambda s, _: ("bid 1", "bid 2", "bid 3")},
    "another spelling": {
        "legal_actions": lambda s, seat: tuple(f"{a} " for a in TINY.legal_actions(s, seat))
    },
    "nobody acts": {"to_act": lambda _: frozenset()},
    "an absent seat acts": {"to_act": lambda s: TINY.to_act(s) | {3}},
    "who is done acts": {"to_act": lambda s: frozenset(range(3)) if TINY.to_act(s) else frozenset()},
    "no chance": {"chance": lambda _state, _rng: None},
    "chance and seats": {"chance": lambda s, _: None if s.over else "heap 5"},
    "no outcome": {"outcome": lambda _: None},
    "an outcome too early": {"outcome": lambda s: TINY.outcome(msgspec.structs.replace(s, over=True))},
    "winners out of order": {
        "outcome": lambda s: (o := TINY.outcome(s)) and msgspec.structs.replace(o, winners=(1, 0))
    },
    "no refusals": {"apply": refusing_nothing},
    "one code for all": {"apply": refusing_all_alike},
    "turn before notation": {"apply": rules_before_notation},
    "events for some": {"apply": telling_too_few},
    "luck in the rules": {"apply": forgetful},
    "no notation": {"canonical": lambda _, text: text},
    "another game's view": {"view": lambda s, seat: LEADERSHEEP.view(LEADERSHEEP.initial(3, {}), seat)},
    "a view of another name": {"view": lambda s, seat: msgspec.structs.replace(TINY.view(s, seat), game="x")},
    "a view that hides whose turn it is": {
        "view": lambda s, seat: msgspec.structs.replace(TINY.view(s, seat), to_act=())
    },
    "options kept as text": {
        "resolve": lambda n, options: {k: options.get(k, v) for k, v in TINY.resolve(n, options).items()}
    },
    "options that are not resolved": {"resolve": lambda n, options: {}},
    "any option": {"initial": taking_any_option},
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_breaks_a_law(name: str) -> None:
    """One fault each, on top of a game that keeps them all."""
    with pytest.raises(LawError):
        every_law(dataclasses.replace(TINY, **BROKEN[name]))


def test_an_honest_game_breaks_none() -> None:
    """The one on top of which the faults are put."""
    every_law(TINY)


@pytest.mark.parametrize("count", [CLIENT_ARRAY, CLIENT_ARRAY + 1])
def test_more_actions_than_a_client_takes_break_a_law(count: int) -> None:
    """The host could offer them, and no client would hear of any."""
    actions = tuple(sorted(f"bid {number}" for number in range(count)))
    game = dataclasses.replace(TINY, legal_actions=lambda state, seat: actions if TINY.to_act(state) else ())
    table, state = Table(game, 3, {}), moves(TINY)[1].state
    if count <= CLIENT_ARRAY:
        laws.lists_are_in_order(table, state, Random(1))
        return
    with pytest.raises(LawError, match="than a client takes"):
        laws.lists_are_in_order(table, state, Random(1))
