"""The bots' process: many bots, each a client like any other, at the order of lines on stdin."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from sheep_client.game_api import easy_bot
from sheep_client.thinking import pacing, task
from sheep_common import messages as m
from sheep_common.net.keys import KeyPair, new_pair
from sheep_support.clients import Host, table

LEGAL = ("tile 0,0 0", "tile 0,0 1", "tile 0,0 2")


def answer(message: m.ToHost) -> list[m.Message]:
    """Answer as a host at whose table it is the bot's turn, and never after an action."""
    match message:
        case m.Hello(id=number, name=name):
            return [
                m.Welcome(re=number, protocol=m.PROTOCOL, host="H", name=name),
                m.Table(table=table("Ana", "bot:Dolly", state="playing"), seat=1),
                m.Update(table="t1", version=5, seat=1, view={"to_act": [1]}, legal=LEGAL),
            ]
        case m.Act(id=number):
            return [m.Update(re=number, table="t1", version=6, seat=1, view={"to_act": [0]})]
        case m.Tables(id=number):
            return [m.TableList(re=number, tables=())]
        case m.Bye(id=number):
            return [m.Ok(re=number)]
    return []


@pytest.fixture
def host() -> Iterator[Host]:
    """Return a host that lets bots play."""
    made = Host(answer)
    yield made
    made.close()


@pytest.fixture
def process() -> Iterator["subprocess.Popen[str]"]:
    """Return the bots' process, with quick bots."""
    with subprocess.Popen(
        [sys.executable, "-m", "sheep_client.bots", "--delay", "0.05"],
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as child:
        yield child


def order(host: Host, pair: KeyPair, **fields: Any) -> str:
    """Return the line that starts a bot."""
    line = {
        "key": pair.secret,
        "server": host.pair.public,
        "address": "127.0.0.1",
        "port": host.port,
        "name": "Dolly",
        "table": "t1",
        "seat": 1,
        "level": "easy",
    }
    return json.dumps(line | fields) + "\n"


def tell(process: "subprocess.Popen[str]", line: str) -> None:
    """Give the process a line."""
    assert process.stdin is not None
    process.stdin.write(line)
    process.stdin.flush()


def wait(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "not in time"
        time.sleep(0.02)


def heard(host: Host, kind: type[m.Message]) -> list[Any]:
    """Return the messages of a kind that the host has heard."""
    return [message for message in host.heard if isinstance(message, kind)]


def test_a_bot_plays_a_legal_action_when_it_is_its_turn(host: Host, process: "subprocess.Popen[str]") -> None:
    """For the version that it saw, once."""
    tell(process, order(host, new_pair()))
    wait(lambda: heard(host, m.Act))
    (act,) = heard(host, m.Act)
    assert act.action in LEGAL
    assert act.version == 5


def test_a_bot_of_a_level_that_its_game_has_not_plays_all_the_same_and_the_log_says_so() -> None:
    """Once, however often it acts; a client of ours asks for no such bot."""

    def third(message: m.ToHost) -> list[m.Message]:
        seats = table("Ana", "bot:Dolly", state="playing", game="third")
        return [m.Table(table=seats, seat=1) if isinstance(a, m.Table) else a for a in answer(message)]

    host = Host(third)
    command = [sys.executable, "-m", "sheep_client.bots", "--delay", "0"]
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as child:  # type: ignore[call-overload]
        tell(child, order(host, new_pair(), level="expert"))
        wait(lambda: heard(host, m.Act))
        _, err = child.communicate(timeout=20)
    host.close()
    assert err == "sheep_client.bots: third has no level expert: a bot plays as easy\n"


def test_many_bots_live_in_one_process(host: Host, process: "subprocess.Popen[str]") -> None:
    """Each with a key of its own; the same key again is one bot."""
    pairs = [new_pair() for _ in range(5)]
    for number, pair in enumerate(pairs):
        tell(process, order(host, pair, name=f"Dolly {number}"))
    tell(process, order(host, pairs[0], name="Dolly 0"))
    wait(lambda: len(heard(host, m.Act)) == 5)
    assert {hello.name for hello in heard(host, m.Hello)} == {f"Dolly {number}" for number in range(5)}
    assert len(heard(host, m.Hello)) == 5


def test_a_bot_that_is_dropped_says_goodbye(host: Host, process: "subprocess.Popen[str]") -> None:
    """And the process lives on for the others."""
    pair = new_pair()
    tell(process, order(host, pair))
    wait(lambda: heard(host, m.Act))
    tell(process, json.dumps({"drop": pair.public}) + "\n")
    wait(lambda: heard(host, m.Bye))
    tell(process, order(host, new_pair()))
    wait(lambda: len(heard(host, m.Hello)) == 2)


def test_the_end_of_stdin_ends_the_process(host: Host, process: "subprocess.Popen[str]") -> None:
    """The supervisor is gone, however it went."""
    tell(process, order(host, new_pair()))
    wait(lambda: heard(host, m.Hello))
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=20) == 0


def test_a_line_that_is_no_order_is_passed_over(host: Host, process: "subprocess.Popen[str]") -> None:
    """The next one counts."""
    for line in ("\n", "{\n", '{"key": "x"}\n', "[]\n"):
        tell(process, line)
    tell(process, order(host, new_pair()))
    wait(lambda: heard(host, m.Hello))


def test_a_bot_whose_mind_fails_plays_any_legal_action(host: Host, process: "subprocess.Popen[str]") -> None:
    """Here the view is not one that an engine could understand."""
    tell(process, order(host, new_pair(), level="hard"))
    wait(lambda: heard(host, m.Act))
    assert heard(host, m.Act)[0].action in LEGAL


@pytest.mark.parametrize(
    ("names", "watchers", "delay", "expected"),
    [
        (("Ana", "bot:Ovis"), 0, None, pacing.FOLLOWED),
        (("bot:Ovis", "bot:Dolly"), 1, None, pacing.FOLLOWED),
        (("bot:Ovis", "bot:Dolly"), 0, None, pacing.ALONE),
        (("Ana", "bot:Ovis"), 0, 0.0, (0.0, 0.0)),
        (("bot:Ovis", "bot:Dolly"), 0, 2.5, (2.5, 2.5)),
    ],
)
def test_bots_wait_so_that_people_can_follow(
    names: tuple[str, ...], watchers: int, delay: float | None, expected: tuple[float, float]
) -> None:
    """What there is to choose does not come into it (L11)."""
    assert pacing.waits(table(*names, watchers=watchers), delay) == expected


def test_bots_take_no_more_time_than_a_clock_leaves_them() -> None:
    """Half of a move's time, a tenth of an account."""
    assert task.within(3.0, None, 1) == 3.0
    assert task.within(3.0, m.Clocks(move_ms=2000, running=(1,)), 1) == 1.0
    assert task.within(3.0, m.Clocks(account_ms=(90_000, 10_000), running=(1,)), 1) == 1.0
    assert task.within(3.0, m.Clocks(move_ms=60_000, running=(1,)), 1) == 3.0


def test_the_process_gives_signs_of_life_when_asked_to() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sheep_client.bots", "--beat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert [child.stdout.readline() for _ in range(2)] == ["alive\n"] * 2
        child.communicate(timeout=20)


def test_an_easy_bot_chooses_evenly() -> None:
    """Every legal action has its turn."""
    rng = Random(1)
    chosen = [easy_bot.choose(LEGAL, rng) for _ in range(300)]
    assert all(chosen.count(action) > 60 for action in LEGAL)
