"""Who is let in to a host that has a password, and how often one may guess at it."""

from msgspec.structs import replace
from sheep_common import password
from sheep_common.messages import Hello

from sheep_host.core.state.effects import SaveKnown
from sheep_host.core.state.events import Key
from sheep_host.core.state.values import Pace
from sheep_host.core.transaction import No, Turn


def admit(turn: Turn, message: Hello, key: Key, address: str | None) -> None:
    """Let a key in that is known here or proves that it has the password; refuse any other.

    A key is known once it has proved that, until the password is another one. Beyond a few wrong
    guesses, of a key or from an address, none is looked at for a while, not even a right one.
    """
    secret = turn.before.password
    if secret is None or is_known(turn, key):
        return
    if message.proof is None:
        raise No("password", "this host wants a password")
    guessers = [f"key {key}", *([] if address is None else [f"from {address}"])]
    if any(_left(turn, guesser).left < 1 for guesser in guessers):
        raise No("too-fast", "too many wrong passwords; wait a little")
    if not password.is_right(secret, key, message.proof):
        for guesser in guessers:
            _count(turn, guesser)
        raise No("password", "that is not the password of this host")
    if len(turn.known) < turn.limits.known:
        mark = password.mark(secret)
        turn.known[key] = mark
        turn.effects.append(SaveKnown(key, mark))


def is_known(turn: Turn, key: Key) -> bool:
    """Tell whether a key has proved before that it has the password of now."""
    secret = turn.before.password
    return secret is not None and turn.known.get(key) == password.mark(secret)


def _left(turn: Turn, guesser: str) -> Pace:
    """Return how many guesses somebody has left now."""
    limits = turn.limits
    pace = turn.guesses.get(guesser) or Pace(limits.guesses_at_once, turn.now)
    left = min(limits.guesses_at_once, pace.left + (turn.now - pace.at) * limits.guesses_a_second)
    return replace(pace, left=left, at=turn.now)


def _count(turn: Turn, guesser: str) -> None:
    pace = _left(turn, guesser)
    turn.guesses.pop(guesser, None)  # who guesses last is forgotten last
    if len(turn.guesses) >= turn.limits.guessers:
        del turn.guesses[next(iter(turn.guesses))]
    turn.guesses[guesser] = replace(pace, left=pace.left - 1)
