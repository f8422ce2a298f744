"""The host process, `python -m sheep_host.process.main`: puts a host together, and runs it to its end.

`lines.py` says what it reads on stdin and writes on stdout. Started by the supervisor, never by people.
"""

import contextlib
import gc
import logging
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom
from typing import Any

import zmq
from msgspec.structs import replace
from sheep_common import password, streams
from sheep_common.messages import PROGRAM
from sheep_common.net import info, keys, sockets

from sheep_host import core
from sheep_host.errors import ShellError
from sheep_host.network import ports
from sheep_host.network.counts import Status
from sheep_host.network.descriptors import connections
from sheep_host.network.info_port import Information
from sheep_host.network.router import Link
from sheep_host.network.wakeup import Wakeup, lines_of
from sheep_host.pipes import lines, log_file
from sheep_host.pipes.lines import Serve
from sheep_host.pipes.log_pipe import LogPipe
from sheep_host.pipes.outbox import Outbox, standard
from sheep_host.process.commit import Teller, Turns, place
from sheep_host.process.loop import Loop
from sheep_host.process.record_writer import RecordWriter
from sheep_host.store import record_files
from sheep_host.store.store import Store, StoreError

LOG = logging.getLogger("sheep_host")
KEY_FILE = "host.key"
FAULT = 70
"""The exit status after a fault of our own."""
LAST_WORDS = 1.0
"""Seconds that the supervisor has to take what it was told last, and the disk the last records."""


def main() -> int:
    """Be a host until stdin ends, a signal comes, or one is told to; return the exit status."""
    return streams.settled("sheep_host.process", _main)


def _main() -> int:
    wakeup = Wakeup()
    wakeup.catch_signals()
    outbox = Outbox(standard(sys.stdout))
    log = LogPipe()
    heard = lines_of(sys.stdin.fileno())
    try:
        serve = _first(heard)
        logging.basicConfig(handlers=[log], level=serve.level)
        with _store(serve) as store, RecordWriter(Path(serve.data), LAST_WORDS) as writer:
            log_file.begin(serve.level, Path(serve.data), "host")
            wakeup.listen(heard)
            _serve(serve, store, writer, wakeup, outbox.tell)
    except ShellError as error:
        outbox.tell({"fatal": str(error)})
        return 1
    except Exception as error:  # noqa: BLE001 - logged, and the supervisor starts another host
        # The values are no log's matter, they may be somebody's cards.
        LOG.critical("a fault in the host itself: %s", place(error))
        return FAULT
    finally:
        log_file.end()
        wakeup.release_signals()
        outbox.close(LAST_WORDS)
        log.close()
    return 0


def _first(heard: Iterator[bytes]) -> Serve:
    """Read the line that says what host to be."""
    try:
        serve = lines.order(next(heard, b"")).serve
    except ValueError:
        serve = None
    if serve is None:
        raise ShellError("this is a part of sheep-host: start that")
    return serve


@contextlib.contextmanager
def _store(serve: Serve) -> Iterator[Store]:
    try:
        store = Store.open(Path(serve.data), serve.lock_patience)
    except StoreError as error:
        raise ShellError(str(error)) from None
    try:
        yield store
    finally:
        store.close()


def _serve(serve: Serve, store: Store, writer: RecordWriter, wakeup: Wakeup, tell: Teller) -> None:
    """Bind, tell where, and serve to the end; everything is closed afterwards."""
    pair = _key(Path(serve.data) / KEY_FILE)
    bounds = replace(serve.bounds, connections=connections(serve.bounds.connections))
    sockets.seed_libc()
    context: zmq.Context[Any] = zmq.Context()
    try:
        bound = ports.bind(context, pair.secret, serve.bind, serve.port, serve.patience)
        link = Link(bound.router, bound.watcher, bounds)
        try:
            turns = _turns(serve, pair, store, writer, link, tell)
            information = Information(bound.listener, lambda: _line(serve, pair, bound.port, turns), bounds)
            status = Status(link.counts, lambda: _numbers(link, turns), tell)
            loop = Loop(
                bound,
                wakeup,
                link,
                information,
                turns,
                tell,
                bounds,
                on_sweep=status.look,
                on_idle=store.tidy,
            )
            # What is there now stays: nothing of it is looked at again by the collector.
            gc.collect()
            gc.freeze()
            tell(_listening(serve, pair, bound.port))
            loop.run()
            status.log()
            information.close()
        finally:
            link.close()
            bound.close()
    finally:
        context.term()  # at most the sockets' linger


def _numbers(link: Link, turns: Turns) -> dict[str, int]:
    """Say how much there is of what can grow."""
    host = turns.host
    return {
        "connections": link.connections,
        "sessions": len(host.sessions),
        "people": len({session.key for session in host.sessions.values() if session.person}),
        "tables": len(host.tables),
        "playing": sum(table.state == "playing" for table in host.tables.values()),
    }


def _turns(
    serve: Serve, pair: keys.KeyPair, store: Store, writer: RecordWriter, link: Link, tell: Teller
) -> Turns:
    data = Path(serve.data)
    try:
        stock = store.load()
    except StoreError as error:
        raise ShellError(str(error)) from None
    for warning in stock.warnings:
        LOG.warning("%s", warning)
    host = core.restore(
        serve.host_name,
        stock.rows,
        stock.lines,
        stock.bans,
        serve.limits,
        time.monotonic(),
        password=None if serve.password is None else password.secret(serve.password, pair.public),
        known=stock.known,
    )
    try:
        record_files.write_missing(data, store.finished())
    except OSError as error:
        LOG.error("a record could not be written: %s", error.strerror or error)  # noqa: TRY400
    return Turns(
        core,
        host,
        SystemRandom(),
        ledger=store,
        outlet=link,
        tell=tell,
        write_record=writer.write,
    )


def _key(path: Path) -> keys.KeyPair:
    try:
        return keys.load_or_make(path)
    except ValueError:
        raise ShellError(
            f"{path} holds no key: put the old file back, or move it away for a new one"
        ) from None
    except OSError as error:
        raise ShellError(f"{path} cannot be used ({error.strerror}): change its permissions") from None


def _line(serve: Serve, pair: keys.KeyPair, port: int, turns: Turns) -> bytes:
    return info.line(
        info.Info(
            program=PROGRAM,
            host=serve.host_name,
            key=pair.public,
            port=port,
            password=serve.password is not None,
            tables=len(turns.host.tables),
        )
    )


def _listening(serve: Serve, pair: keys.KeyPair, port: int) -> dict[str, object]:
    return {
        "event": "listening",
        "address": serve.bind or "0.0.0.0",  # noqa: S104 - all addresses were asked for
        "port": port,
        "info_port": port + 1,
        "fingerprint": info.fingerprint(pair.public),
        "pid": os.getpid(),
        "key": pair.public,
    }


if __name__ == "__main__":
    sys.exit(main())
