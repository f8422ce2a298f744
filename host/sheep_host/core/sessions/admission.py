"""Who is let in to a host that has a password, and how often one may guess at it."""

from sheep_common import password
from sheep_common.messages import Hello

from sheep_host.core.state import rate_limit
from sheep_host.core.state.effects import SaveKnown
from sheep_host.core.state.events import Key
from sheep_host.core.state.rate_limit import Pace
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
    paces = {guesser: _pace(tx, guesser) for guesser in guessers}
    if any(pace.left < 1 for pace in paces.values()):
        raise RequestRefused("too-fast", "too many wrong passwords; wait a little")
    if not password.is_right(secret, key, message.proof):
        for guesser, pace in paces.items():
            _note(tx, guesser, rate_limit.spent(pace))
        raise RequestRefused("password", "that is not the password of this host")
    if len(tx.known) < tx.limits.known:
        mark = password.mark(secret)
        tx.known.put(key, mark)
        tx.effect(SaveKnown(key, mark))


def is_known(tx: Transaction, key: Key) -> bool:
    """Tell whether a key has proved before that it has the password of now."""
    secret = tx.before.password
    return secret is not None and tx.known.get(key) == password.mark(secret)


def _pace(tx: Transaction, guesser: str) -> Pace:
    """Return how many guesses somebody has left now."""
    rate = rate_limit.guesses(tx.limits)
    pace = tx.guesses.get(guesser) or rate_limit.full(rate, tx.now)
    return rate_limit.refilled(pace, rate, tx.now)


def _note(tx: Transaction, guesser: str, pace: Pace) -> None:
    if guesser in tx.guesses:
        tx.guesses.drop(guesser)  # who guesses last is forgotten last
    elif len(tx.guesses) >= tx.limits.guessers:
        tx.guesses.drop(next(iter(tx.guesses)))
    tx.guesses.put(guesser, pace)
