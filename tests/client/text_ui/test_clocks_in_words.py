"""What the plain face says about clocks and about bots that play for people."""

from sheep_client.core.reports import Timed
from sheep_client.text_ui import clocks, table_text
from sheep_client.text_ui.line_view import PlainFace
from sheep_common.messages import ClockNews, Clocks
from sheep_support.clients import Client, seat, table

NAMES = ("Ana", "Bo")


def test_who_is_to_act_is_told_the_time_for_the_move() -> None:
    assert clocks.sentences(Clocks(move_ms=9_600, running=(0,)), 0, NAMES) == [
        "10 seconds left for this move."
    ]
    assert clocks.sentences(Clocks(move_ms=1_000, running=(0,)), 0, NAMES) == ["1 second left for this move."]


def test_others_are_told_whose_time_it_is() -> None:
    assert clocks.sentences(Clocks(move_ms=5_000, running=(1,)), 0, NAMES) == ["5 seconds left for Bo."]
    assert clocks.sentences(Clocks(move_ms=5_000, running=(0, 1)), None, NAMES) == [
        "5 seconds left for Ana, Bo."
    ]


def test_an_account_is_told_as_well_and_the_shorter_of_both() -> None:
    """A clock for the whole game has a warning too."""
    assert clocks.left(Clocks(account_ms=(60_000, 8_000), running=(1,)), 1) == 8
    assert clocks.left(Clocks(move_ms=5_000, account_ms=(60_000, 8_000), running=(1,)), 1) == 5
    assert clocks.left(Clocks(account_ms=(60_000, 8_000), running=(0, 1)), 0) == 60


def test_nothing_is_said_where_no_time_runs() -> None:
    for shown in (None, Clocks(), Clocks(move_ms=5_000), Clocks(account_ms=(1, 2))):
        assert clocks.sentences(shown, 0, NAMES) == []


def test_a_warning_is_a_line_for_player_and_spectator() -> None:
    client = Client()
    client.sit(table("Ana", "Bo", state="playing"), seat=0)
    warning = Timed(ClockNews(table="t1", clocks=Clocks(account_ms=(3_000, 9_000), running=(0,))))
    assert PlainFace().tell(warning, client.model).lines == ["3 seconds left for this move."]
    other = Timed(ClockNews(table="t1", clocks=Clocks(account_ms=(3_000, 9_000), running=(1,))))
    assert PlainFace().tell(other, client.model).lines == ["9 seconds left for Bo."]


def test_a_player_is_told_that_a_bot_plays_for_them_and_how_to_end_it() -> None:
    before = table("Ana", "Bo", state="playing")
    played = table("Ana", "Bo", state="playing", seats=(seat("Ana", stand_in="easy"), seat("Bo")))
    (mine,) = table_text.changes(before, played, 0)
    assert "/sit" in mine
    assert table_text.changes(before, played, 1) == ["A bot plays for Ana."]
    assert table_text.changes(played, before, 0) == ["You play again."]
    assert table_text.changes(played, before, 1) == ["Ana plays again."]
