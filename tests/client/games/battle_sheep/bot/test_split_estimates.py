"""What is worked out for all splits at once is what the plain estimate says after each of them."""

from random import Random

import msgspec
import pytest
from sheep_client.games.battle_sheep.bot.evaluation import Judge
from sheep_client.games.battle_sheep.bot.position import OVER, position_of
from sheep_client.games.battle_sheep.bot.split_estimates import Fan
from sheep_client.games.battle_sheep.bot.two_seats import candidates
from sheep_common.games.battle_sheep import GAME


@pytest.mark.parametrize("end", ["all-blocked", "one-left"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fan_agrees_with_the_estimate(seats: int, end: str) -> None:
    """After every split, wherever a game comes by: who is on turn, and what each seat can expect."""
    dice = Random(seats)
    state = GAME.initial(seats, GAME.resolve(seats, {"end": end}))
    while GAME.outcome(state) is None:
        if state.phase == "splits":
            position = position_of(msgspec.to_builtins(GAME.view(state, None)), one_left=end == "one-left")
            fan, plain = Judge(position.grid), Judge(position.grid)
            splits = list(candidates(position))
            for split, (turn, found) in zip(splits, Fan(fan, position).estimates(splits), strict=True):
                seat = position.split(split)
                assert turn == position.turn
                assert found == pytest.approx([] if turn == OVER else plain.estimates(position))
                position.undo(split, seat)
        act = GAME.chance(state, dice)
        seated = None if act is not None else state.turn
        chosen = act if act is not None else dice.choice(GAME.legal_actions(state, state.turn))
        state = GAME.apply(state, seated, chosen).state
