"""What the supervisor announces, at the host's own terminal."""

import json

import pytest
from sheep_client.text_ui.announcements import sentences
from sheep_common import messages as m
from sheep_support.clients import Client, table


def client() -> Client:
    """Return a console that knows table t1."""
    made = Client(name="Host")
    made.welcome(table("Ana", "Bo"))
    return made


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"event": "joined", "name": "Ana"}, "Ana has come."),
        ({"event": "left", "name": "Ana"}, "Ana has gone."),
        ({"event": "seated", "table": "t1", "seat": 1, "name": "Bo"}, "Table t1: Bo has seat 1."),
        ({"event": "started", "table": "t1"}, "Table t1: the game begins."),
    ],
)
def test_an_announcement_is_a_sentence(event: dict[str, object], line: str) -> None:
    """For the console."""
    assert sentences(json.dumps(event), client().model, console=True) == [line]


def test_the_end_of_a_game_says_who_has_won() -> None:
    """By the painter of the game."""
    outcome = {"scores": [3, 2], "tiebreaks": [1, 1], "winners": [0]}
    line = json.dumps({"event": "over", "table": "t1", "outcome": outcome})
    assert sentences(line, client().model, console=True)[-1] == "Ana wins."


def test_a_player_is_told_only_who_comes_and_goes() -> None:
    """The rest is told by the table itself."""
    model = client().model
    assert sentences(json.dumps({"event": "joined", "name": "Cl"}), model, console=False) == ["Cl has come."]
    assert sentences(json.dumps({"event": "started", "table": "t1"}), model, console=False) == []


@pytest.mark.parametrize(("name", "told"), [("Host", False), ("Ana", False), ("Dan", True)])
def test_a_player_is_not_told_twice_who_comes_and_goes(name: str, told: bool) -> None:
    """Of those at the table its own news tell: "Ana is away"; of oneself there is nothing to tell."""
    made = client()
    made.hear(m.Table(table=table("Host", "Ana"), seat=0))
    for event in ("joined", "left"):
        line = json.dumps({"event": event, "name": name})
        assert bool(sentences(line, made.model, console=False)) is told
        assert sentences(line, made.model, console=True)


@pytest.mark.parametrize("line", ["", "{", "[]", "7", '{"event": "listening"}', '{"event": "joined"}'])
def test_other_lines_say_nothing(line: str) -> None:
    """The supervisor may announce more later."""
    assert sentences(line, client().model, console=True) == []


def test_names_are_cleaned() -> None:
    """They are strangers'."""
    line = json.dumps({"event": "joined", "name": "a\x1b[2J"})
    assert "\x1b" not in sentences(line, client().model, console=True)[0]
