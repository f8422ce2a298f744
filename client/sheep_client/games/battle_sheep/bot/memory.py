"""What a mind keeps of a game of Battle Sheep: nothing that it has seen, for every view shows all."""

from collections.abc import Sequence
from dataclasses import dataclass

from sheep_client.game_api.bot import Options, Plain


@dataclass(frozen=True, slots=True)
class Memory:
    """The seat, and the rules that no view tells."""

    seat: int
    one_left: bool
    any_rim: bool


def begin(seat: int, options: Options) -> Memory:
    """Return what stays the same for a whole game."""
    return Memory(
        seat=seat,
        one_left=options.get("end") == "one-left",
        any_rim=options.get("starts") == "any-rim",
    )


def remember(memory: Memory, view: Plain, events: Sequence[Plain]) -> Memory:
    """Return the memory as it is."""
    del view, events
    return memory
