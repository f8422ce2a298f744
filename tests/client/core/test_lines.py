"""Lines through the core: their order, their answers, and the end of the input."""

import pytest
from sheep_client.core.effects import Quit, Tell
from sheep_client.core.events import Connected, Ended, Goodbye, Interrupted, Line, Lost, Tick
from sheep_client.core.model import Goal
from sheep_client.core.reports import Changed, Denied, Done, Listed, Updated, Wanted, Welcomed
from sheep_common import messages as m
from sheep_support.clients import Client, quits, sent, table, told


def welcomed(*tables: m.TableInfo, **fields: object) -> Client:
    """Make a client that the host has welcomed."""
    client = Client(**fields)
    client.welcome(*tables)
    return client


def test_hello_comes_first_and_says_who_one_is() -> None:
    """Protocol, name and age, and nothing else is sent before its answer."""
    client = Client(name="Zoé", age=9)
    client.type("/tables")
    (hello,) = sent(client.feed(Connected()))
    assert (hello.name, hello.age, hello.protocol) == ("Zoé", 9, m.PROTOCOL)


def test_ids_grow() -> None:
    """Every request has a larger id than the one before."""
    client = welcomed()
    client.type("/tables")
    client.hear(m.TableList(re=client.model.pending[-1].request.id, tables=()))
    client.type("/sit")
    ids = [message.id for message in sent(client.effects)]
    assert ids == sorted(set(ids))


def test_an_answer_carries_the_number_of_its_line() -> None:
    """That is the `re` of `--headless`."""
    client = welcomed()
    (request,) = sent(client.feed(Line(42, "/tables")))
    (listed,) = told(client.hear(m.TableList(re=request.id, tables=())))
    assert isinstance(listed, Listed)
    assert listed.line == 42


def test_a_line_waits_for_the_answer_to_the_one_before() -> None:
    """So `/sit` and `/ready` can come in one go: the second needs what the first brings."""
    client = welcomed()
    (sit,) = sent(client.type("/sit", "/ready"))
    (ready,) = sent(client.hear(m.Table(re=sit.id, table=table("Ana", None), seat=0)))
    assert ready == m.Ready(id=ready.id, table="t1")


def test_lines_wait_for_the_welcome() -> None:
    """And for the tables one has a seat at already, which come with it."""
    client = Client()
    client.type("/ready")
    client.feed(Connected())
    assert not any(isinstance(message, m.Ready) for message in sent(client.effects))
    client.hear(m.Welcome(re=1, protocol=1, host="H", name="Ana"))
    client.sit(table("Ana", None))
    client.hear(m.TableList(re=2, tables=()))
    assert isinstance(sent(client.effects)[-1], m.Ready)


def test_an_unknown_command_is_refused_here_with_its_line() -> None:
    """It never reaches the host."""
    effects = welcomed().type("/nonsense")
    assert sent(effects) == []
    (denied,) = told(effects)
    assert isinstance(denied, Denied)
    assert (denied.message.code, denied.line) == ("malformed", 1)


def test_a_blank_line_is_done() -> None:
    """Every line has an answer."""
    assert told(welcomed().type("")) == [Done(1)]


def test_what_the_face_answers_is_passed_on() -> None:
    """Help and the board are the faces' own."""
    assert told(welcomed().type("/board")) == [Wanted("board", "", 1)]


def test_use_chooses_the_table_that_lines_are_meant_for() -> None:
    """A known table, also one that one does not sit at."""
    client = welcomed(table(None, None, id="t1"), table(None, None, id="t2"))
    assert told(client.type("/use t2")) == [Done(1)]
    (request,) = sent(client.type("/start"))
    assert request.table == "t2"


def test_use_of_an_unknown_table_is_refused() -> None:
    """Nothing changes by it."""
    client = welcomed(table(None, None))
    (denied,) = told(client.type("/use t7"))
    assert isinstance(denied, Denied)
    assert denied.message.code == "no-such-table"
    assert client.model.current is None


def test_quit_takes_leave_and_ends_with_the_answer() -> None:
    """`ok` is told with the line's number, then the program ends well."""
    client = welcomed()
    (bye,) = sent(client.type("/quit"))
    assert isinstance(bye, m.Bye)
    effects = client.hear(m.Ok(re=bye.id))
    assert effects == [Tell(Done(1, bye)), Quit(0)]


def test_quit_does_not_wait_for_a_silent_host() -> None:
    """After two seconds it ends all the same."""
    client = welcomed()
    client.type("/quit")
    effects = client.feed(Tick(), Tick(), Tick())
    assert effects == [Tell(Done(1)), Quit(0)]


def test_the_end_of_the_input_ends_a_client_that_sits_nowhere() -> None:
    """Once every line has its answer."""
    client = welcomed()
    (request,) = sent(client.type("/tables"))
    assert sent(client.feed(Ended())) == []
    (bye,) = sent(client.hear(m.TableList(re=request.id, tables=())))
    assert isinstance(bye, m.Bye)
    assert quits(client.hear(m.Ok(re=bye.id))) == [Quit(0)]


def test_at_the_end_of_the_input_a_seated_client_stays_until_the_game_is_over() -> None:
    """Then it tells the end and leaves."""
    client = welcomed()
    client.sit(table("Ana", "Bo", state="playing"))
    assert client.feed(Ended()) == []
    effects = client.hear(m.Over(table="t1", outcome={"scores": [1, 0]}))
    (bye,) = sent(effects)
    assert isinstance(bye, m.Bye)


def test_a_client_that_finds_its_seat_again_stays_also_when_the_input_has_ended() -> None:
    """The table comes with the welcome, before the client asks itself whether it sits anywhere."""
    client = Client()
    client.feed(Ended(), Connected())
    client.hear(m.Welcome(re=1, protocol=1, host="H", name="Ana"))
    client.sit(table("Ana", "Bo", state="playing"))
    client.hear(m.TableList(re=2, tables=()))
    assert not any(isinstance(message, m.Bye) for message in sent(client.effects))


def test_a_game_that_is_over_already_does_not_keep_a_client() -> None:
    """The end may have been told to an earlier session."""
    client = welcomed()
    client.sit(table("Ana", "Bo", state="over"))
    (bye,) = sent(client.feed(Ended()))
    assert isinstance(bye, m.Bye)


def test_goodbye_does_not_wait_for_earlier_lines() -> None:
    """A person who leaves is not held up by an answer that does not come."""
    client = welcomed()
    client.type("/tables", "/tables")
    (bye,) = sent(client.feed(Goodbye()))
    assert isinstance(bye, m.Bye)


def test_an_interrupt_ends_at_once() -> None:
    """With 130, and a word to the host."""
    effects = welcomed().feed(Interrupted())
    assert isinstance(sent(effects)[0], m.Bye)
    assert quits(effects) == [Quit(130)]


def test_a_table_asked_for_on_the_command_line_is_sat_at() -> None:
    """It becomes the table that lines are meant for."""
    client = Client(goal=Goal(table="t1"))
    client.feed(Connected())
    (sit, _look) = sent(client.hear(m.Welcome(re=1, protocol=1, host="H", name="Ana")))
    assert sit == m.Sit(id=sit.id, table="t1")
    (changed,) = told(client.hear(m.Table(re=sit.id, table=table("Ana", None), seat=0)))
    assert isinstance(changed, Changed)
    assert changed.line is None
    assert client.model.current == "t1"


def test_a_table_asked_for_in_vain_ends_the_program() -> None:
    """What was asked for failed: 1."""
    client = Client(goal=Goal(table="t9", watch=True))
    client.feed(Connected())
    (watch, _look) = sent(client.hear(m.Welcome(re=1, protocol=1, host="H", name="Ana")))
    refused = m.Refused(re=watch.id, code="no-such-table", text="none")
    assert quits(client.hear(refused)) == [Quit(1, refused)]


def test_alone_it_sits_down_where_just_one_table_has_room() -> None:
    """The plain face needs no command to begin."""
    client = Client(goal=Goal(alone=True))
    effects = client.welcome(table("Bo", None, id="t3"), table("X", "Y", id="t4", state="playing"))
    assert m.Sit(id=3, table="t3") in sent(effects)


@pytest.mark.parametrize("others", [(), (table("X", "Y", id="t4", state="over"),)])
def test_a_watcher_alone_looks_on_at_the_only_table(others: tuple[m.TableInfo, ...]) -> None:
    """`--watch` needs no table's id where there is nothing to choose."""
    client = Client(goal=Goal(alone=True, watch=True))
    effects = client.welcome(table("Bo", None, id="t3"), *others)
    assert m.Watch(id=3, table="t3") in sent(effects)


def test_a_watcher_alone_does_not_choose_among_tables() -> None:
    """With two games to watch, it tells of both."""
    client = Client(goal=Goal(alone=True, watch=True))
    effects = client.welcome(table("Bo", None, id="t3"), table("X", "Y", id="t4", state="playing"))
    assert not any(isinstance(message, m.Watch) for message in sent(effects))
    assert any(isinstance(news, Listed) for news in told(effects))


def test_alone_it_does_not_choose_among_tables() -> None:
    """With two to sit at, the player chooses."""
    client = Client(goal=Goal(alone=True))
    effects = client.welcome(table("Bo", None, id="t3"), table("X", None, id="t4"))
    assert not any(isinstance(message, m.Sit) for message in sent(effects))
    assert any(isinstance(news, Listed) for news in told(effects))


def test_a_console_begins_with_the_tables() -> None:
    """It sits nowhere by itself."""
    client = Client(goal=Goal(listing=True))
    effects = client.welcome(table("Bo", None, id="t3"))
    assert [type(news) for news in told(effects)] == [Welcomed, Listed]
    assert not any(isinstance(message, m.Sit) for message in sent(effects))


def test_whoever_has_a_seat_already_is_not_seated_elsewhere() -> None:
    """A returning player goes on where they were."""
    client = Client(goal=Goal(alone=True))
    client.feed(Connected())
    client.hear(m.Welcome(re=1, protocol=1, host="H", name="Ana"))
    client.sit(table("Ana", "Bo", state="playing"))
    client.hear(m.TableList(re=2, tables=(table("X", None, id="t4"),)))
    assert not any(isinstance(message, m.Sit) for message in sent(client.effects))


def test_an_action_s_answer_is_the_update_with_its_line() -> None:
    """And what the host sends by itself has none."""
    client = welcomed()
    client.sit(table("Ana", "Bo", state="playing"))
    (act,) = sent(client.type("tile 0,0 0"))
    update = m.Update(re=act.id, table="t1", version=1, seat=0, view={})
    (updated,) = told(client.hear(update))
    assert isinstance(updated, Updated)
    assert updated.line == 1


# --- chat that is too fast -------------------------------------------------------------------


def too_fast(request: m.Request) -> m.Refused:
    return m.Refused(re=request.id, code="too-fast", text="too much is said; wait a second")


def test_chat_that_a_person_says_too_fast_is_said_a_little_later() -> None:
    """In its place: what follows waits; nothing is told of it, and nothing is said twice."""
    client = welcomed(patient=True)
    (first,) = sent(client.type("/say one", "/say two"))
    assert client.hear(too_fast(first)) == []
    assert client.feed(Tick()) == []
    (again,) = sent(client.feed(Tick()))
    assert (again.text, again.id > first.id) == ("one", True)
    (second,) = sent(client.hear(m.Ok(re=again.id)))
    assert second.text == "two"
    assert [done.line for done in told(client.hear(m.Ok(re=second.id))) if isinstance(done, Done)] == [2]
    assert [message.text for message in sent(client.feed(*[Tick()] * 9)) if isinstance(message, m.Say)] == []


def test_a_script_is_told_that_it_was_too_fast() -> None:
    """It has its own idea of what to do."""
    client = welcomed()
    (first,) = sent(client.type("/say one"))
    (denied,) = told(client.hear(too_fast(first)))
    assert isinstance(denied, Denied)
    assert (denied.message.code, denied.line) == ("too-fast", 1)
    assert sent(client.feed(Tick(), Tick(), Tick())) == []


def test_other_requests_are_not_put_off() -> None:
    client = welcomed(patient=True)
    (request,) = sent(client.type("/tables"))
    (denied,) = told(client.hear(too_fast(request)))
    assert isinstance(denied, Denied)


def test_chat_that_was_put_off_outlives_a_lost_connection() -> None:
    """The host has refused it, so it was not said; it is sent once when the connection is back."""
    client = welcomed(patient=True)
    (first,) = sent(client.type("/say one"))
    client.hear(too_fast(first))
    effects = client.feed(Lost(), Tick(), Tick(), Tick())
    assert not any(isinstance(each, Denied) for each in told(effects))
    effects = client.feed(Connected())
    hello = sent(effects)[-1]
    effects += client.hear(m.Welcome(re=hello.id, protocol=1, host="H", name="Ana"))
    effects += client.feed(Tick(), Tick(), Tick())
    assert [message.text for message in sent(effects) if isinstance(message, m.Say)] == ["one"]
