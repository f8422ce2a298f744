"""`sheep-join --headless`: lines on stdin, JSON Lines on stdout, nothing else. For scripts."""

import json
import sys
from itertools import count

from sheep_common import streams

from sheep_client.connection.errors import ClientError
from sheep_client.connection.finder import Finder
from sheep_client.connection.join import Joining, Wish, join, model_of
from sheep_client.core import Model
from sheep_client.core.events import Ended, Interrupted, Line
from sheep_client.core.model import Goal
from sheep_client.core.reports import Told
from sheep_client.session import Session, run_loop, why
from sheep_client.system.signals import on_signals
from sheep_client.system.stdin import StandardInput
from sheep_client.text_ui import json_lines

MOST_WAITING = 256
"""Lines that may wait for the answers to earlier ones; further ones stay in the pipe."""


def main(wish: Wish) -> int:
    """Join a host and serve a script; return the exit status. Raise `ClientError`."""
    return run_loop(_run(wish, join(wish)))


async def _run(wish: Wish, joining: Joining) -> int:
    fingerprint = joining.fingerprint
    for warning in joining.warnings:
        streams.say(f"sheep-join: {warning}\n")
    broken: list[OSError] = []

    def tell(told: Told, model: Model) -> None:
        del model
        fields = json_lines.event(told, fingerprint)
        if fields is None or broken:
            return
        try:
            _write(fields)
        except OSError as error:  # nobody reads any more, or the disk is full
            broken.append(error)
            session.feed(Interrupted())

    goal = Goal(table=wish.table, watch=wish.watch, alone=wish.watch and wish.table is None)
    model = model_of(joining.name, goal, wish.age, joining.proof, person=False)
    finder = Finder(joining)
    session = Session(model, joining.pair, finder.find, tell, proven=finder.proven)
    on_signals(lambda: session.feed(Interrupted()))
    numbers = count(1)
    StandardInput().start(
        lambda text: session.feed(Line(next(numbers), text)),
        lambda: session.feed(Ended()),
        lambda: len(session.model.waiting) >= MOST_WAITING,
    )
    end = await session.run()
    if broken:
        raise broken[0]
    if end.status == 1 and (text := why(end)) is not None:
        raise ClientError(1, text)
    return end.status


def _write(fields: json_lines.Fields) -> None:
    line = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()
