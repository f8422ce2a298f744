"""Actions that are almost legal, for tests: what a hand slips into, a rival tries, or a parser trips over."""

import re
from collections.abc import Iterable
from random import Random
from typing import TypeVar

from sheep_common.game import Game

S = TypeVar("S")

_GARBAGE = (
    *("", " ", "\t", "\n", "\0", "-", "x", "split", "done done", "Done", "ask", "0", "null", "{}", "é", "１"),
    *("pass\n", "accept\r", "done\x0b", "pass\u2028", "done\u00a0", "\u202edone", "\ud800", "a" * 500),
)
_GIANTS = ("9" * 30, "-" + "9" * 30, "9" * 5000, "-0", "00", "01", "+1", "1.0", "1e3", "0x1", "1_0", "٣")
_NUMBER = re.compile(r"-?[0-9]+")


def near_misses(game: Game[S], state: S, rng: Random, seen: Iterable[str] = (), most: int = 40) -> list[str]:
    """Return texts near the state's legal actions; `seen` has actions of other states to try here."""
    legal = [action for seat in sorted(game.to_act(state)) for action in game.legal_actions(state, seat)]
    drawn = game.chance(state, rng)
    others = list(seen)
    base = [*legal, *([] if drawn is None else [drawn])] or others or ["pass"]
    found = [_mutated(rng.choice(base), base, rng) for _ in range(most // 2)]
    found += rng.sample(others, min(len(others), most // 4))
    found += rng.sample(_GARBAGE, most // 8)
    found += [rng.choice(base) for _ in range(most // 8)]
    return found


def _mutated(action: str, base: list[str], rng: Random) -> str:
    words = action.split(" ")
    at = rng.randrange(len(words))
    match rng.randrange(10):
        case 0:
            words[at] = rng.choice(rng.choice(base).split(" "))
        case 1:
            del words[at]
        case 2:
            words.insert(at, words[at])
        case 3:
            words.append(rng.choice(rng.choice(base).split(" ")))
        case 4:
            words[at] = words[at].swapcase()
        case 5:
            words[at] += rng.choice(_GARBAGE)
        case 6:
            rng.shuffle(words)
        case 7:
            words[at] = _NUMBER.sub(lambda found: str(int(found[0]) + rng.choice((-1, 0, 1, 2))), words[at])
        case 8:
            words[at] = _NUMBER.sub(lambda _: rng.choice(_GIANTS), words[at], count=1)
        case _:
            return action.replace(",", rng.choice((", ", ",,", ";", " ")), 1)
    return " ".join(words)
