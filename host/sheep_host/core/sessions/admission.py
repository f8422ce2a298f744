"""Who is let in to a host that has a password, and how often one may guess at it."""

from msgspec.structs import replace
from sheep_common import password
from sheep_common.messages import Hello

from sheep_host.core.state.effects import SaveKnown
from sheep_host.core.state.events import Key
from sheep_host.core.state.values import Pace
from sheep_host.core.transaction import RequestRefused, Transaction


def admit(tx: Transaction, message: Hello, key: Key, address: str | None) -> None:
    """Let a key in that is known here or proves that it has the password; refuse any other.

    A key is known once it has proved that, until the password is another one. Beyond a few wrong
    guesses, of a key or from an address, none is looked at for a while, not even a right one.
    """
    secret = tx.before.password
    if secret is None or is_known(tx, key):
        return
    if message.proof is None:
        raise RequestRefused("password", "this host wants a password")
    guessers = [f"key {key}", *([] if address is None else [f"from {address}"])]
    if any(_left(tx, guesser).left < 1 for guesser in guessers):
        raise RequestRefused("too-fast", "too many wrong passwords; wait a little")
    if not password.is_right(secret, key, message.proof):
        for guesser in guessers:
            _count(tx, guesser)
        raise RequestRefused("password", "that is not the password of this host")
    if len(tx.known) < tx.limits.known:
        mark = password.mark(secret)
        tx.known[key] = mark
        tx.effects.append(SaveKnown(key, mark))


def is_known(tx: Transaction, key: Key) -> bool:
    """Tell whether a key has proved before that it has the password of now."""
    secret = tx.before.password
    return secret is not None and tx.known.get(key) == password.mark(secret)


def _left(tx: Transaction, guesser: str) -> Pace:
    """Return how many guesses somebody has left now."""
    limits = tx.limits
    pace = tx.guesses.get(guesser) or Pace(limits.guesses_at_once, tx.now)
    left = min(limits.guesses_at_once, pace.left + (tx.now - pace.at) * limits.guesses_a_second)
    return replace(pace, left=left, at=tx.now)


def _count(tx: Transaction, guesser: str) -> None:
    pace = _left(tx, guesser)
    tx.guesses.pop(guesser, None)  # who guesses last is forgotten last
    if len(tx.guesses) >= tx.limits.guessers:
        del tx.guesses[next(iter(tx.guesses))]
    tx.guesses[guesser] = replace(pace, left=pace.left - 1)
