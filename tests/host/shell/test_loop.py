"""The loop around the turns: orders, sleep, the end. The sockets' own matters are tried elsewhere."""

import threading
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from sheep_host.bounds import Bounds
from sheep_host.core.state.effects import Effect
from sheep_host.core.state.events import Closing, Gone, Granted, Opened, Slept, Stimulus
from sheep_host.network.info_port import Information
from sheep_host.network.wakeup import Wakeup
from sheep_host.pipes import lines
from sheep_host.process.commit import Turns
from sheep_host.process.loop import Loop
from sheep_support.host_processes import PATIENCE


class Listener:
    """A core that only listens."""

    def __init__(self) -> None:
        self.heard: list[Stimulus] = []
        self.turns = 0
        self.due: float | None = None

    def handle(self, host: Any, stimuli: Sequence[Stimulus], now: float, rng: Random) -> Any:
        self.heard += stimuli
        self.turns += 1
        self.due = None
        return host, list[Effect]()

    def next_deadline(self, host: Any) -> float | None:
        return self.due

    def refuse_storage(self, host: Any, stimuli: Sequence[Stimulus]) -> list[Effect]:
        return []

    def still_due(self, stimuli: Sequence[Stimulus]) -> list[Stimulus]:
        return []


class Stage:
    """A loop on real sockets with a clock that is set by hand."""

    def __init__(self, desk: Any) -> None:
        self.now = 1000.0
        self.core = Listener()
        self.told: list[dict[str, object]] = []
        self.wakeup = Wakeup()
        turns = Turns(
            self.core,
            None,
            Random(0),
            ledger=desk,
            outlet=desk.link,
            tell=self.told.append,
            write_record=lambda record: None,
        )
        information = Information(desk.ports.listener, lambda: b"", Bounds())
        self.loop = Loop(
            desk.ports,
            self.wakeup,
            desk.link,
            information,
            turns,
            self.told.append,
            Bounds(),
            lambda: self.now,
        )

    def order(self, *orders: lines.Order) -> bool:
        """Let orders come on stdin, and serve them; return whether it is the end."""
        self.hear(*(lines.text(order).rstrip() for order in orders))
        return self.loop.turn({self.wakeup.socket})

    def hear(self, *said: bytes) -> None:
        """Let lines come on stdin, and its end, and wait until they are there."""
        all_read = threading.Event()

        def reading() -> Iterator[bytes]:
            yield from said
            all_read.set()

        self.wakeup.listen(reading())
        assert all_read.wait(PATIENCE)


@pytest.fixture
def stage(desk: Any) -> Iterator[Stage]:
    made = Stage(desk)
    yield made
    made.wakeup.close()


def test_a_loop_that_stood_still_tells_the_core_for_how_long(stage):
    stage.now += 4.5
    stage.loop.turn(set())
    stage.now += 3600
    stage.loop.turn(set())
    assert stage.core.heard == [Slept(3600.0)]


def test_a_turn_without_anything_new_does_not_bother_the_core(stage):
    stage.loop.turn(set())
    assert stage.core.turns == 0


def test_the_core_is_called_when_its_time_has_come(stage):
    stage.core.due = stage.now + 1
    stage.loop.turn(set())
    assert stage.core.turns == 0
    stage.now += 1
    stage.loop.turn(set())
    assert stage.core.turns == 1


def test_a_grant_and_a_table_are_taken_in_order_and_confirmed_afterwards(stage):
    grant, table = Granted("key"), Opened("battle-sheep", 2, {})
    stage.order(lines.Order(grant=grant), lines.Order(open=table))
    assert stage.core.heard == [grant, table]
    assert stage.told == [{"granted": "key"}, {"opened": True}]


def test_a_line_that_is_no_order_is_passed_over(stage, caplog):
    stage.hear(b"{", b"[]", lines.text(lines.Order(grant=Granted("key"))).rstrip())
    stage.loop.turn({stage.wakeup.socket})
    assert stage.core.heard == [Granted("key")]
    assert "no order" in caplog.text


@pytest.mark.parametrize("orders", [[lines.Order(stop=True)], []])
def test_stop_and_the_end_of_stdin_end_the_loop_and_the_core_hears_of_it(stage, orders):
    stage.wakeup.listen(iter(lines.text(order).rstrip() for order in orders))
    stage.loop.run()
    assert stage.core.heard == [Closing()]


def test_what_is_pending_is_taken_before_the_end(stage):
    stage.loop._pending.append(Gone("r1"))
    stage.order(lines.Order(stop=True))
    assert Gone("r1") in stage.core.heard
