"""The plain face: what is told as sentences, what is typed, and when it rings."""

import msgspec
import pytest
from sheep_client.core.effects import Effect
from sheep_client.core.events import Connected, Lost, Pondered
from sheep_client.game_api.bot import Choice
from sheep_client.text_ui import page
from sheep_client.text_ui.line_view import Page, PlainFace
from sheep_client.text_ui.scene import scene_of
from sheep_common import messages as m
from sheep_common.games import GAMES
from sheep_support.clients import Client, seat, sent, table, told, update

RULES = GAMES["battle-sheep"]


class Seen:
    """A client with a plain face."""

    def __init__(self, **fields: object) -> None:
        self.client = Client(**fields)
        self.face = PlainFace(80)
        self.bells = 0

    def see(self, effects: list[Effect]) -> list[str]:
        """Return the lines for what was told."""
        lines: list[str] = []
        for news in told(effects):
            page = self.face.tell(news, self.client.model)
            lines += page.lines
            self.bells += page.bell
        return lines

    def hear(self, *messages: m.Message) -> list[str]:
        """Return the lines for messages of the host."""
        return self.see(self.client.hear(*messages))

    def type(self, line: str) -> list[str]:
        """Return the lines for what is typed."""
        meant = self.face.meant(line, self.client.model)
        if isinstance(meant, Page):
            return meant.lines
        return self.see(self.client.type(meant))


@pytest.fixture
def seen() -> Seen:
    """Return a player who sits at an open table with Bo."""
    seen = Seen()
    seen.client.welcome()
    seen.client.sit(table("Ana", None))
    return seen


def play(seen: Seen, seat_: int | None = 0) -> None:
    """Begin a game of Ana and Bo."""
    seen.hear(m.Table(table=table("Ana", "Bo", state="playing"), seat=seat_))
    seen.hear(update("battle-sheep", RULES.initial(2, {}), seat_, 1))


def test_a_welcome_says_who_and_where() -> None:
    """And how to get help."""
    seen = Seen()
    assert (
        seen.see(seen.client.welcome())[0]
        == "You are Ana, and this is The host. /help tells what you can type."
    )


def test_a_seat_says_what_to_do_next() -> None:
    """Where one sits, and how the game begins."""
    seen = Seen()
    seen.client.welcome()
    lines = seen.hear(m.Table(table=table("Ana", None, owner="Ana"), seat=0))
    assert lines[0] == "Table t1: Battle Sheep, open. Seats: 0 Ana, 1 free."
    assert "You have seat 0." in lines
    assert any("/ready" in line for line in lines)
    assert "/bot 1 puts a bot on a free seat." in lines


def test_an_empty_host_says_how_to_open_a_table() -> None:
    """Nobody is left before an empty screen."""
    seen = Seen()
    seen.client.welcome()
    (request,) = sent(seen.client.type("/tables"))
    assert "/new battle-sheep 2" in " ".join(seen.hear(m.TableList(re=request.id, tables=())))


@pytest.mark.parametrize(
    ("after", "line"),
    [
        (table("Ana", "Bo"), "Bo takes seat 1."),
        (table("Ana", "bot:Dolly"), "A bot, Dolly, takes seat 1."),
        (table("Ana", None, watchers=1), "1 person is watching."),
        (table("Ana", None, owner="Bo"), "The table is Bo's to run now."),
        (table("Ana", None, state="playing"), "The game begins."),
    ],
)
def test_what_changes_at_the_table_is_said(seen: Seen, after: m.TableInfo, line: str) -> None:
    """In one sentence."""
    assert seen.hear(m.Table(table=after, seat=0)) == [line]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"ready": True}, "Bo is ready."),
        ({"here": False}, "Bo is away; the seat is kept."),
        ({"stand_in": "easy"}, "A bot plays for Bo."),
    ],
)
def test_what_changes_about_a_player_is_said(seen: Seen, fields: dict[str, object], line: str) -> None:
    """Who is ready, who is away."""
    seen.hear(m.Table(table=table("Ana", "Bo"), seat=0))
    after = table("Ana", None)
    changed = m.TableInfo(
        id="t1",
        game="battle-sheep",
        options={},
        owner=None,
        state="open",
        seats=(after.seats[0], seat("Bo", **fields)),
    )
    assert seen.hear(m.Table(table=changed, seat=0)) == [line]


@pytest.mark.parametrize("ready", [True, False])
def test_only_who_is_not_ready_is_told_how_to_be(ready: bool) -> None:
    """Who plays at the host is ready from the start."""
    seen = Seen()
    seen.see(seen.client.welcome())
    info = table("Ana", None)
    own = msgspec.structs.replace(info.seats[0], ready=ready)
    lines = seen.hear(m.Table(table=msgspec.structs.replace(info, seats=(own, None)), seat=0))
    assert any(line.startswith("Type /ready") for line in lines) is not ready


def test_a_table_that_has_not_changed_is_not_told_again(seen: Seen) -> None:
    """After a reconnection, say."""
    assert seen.hear(m.Table(table=table("Ana", None), seat=0)) == []


def test_a_proposal_says_who_wants_what_and_how_to_answer(seen: Seen) -> None:
    """Only those who are asked are told to vote."""
    play(seen)
    ballot = m.Ballot(ballot=3, what="undo", by=1, count=2, waiting=(0,))
    lines = seen.hear(m.Table(table=table("Ana", "Bo", state="playing", ballot=ballot), seat=0))
    assert lines == ["Bo would like to take back the last 2 actions.", "Type /vote yes or /vote no."]


@pytest.mark.parametrize(
    ("waiting", "line"),
    [((), "Everybody agrees."), ((1,), "Not everybody agrees: all stays as it is.")],
)
def test_the_end_of_a_proposal_says_what_came_of_it(seen: Seen, waiting: tuple[int, ...], line: str) -> None:
    """One that still waited for somebody was refused."""
    play(seen)
    ballot = m.Ballot(ballot=3, what="undo", by=0, count=2, waiting=waiting)
    seen.hear(m.Table(table=table("Ana", "Bo", state="playing", ballot=ballot), seat=0))
    assert seen.hear(m.Table(table=table("Ana", "Bo", state="playing"), seat=0)) == [line]


def test_a_game_that_was_broken_off_says_how_to_go_on(seen: Seen) -> None:
    """And nobody is asked for a move any more."""
    play(seen)
    lines = seen.hear(m.Over(table="t1", outcome=None))
    assert lines == ["The game was broken off.", "/rematch plays again with the same seats, /quit leaves."]
    assert seen.face.prompt(seen.client.model) == "> "


def test_the_bell_rings_once_a_turn(seen: Seen) -> None:
    """Not again when the same turn is told again."""
    play(seen)
    assert seen.bells == 1
    (act,) = sent(seen.client.type("nonsense"))
    seen.hear(update("battle-sheep", RULES.initial(2, {}), 0, 1, re=act.id))
    assert seen.bells == 1


def test_one_s_turn_shows_board_question_and_choices(seen: Seen) -> None:
    """All that is needed to decide."""
    seen.hear(m.Table(table=table("Ana", "Bo", state="playing"), seat=0))
    lines = seen.hear(update("battle-sheep", RULES.initial(2, {}), 0, 1))
    assert "A  Ana (you), 4 tiles left" in lines
    assert any(line.startswith("Your turn") for line in lines)
    assert "  1 a1 0     2 a1 1     3 a1 2" in lines


def test_another_s_turn_says_whom_one_waits_for(seen: Seen) -> None:
    """Behind what happened."""
    play(seen)
    step = RULES.apply(RULES.initial(2, {}), 0, "tile 0,0 0")
    lines = seen.hear(update("battle-sheep", step.state, 0, 2, step.seen_by(0)))
    assert lines == ["You lay a tile. Waiting for Bo."]
    assert seen.bells == 1


def test_spectators_see_the_board_after_each_step(seen: Seen) -> None:
    """They have nothing to answer."""
    play(seen, None)
    step = RULES.apply(RULES.initial(2, {}), 0, "tile 0,0 0")
    lines = seen.hear(update("battle-sheep", step.state, None, 2, step.seen_by(None)))
    assert "     a   b   c" in lines or "     a   b" in lines


def test_the_end_says_who_has_won(seen: Seen) -> None:
    """And how to play again."""
    play(seen)
    outcome = {"scores": [3, 2], "tiebreaks": [1, 1], "winners": [0]}
    lines = seen.hear(m.Over(table="t1", outcome=outcome))
    assert "You win!" in lines
    assert any("/rematch" in line for line in lines)


def test_a_game_that_was_broken_off_is_said_so(seen: Seen) -> None:
    """By consent: nobody has won."""
    play(seen)
    said = seen.hear(m.Over(table="t1", outcome=None, reason="resigned"))
    assert said[0] == "The game was broken off."


def test_a_refusal_is_said_in_the_game_s_own_words(seen: Seen) -> None:
    """The host's answer, not a guess of the client."""
    play(seen)
    (act,) = sent(seen.client.type("tile 5,5 0"))
    refused = m.Refused(re=act.id, code="illegal", reason="first-tile", text="x")
    assert seen.hear(refused)[0] == "The first tile lies in the middle."


def test_a_line_that_is_refused_here_is_said_with_its_words(seen: Seen) -> None:
    """Translated like everything else."""
    assert seen.type("/nonsense") == ["There is no command /nonsense; /help lists them."]


def test_a_hint_is_said_with_its_reason() -> None:
    """First that it is being thought of; then what to do, as the log says it, and why."""
    seen = Seen(thinks=True)
    seen.client.welcome()
    seen.client.sit(table("Ana", "Bo", state="playing"))
    position = "0,0:0x4 1,0 2,-1:1x2 2,0 0,1 1,1 0,2:1x1 1,2 2,1"
    seen.hear(update("battle-sheep", RULES.initial(2, {"position": position}), 0))
    (line,) = seen.type("/hint")
    assert line == "Thinking about a hint… /hint no stops it."
    thought = Choice(action="split 0,0 E 2", reason="blocks-opponent", values={"seat": 1, "sheep": 1})
    (line,) = seen.see(seen.client.feed(Pondered(1, thought)))
    assert line == "Hint: move 2 sheep east, from a2 to c2. It shuts in 1 sheep of Bo."


def test_a_hint_that_did_not_come_is_said_in_a_line() -> None:
    seen = Seen(thinks=True)
    seen.client.welcome()
    seen.client.sit(table("Ana", "Bo", state="playing"))
    seen.hear(update("battle-sheep", RULES.initial(2, {}), 0))
    seen.type("/hint")
    assert seen.see(seen.client.feed(Pondered(1, None))) == [
        "No hint came of it; ask again, or decide by yourself."
    ]


def test_a_table_without_hints_says_so_to_who_comes(seen: Seen) -> None:
    lines = seen.hear(m.Table(table=table("Ana", None, id="t2", options={"hints": "off"}), seat=0))
    assert "At this table it was agreed to play without hints." in lines


def test_chat_is_said_cleaned(seen: Seen) -> None:
    """A name or a text may not steer the terminal."""
    chat = m.Chat(table="t1", sender="Bo\x1b[2J", text="a\u202eb\x07")
    (line,) = seen.hear(chat)
    assert not any(character in line for character in "\x1b\u202e\x07")


def test_a_quick_phrase_is_said_in_one_s_language(seen: Seen) -> None:
    """Only its code travels."""
    assert seen.hear(m.Chat(table="t1", sender="Bo", phrase="well-played")) == ["Bo says: Well played!"]


def test_a_lost_connection_and_its_return_are_said(seen: Seen) -> None:
    """And the prompt shows that there is none."""
    assert len(seen.see(seen.client.feed(Lost()))) == 1
    assert seen.face.prompt(seen.client.model) == "(no connection) > "
    seen.client.feed(Connected())
    hello = seen.client.model.pending[-1].request.id
    assert seen.hear(m.Welcome(re=hello, protocol=1, host="H", name="Ana")) == ["The connection is back."]


def test_what_is_typed_without_a_connection_is_said_to_wait(seen: Seen) -> None:
    """It is not lost."""
    seen.client.feed(Lost())
    seen.client.type("/tables")
    assert seen.face.kept(seen.client.model).lines == ["This is sent when the connection is back."]


def test_the_prompt_says_whose_turn_it_is(seen: Seen) -> None:
    """Also to those who see one line at a time."""
    assert seen.face.prompt(seen.client.model) == "> "
    play(seen)
    assert seen.face.prompt(seen.client.model) == "Your turn > "


def test_a_number_is_the_choice_of_that_number(seen: Seen) -> None:
    """It goes to the host as the action."""
    play(seen)
    assert seen.face.meant("2", seen.client.model) == "tile 0,0 1"


def placed(seen: Seen) -> None:
    """Let both place a tile, so that the list is another one."""
    state = RULES.initial(2, {})
    for seat_ in (0, 1):
        state = RULES.apply(state, seat_, RULES.legal_actions(state, seat_)[0]).state
    seen.hear(update("battle-sheep", state, 0, 3))


@pytest.mark.parametrize("line", ["2", "002"])
def test_a_number_of_a_list_that_has_changed_does_nothing(seen: Seen, line: str) -> None:
    """The new list is shown, and a number that was read there counts."""
    play(seen)
    begun = seen.client.model
    placed(seen)
    shown = seen.face.meant(line, seen.client.model, begun)
    assert isinstance(shown, Page)
    assert shown.lines[0] == "The list has changed while you typed; nothing was done."
    at = seen.client.model.at
    assert at is not None
    assert at.update is not None
    assert shown.lines[1:] == page.menu(*scene_of(at.update, at.info, 79), 80) != []
    assert isinstance(seen.face.meant(line, seen.client.model, seen.client.model), str)


def test_a_number_typed_before_there_was_a_list_does_nothing(seen: Seen) -> None:
    """It can have meant none of these choices."""
    begun = seen.client.model
    play(seen)
    assert isinstance(seen.face.meant("2", seen.client.model, begun), Page)


def test_a_list_that_is_still_the_same_keeps_its_numbers(seen: Seen) -> None:
    """Who only came or went at the table has changed no list."""
    play(seen)
    begun = seen.client.model
    seen.hear(m.Table(table=table("Ana", "Bo", state="playing", watchers=2), seat=0))
    assert seen.face.meant("2", seen.client.model, begun) == "tile 0,0 1"


def test_an_action_in_words_needs_no_list(seen: Seen) -> None:
    """It says what it means."""
    begun = seen.client.model
    play(seen)
    assert seen.face.meant("tile 0,0 1", seen.client.model, begun) == "tile 0,0 1"


@pytest.mark.parametrize("line", ["/ready", "/say 3", "tile 0,0 0"])
def test_commands_and_actions_are_passed_on_as_they_are(seen: Seen, line: str) -> None:
    """The same lines work on every face."""
    play(seen)
    assert seen.face.meant(line, seen.client.model) == line


def test_an_action_out_of_turn_goes_to_the_host(seen: Seen) -> None:
    """Its refusal is not hidden by one of ours."""
    play(seen, 1)
    assert seen.face.meant("tile 0,0 0", seen.client.model) == "tile 0,0 0"


def test_what_means_nothing_gets_a_hint(seen: Seen) -> None:
    """Where to read on."""
    play(seen)
    assert "/options" in " ".join(seen.type("hello there"))


def test_out_of_turn_what_means_nothing_says_whose_turn_it_is(seen: Seen) -> None:
    """It is nothing that the player did wrong."""
    play(seen, 1)
    assert seen.type("3")[:2] == ["It is not your turn.", "Waiting for Ana."]


def test_a_command_without_its_slash_is_explained(seen: Seen) -> None:
    """Before a game nothing else can be meant."""
    assert seen.type("ready") == ["Commands begin with a slash: /ready."]


@pytest.mark.parametrize("command", ["/help", "/board", "/words", "/options", "/rules", "/keys"])
def test_the_face_answers_before_and_in_a_game(seen: Seen, command: str) -> None:
    """There is always something to read."""
    assert seen.type(command)
    play(seen)
    assert seen.type(command)


def test_earlier_steps_are_told_again(seen: Seen) -> None:
    """For who was away."""
    play(seen)
    (request,) = sent(seen.client.type("/history"))
    tile = {"type": "tile", "seat": 1, "owner": 1, "at": [0, 0], "orientation": 0}
    page = m.HistoryPage(re=request.id, table="t1", steps=(m.Steps(version=1, events=(tile,)),))
    assert seen.hear(page) == ["Bo lays a tile."]


def test_a_game_without_painter_can_be_played() -> None:
    """Its view as it came, its actions by number."""
    seen = Seen()
    seen.client.welcome()
    seen.client.sit(table("Ana", "Bo", state="playing", game="pebbles"))
    view = {"game": "pebbles", "to_act": [0], "stones": [1, 2]}
    lines = seen.hear(m.Update(table="t1", version=1, seat=0, view=view, legal=("take 1", "take 2")))
    assert "stones: [1, 2]" in lines
    assert "  2 take 2" in lines
    assert seen.face.meant("2", seen.client.model) == "take 2"


def test_a_view_of_a_later_version_is_shown_as_it_came(seen: Seen) -> None:
    """Rather than nothing."""
    view = {"game": "battle-sheep", "phase": "eclipse", "to_act": [1]}
    lines = seen.hear(m.Update(table="t1", version=1, seat=0, view=view))
    assert 'phase: "eclipse"' in lines
