"""One campaign: the start, steps, chance, taking back, and all of it again from its record's lines.

Everything here calls a game's code. What a game may raise passes through; anything else it raises
becomes `GameFault`, so that a bug of one game harms its table alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace
from sheep_common.errors import NotationError, OptionError, RuleError
from sheep_common.game import Game
from sheep_common.records import Action, End, Entry, Header, RecordError, Undo, parse, write
from sheep_common.replay import Reached, follow, start

from sheep_host.core.state import clocks
from sheep_host.core.state.append_only import AppendOnly
from sheep_host.core.state.values import Logged, Play

CHANCES = 4096
"""More actions of the table in a row than any game has; then the game is at fault."""

T = TypeVar("T")


class GameFault(Exception):  # noqa: N818 - the fault is the game's, not ours
    """A game's code failed; the text says where, and nothing that could be a secret."""


@contextmanager
def faults() -> Iterator[None]:
    """Transaction what a game must never raise into `GameFault`."""
    try:
        yield
    except (NotationError, OptionError, RuleError, RecordError, GameFault):
        raise
    except Exception as error:
        raise GameFault(f"{type(error).__name__} {_where(error)}") from error


def begin(games: Mapping[str, Game[Any]], header: Header, clock: int, now: float) -> Play:
    """Start a campaign, before any chance; `clock` is each seat's account in seconds."""
    accounts = (clock * 1000,) * len(header.seats)
    with faults():
        reached = start(header, games)
        play = Play(reached=reached, lines=AppendOnly(), log=AppendOnly(), accounts=accounts, at=now)
        return _reach(play, reached, header, 0)


def step(play: Play, seat: int | None, action: str, ms: int) -> Play:
    """Carry out an action; raise `NotationError`, `RuleError` or `GameFault`."""
    return _follow(play, Action(seat=seat, action=action, ms=ms))


def take_back(play: Play, count: int, ms: int) -> Play:
    """Take back the last actions that stand; see `undoable`."""
    return _follow(play, Undo(undo=count, ms=ms))


def undoable(play: Play) -> int:
    """Return how many actions could be taken back: none of the table's, nor before one."""
    count, standing = 0, play.reached.standing
    while play.reached.game.undoable and standing is not None and standing.seat is not None:
        count, standing = count + 1, standing.under
    return count


def settle(play: Play, rng: Random, ms: int) -> Play:
    """Take every action of the table that has become due, and write the outcome when it is over."""
    for _ in range(CHANCES):
        with faults():
            action = play.reached.game.chance(play.reached.state, rng)
        if action is None:
            break
        with _by_the_table():
            play = step(play, None, action, ms)
    if play.outcome is not None:
        return replace(play, lines=play.lines.then(write(End(outcome=play.outcome))))
    if not play.acting:
        raise GameFault("neither anybody to act, nor a chance, nor an end")
    return play


def forced(play: Play, seat: int, rng: Random) -> str:
    """Choose an action for a seat whose time is over."""
    with faults():
        return rng.choice(play.reached.game.legal_actions(play.reached.state, seat))


def was_played(play: Play, index: int, seat: int, action: str) -> bool:
    """Tell whether entry `index` of the log is this action of this seat, in whatever spelling."""
    logged = play.log[index] if 0 <= index < len(play.log) else None
    if logged is None or logged.seat != seat or logged.action is None:
        return False
    try:
        with faults():
            return play.reached.game.canonical(play.reached.state, action) == logged.action
    except NotationError:
        return False


def resume(games: Mapping[str, Game[Any]], lines: Sequence[str], clock: int, now: float) -> Play:
    """Play a campaign's lines again; raise `GameFault` when they cannot be."""
    with _by_the_table(), faults():
        header, *entries = map(parse, lines)
        if not isinstance(header, Header):
            raise RecordError("no header")
        play = begin(games, header, clock, now)
        for entry, line in zip(entries, lines[1:], strict=True):
            play = (_end if isinstance(entry, End) else _follow)(play, entry, line)
    return replace(play, ms=max(map(_ms, entries), default=0))


@contextmanager
def _by_the_table() -> Iterator[None]:
    """Count a refusal as a fault, where nobody but the game can be to blame."""
    try:
        yield
    except (NotationError, OptionError, RuleError, RecordError) as error:
        raise GameFault(f"{type(error).__name__} {_where(error)}") from error


def _follow(play: Play, entry: Entry, line: str | None = None) -> Play:
    with faults():
        return _reach(play, follow(play.reached, entry), entry, _ms(entry), line)


def _end(play: Play, entry: Entry, line: str) -> Play:
    follow(play.reached, entry)
    return replace(play, lines=play.lines.then(line))


def _reach(play: Play, reached: Reached[Any], entry: Entry, ms: int, line: str | None = None) -> Play:
    """Adopt where an entry has led, and keep its line (written here if it is a new one), events and time."""
    game, state = reached.game, reached.state
    acting = clocks.run_on(play.acting, game.to_act(state), _actor(entry), ms, undone=isinstance(entry, Undo))
    return replace(
        play,
        reached=reached,
        lines=play.lines.then(line or write(reached.entry)),
        log=play.log.then(_logged(reached)),
        outcome=game.outcome(state),
        acting=acting,
        accounts=clocks.charge(play.accounts, play.acting, acting, ms),
        warned=frozenset(seat for seat in play.warned if acting.get(seat) == play.acting.get(seat)),
    )


def _logged(reached: Reached[Any]) -> Logged:
    entry = reached.entry
    if isinstance(entry, Action) and reached.step is not None:
        return Logged(entry.seat, entry.action, reached.step.events)
    return Logged(None, None)


def _actor(entry: Entry) -> int | None:
    return entry.seat if isinstance(entry, Action) else None


def _ms(entry: Entry) -> int:
    return (entry.ms if isinstance(entry, Action | Undo) else None) or 0


def _where(error: BaseException) -> str:
    """Say in which function and line something was raised; its text may hold a secret."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f"in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}"
