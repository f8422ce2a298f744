"""The bots' process: one line of stdin starts a bot, another ends it, and the end of stdin ends all.

A bot is a client like any other: it has a key, a view and its legal actions, and nothing else of the host.
"""

import argparse
import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from random import Random, SystemRandom

import msgspec
import zmq.asyncio
from sheep_common import streams
from sheep_common.net import sockets
from sheep_common.net.keys import KeyPair, pair_of

from sheep_client.connection.join import model_of
from sheep_client.connection.link import Find, Target
from sheep_client.core import Model
from sheep_client.core.effects import Quit
from sheep_client.core.events import Interrupted, Line
from sheep_client.core.hints import task_of
from sheep_client.core.model import At, Goal
from sheep_client.core.reports import Denied, Told, Updated
from sheep_client.game_api import easy_bot
from sheep_client.game_registry import levels_of
from sheep_client.session import Session, run_loop
from sheep_client.system.signals import on_signals
from sheep_client.system.stdin import StandardInput
from sheep_client.thinkers.pool import Thinkers
from sheep_client.thinking import pacing
from sheep_client.thinking.task import Task, offered, within

PROGRAM = "sheep_client.bots"
MAX_SOCKETS = 16_384
BEAT = 1.0
"""Seconds between two signs of life to who started this process."""
THINKERS = max(1, (os.cpu_count() or 1) - 1)
"""Programs that think for all bots of this process: one core is left to the host and its people. Where more
bots are to act each keeps its time and thinks the less: nobody waits for the bots of other tables."""


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """A bot to start: its key, its host, and the seat it was granted."""

    key: str
    server: str
    address: str
    port: int
    name: str
    table: str
    seat: int
    level: str = "easy"


class Drop(msgspec.Struct, frozen=True, kw_only=True):
    """A bot to end, by its public key."""

    drop: str


class Bot:
    """One bot at its seat."""

    def __init__(
        self,
        start: Start,
        pair: KeyPair,
        context: "zmq.asyncio.Context",
        delay: float | None,
        thinkers: Thinkers,
    ) -> None:
        self._level = start.level
        self._delay = delay
        self._thinkers = thinkers
        self._rng: Random = SystemRandom()
        self._thinking: asyncio.Task[None] | None = None
        self._lines = 0
        self._warned = False
        target = Target(start.address, start.port, start.server)

        async def find(attempt: int) -> Target:
            del attempt
            return target

        finder: Find = find
        self.session = Session(model_of(start.name, Goal()), pair, finder, self._told, context)

    async def run(self) -> Quit:
        """Play until it is ended, or the host does not want it any more."""
        try:
            return await self.session.run()
        finally:
            self._stop_thinking()

    def _told(self, told: Told, model: Model) -> None:
        """Think whenever there is something to do; another update makes earlier thoughts void."""
        if isinstance(told, Updated | Denied):
            self._stop_thinking()
            if model.at is not None and model.at.update is not None and model.at.update.legal:
                self._thinking = asyncio.ensure_future(self._think(model.at))

    async def _think(self, at: At) -> None:
        """Choose, and play not before the time that a free choice would take either (L11)."""
        info, update = at.info, at.update
        if update is None or info is None or update.seat is None:
            return
        seconds = self._seconds(info.game)
        wait = self._rng.uniform(*pacing.waits(info, self._delay))
        if seconds is not None and pacing.shows_time(info.game):
            wait = max(wait, seconds)
        wait = within(wait, update.clocks, update.seat)
        started = asyncio.get_running_loop().time()
        action = None
        task = task_of(at, self._level)
        if seconds is not None and task is not None:
            action = await self._thought(task, within(seconds, update.clocks, update.seat))
        # No level like that, or no thought: any legal action keeps the table going.
        action = action or easy_bot.choose(update.legal, self._rng)
        await asyncio.sleep(max(0.0, started + wait - asyncio.get_running_loop().time()))
        self._thinking = None
        self._lines += 1
        self.session.feed(Line(self._lines, action))

    def _seconds(self, game: str) -> float | None:
        """Return how long its level thinks, None where nobody does; say once where there is no such level."""
        levels = levels_of(game)
        if self._level not in offered(levels) and not self._warned:
            self._warned = True
            what = f"{game} has no level {self._level}: a bot plays as easy"
            streams.say(f"{PROGRAM}: {what}\n")
        return levels.get(self._level)

    async def _thought(self, task: Task, seconds: float) -> str | None:
        """Return the action that a thinker chooses, None when there is none."""
        try:
            thought = await self._thinkers.ask(task, seconds)
        except Exception as error:  # noqa: BLE001 - no thinker, whatever the reason, must not end a bot's game
            streams.say(f"{PROGRAM}: no thought: {type(error).__name__}: {error}\n")
            return None
        return None if thought is None else thought.action

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None


class Bots:
    """All bots of this process, by public key."""

    def __init__(self, context: "zmq.asyncio.Context", delay: float | None, thinkers: Thinkers) -> None:
        self._context = context
        self._delay = delay
        self._thinkers = thinkers
        self._bots: dict[str, Bot] = {}
        self._tasks: dict[str, asyncio.Task[Quit]] = {}

    def take(self, line: str) -> None:
        """Do what a line of the supervisor says; what is no such line is reported and passed over."""
        try:
            order = _order(line)
            pair = pair_of(order.key) if isinstance(order, Start) else None
        except (msgspec.DecodeError, ValueError) as error:
            streams.say(f"{PROGRAM}: not understood: {error}\n")
            return
        if isinstance(order, Drop):
            self.drop(order.drop)
        elif pair is not None and pair.public not in self._bots:
            bot = Bot(order, pair, self._context, self._delay, self._thinkers)
            self._bots[pair.public] = bot
            task = asyncio.ensure_future(bot.run())
            self._tasks[pair.public] = task
            task.add_done_callback(lambda done: self._forget(pair.public, done))

    def drop(self, public: str) -> None:
        """End a bot, if it is here."""
        if public in self._bots:
            self._bots[public].session.feed(Interrupted())

    async def close(self) -> None:
        """End all bots."""
        for public in list(self._bots):
            self.drop(public)
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _forget(self, public: str, task: "asyncio.Task[Quit]") -> None:
        self._bots.pop(public, None)
        self._tasks.pop(public, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            streams.say(f"{PROGRAM}: a bot ended: {type(error).__name__}: {error}\n")


def _order(line: str) -> Start | Drop:
    """Read a line of the supervisor; raise `msgspec.DecodeError`."""
    if "drop" in msgspec.json.decode(line, type=dict[str, msgspec.Raw]):
        return msgspec.json.decode(line, type=Drop)
    return msgspec.json.decode(line, type=Start)


def main(arguments: Sequence[str]) -> int:
    """Run until stdin ends; return the exit status."""
    return streams.settled(PROGRAM, lambda: _main(arguments))


def _main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog=f"python -m {PROGRAM}", description="The bots of a host.")
    parser.add_argument("--delay", type=float, metavar="S", help="seconds that bots wait at least")
    parser.add_argument("--beat", action="store_true", help="write a line a second, as a sign of life")
    chosen = parser.parse_args(arguments)
    try:
        return run_loop(_run(chosen.delay, beats=chosen.beat))
    except KeyboardInterrupt:
        return 0


async def _beat() -> None:
    """Show that this process is alive, until nobody is interested."""
    with contextlib.suppress(OSError, ValueError):
        while True:
            sys.stdout.write("alive\n")
            sys.stdout.flush()
            await asyncio.sleep(BEAT)


async def _run(delay: float | None, *, beats: bool) -> int:
    sockets.seed_libc()
    context = zmq.asyncio.Context()
    context.set(zmq.MAX_SOCKETS, MAX_SOCKETS)
    thinkers = Thinkers(THINKERS)
    bots = Bots(context, delay, thinkers)
    over = asyncio.Event()
    on_signals(over.set)
    StandardInput().start(bots.take, over.set)
    beating = asyncio.ensure_future(_beat()) if beats else None
    await over.wait()
    if beating is not None:
        beating.cancel()
    await bots.close()
    thinkers.close()
    context.destroy(linger=sockets.LINGER_MS)
    return 0
