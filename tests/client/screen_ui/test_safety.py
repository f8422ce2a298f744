"""Nothing on the screen can be forged by another player: names and chat are one harmless line of text."""

import pytest
from sheep_client.core.model import Model
from sheep_client.text_layout import width_of
from sheep_common import messages as m
from sheep_support.clients import table
from sheep_support.screens.stage import SIZES, Stage, at_size, battle, campaign, lobby

HOSTILE = [
    "\x1b[2J\x1b[31mAna",
    "Ana\r\n YOUR TURN ",
    "A\u202eanA",
    "A\u200b\u200cna\ufeff",
    "羊羊羊羊羊羊羊羊羊羊羊羊羊",
    "🐑🐑🐑🐑🐑🐑🐑🐑🐑🐑🐑🐑",
    "Z" + "\u0335\u0336\u0337" * 40,
    "\x9b31mAna\x07\x00",
    "\u2066Ana\u2069",
    "{name} {n}",
]


def fragments(stage: Stage) -> list[str]:
    """Return all texts of all sizes; every row must be equally wide."""
    found = []
    for width, height in SIZES:
        for row in at_size(stage, width, height).rows:
            assert sum(width_of(text) for _, text in row) == width
            found += [text for _, text in row]
    return found


def is_harmless(text: str) -> bool:
    """Tell whether a text moves, hides and reorders nothing."""
    return all(character.isprintable() for character in text)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("begin", [battle, campaign])
def test_a_name_cannot_reach_the_terminal(name: str, begin: object) -> None:
    """Not in the header, beside the board, in the log, or where one aims."""
    make = battle if begin is battle else campaign
    stage = make("Ana", name, "Cléo").until(lambda stage: stage.version > 30).press("escape")
    assert all(map(is_harmless, fragments(stage)))


@pytest.mark.parametrize("text", HOSTILE)
def test_chat_is_one_line_that_says_who_said_it(text: str) -> None:
    """Whatever was written."""
    stage = battle()
    stage.message(m.Chat(table="t1", sender=text, text=text))
    assert all(map(is_harmless, fragments(stage)))
    assert sum("YOUR TURN" in line for line in stage.frame().text().splitlines()) <= 2


@pytest.mark.parametrize("name", HOSTILE)
def test_a_lobby_shows_no_more_than_a_name(name: str) -> None:
    """Of a table, its owner, its options, the host itself."""
    options: dict[str, int | str] = {"deck": name, "first": name}
    stage = lobby(table(name, None, owner=name, options=options))
    stage.message(m.Welcome(protocol=m.PROTOCOL, host=name, name=name))
    assert all(map(is_harmless, fragments(stage)))
    stage.message(m.Table(table=table(name, "bot:" + name, None, owner=name, options=options), seat=2))
    assert all(map(is_harmless, fragments(stage)))
    assert isinstance(stage.client.model, Model)
