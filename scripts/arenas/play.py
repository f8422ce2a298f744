"""One game between engines, without a host or a link: who played what, how it ended, how long they choice."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from sheep_client.game_api.bot import Choice, Engine, Plain, TimeLimit
from sheep_client.thinking import levels
from sheep_common.game import Game
from sheep_common.games import GAMES

CLOCKS: dict[str, Callable[[], float]] = {
    "units": lambda: 0.0,
    "cpu": time.process_time,
    "wall": time.perf_counter,
}
"""What engines think by. `units` stands still: the work is counted alone, and a seed's games are the same
everywhere. The processor's time does not run while other programs have the core."""

OPPONENTS = {
    ("battle-sheep", "baseline"): "opponents.baseline",
    ("battle-sheep", "mcts"): "opponents.plain_mcts",
}
"""Those from outside the family, each a module with its `ENGINE`; loaded when they play."""

_BEFORE_PLAY = ("tiles", "starts")


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: the level of each seat, and what its chances and thinking are drawn from."""

    game: str
    number: int
    dice: str
    """What the dice of the table and of each seat are drawn from; both games of a pair have the same."""
    levels: tuple[str, ...]
    options: dict[str, str]
    time_scale: float
    clock: str
    starts: str = ""
    """The level that lays every seat's tiles and puts its stack; each seat's own where it is empty."""


@dataclass(slots=True)
class Result:
    """What came of it: each seat's points, what breaks ties, its share of the win, milliseconds by action."""

    levels: tuple[str, ...]
    points: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    shares: tuple[float, ...]
    thinking: list[list[float]] = field(default_factory=list)
    hurried: int = 0


def engine_of(game: str, level: str) -> Engine:
    """Return a level, or a frozen opponent; `KeyError` for what there is not."""
    if (game, level) in OPPONENTS:
        engine: Engine = import_module(OPPONENTS[game, level]).ENGINE
        return engine
    return levels.engine_of(game, level)


@dataclass(slots=True)
class Seat:
    """An engine at its seat, with what it remembers."""

    engine: Engine
    memory: Any
    dice: Random
    thinking: list[float] = field(default_factory=list)
    hurried: int = 0

    def remember(self, view: Plain, events: list[Plain]) -> None:
        """Take an update."""
        self.memory = self.engine.remember(self.memory, view, events)

    def act(self, view: Plain, legal: tuple[str, ...], task: Task) -> str:
        """Choose an action; note how long that took."""
        clock = CLOCKS["wall" if task.clock == "wall" else "cpu"]
        start = clock()
        given = TimeLimit.starting(CLOCKS[task.clock], self.engine.seconds * task.time_scale)
        choice: Choice = self.engine.choose(self.memory, view, legal, given, self.dice)
        self.thinking.append((clock() - start) * 1000)
        self.hurried += choice.hurried
        return choice.action


def play(task: Task) -> Result:
    """Play a game to its end."""
    game = GAMES[task.game]
    number = len(task.levels)
    options = game.resolve(number, task.options)
    state = game.initial(number, options)
    table = Random(f"{task.dice}/table")
    seats = [_seated(task, level, seat, options) for seat, level in enumerate(task.levels)]
    starters = [_seated(task, task.starts or level, seat, options) for seat, level in enumerate(task.levels)]
    events: list[list[Plain]] = [[] for _ in seats]
    while game.outcome(state) is None:
        views = [_plain(game.view(state, seat)) for seat in range(number)]
        for each in (seats, starters) if task.starts else (seats,):
            for seat, chooser in enumerate(each):
                chooser.remember(views[seat], events[seat])
        turn = min(game.to_act(state), default=None)
        if turn is None:
            action = _chance(game, state, table)
        else:
            early = task.starts and views[turn]["phase"] in _BEFORE_PLAY
            chooser = (starters if early else seats)[turn]
            action = chooser.act(views[turn], tuple(game.legal_actions(state, turn)), task)
        step = game.apply(state, turn, action)
        events = [[_plain(event) for event in step.seen_by(each)] for each in range(number)]
        state = step.state
    return _result(task, game.outcome(state), seats)


def _seated(task: Task, level: str, seat: int, options: Any) -> Seat:
    engine = engine_of(task.game, level)
    return Seat(engine=engine, memory=engine.begin(seat, options), dice=Random(f"{task.dice}/{seat}"))


def _plain(value: Any) -> Plain:
    plain: Plain = msgspec.to_builtins(value)
    return plain


def _chance(game: Game[Any], state: Any, dice: Random) -> str:
    action = game.chance(state, dice)
    if action is None:
        raise RuntimeError("nobody is to act, and it is not over")
    return action


def _result(task: Task, end: Any, seats: list[Seat]) -> Result:
    return Result(
        levels=task.levels,
        points=tuple(end.scores),
        tiebreaks=tuple(end.tiebreaks),
        shares=tuple((seat in end.winners) / len(end.winners) for seat in range(len(seats))),
        thinking=[seat.thinking for seat in seats],
        hurried=sum(seat.hurried for seat in seats),
    )
