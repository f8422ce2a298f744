"""Actions that are refused over the wire: with their code, and nothing changes."""

import msgpack
import pytest
from sheep_common import messages as m
from sheep_common.wire import HOST_FRAME
from sheep_support.host_processes import RunningHost, players


class Pair:
    """Two raw players at a running game of two, seat 0 to move."""

    made = 0
    """So that no two have a name in common: those of an earlier test keep theirs while their game runs."""

    def __init__(self, make) -> None:
        self.both = [make(), make()]
        for number, player in enumerate(self.both, Pair.made * 2):
            assert isinstance(player.hello(f"P{number}"), m.Welcome)
        Pair.made += 1
        made = self.both[0].ask(
            m.New(id=self.both[0].next_id(), game="battle-sheep", seats=2, options={"first": 0})
        )
        self.table = made.table.id
        for seat, player in enumerate(self.both):
            assert isinstance(player.ask(m.Sit(id=player.next_id(), table=self.table, seat=seat)), m.Table)
            assert isinstance(player.ask(m.Ready(id=player.next_id(), table=self.table)), m.Table)
        self.version = self.now(0).version

    def act(self, seat: int, action: str, version: int | None = None) -> m.ToClient:
        player = self.both[seat]
        meant = self.version if version is None else version
        return player.ask(m.Act(id=player.next_id(), table=self.table, version=meant, action=action))

    def now(self, seat: int) -> m.Update:
        """Return the game as it is: a refused stale action brings the newest update along."""
        player = self.both[seat]
        answer = player.ask(m.Act(id=player.next_id(), table=self.table, version=2**31, action="tile 0,0 0"))
        assert (type(answer), answer.code) == (m.Refused, "stale")
        while not isinstance(update := player.receive(), m.Update):
            pass
        return update


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """Give one host for all of these; each test has a table and players of its own."""
    with RunningHost(tmp_path_factory.mktemp("host")) as started:
        yield started.listening()


@pytest.fixture
def make(running):
    with players(running.server, running.port) as maker:
        yield maker


@pytest.fixture
def pair(make):
    return Pair(make)


REFUSED = [
    ("out of turn", 1, "tile 0,0 0", "not-your-turn"),
    ("against the rules", 0, "tile 3,3 0", "illegal"),
    ("of another phase", 0, "start 0,0", "illegal"),
    ("not an action", 0, "jump 0,0", "notation"),
    ("empty", 0, "", "notation"),
    ("the table's", 0, "deal a,b c,d", "notation"),
    ("a giant", 0, f"tile 0,{'9' * 400} 0", "illegal"),
    ("control characters", 0, "tile 0,0 0\x1b[2J", "notation"),
]


@pytest.mark.parametrize(
    ("seat", "action", "code"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED]
)
def test_a_wrong_action_is_refused_with_its_code_and_changes_nothing(
    pair: Pair, seat: int, action: str, code: str
) -> None:
    before = pair.now(0)
    answer = pair.act(seat, action)
    assert (type(answer), answer.code) == (m.Refused, code)
    after = pair.now(0)
    assert (after.version, after.view, after.legal) == (before.version, before.view, before.legal)


def test_a_duplicate_counts_as_done_and_is_played_once(pair: Pair) -> None:
    first = pair.act(0, "tile 0,0 0")
    assert isinstance(first, m.Update)
    again = pair.act(0, "tile 0,0 0")
    assert isinstance(again, m.Update)
    assert again.version == first.version == pair.version + 1
    assert again.view == first.view


def test_an_old_version_with_another_action_is_stale_and_brings_the_newest(pair: Pair) -> None:
    pair.act(0, "tile 0,0 0")
    answer = pair.act(0, "tile 0,0 1")
    assert (type(answer), answer.code) == (m.Refused, "stale")
    newest = pair.both[0].receive()
    assert isinstance(newest, m.Update)
    assert newest.version == pair.version + 1
    assert newest.view["last"]["action"] == "tile 0,0 0"


def test_a_stranger_may_not_act_for_a_seat(pair: Pair, make) -> None:
    stranger = make()
    stranger.hello(f"Zoé {pair.table}")
    answer = stranger.ask(
        m.Act(id=stranger.next_id(), table=pair.table, version=pair.version, action="tile 0,0 0")
    )
    assert (type(answer), answer.code) == (m.Refused, "not-seated")
    assert pair.now(0).version == pair.version


def _act(**changes: object) -> bytes:
    fields = {"type": "act", "id": 77, "table": "aaaa", "version": 1, "action": "tile 0,0 0"} | changes
    return msgpack.packb(fields)


MALFORMED = [
    ("no msgpack", b"\xc1", "malformed", None),
    ("a list", msgpack.packb([1, 2]), "malformed", None),
    ("no type", msgpack.packb({"id": 77}), "malformed", 77),
    ("an unknown type", _act(type="cheat"), "malformed", 77),
    ("a text for a number", _act(version="1"), "malformed", 77),
    ("true for a number", _act(version=True), "malformed", 77),
    ("a negative version", _act(version=-1), "malformed", 77),
    ("an endless number", _act(version=2**63), "malformed", 77),
    ("a list for the action", _act(action=["tile"]), "malformed", 77),
    ("an action of a novel's length", _act(action="x" * 2000), "malformed", 77),
    ("a host's message", msgpack.packb({"type": "ok", "re": 1}), "malformed", None),
    ("a deep one", b"\x91" * (HOST_FRAME - 1), "malformed", None),
]


@pytest.mark.parametrize(
    ("frame", "code", "re"), [case[1:] for case in MALFORMED], ids=[case[0] for case in MALFORMED]
)
def test_a_malformed_frame_is_refused_and_changes_nothing(
    pair: Pair, frame: bytes, code: str, re: int | None
) -> None:
    player = pair.both[0]
    player.socket.send(frame)
    answer = player.receive()
    while not isinstance(answer, m.Refused):
        answer = player.receive()
    assert (answer.code, answer.re) == (code, re)
    assert pair.now(0).version == pair.version
