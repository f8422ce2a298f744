"""A client at work: events go through the core, its effects to the link and the face. Knows no terminal."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import zmq.asyncio
from sheep_common import streams
from sheep_common.messages import Refused
from sheep_common.net import sockets
from sheep_common.net.keys import KeyPair

from sheep_client.connection.errors import ClientError, PasswordWantedError
from sheep_client.connection.link import Find, Link, Target
from sheep_client.core import Model, handle
from sheep_client.core.effects import Desist, Effect, Quit, Retry, Send, Tell, Think
from sheep_client.core.events import Event, Tick, Trouble
from sheep_client.core.reports import Told
from sheep_client.text_ui import code_text
from sheep_client.thinkers.hint_thinker import Adviser

SECOND = 1.0


class Session:
    """One player's connection, model and face. `tell` shows what the core tells, with the newest model."""

    def __init__(
        self,
        model: Model,
        pair: KeyPair,
        find: Find,
        tell: Callable[[Told, Model], None],
        context: "zmq.asyncio.Context | None" = None,
        proven: Callable[[Target], None] = lambda _target: None,
    ) -> None:
        self.model = model
        self._tell = tell
        self._own_context = context is None
        if context is None:
            sockets.seed_libc()
            context = zmq.asyncio.Context()
        self._context = context
        self.link = Link(context, pair, find, self.feed, proven)
        self._adviser = Adviser(self.feed)
        self.end: asyncio.Future[Quit] = asyncio.get_running_loop().create_future()

    def feed(self, event: Event) -> None:
        """Let something happen."""
        if self.end.done():
            return
        self.model, effects = handle(self.model, event)
        for effect in effects:
            self._do(effect)

    def _do(self, effect: Effect) -> None:
        match effect:
            case Send(message):
                self.link.send(message)
            case Tell(told):
                self._tell(told, self.model)
            case Retry(delay):
                self.link.drop(delay)
            case Think():
                self._adviser.think(effect)
            case Desist():
                self._adviser.desist()
            case Quit():
                if not self.end.done():
                    self.end.set_result(effect)

    async def run(self) -> Quit:
        """Run until the core quits; raise `ClientError` where the link cannot go on."""
        link = asyncio.ensure_future(self.link.run())
        clock = asyncio.ensure_future(self._clock())
        try:
            running: list[asyncio.Future[Any]] = [link, clock, self.end]
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in (link, clock):
                if task.done() and not task.cancelled() and (error := task.exception()):
                    raise error
            return self.end.result()
        finally:
            for task in (link, clock):
                task.cancel()
            await asyncio.gather(link, clock, return_exceptions=True)
            self._adviser.close()
            if self._own_context:
                self._context.destroy(linger=sockets.LINGER_MS)

    async def _clock(self) -> None:
        while True:
            await asyncio.sleep(SECOND)
            self.feed(Tick())


def why(end: Quit) -> str | None:
    """Return a line for stderr where the host ended it."""
    if isinstance(end.why, Refused):
        return code_text.refusal(end.why)
    if isinstance(end.why, Trouble):
        return code_text.trouble(end.why)
    return None if end.why is None else code_text.closed(end.why)


def status_of(end: Quit) -> int:
    """Return the exit status; raise `ClientError` where there is something to be said about it."""
    if end.status == 1 and (text := why(end)) is not None:
        wants = isinstance(end.why, Refused) and end.why.code == "password"
        raise PasswordWantedError(1, text) if wants else ClientError(1, text)
    return end.status


def run_loop(main: Coroutine[Any, Any, int]) -> int:
    """Run a program's coroutine in a loop that ZeroMQ can use everywhere; no traceback reaches a player."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.get_loop().set_exception_handler(_report)
        return runner.run(main)


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Say in one line what went wrong inside the program, and go on."""
    del loop
    error = context.get("exception")
    if isinstance(error, ClientError | streams.UnwrittenError | asyncio.CancelledError):
        return
    text = f"{type(error).__name__}: {error}" if error is not None else str(context.get("message"))
    streams.say(f"sheep-join: internal error ({text[:200]}); please report it\n")
