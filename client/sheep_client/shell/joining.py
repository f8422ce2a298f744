"""From the command line to a session: who plays, where the host is, and whether it is the one of before."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from sheep_common import password
from sheep_common.messages import PROGRAM
from sheep_common.net.info import fingerprint
from sheep_common.net.keys import KeyPair

from sheep_client.core.model import Goal, Model
from sheep_client.i18n import _
from sheep_client.shell import known_hosts, profile, trust
from sheep_client.shell.address import Address, look, parse
from sheep_client.shell.errors import ClientError
from sheep_client.shell.known_hosts import Meeting
from sheep_client.shell.link import Target

T = TypeVar("T")


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
    name = profile.choose_name(wish.name)
    chosen = wish.profile or name
    pair = profile.load_key(chosen)
    ip, info = look(address)
    file = known_hosts.known_hosts_file()
    meeting = known_hosts.meet(file, _places(address, ip), info.key)
    if not meeting.trusted and wish.trusted != info.key:
        raise trust.refusal(meeting, file, address, info.key)
    if wish.name is not None:
        profile.remember_name(name)
    return Joining(
        address=address,
        target=Target(ip, info.port, info.key),
        name=name,
        profile=chosen,
        pair=pair,
        meeting=meeting,
        warnings=profile.warnings(chosen),
        proof=_proof(wish.password, info.key, pair.public),
    )


def _places(address: Address, ip: str) -> list[Address]:
    """Return an address as it was typed, and as its number where that is not the same."""
    return list(dict.fromkeys((address, Address(ip.lower(), address.port))))


def _proof(given: str | None, host: str, player: str) -> bytes | None:
    return None if given is None else password.proof(password.secret(given, host), player)


def model_of(
    name: str, goal: Goal, age: int | None = None, proof: bytes | None = None, *, person: bool = True
) -> Model:
    """Return the model of a client that is not connected yet; a `person` may ask engines, and be too fast."""
    from sheep_client.game_registry import (
        painters,  # loads the games: the full screen shows itself before that
    )

    words = frozenset(word for painter in painters().values() for word in painter.seat_words)
    return Model(
        name=name,
        age=age,
        proof=proof,
        program=PROGRAM,
        goal=goal,
        seat_words=words,
        thinks=person,
        patient=person,
    )


class Finder:
    """Where the host is, for the link; `say` is given sentences for the player."""

    def __init__(self, joining: Joining, say: Callable[[list[str]], None] = lambda _said: None) -> None:
        self._joining = joining
        self._say = say
        self._target = joining.target
        self._met = False

    async def find(self, attempt: int) -> Target:
        """Return where to look for the host: where it was, and from the second attempt on where its name is.

        Whoever answers there now: the link speaks with nobody who has not the host's key.
        """
        if attempt > 0:
            with contextlib.suppress(ClientError):
                ip, info = await in_thread(lambda: look(self._joining.address))
                if info.key == self._target.key:
                    return Target(ip, info.port, info.key)
        return self._target

    def proven(self, target: Target) -> None:
        """Keep where the host has proved to be; raise `ClientError` where a new key cannot be kept."""
        self._target = target
        file, meeting = known_hosts.known_hosts_file(), self._joining.meeting
        places = _places(self._joining.address, target.address) if not self._met else []
        try:
            known_hosts.keep(file, places, target.key)
        except ClientError:
            if meeting.how not in ("same", "friend"):
                raise
        if not self._met:
            self._say(_met(meeting, self._joining.fingerprint))
        self._met = True


def _met(meeting: Meeting, key: str) -> list[str]:
    """Say who one meets, where that is not the host of before."""
    match meeting.how:
        case "same":
            return []
        case "friend":
            return [_("You have met this host before, at {address}.").format(address=meeting.before)]
        case "new":
            return [_("A new host, its key is kept: {fingerprint}").format(fingerprint=key)]
    return [_("This host is trusted from now on: {fingerprint}").format(fingerprint=key)]


async def in_thread(work: Callable[[], T]) -> T:
    """Do something that blocks in a thread that does not hold up the end of the program."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as caught:  # noqa: BLE001 - it is raised where it is awaited
            error = caught
        try:
            loop.call_soon_threadsafe(settle, result, error)
        except RuntimeError:
            return  # the loop is closed: nobody waits for it any more

    threading.Thread(target=run, name="look", daemon=True).start()
    return await future
