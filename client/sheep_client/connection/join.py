"""From the command line to a session: who plays, where the host is, and whether it is the one of before."""

from dataclasses import dataclass, field

from sheep_common import password
from sheep_common.messages import PROGRAM
from sheep_common.net.info import fingerprint
from sheep_common.net.keys import KeyPair

from sheep_client.connection import identity, known_hosts, trust
from sheep_client.connection.address import Address, look, parse
from sheep_client.connection.errors import ClientError
from sheep_client.connection.known_hosts import Meeting
from sheep_client.connection.link import Target
from sheep_client.core.model import Goal, Model
from sheep_client.i18n import _


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What the command line asks for."""

    address: str | None
    name: str | None = None
    profile: str | None = None
    age: int | None = None
    table: str | None = None
    watch: bool = False
    password: str | None = field(default=None, repr=False)
    trusted: str | None = None
    """The key of a host that a person has accepted, though another one was known at its address."""
    discovery: bool = True
    """Whether hosts may be looked for on the network."""


@dataclass(frozen=True, kw_only=True)
class Joining:
    """A host that was found and a player to go there."""

    address: Address
    target: Target
    name: str
    profile: str
    pair: KeyPair
    meeting: Meeting
    warnings: tuple[str, ...] = ()
    """What the player should know of their own computer."""
    discovery: bool = True
    """Whether the host is looked for on the network when it has gone from its address."""
    proof: bytes | None = field(default=None, repr=False)
    """What shows this host that one has its password."""

    @property
    def fingerprint(self) -> str:
        """Return the fingerprint of the host's key."""
        return fingerprint(self.target.key)


def join(wish: Wish) -> Joining:
    """Find the host and the player's key; raise `ClientError`. Blocks for some seconds at most.

    Nothing is written of the host yet: so far somebody only says that this is its key.
    """
    if wish.address is None:
        text = _("Give the address that the host shows, such as: sheep-join {example}")
        raise ClientError(2, text.format(example="192.168.1.5"))
    address = parse(wish.address)
    name = identity.choose_name(wish.name)
    chosen = wish.profile or name
    pair = identity.load_key(chosen)
    ip, info = look(address)
    file = known_hosts.known_hosts_file()
    meeting = known_hosts.meet(file, places_of(address, ip), info.key)
    if not meeting.trusted and wish.trusted != info.key:
        raise trust.refusal(meeting, file, address, info.key)
    if wish.name is not None:
        identity.remember_name(name)
    return Joining(
        address=address,
        target=Target(ip, info.port, info.key),
        name=name,
        profile=chosen,
        pair=pair,
        meeting=meeting,
        warnings=identity.warnings(chosen),
        discovery=wish.discovery,
        proof=_proof(wish.password, info.key, pair.public),
    )


def places_of(address: Address, ip: str) -> list[Address]:
    """Return an address as it was typed, and as its number where that is not the same."""
    return list(dict.fromkeys((address, Address(ip.lower(), address.port))))


def _proof(given: str | None, host: str, player: str) -> bytes | None:
    return None if given is None else password.proof(password.secret(given, host), player)


def model_of(
    name: str, goal: Goal, age: int | None = None, proof: bytes | None = None, *, person: bool = True
) -> Model:
    """Return the model of a client that is not connected yet; a `person` may ask engines, and be too fast."""
    from sheep_client import game_registry  # loads the games: the full screen shows itself before that

    words = frozenset(word for painter in game_registry.game_texts().values() for word in painter.seat_words)
    return Model(
        name=name,
        age=age,
        proof=proof,
        program=PROGRAM,
        goal=goal,
        seat_words=words,
        levels=game_registry.levels(),
        thinks=person,
        patient=person,
    )
