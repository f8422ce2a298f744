"""What lines mean: actions, commands, names for seats."""

import json

import pytest
from msgspec.structs import replace
from sheep_client.core import commands
from sheep_client.core.command_words import LineError
from sheep_client.core.commands import COMMANDS, FACE, ForFace, Leave, Nothing, Use, read
from sheep_client.text_ui import help_text
from sheep_common import messages as m
from sheep_support.clients import Client, table


def seated(*names: str | None, legal: tuple[str, ...] = (), version: int = 7) -> Client:
    """Make a client at table t1, whose game is at a version."""
    client = Client()
    client.welcome()
    client.sit(table(*(names or ("Ana", "Bo")), state="playing"))
    client.hear(m.Update(table="t1", version=version, seat=0, view={}, legal=legal))
    return client


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("/tables", m.Tables(id=1)),
        ("/sit", m.Sit(id=1)),
        ("/sit t2", m.Sit(id=1, table="t2")),
        ("/sit t2 1", m.Sit(id=1, table="t2", seat=1)),
        ("/watch t2", m.Watch(id=1, table="t2")),
        ("/new battle-sheep 2", m.New(id=1, game="battle-sheep", seats=2)),
        ("/ready", m.Ready(id=1, table="t1")),
        ("/ready no", m.Ready(id=1, table="t1", ready=False)),
        ("/start", m.Start(id=1, table="t1")),
        ("/say hello  there", m.Say(id=1, table="t1", text="hello  there")),
        ("/say " + "x" * 400, m.Say(id=1, table="t1", text="x" * 400)),
        ("/bot 1", m.Bot(id=1, table="t1", seat=1, level="easy")),
        ("/bot 1 hard", m.Bot(id=1, table="t1", seat=1, level="hard")),
        ("/bot 1 EASY", m.Bot(id=1, table="t1", seat=1, level="easy")),
        ("/bot bo Hard", m.Bot(id=1, table="t1", seat=1, level="hard")),
        ("/bot 1 none", m.Bot(id=1, table="t1", seat=1, level=None)),
        ("/kick 1", m.Kick(id=1, table="t1", seat=1)),
        ("/kick bo", m.Kick(id=1, table="t1", seat=1)),
        ("/ban Bo", m.Ban(id=1, table="t1", seat=1)),
        ("/rematch", m.Rematch(id=1, table="t1")),
        ("/leave", m.Leave(id=1, table="t1")),
        ("/undo", m.Propose(id=1, table="t1", what="undo", count=1)),
        ("/undo 3", m.Propose(id=1, table="t1", what="undo", count=3)),
        ("/resign", m.Propose(id=1, table="t1", what="resign")),
        ("/stand-in Bo", m.Propose(id=1, table="t1", what="stand-in", seat=1)),
        ("/history", m.History(id=1, table="t1", after=0)),
        ("/history 3", m.History(id=1, table="t1", after=4)),
        ("split 3,0 NE 7", m.Act(id=1, table="t1", version=7, action="split 3,0 NE 7")),
        ("  split 3,0 NE 7 ", m.Act(id=1, table="t1", version=7, action="split 3,0 NE 7")),
    ],
)
def test_a_line_is_one_request(line: str, request_: m.Request) -> None:
    """Every command of the contract, and actions with the version that was seen last."""
    assert read(seated().model, line) == request_


@pytest.mark.parametrize(
    ("line", "seat", "level"), [("Dolly 2", 1, "easy"), ("Dolly", 0, "easy"), ("Dolly 2 Hard", 1, "hard")]
)
def test_a_bots_whole_name_is_looked_for_first(line: str, seat: int, level: str) -> None:
    """Names may end like a level."""
    assert read(seated("Dolly", "Dolly 2").model, f"/bot {line}") == m.Bot(
        id=1, table="t1", seat=seat, level=level
    )


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("", Nothing()),
        ("   ", Nothing()),
        ("/quit", Leave()),
        ("/use t2", Use("t2")),
        ("/help", ForFace("help", "")),
        ("/rules battle-sheep", ForFace("rules", "battle-sheep")),
    ],
)
def test_some_lines_are_settled_here(line: str, meaning: commands.Meaning) -> None:
    """Blank lines, help and leaving need no host."""
    assert read(seated().model, line) == meaning


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("/nonsense", "malformed"),
        ("/sit t1 x", "malformed"),
        ("/sit t1 1 2", "malformed"),
        ("/sit T1!", "no-such-table"),
        ("/watch", "malformed"),
        ("/new", "malformed"),
        ("/new battle-sheep two", "malformed"),
        ("/new battle-sheep 2 first", "bad-option"),
        ("/new Battle 2", "bad-option"),
        ('/new battle-sheep 2 position="0,0', "malformed"),
        ("/new battle-sheep 2 first=1 first=1", "bad-option"),
        ("/new leadersheep 2 deck=" + "x" * 16_400, "too-big"),
        ("/say", "malformed"),
        ("/say " + "x" * 1001, "too-big"),
        ("/bot", "malformed"),
        ("/say " + "x" * 401, "too-big"),
        ("/bot nobody", "not-seated"),
        ("/bot nobody EASY", "not-seated"),
        ("/bot 1 très-fort", "malformed"),
        ("/kick 64", "malformed"),
        ("/vote", "malformed"),
        ("/vote yes", "not-allowed"),
        ("/undo 0", "malformed"),
        ("/tables now", "malformed"),
        ("x" * 501, "notation"),
    ],
)
def test_a_line_that_cannot_be_sent_says_why(line: str, code: str) -> None:
    """Its code is one of the contract's, its text says what to write."""
    with pytest.raises(LineError) as error:
        read(seated().model, line)
    assert error.value.code == code
    assert code in m.CODES
    assert str(error.value)


@pytest.mark.parametrize("line", ["/ready", "/leave", "split 0,0 E 1", "/undo", "/history"])
def test_without_a_table_what_needs_one_is_not_seated(line: str) -> None:
    """The host is not asked about a table that nobody named."""
    client = Client()
    client.welcome()
    with pytest.raises(LineError) as error:
        read(client.model, line)
    assert error.value.code == "not-seated"


def test_an_owner_at_no_table_means_the_only_one() -> None:
    """The console sits nowhere; with one table there is no doubt which is meant."""
    client = Client()
    client.welcome(table("Ana", None, id="t9"))
    assert read(client.model, "/bot 1") == m.Bot(id=1, table="t9", seat=1)


def test_an_owner_at_no_table_has_to_choose_among_several() -> None:
    """Nothing is guessed."""
    client = Client()
    client.welcome(table("Ana", None, id="t8"), table("Bo", None, id="t9"))
    with pytest.raises(LineError) as error:
        read(client.model, "/start")
    assert error.value.code == "no-such-table"
    assert "t8, t9" in str(error.value)


_POSITION = "0,0:0x2 1,0 2,-1"
_DECK = '{"name": "a b=c", "colours": ["red"]}'


@pytest.mark.parametrize(
    ("pairs", "options"),
    [
        ('position="0,0:0x2 1,0 2,-1" end=one-left', {"position": _POSITION, "end": "one-left"}),
        ("'position=0,0:0x2 1,0 2,-1'   end=one-left", {"position": _POSITION, "end": "one-left"}),
        ("position=0,0:0x2 1,0 2,-1  end=one-left", {"position": _POSITION, "end": "one-left"}),
        ("end=one-left position=0,0:0x2 1,0 2,-1", {"position": _POSITION, "end": "one-left"}),
        (f"deck={_DECK} first=1", {"deck": _DECK, "first": "1"}),
        (f"deck='{_DECK}' first=1", {"deck": _DECK, "first": "1"}),
        ("deck=" + json.dumps(_DECK), {"deck": _DECK}),
        ("deck={broken first=1", {"deck": "{broken", "first": "1"}),
        ("end= first=1", {"end": "", "first": "1"}),
    ],
)
def test_option_values_may_have_blanks(pairs: str, options: dict[str, str]) -> None:
    """A position is a value with blanks and a deck is JSON; both are taken as they are, or in quotes."""
    assert read(Client().model, f"/new some-game 2 {pairs}") == m.New(
        id=1, game="some-game", seats=2, options=options
    )


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("ask Bo", "ask 1"),
        ("ask bo", "ask 1"),
        ("scandal red Jean Paul", "scandal red 2"),
        ("ask 1", "ask 1"),
        ("ask Zoé", "ask Zoé"),
    ],
)
def test_a_name_does_as_well_as_a_seat(line: str, action: str) -> None:
    """Also out of turn, so that the host says so; a name may have blanks; unknown ones go as they are."""
    request = read(seated("Ana", "Bo", "Jean Paul").model, line)
    assert isinstance(request, m.Act)
    assert request.action == action


def test_a_player_called_like_a_colour_is_no_seat_in_a_promise() -> None:
    """`promise red` stays a promise when somebody is called Red."""
    request = read(seated("Ana", "Red", legal=("promise red",)).model, "promise red")
    assert isinstance(request, m.Act)
    assert request.action == "promise red"


def test_a_player_called_by_a_number_does_not_take_that_seat() -> None:
    """A number is a seat before it is a name."""
    request = read(seated("1", "Bo").model, "ask 1")
    assert isinstance(request, m.Act)
    assert request.action == "ask 1"


def test_a_level_that_the_game_has_not_is_refused_in_words() -> None:
    """Of a game that is not known here the host decides, and of a level that nobody knows."""
    client = seated()
    client.model = replace(client.model, levels={"battle-sheep": {"hard": 1.0}})
    with pytest.raises(LineError) as refused:
        read(client.model, "/bot 1 expert")
    assert refused.value.code == "bad-option"
    assert "expert" in str(refused.value)
    assert str(refused.value).endswith("easy, hard.")
    assert read(client.model, "/bot 1 hard") == m.Bot(id=1, table="t1", seat=1, level="hard")
    assert read(client.model, "/bot 1 easy") == m.Bot(id=1, table="t1", seat=1, level="easy")
    assert read(client.model, "/bot 1 godly") == m.Bot(id=1, table="t1", seat=1, level="godly")
    client.model = replace(client.model, levels={})
    assert read(client.model, "/bot 1 expert") == m.Bot(id=1, table="t1", seat=1, level="expert")


def test_in_a_game_without_painter_a_name_counts_where_that_is_legal() -> None:
    """Other distributions' games need nothing for it."""
    request = read(seated("Ana", "Bo", legal=("poke 1",)).model, "poke Bo")
    assert isinstance(request, m.Act)
    assert request.action == "poke 1"


def test_taking_back_is_refused_in_words_where_a_game_knows_none() -> None:
    """Not in the host's, which are English."""
    made = Client()
    made.hear(m.Table(table=table("Ana", "Bo", "Cléo", game="leadersheep", state="playing"), seat=0))
    with pytest.raises(LineError) as error:
        read(made.model, "/undo")
    assert error.value.text == "In this game nothing is taken back."


def test_before_the_first_update_an_action_is_for_version_zero() -> None:
    """The host answers that nothing has started."""
    client = Client()
    client.welcome()
    client.sit(table("Ana", None))
    request = read(client.model, "tile 0,0 0")
    assert isinstance(request, m.Act)
    assert request.version == 0


def test_a_vote_is_on_the_open_ballot() -> None:
    """The ballot's number comes from the table."""
    client = seated()
    ballot = m.Ballot(ballot=5, what="undo", by=1, count=1, waiting=(0,))
    client.hear(m.Table(table=table("Ana", "Bo", state="playing", ballot=ballot), seat=0))
    assert read(client.model, "/vote non") == m.Vote(id=1, table="t1", ballot=5, yes=False)


def test_every_command_has_a_line_in_the_guide() -> None:
    """`/help` is complete."""
    listed = {text.split()[0].removeprefix("/") for text in (*help_text.COMMANDS, *help_text.OWNERS)}
    listed |= {text.split()[0].removeprefix("/") for text in help_text.CONSOLE} - {
        "status"
    }  # the terminal's own
    assert listed == {*COMMANDS, *FACE} - {"help"}
