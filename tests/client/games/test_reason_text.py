"""Every reason of the engines is a sentence, and every action can be said as advice, in both languages."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from sheep_client import i18n
from sheep_client.fallback_game import text
from sheep_client.game_api.text import GameText, Scene
from sheep_client.game_registry import game_texts
from sheep_client.games.battle_sheep import bot as battle_sheep
from sheep_client.games.leadersheep import bot as leadersheep
from sheep_client.text_ui.scene import scene_of
from sheep_common.games import GAMES
from sheep_support.clients import table, update

NAMES = ("Ana", "Bo", "Chloé")
CODES = [
    *(("battle-sheep", code) for code in battle_sheep.REASONS),
    *(("leadersheep", code) for code in ("any", "only-move", *leadersheep.REASONS)),
]
VALUES = {
    "seat": 1, "region": "hautefort", "traded": "montcuq", "colour": "red", "chance": 62,
}  # fmt: skip
"""What has a value of its own; all others are numbers."""


@pytest.fixture(params=i18n.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak a language for a test."""
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


def shown(game: str, seat: int | None = 0) -> tuple[GameText, Scene]:
    """Return the painter and a scene in the middle of a game."""
    rules, rng = GAMES[game], Random(3)
    state = rules.initial(len(NAMES), {})
    for _ in range(30):
        action, actor = rules.chance(state, rng), None
        if action is None:
            actor = min(rules.to_act(state))
            action = rng.choice(rules.legal_actions(state, actor))
        state = rules.apply(state, actor, action).state
    return scene_of(update(game, state, seat), table(*NAMES, game=game, state="playing"))


def values_of(number: int) -> dict[str, int | str]:
    """Return a value for every name that any reason has."""
    names = {name for wanted in leadersheep.REASONS.values() for name in wanted}
    names |= {"lead", "sheep", "pastures", "ways", "seat"}
    return dict.fromkeys(names, number) | VALUES


@pytest.mark.parametrize(("game", "code"), CODES)
@pytest.mark.parametrize("number", [0, 1, 5])
def test_every_reason_has_a_sentence(game: str, code: str, number: int, language: str) -> None:
    """With one and with several; no seat number and no place for a value is left in it."""
    painter, scene = shown(game)
    sentence = painter.why(code, values_of(number), scene)
    assert re.fullmatch(r"\S.+[.]", sentence), sentence
    assert not re.search(r"[{}]", sentence)


@pytest.mark.parametrize(("game", "code"), CODES)
def test_every_reason_is_translated(game: str, code: str) -> None:
    painter, scene = shown(game)
    english = painter.why(code, values_of(5), scene)
    i18n.use("fr")
    try:
        assert painter.why(code, values_of(5), scene) != english
    finally:
        i18n.use("en")


@pytest.mark.parametrize(
    ("game", "code"),
    [(game, code) for game, code in CODES if code in ("blocks-opponent", "takes-land", "blocks-leader")],
)
def test_who_is_meant_is_named_and_the_reader_is_you(game: str, code: str, language: str) -> None:
    """A replay tells of any seat's actions."""
    painter, other = shown(game)
    _painter, own = shown(game, 1)
    assert "Bo" in painter.why(code, values_of(2), other)
    assert "Bo" not in painter.why(code, values_of(2), own)


@pytest.mark.parametrize("game", sorted(game_texts()))
def test_a_code_that_is_not_known_has_no_sentence(game: str) -> None:
    """A newer engine may have more to say."""
    painter, scene = shown(game)
    assert painter.why("because", {}, scene) == ""


@pytest.mark.parametrize("game", sorted(game_texts()))
def test_every_action_of_a_whole_game_is_said_as_advice(game: str, language: str) -> None:
    """Each is a phrase that goes on from a colon, and none is the contract's notation."""
    rules, rng = GAMES[game], Random(4)
    state, verbs = rules.initial(len(NAMES), {}), set()
    while rules.outcome(state) is None:
        action, actor = rules.chance(state, rng), None
        if action is None:
            actor = min(rules.to_act(state))
            painter, scene = scene_of(update(game, state, actor), table(*NAMES, game=game, state="playing"))
            for action in rules.legal_actions(state, actor):
                said = painter.suggestion(action, scene)
                assert said == said.strip()
                assert not said.endswith(".")
                assert said != action or action == "pass", said
                assert not re.search(r"[{}]", said)
                verbs.add(action.split()[0])
        state = rules.apply(state, actor, action).state
    assert verbs == game_texts()[game].verbs


def test_an_action_is_said_with_what_the_board_calls_things() -> None:
    painter, scene = shown("battle-sheep")
    assert re.match(
        r"move \d+ sheep [a-z-]+, from [a-z]\d+ to [a-z]\d+$",
        painter.suggestion(scene.legal[0], scene),
    )


def test_a_game_without_a_painter_of_its_own_has_its_actions_as_they_are_written() -> None:
    painter = text.game_text("third")
    scene = Scene(view={}, seat=0, names=NAMES)
    assert painter.suggestion("take 3", scene) == "take 3"
    assert painter.why("any", {}, scene) == ""
