"""Laws that every game keeps, as functions of a `Game` and a state or a step; any other game may use them.

Each raises `LawError`, which says what and where. They choose nothing: states come from `play`.
"""

import json
from collections.abc import Hashable, Iterable, Sequence
from itertools import product
from random import Random
from typing import TypeVar

import msgspec

from sheep_common import wire
from sheep_common.check import check_line
from sheep_common.errors import NotationError, OptionError, RuleError
from sheep_common.game import Game, Step
from sheep_common.laws.near_misses import near_misses
from sheep_common.laws.play import Move, Table, record_of
from sheep_common.messages import Act, Update
from sheep_common.replay import replay

S = TypeVar("S")
Receiver = int | None


class LawError(AssertionError):
    """A game breaks a law."""


def hold(holds: bool, text: str, *shown: object) -> None:
    """Raise `LawError` unless something holds."""
    if not holds:
        raise LawError(f"{text}: {', '.join(map(repr, shown))}"[:2000])


def receivers(seats: int) -> list[Receiver]:
    """Return everyone who is shown a game: the seats, and a spectator."""
    return [*range(seats), None]


def chance_is_due(game: Game[S], state: S) -> bool:
    """Tell whether the table is to act."""
    return game.chance(state, Random(0)) is not None  # noqa: S311 - what is drawn does not matter


# --- what a state offers --------------------------------------------------------------------


def somebody_acts_while_it_runs(table: Table[S], state: S) -> None:
    """Seats or the table are to act, never both; nobody exactly when there is an outcome; else `LawError`."""
    game = table.game
    acting, due = game.to_act(state), chance_is_due(game, state)
    outcome = game.outcome(state)
    hold(acting <= set(range(table.seats)), "a seat that is not there is to act", acting)
    hold(not (acting and due), "seats and table are to act at once", acting, due)
    hold(bool(acting or due) == (outcome is None), "over or not", acting, due, outcome)
    if outcome is not None:
        sizes = {len(outcome.scores), len(outcome.tiebreaks)}
        hold(sizes == {table.seats}, "an outcome has a number for each seat", outcome)
        winners = sorted(set(outcome.winners))
        hold(bool(winners) and list(outcome.winners) == winners, "winners ascend", outcome)
        hold(set(winners) <= set(range(table.seats)), "winners are seats", outcome)


def lists_are_in_order(table: Table[S], state: S, rng: Random, most: int = 12) -> None:
    """Whoever is to act has something to do; lists are sorted, without doubles, in the one form.

    Of each list at most `most` actions, drawn with `rng`, are looked at; raises `LawError`.
    """
    game, acting = table.game, table.game.to_act(state)
    for seat in range(table.seats):
        legal = game.legal_actions(state, seat)
        hold(bool(legal) == (seat in acting), "to act without an action, or the reverse", seat, legal)
        hold(list(legal) == sorted(set(legal)), "not sorted, or doubles", legal)
        hold(len(legal) <= wire.CLIENT_ARRAY, "more than a client takes", len(legal), wire.CLIENT_ARRAY)
        for action in rng.sample(legal, min(most, len(legal))):
            hold(game.canonical(state, action) == action, "listed, but not in the one form", action)
            spaced = f"  {action.replace(' ', '   ')} "
            hold(game.canonical(state, spaced) == action, "blanks make a difference", action)
            act = Act(id=1, table="t", version=0, action=action)
            hold(wire.decode_to_host(wire.encode(act)) == act, "an action cannot be sent", action)


def the_listed_apply(table: Table[S], state: S, rng: Random, most: int = 12) -> None:
    """Each listed action applies, always with the same result; the state stays as it was.

    Of each list at most `most` actions, drawn with `rng`, are tried; raises `LawError`.
    """
    game, before = table.game, hash(state)
    for seat in sorted(game.to_act(state)):
        legal = game.legal_actions(state, seat)
        for action in rng.sample(legal, min(most, len(legal))):
            step = _try(game, state, seat, action)
            if not isinstance(step, Step):
                raise LawError(f"{action!r} is listed, but refused: {step!r}")
            hold(step == _try(game, state, seat, action), "the same action, another result", action)
            hold(len(step.events) == table.seats + 1, "events are not one tuple a receiver", action)
    hold(hash(state) == before, "the state has changed")


def the_unlisted_are_refused(table: Table[S], state: S, rng: Random, seen: Iterable[str] = ()) -> None:
    """Near misses of what is legal are refused with the right error; what only looks like one applies.

    `seen` are actions of earlier states, which may not be legal any more; raises `LawError`.
    """
    game, before = table.game, hash(state)
    actors: list[Receiver] = [*range(-1, table.seats + 1), None]
    for text in near_misses(game, state, rng, seen):
        for actor in actors:
            _refused_or_legal(game, state, actor, text)
    hold(hash(state) == before, "the state has changed")


def _refused_or_legal(game: Game[S], state: S, actor: Receiver, text: str) -> None:
    try:
        form = game.canonical(state, text)
    except NotationError:
        form = None
    outcome = _try(game, state, actor, text)
    if form is None:
        hold(isinstance(outcome, NotationError), "notation is looked at first", actor, text, outcome)
        return
    hold(game.canonical(state, form) == form, "the one form of the one form differs", text, form)
    due = chance_is_due(game, state) if actor is None else actor in game.to_act(state)
    if not due:
        hold(_code(outcome) == "not-your-turn", "out of turn", actor, text, outcome)
    elif actor is None:
        hold(isinstance(outcome, Step) or _code(outcome) == "illegal", "the table's action", text, outcome)
    elif form in game.legal_actions(state, actor):
        hold(outcome == _try(game, state, actor, form), "another spelling, another result", text, outcome)
        hold(isinstance(outcome, Step), "listed, but refused", text, outcome)
    else:
        hold(_code(outcome) == "illegal", "not listed, but not refused so", actor, text, outcome)


def _try(game: Game[S], state: S, actor: Receiver, text: str) -> Step[S] | NotationError | RuleError:
    try:
        return game.apply(state, actor, text)
    except (NotationError, RuleError) as error:
        return error


def _code(outcome: object) -> str | None:
    return outcome.code if isinstance(outcome, RuleError) else None


# --- what is told ---------------------------------------------------------------------------


def all_is_plain(table: Table[S], state: S, step: Step[S] | None = None) -> None:
    """States, views and events are hashed and written; a view has its type's fields and survives the wire.

    `step` is the one that led to `state`; raises `LawError`, TypeError or ValueError.
    """
    game = table.game
    msgspec.to_builtins(state)
    hold(isinstance(state, Hashable) and hash(state) == hash(state), "a state cannot be hashed")
    for receiver in receivers(table.seats):
        view = game.view(state, receiver)
        hold(type(view) is game.view_type, "another type of view", type(view))
        hold(view.game == game.name and len(view.scores) == table.seats, "the head of a view", view)
        hold(view.to_act == tuple(sorted(game.to_act(state))), "to_act of a view", view)
        plain = msgspec.to_builtins(view)
        hold(list(plain) == list(game.view_type.__struct_fields__), "the fields of a view", list(plain))
        told = () if step is None else step.seen_by(receiver)
        legal = () if receiver is None else game.legal_actions(state, receiver)
        update = Update(table="t", version=1, seat=receiver, view=plain, legal=legal)
        _survives_the_wire(game, update, told)
        hash((view, told))


def _survives_the_wire(game: Game[S], update: Update, events: Sequence[object]) -> None:
    json.dumps(update.view, allow_nan=False)
    json.dumps(msgspec.to_builtins(events), allow_nan=False)
    arrived = wire.decode_to_client(wire.encode(update))
    if not isinstance(arrived, Update):
        raise LawError("an update comes back as something else")
    view = msgspec.convert(arrived.view, game.view_type)
    hold(msgspec.to_builtins(view) == update.view, "a view comes back another", update.view)
    hold(arrived.legal == update.legal, "legal actions come back others", update.legal)


def constants_stay(table: Table[S], state: S) -> None:
    """Find what a game calls constant in every view, as all saw it at its start; else `LawError`."""
    first = table.game.view(table.start(), None)
    for receiver, name in product(receivers(table.seats), table.game.constant):
        seen = getattr(table.game.view(state, receiver), name)
        hold(encode(seen) == encode(getattr(first, name)), "not constant, or not for all", name, receiver)


def nothing_leaks(table: Table[S], move: Move[S], rng: Random) -> None:
    """Deal again what a receiver cannot see, before and after a step: it sees and is told the same bytes.

    In a game that says that it has no secrets everyone sees and is told the same bytes, too. Needs the
    game's `redeal`; raises `LawError`.
    """
    if not table.game.secrets:
        _all_see_the_same(table, move)
    for receiver in receivers(table.seats):
        again, action = table.game.redeal(move.state, receiver, rng, (move.actor, move.action))
        _looks_the_same(table, receiver, move.state, again)
        if action is None:
            raise LawError(f"redeal forgot the action {move.action!r}")
        if move.actor is not None and move.actor == receiver:
            hold(action == move.action, "one's own action is known", move.action, action)
        step = table.game.apply(again, move.actor, action)
        told, told_again = (encode(s.seen_by(receiver)) for s in (move.step, step))
        hold(told == told_again, f"events leak to {receiver}", told, told_again)
        _looks_the_same(table, receiver, move.step.state, step.state)
        after, _ = table.game.redeal(move.step.state, receiver, rng, None)
        _looks_the_same(table, receiver, move.step.state, after)


def _all_see_the_same(table: Table[S], move: Move[S]) -> None:
    everyone = receivers(table.seats)
    for state in (move.state, move.step.state):
        views = {encode(table.game.view(state, receiver)) for receiver in everyone}
        hold(len(views) == 1, "no secrets, and yet views differ", *views)
    told = {encode(move.step.seen_by(receiver)) for receiver in everyone}
    hold(len(told) == 1, "no secrets, and yet events differ", *told)


def _looks_the_same(table: Table[S], receiver: Receiver, one: S, other: S) -> None:
    game = table.game
    views = [encode(game.view(state, receiver)) for state in (one, other)]
    hold(views[0] == views[1], f"the view leaks to {receiver}", *views)
    if receiver is not None:
        lists = [game.legal_actions(state, receiver) for state in (one, other)]
        hold(lists[0] == lists[1], f"legal actions leak to {receiver}", *lists)


def encode(value: object) -> bytes:
    """Return the bytes by which two values that are shown are compared."""
    return msgspec.json.encode(value)


# --- whole games ----------------------------------------------------------------------------


def a_record_replays(table: Table[S], moves: list[Move[S]]) -> None:
    """Written down and replayed, a game has the same states, events and views.

    Raises `LawError`, and `RecordError` where the record is refused.
    """
    lines = record_of(table, moves)
    reached = list(replay(lines, {table.game.name: table.game}))
    hold(len(reached) == len(moves) + 1, "steps of the replay", len(reached))
    hold(reached[0].state == table.start(), "the start differs")
    for move, now in zip(moves, reached[1:], strict=True):
        hold(now.step == move.step, "a step of the replay differs", move.actor, move.action)
        hold(now.state == move.step.state, "a state of the replay differs", move.actor, move.action)
        check_line(now)


def options_resolve(table: Table[S]) -> None:
    """See that resolved options are whole, stay as they are, and make the same game; others are refused.

    Raises `LawError`.
    """
    game, seats = table.game, table.seats
    resolved = game.resolve(seats, table.options)
    hold(game.resolve(seats, resolved) == resolved, "resolving again changes options", resolved)
    as_text = {name: str(value) for name, value in resolved.items()}
    hold(game.resolve(seats, as_text) == resolved, "options as text differ", as_text)
    with_default = {option.name for option in game.options if option.default is not None}
    hold(with_default <= resolved.keys(), "an option is not resolved", resolved)
    hold(resolved.keys() <= {option.name for option in game.options}, "an option of no name", resolved)
    hold(game.initial(seats, resolved) == table.start(), "resolved options make another game", resolved)
    wrong: list[tuple[int, dict[str, object]]] = [
        (game.seats[0] - 1, {}),
        (game.seats[-1] + 1, {}),
        (seats, {"no-such-option": 1}),
        (seats, {"first": seats}),
        (seats, {"first": -1}),
        (seats, {"first": "youngest"}),
        (seats, {"first": True}),
        (seats, {"first": 0.0}),
    ]
    for count, options in wrong:
        try:
            game.initial(count, options)
        except OptionError:
            continue
        raise LawError(f"{count} seats with {options} were taken")
