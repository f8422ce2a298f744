"""A thousand wrong passwords over the wire: all refused, and nothing else happens to anybody."""

import sys
from collections import Counter
from pathlib import Path

import pytest
from sheep_common import messages as m
from sheep_common import password
from sheep_common.net.keys import new_pair
from sheep_host.core import Limits
from sheep_support.host_processes import Player, RunningHost, players

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="comes from several addresses of loopback")

WORD = "grand méchant loup"
WRONG = b"w" * 32
GUESSES = 1000
A_CONNECTION = 100
"""Guesses over one connection: less than it may ask at once, so that each has its answer at full speed."""
EVE, BO = "127.0.0.66", "127.0.0.67"


@pytest.fixture
def running(tmp_path: Path):
    with RunningHost(
        tmp_path / "host", "--game", "battle-sheep", environment={"SHEEP_PASSWORD": WORD}
    ) as host:
        yield host


@pytest.fixture
def at(running):
    return running.listening()


@pytest.fixture
def secret(at) -> bytes:
    return password.secret(WORD, at.server)


@pytest.fixture
def make(at):
    with players(at.server, at.port) as maker:
        yield maker


def right(player: Player, secret: bytes) -> bytes:
    return password.proof(secret, player.pair.public)


def table(player: Player) -> m.TableInfo:
    answer = player.ask(m.Tables(id=player.next_id()))
    assert isinstance(answer, m.TableList)
    (only,) = answer.tables
    return only


def guess(make, pairs: list) -> Counter[str]:
    """Guess so often, each pair of keys in turn, over one connection after another; count the answers."""
    codes: Counter[str] = Counter()
    for number in range(GUESSES // A_CONNECTION):
        eve = make(pair=pairs[number % len(pairs)], source=EVE)
        for _ in range(A_CONNECTION):
            answer = eve.hello("Eve", WRONG)
            assert isinstance(answer, m.Refused), answer
            codes[answer.code] += 1
        eve.send(m.Tables(id=eve.next_id()))
        assert isinstance(eve.receive(), m.Who)  # nobody's session has begun
        eve.close()
    return codes


@pytest.mark.parametrize("keys", [1, 10], ids=["one key", "a key a connection"])
def test_a_thousand_wrong_passwords_are_refused_and_harm_nobody(
    running, at, secret, make, tmp_path, keys
) -> None:
    """Ana is at her table all the while; Bo, from another address, comes in with the right one afterwards."""
    ana = make()
    assert isinstance(ana.hello("Ana", right(ana, secret)), m.Welcome)
    assert isinstance(ana.ask(m.Sit(id=ana.next_id())), m.Table)
    before = table(ana)
    pairs = [new_pair() for _ in range(keys)]
    codes = guess(make, pairs)

    assert set(codes) == {"password", "too-fast"}
    assert sum(codes.values()) == GUESSES
    # How long it took is the machine's matter: a guess every five seconds, and some at once.
    assert codes["password"] <= Limits().guesses_at_once + 20
    assert table(ana) == before
    assert ana.heard() == []
    assert isinstance(make(pair=ana.pair).hello("Ana"), m.Welcome)
    bo = make(source=BO)
    assert isinstance(bo.hello("Bo", right(bo, secret)), m.Welcome)
    assert running.stop() == 0
    happened = [event["event"] for event in running.events]
    assert happened == ["listening", "joined", "seated", "joined", "closed"]
    _nothing_leaks(running, tmp_path, secret, [ana.pair, bo.pair, *pairs])


def test_the_right_one_from_where_was_guessed_counts_after_a_while(at, secret, make) -> None:
    """The owner's own friend may have sat at that machine."""
    eve = make(source=EVE)
    while (answer := eve.hello("Eve", WRONG)).code == "password":
        pass
    assert answer.code == "too-fast"
    cy = make(source=EVE)
    assert getattr(cy.hello("Cy", right(cy, secret)), "code", "") == "too-fast"
    assert cy.socket.poll(int(1000 / Limits().guesses_a_second)) == 0
    assert isinstance(cy.hello("Cy", right(cy, secret)), m.Welcome)


def _nothing_leaks(running: RunningHost, home: Path, secret: bytes, pairs: list) -> None:
    """Search what the host has written for the password, what is derived from it, guesses and keys."""
    needles = [WORD.encode(), secret, secret.hex().encode(), WRONG]
    needles += [pair.secret.encode() for pair in pairs]
    proofs = [password.proof(secret, pair.public) for pair in pairs]
    needles += [form for proof in proofs for form in (proof, proof.hex().encode())]
    everywhere = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    log = {path: text for path, text in everywhere.items() if path.suffix == ".log"}
    assert b"Ana is here" in b"".join(log.values())  # it is the right place to look
    assert b" refused: too-fast 9" in b"".join(log.values())
    said = {Path("stderr"): running.log.encode(), Path("events"): str(running.events).encode()}
    for path, text in (everywhere | said).items():
        assert [needle for needle in needles if needle in text] == [], path
    for path, text in (log | said).items():
        assert [pair.public for pair in pairs if pair.public.encode() in text] == [], path
    assert sum(map(len, log.values())) < 10_000
