"""A game of another distribution: everything that ours can do, and nothing that harms ours."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from sheep_client import game_registry, i18n
from sheep_client.core.reports import Denied
from sheep_client.game_api.game import ClientGame
from sheep_client.game_api.screen import Look
from sheep_client.screen_ui import controls, option_text
from sheep_client.screen_ui import seen as scenes
from sheep_client.screen_ui.state import Ui
from sheep_client.text_ui import code_text, table_text
from sheep_client.text_ui.line_view import PlainFace
from sheep_client.text_ui.scene import scene_of
from sheep_client.thinking.levels import engine_of, engines_of
from sheep_client.thinking.task import Task, think
from sheep_common import messages as m
from sheep_common.games import GAMES
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_support import clients
from sheep_support.clients import Client, table, told, update
from sheep_support.games import tiny
from sheep_support.screens import stage as stages
from sheep_support.screens.stage import Stage, battle

CACHED = (
    *(game_registry.client_game, game_registry.text_of, game_registry.game_texts, game_registry._own_screen),
    *(game_registry.fallback_text, engines_of),
)
LEVELS = {"tiny": {"hard": 0.1}}


def forget() -> None:
    """Let the registry look again."""
    for function in CACHED:
        function.cache_clear()


Install = Callable[[Any], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Give what installs a record as the tiny game's, beside its rules."""
    for module in (stages, clients):
        monkeypatch.setattr(module, "GAMES", {**GAMES, "tiny": TINY})

    def put(record: Any) -> None:
        monkeypatch.setattr(tiny, "GAME", record)
        monkeypatch.setattr(game_registry, "_guests", lambda: {"tiny": "sheep_support.games.tiny:GAME"})
        forget()

    yield put
    monkeypatch.undo()
    forget()


@pytest.fixture
def guest(install: Install) -> Callable[..., Stage]:
    """Give what sets up a table of the tiny game, whose heap is drawn."""
    install(tiny.GAME)

    def begin(*names: str, **options: Any) -> Stage:
        stage = Stage("tiny", *(names or ("Ana", "Bo")), **options)
        stage.client.model = msgspec.structs.replace(stage.client.model, levels=LEVELS)
        return stage.until(lambda stage: bool(stage.game.to_act(stage.state)))

    return begin


def test_its_screen_is_shown_and_its_keys_play(guest: Callable[..., Stage]) -> None:
    stage = guest()
    assert "Tiny, heap" in stage.frame().text().splitlines()[0]
    assert "Bid 1?" in stage.frame().text()
    assert stage.press("up", "enter").lines == ["bid 2"]


def test_what_is_wrong_with_a_key_is_said(guest: Callable[..., Stage]) -> None:
    assert "From 1 to 3." in guest().press("down").frame().text()


def test_the_mouse_plays_on_its_board(guest: Callable[..., Stage]) -> None:
    stage = guest()
    assert stage.click(3, 4).playing == tiny.State(3)
    assert stage.press("enter").lines == ["bid 3"]


def test_its_panel_lies_over_the_screen(guest: Callable[..., Stage]) -> None:
    stage = guest().press("S")
    assert "The scores" in stage.frame().text()
    assert "The scores" not in stage.press("escape").frame().text()


def test_an_event_of_it_is_told_slowly(guest: Callable[..., Stage]) -> None:
    stage = guest().until(lambda stage: stage.ui.overlay == "steps")
    assert "The bids" in stage.frame().text()
    steps = len(stage.press("enter").frame().text().split("The bids")[1].splitlines())
    assert steps > 1
    assert stage.press("enter", "enter").ui.overlay is None


def test_a_hint_of_its_engine_lies_under_enter_with_its_reason(guest: Callable[..., Stage]) -> None:
    stage = guest().ask_hint().advise("bid 3", "modest")
    assert "Hint: bid 3. It is modest." in stage.frame().text()
    assert stage.press("enter").lines == ["bid 3"]


def test_its_last_actions_are_played_for_who_asks(guest: Callable[..., Stage]) -> None:
    stage = guest("Ana").press("m")
    assert "Bid one to the end" in stage.frame().text()
    choose = controls.to_finish(replace(stage.ui, finishing=True), stage.client.model)
    assert choose is not None
    assert choose() == "bid 1"


def test_it_has_its_lines_in_the_help(guest: Callable[..., Stage]) -> None:
    stage = guest().press("f1")
    stage.look = replace(stage.look, height=100)
    assert "Up and down: the bid." in stage.frame().text()
    assert "pasture" not in stage.frame().text()


def test_its_engine_thinks(guest: Callable[..., Stage]) -> None:
    stage = guest()
    view = msgspec.to_builtins(TINY.view(stage.state, 0))
    task = Task(game="tiny", level="hard", seat=0, options={}, seen=((view, ()),), legal=("bid 1", "bid 2"))
    assert think(task, 0.1, lambda: 0.0, Random(1)).reason == "modest"
    assert engine_of("tiny", "easy").level == "easy"
    assert list(engines_of("tiny")) == ["easy", "hard"]


def test_bots_are_offered_at_its_levels_alone(install: Install) -> None:
    """By the key of the lobby: the next level each time, then none."""
    install(tiny.GAME)
    client = Client(levels=LEVELS)
    client.welcome()
    asked: list[str] = []
    for bot in (None, "easy", "hard"):
        seats = table("Ana", None if bot is None else "bot:Ovis", game="tiny", owner="Ana")
        taken = seats.seats[1] and msgspec.structs.replace(seats.seats[1], bot=bot)
        client.hear(m.Table(table=msgspec.structs.replace(seats, seats=(seats.seats[0], taken)), seat=0))
        asked += controls.press(Ui(line=1), client.model, Look(80, 24), "b").lines
    assert asked == ["/bot 1 easy", "/bot 1 hard", "/bot 1 none"]


def test_its_texts_are_looked_up_in_its_own_catalogue(install: Install) -> None:
    mine = replace(tiny.TEXT, translate=lambda text: f"<{text}>")
    install(replace(tiny.GAME, text=lambda: mine))
    assert option_text.option("tiny", "heap") == "<the heap>"
    assert option_text.value("tiny", "heap", "big") == "<a big one>"
    refused = m.Refused(code="illegal", text="", reason="bad-bid")
    assert code_text.refusal(refused, "tiny") == "<A bid is 1 to 3.>"


def test_what_a_game_remembers_is_not_shown_to_another(guest: Callable[..., Stage]) -> None:
    """Who played ours before sits down at a guest's table with the same screen."""
    stage = guest()
    ours = battle().turn("splits").press("enter")
    stage.ui = replace(ours.ui, table=None)
    stage.act(1, "bid 1")
    assert stage.playing == tiny.State()
    assert stage.ui.states["battle-sheep"] == ours.playing
    assert "Bid 1?" in stage.frame().text()


def _broken() -> Any:
    raise RuntimeError("no such thing")


def shown(state: Any) -> str:
    """Return the first line of what is shown of the tiny game."""
    painter, scene = scene_of(update("tiny", state, 0), table("Ana", "Bo", game="tiny"))
    return game_registry.screen_of(painter).title(scene)


@pytest.mark.parametrize("part", ["text", "screen"])
def test_a_part_that_cannot_be_loaded_is_done_without(install: Install, part: str) -> None:
    """Its table is shown as far as it can be, and ours as ever."""
    install(replace(tiny.GAME, **{part: _broken}))
    state = TINY.apply(TINY.initial(2, {}), None, "heap 7").state
    with pytest.warns(UserWarning, match="cannot be loaded"):
        assert shown(state)
    assert table_text.title("battle-sheep") == "Battle Sheep"
    assert set(game_registry.game_texts()) >= {"battle-sheep", "leadersheep"}


@pytest.mark.parametrize("record", [None, replace(tiny.GAME, name="other")])
def test_what_is_no_record_of_that_game_is_passed_over(install: Install, record: ClientGame | None) -> None:
    install(record)
    with pytest.warns(UserWarning, match="no ClientGame"):
        assert game_registry.client_game("tiny") is None
    assert game_registry.levels_of("tiny") == {}


def test_a_guest_cannot_take_the_place_of_a_game_of_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_registry, "_guests", lambda: {"leadersheep": "sheep_support.games.tiny:GAME"})
    forget()
    assert table_text.title("leadersheep") == "Leadersheep"


def test_rules_alone_are_played_from_their_view(install: Install) -> None:
    """No bots think there, and no hint comes; a level that thinks is refused in words."""
    install(replace(tiny.GAME, name="other"))
    with pytest.warns(UserWarning, match="no ClientGame"):
        stage = Stage("tiny", "Ana", "Bo").until(lambda stage: bool(stage.game.to_act(stage.state)))
    assert "heap" in stage.frame().text()
    stage.client.model = msgspec.structs.replace(stage.client.model, levels={"tiny": {}})
    for line in ("/bot 1 expert", "/hint"):
        (denied,) = [news for news in told(stage.client.type(line)) if isinstance(news, Denied)]
        assert PlainFace(80).tell(denied, stage.client.model).lines


def test_a_view_of_another_version_is_shown_as_it_came() -> None:
    """On the full screen too, where our own screen could make nothing of it."""
    client = Client()
    client.welcome()
    client.sit(table("Ana", "Bo", state="playing"))
    odd = {"game": "battle-sheep", "phase": "dance", "to_act": [0], "scores": [0, 0]}
    client.hear(m.Update(table="t1", version=3, seat=0, view=odd, legal=("jump",)))
    frame = controls.paint(Ui(), client.model, Look(80, 24))
    assert 'phase: "dance"' in frame.text()
    assert scenes.place(client.model) == "game"


def test_a_catalogue_follows_the_language(tmp_path: Any) -> None:
    """And is in English where it has none of that language."""
    own = i18n.catalogue("sheepfold", i18n.LOCALE)
    none = i18n.catalogue("guest", tmp_path)
    i18n.use("fr")
    try:
        assert own.gettext("Menu") == i18n._("Menu")
        assert own.gettext("The end") != "The end"
        assert none.gettext("The end") == "The end"
        assert none.ngettext("{n} hand", "{n} hands", 2) == "{n} hands"
    finally:
        i18n.use("en")
    assert own.gettext("The end") == "The end"
    with pytest.raises(ValueError, match="language"):
        i18n.use("tlh")
