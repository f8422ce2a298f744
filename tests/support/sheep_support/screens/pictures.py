"""Every screen and phase by name, set up to be painted: for golden files, pictures, and tests of them all."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import msgspec
from sheep_client.core.events import Lost
from sheep_client.i18n import _
from sheep_client.screen_ui.state import Ui
from sheep_common import messages as m

from sheep_support.clients import Client, table
from sheep_support.screens.stage import SIX, Stage, battle, campaign, lobby


def _two_tables() -> tuple[m.TableInfo, ...]:
    return (
        table("Bo", None, id="k7", owner="Bo"),
        table("Cléo", "bot:Ovis", "Dan", id="m2", game="leadersheep", state="playing"),
    )


def _sitting() -> Stage:
    stage = lobby()
    options: dict[str, int | str] = {
        "first": "random",
        "end": "all-blocked",
        "board": "players",
        "move-time": 60,
    }
    stage.message(m.Table(table=table("Ana", "bot:Ovis", None, owner="Ana", options=options), seat=0))
    return stage


def _inviting(stage: Stage) -> Stage:
    lines = (_("Others join with:"), "    sheep-join 192.168.1.5", '    sheep-join "[fd00::2]:7437"')
    stage.ui = replace(stage.ui, invitation=lines)
    return stage


def _ballot() -> Stage:
    stage = battle().turn("splits", 14)
    ballot = m.Ballot(ballot=1, what="undo", by=1, count=1, yes=(1,), waiting=(0,))
    stage.message(m.Table(table=msgspec.structs.replace(stage.info, ballot=ballot), seat=0))
    return stage


def _chatting() -> Stage:
    stage = battle().turn("splits", 14)
    stage.message(m.Chat(table="t1", sender="Bo", text="Watch out for the north!"))
    stage.message(m.Chat(table="t1", sender="Ana", phrase="oops"))
    return stage.press("t")


def _lost() -> Stage:
    stage = battle().turn("splits", 14)
    stage.hear(stage.client.feed(Lost()))
    return stage


def _connecting() -> Stage:
    stage = battle()
    stage.client, stage.ui = Client(name="Ana", thinks=True), Ui()
    return stage


def _thinking(stage: Stage, **fields: str) -> Stage:
    """Let the second player, or the bot that plays for them, think for three seconds."""
    stage.until(lambda stage: stage.version > 13 and 1 in stage.game.to_act(stage.state))
    taken = stage.info.seats[1]
    changed = None if taken is None else msgspec.structs.replace(taken, **fields)
    seats = (stage.info.seats[0], changed, *stage.info.seats[2:])
    stage.info = msgspec.structs.replace(stage.info, seats=seats)
    stage.message(m.Table(table=stage.info, seat=0))
    stage.ui, stage.look = replace(stage.ui, moved_at=1.0), replace(stage.look, now=4.5)
    return stage


def _hinted(stage: Stage, reason: str, **values: int | str) -> Stage:
    """Let a hint come that was asked for: the action in the middle of what the player may do."""
    legal = stage.game.legal_actions(stage.state, stage.seat)
    return stage.ask_hint().advise(legal[len(legal) // 2], reason, **values)


def _counting() -> Stage:
    stage = campaign().until(lambda stage: stage.ui.overlay == "steps" and stage.version > 40)
    return stage.press(*["enter"] * 3)


def _aiming() -> Stage:
    stage = campaign().turn("scandals", 30)
    hand = stage.game.view(stage.state, 0).hand
    number = next((n for n, card in enumerate(hand, 1) if card.endswith("!")), 1)
    return stage.press(str(number))


SCREENS: Mapping[str, Callable[[], Stage]] = MappingProxyType({
    "connecting": _connecting,
    "connection-lost": _lost,
    "hall-empty": lobby,
    "hall": lambda: lobby(*_two_tables()),
    "new-table": lambda: lobby().press("n", "down"),
    "table": _sitting,
    "table-host": lambda: _inviting(_sitting()),
    "keys": lambda: battle().turn("splits").press("f1"),
    "rules": lambda: campaign().press("f2"),
    "menu": lambda: battle().turn("splits").press("m", "down", "down"),
    "phrases": lambda: battle().turn("splits").press("m", *["down"] * 5, "enter"),
    "chat": _chatting,
    "ballot": _ballot,
    "tiles-first": battle,
    "tiles": lambda: battle("Ana", "Bo", "Cléo").turn("tiles", 5),
    "tiles-refused": lambda: battle().turn("tiles", 3).press(*["right"] * 3, "down", "down", "enter"),
    "starts": lambda: battle().turn("starts"),
    "splits": lambda: battle("Ana", "Bo", "Cléo", "Dan").turn("splits", 28),
    "splits-chosen": lambda: battle("Ana", "Bo", "Cléo", "Dan").turn("splits", 28).press("enter"),
    "splits-aimed": lambda: battle().turn("splits", 16).press("enter", "tab", "+"),
    "splits-waiting": lambda: battle().until(lambda stage: stage.version > 13 and stage.version % 2 == 1),
    "splits-watched": lambda: battle("Ana", "Bo", seat=None).until(lambda stage: stage.version > 16),
    "splits-thinking": lambda: _thinking(battle("Ana", "bot:Ovis"), bot="hard"),
    "campaign-thinking": lambda: _thinking(
        campaign("Ana", "bot:Bouclette", "Cléo", "bot:Ovis"), bot="expert"
    ),
    "splits-stand-in": lambda: _thinking(battle("Ana", "Bo"), stand_in="normal"),
    "splits-hint-awaited": lambda: battle().turn("splits", 16).ask_hint(),
    "splits-hint": lambda: _hinted(battle().turn("splits", 16), "blocks-opponent", seat=1, sheep=4),
    "splits-hint-left": lambda: _hinted(
        battle("Ana", "Bo", "Cléo", "Dan").turn("splits", 28), "fills-region", pastures=4, sheep=6
    ).press("escape", "escape"),
    "tiles-hint": lambda: _hinted(battle().turn("tiles", 3), "opens-board"),
    "promises-hint": lambda: _hinted(
        campaign().turn("promises", 60), "cheap-win", region="montcuq", votes=4, chance=62
    ),
    "splits-past": lambda: battle().turn("splits", 16).press("<", "<"),
    "battle-end": lambda: battle().until(lambda stage: False),
    "gift-ask": lambda: campaign().turn("gift-ask").press("escape", "down"),
    "gift-give": lambda: campaign().turn("gift-give").press("1"),
    "scandals": lambda: campaign().turn("scandals"),
    "scandals-aimed": _aiming,
    "answer": lambda: campaign().turn("answer", 60).press("down"),
    "promises": lambda: campaign().turn("promises", 60).press("1"),
    "promises-six": lambda: campaign(*SIX).turn("promises", 90).press("1", "7"),
    "count": _counting,
    "trash": lambda: campaign().turn("scandals", 60).press("T"),
    "campaign-watched": lambda: campaign(seat=None).until(lambda stage: stage.version > 70),
    "battle-end-watched": lambda: battle("Ana", "Bo", seat=None).until(lambda stage: False),
    "campaign-end": lambda: campaign().until(lambda stage: False).press("escape"),
})  # fmt: skip
"""Every screen and phase by name."""
