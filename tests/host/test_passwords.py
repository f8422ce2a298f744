"""A host with a password: who is let in, who is remembered, and how slowly one can guess."""

import pytest
from sheep_common import password
from sheep_common.messages import Hello, Refused, Sit, Tables, Welcome, Who
from sheep_host.core.state.effects import Log, SaveKnown, Send, Stored
from sheep_host.core.state.events import Granted, Opened
from sheep_host.core.state.host import Host
from sheep_support.host_clients import Client
from sheep_support.host_room import Room

SECRET = password.secret("wolf", "host's key")
WRONG = b"w" * 32


@pytest.fixture
def locked() -> Room:
    """Return a room with a password."""
    return Room(password=SECRET)


def right(client: Client) -> bytes:
    return password.proof(SECRET, client.key)


def code(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def pictured(host: Host) -> tuple[object, ...]:
    """Return all of a host that a stranger must not change."""
    return host.sessions, host.tables, host.bans, host.known, host.grants


def test_who_has_the_password_is_let_in(locked: Room) -> None:
    ana = locked.client("Ana")
    assert isinstance(ana.hello(proof=right(ana)), Welcome)


@pytest.mark.parametrize("proof", [None, b"", WRONG, b"w" * 64])
def test_who_has_not_is_refused_and_nothing_else_happens(locked: Room, proof: bytes | None) -> None:
    before = pictured(locked.host)
    ana = locked.client("Ana")
    assert code(ana.hello(proof=proof)) == "password"
    assert pictured(locked.host) == before
    assert not any(isinstance(effect, Stored | Log) for effect in locked.effects)
    assert locked.turn(ana.came(ana.request(Tables))) == [Send(ana.route, Who())]


def test_anothers_proof_is_of_no_use(locked: Room) -> None:
    """Whoever has seen it, at whatever host."""
    ana, bo = locked.client("Ana"), locked.client("Bo")
    assert code(bo.hello(proof=right(ana))) == "password"


def test_a_key_that_is_known_needs_no_password_again(locked: Room) -> None:
    """Neither on another connection, nor after a restart of the host."""
    ana = locked.client("Ana")
    ana.hello(proof=right(ana))
    assert isinstance(locked.client("Ana").hello(), Welcome)
    locked.restart()
    assert isinstance(locked.client("Ana").hello(), Welcome)


def test_it_is_stored_before_it_counts(locked: Room) -> None:
    ana = locked.client("Ana")
    ana.hello(proof=right(ana))
    assert locked.of(SaveKnown) == [SaveKnown(ana.key, password.mark(SECRET))]


def test_another_password_is_asked_of_everyone_again(locked: Room) -> None:
    ana = locked.client("Ana")
    ana.hello(proof=right(ana))
    locked.password = password.secret("another wolf", "host's key")
    locked.restart()
    assert locked.host.known == {}  # and those of before take no room
    ana = locked.client("Ana")
    assert code(ana.hello()) == "password"
    assert isinstance(ana.hello(proof=password.proof(locked.password, ana.key)), Welcome)


def test_who_had_both_is_known_under_the_new_one_alone(locked: Room) -> None:
    ana = locked.client("Ana")
    ana.hello(proof=right(ana))
    new = locked.password = password.secret("another wolf", "host's key")
    locked.restart()
    ana = locked.client("Ana")
    ana.hello(proof=password.proof(new, ana.key))
    for secret, wanted in ((new, Welcome), (SECRET, Refused)):
        locked.password = secret
        locked.restart()
        assert isinstance(locked.client("Ana").hello(), wanted)


def test_a_password_that_is_taken_off_and_put_back_is_not_asked_again(locked: Room) -> None:
    ana = locked.client("Ana")
    ana.hello(proof=right(ana))
    for secret in (None, SECRET):
        locked.password = secret
        locked.restart()
        assert isinstance(locked.client("Ana").hello(), Welcome)
    assert code(locked.client("Bo").hello()) == "password"


def test_with_another_password_a_seat_and_its_name_wait_for_their_key(locked: Room) -> None:
    """A wrong or an old proof neither gives nor takes them."""
    locked.open("tiny", 2)
    ana = locked.client("Ana")
    ana.hello(proof=right(ana))
    ana.ask(Sit)
    seats = [seat and (seat.name, seat.key) for seat in locked.table().seats]
    new = locked.password = password.secret("another wolf", "host's key")
    locked.restart()
    ana, eve = locked.client("Ana"), locked.client("Ana", key="eve")
    assert code(ana.hello(proof=right(ana))) == "password"
    assert code(eve.hello(proof=password.proof(new, "eve"))) == "name-taken"
    assert [seat and (seat.name, seat.key) for seat in locked.table().seats] == seats
    assert isinstance(ana.hello(proof=password.proof(new, ana.key)), Welcome)
    seat = locked.table().seats[0]
    assert seat is not None
    assert seat.away is None


def test_who_is_refused_for_another_reason_is_not_known_by_it(locked: Room) -> None:
    ana = locked.client("Ana")
    assert code(ana.hello("", proof=right(ana))) == "bad-name"
    assert (locked.host.known, locked.of(SaveKnown)) == ({}, [])


def test_our_own_clients_need_none(locked: Room) -> None:
    """The console, who plays at the host, and bots."""
    locked.turn(Granted("console", owner=True))
    assert isinstance(locked.client("Host", key="console").hello(), Welcome)
    locked.turn(Opened("tiny", 2, {}, 1))
    assert len(locked.grant_bots()) == 1


def test_a_host_without_a_password_looks_at_no_proof(room: Room) -> None:
    assert isinstance(room.client("Ana").hello(proof=WRONG), Welcome)
    assert room.of(SaveKnown) == []


def test_a_seat_is_found_again_without_the_password(locked: Room) -> None:
    """Who has lost the link in mid-game is back at once."""
    locked.open("tiny", 2)
    ana = locked.client("Ana")
    ana.hello(proof=right(ana))
    ana.ask(Sit)
    ana.gone()
    again = locked.client("Ana")
    assert isinstance(again.hello(), Welcome)
    seat = locked.table().seats[0]
    assert seat is not None
    assert seat.away is None


# --- guessing -------------------------------------------------------------------------------


def test_a_thousand_wrong_passwords_come_to_nothing(locked: Room) -> None:
    """A handful is looked at; each has its answer; and Ana plays on meanwhile."""
    ana = locked.client("Ana", address="10.0.0.1")
    ana.hello(proof=right(ana))
    before, disk = pictured(locked.host), (dict(locked.disk.rows), dict(locked.disk.known))
    eve = locked.client("Eve", address="10.0.0.2")
    found = []
    for _ in range(1000):
        locked.now += 0.01
        found.append(code(eve.hello(proof=WRONG)))
    assert set(found) == {"password", "too-fast"}
    assert found.count("password") <= 5 + 10 * locked.limits.guesses_a_second + 1
    assert pictured(locked.host) == before
    assert (locked.disk.rows, locked.disk.known) == disk
    assert isinstance(ana.hello(), Welcome)


def test_beyond_the_wrong_ones_not_even_the_right_one_is_looked_at(locked: Room) -> None:
    """Or guessing would go on at full speed; after a while it is."""
    eve = locked.client("Eve", address="10.0.0.2")
    for _ in range(5):
        assert code(eve.hello(proof=WRONG)) == "password"
    assert code(eve.hello(proof=right(eve))) == "too-fast"
    locked.now += 1 / locked.limits.guesses_a_second
    assert isinstance(eve.hello(proof=right(eve)), Welcome)


def test_a_fresh_key_from_the_same_address_has_no_more_guesses(locked: Room) -> None:
    for number in range(5):
        locked.client("Eve", key=f"eve {number}", address="10.0.0.2").hello(proof=WRONG)
    late = locked.client("Eve", key="eve 6", address="10.0.0.2")
    assert code(late.hello(proof=right(late))) == "too-fast"
    other = locked.client("Bo", address="10.0.0.3")
    assert isinstance(other.hello(proof=right(other)), Welcome)


def test_the_same_key_from_another_address_has_no_more_guesses(locked: Room) -> None:
    for number in range(5):
        locked.client("Eve", key="eve", address=f"10.0.0.{number}").hello(proof=WRONG)
    late = locked.client("Eve", key="eve", address="10.0.0.9")
    assert code(late.hello(proof=right(late))) == "too-fast"


def test_to_ask_without_a_password_is_no_guess(locked: Room) -> None:
    eve = locked.client("Eve", address="10.0.0.2")
    for _ in range(9):
        assert code(eve.hello()) == "password"
    assert isinstance(eve.hello(proof=right(eve)), Welcome)


def test_what_is_remembered_of_guessers_is_bounded(locked: Room) -> None:
    locked.host = Room(password=SECRET, limits=type(locked.limits)(guessers=10)).host
    for number in range(40):
        eve = locked.client("Eve", key=f"eve {number}", address=f"10.0.1.{number}")
        eve.hello(proof=WRONG)
    assert len(locked.host.guesses) <= 10


def test_the_keys_that_are_known_are_bounded() -> None:
    """Beyond it the password is asked for each time."""
    room = Room(password=SECRET, limits=type(Room().limits)(known=1))
    for name in ("Ana", "Bo"):
        client = room.client(name)
        assert isinstance(client.ask(Hello, protocol=1, name=name, proof=right(client)), Welcome)
    assert len(room.host.known) == 1
    assert code(room.client("Bo").hello()) == "password"
