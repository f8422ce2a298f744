"""What Tab offers."""

from sheep_client.text_ui.completion import completions
from sheep_common.games import GAMES
from sheep_support.clients import Client, table, update


def client(game: str = "battle-sheep") -> Client:
    """Return a client at a table with Bo, at the start of a game."""
    made = Client()
    made.welcome(table("Ana", "Bo", game=game), table(None, None, id="t2"))
    made.sit(table("Ana", "Bo", state="playing", game=game))
    state = GAMES[game].initial(2, {})
    if game == "leadersheep":
        from random import Random

        chance = GAMES[game].chance(state, Random(2))
        assert chance is not None
        state = GAMES[game].apply(state, None, chance).state
    made.hear(update(game, state, 0))
    return made


def test_commands_are_completed() -> None:
    """From their first letters."""
    assert completions("/re", client().model) == ["/ready", "/ready no", "/rematch", "/resign"]


def test_tables_seats_names_and_levels_are_completed() -> None:
    """Whatever belongs behind a command."""
    model = client().model
    assert completions("/sit ", model) == ["/sit t1", "/sit t2"]
    assert completions("/kick b", model) == ["/kick Bo"]
    assert "/new leadersheep 3" in completions("/new lead", model)


def test_on_one_s_turn_choices_are_completed() -> None:
    """As they are typed."""
    assert completions("", client().model) == ["a1 0", "a1 1", "a1 2"]


def test_colours_and_names_are_completed_word_by_word() -> None:
    """A scandal is a number and a name."""
    offered = completions("", client("leadersheep").model)
    assert "done" in offered


def test_nothing_is_offered_out_of_turn() -> None:
    """There is nothing to type but commands."""
    made = Client()
    made.welcome()
    assert completions("a", made.model) == []
