"""From the command line to a session: who plays, where the host is, and whether it is the one of before."""

import asyncio
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
from sheep_client.shell import known_hosts, profile
from sheep_client.shell.address import Address, look, parse
from sheep_client.shell.errors import ClientError, UnreachableError
from sheep_client.shell.link import Find, Target

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


@dataclass(frozen=True, kw_only=True)
class Joining:
    """A host that was found and a player to go there."""

    address: Address
    target: Target
    name: str
    profile: str
    pair: KeyPair
    new_host: bool
    proof: bytes | None = field(default=None, repr=False)
    """What shows this host that one has its password."""

    @property
    def fingerprint(self) -> str:
        """Return the fingerprint of the host's key."""
        return fingerprint(self.target.key)


def join(wish: Wish) -> Joining:
    """Find the host and the player's key; raise `ClientError`. Blocks for some seconds at most."""
    if wish.address is None:
        text = _("Give the address that the host shows, such as: sheep-join {example}")
        raise ClientError(2, text.format(example="192.168.1.5"))
    address = parse(wish.address)
    name = profile.choose_name(wish.name)
    chosen = wish.profile or name
    pair = profile.load_key(chosen)
    ip, info = look(address)
    new = known_hosts.check(known_hosts.known_hosts_file(), address, info.key)
    if wish.name is not None:
        profile.remember_name(name)
    return Joining(
        address=address,
        target=Target(ip, info.port, info.key),
        name=name,
        profile=chosen,
        pair=pair,
        new_host=new,
        proof=_proof(wish.password, info.key, pair.public),
    )


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


def finder(joining: Joining) -> Find:
    """Return how the link finds the host again.

    The first attempt after a loss goes where the host was. From the second on the information port is
    asked, since a name may have another number by now; another key there ends the program.
    """
    known = [joining.target]

    async def find(attempt: int) -> Target:
        if attempt == 0:
            return known[0]
        try:
            ip, info = await in_thread(lambda: look(joining.address))
        except UnreachableError:
            return known[0]
        known_hosts.check(known_hosts.known_hosts_file(), joining.address, info.key)
        known[0] = Target(ip, info.port, info.key)
        return known[0]

    return find


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
