"""Tables and games in the core: what is current, what is new, what is acknowledged."""

from msgspec import UNSET
from sheep_client.core.reports import Changed, Finished, Shut, Updated
from sheep_common import messages as m
from sheep_support.clients import Client, sent, table, told


def playing() -> Client:
    """Return a client at a running game, at version 3."""
    client = Client()
    client.welcome()
    client.sit(table("Ana", "Bo", state="playing"))
    client.hear(update(3, steps=(1, 2, 3)))
    return client


def update(version: int, steps: tuple[int, ...] = (), **fields: object) -> m.Update:
    """Make an update with an event for each of these versions."""
    made = tuple(m.Steps(version=step, events=({"type": f"e{step}"},)) for step in steps)
    return m.Update(**{"table": "t1", "version": version, "seat": 0, "view": {}, "steps": made} | fields)  # type: ignore[arg-type]


def test_each_update_is_acknowledged_at_once() -> None:
    """So that the host sends the next."""
    client = playing()
    assert m.Ack(table="t1", version=4) in sent(client.hear(update(4)))


def test_events_are_told_once() -> None:
    """The host repeats what was not acknowledged in time."""
    (news,) = told(playing().hear(update(5, steps=(2, 3, 4, 5))))
    assert isinstance(news, Updated)
    assert [step.version for step in news.fresh] == [4, 5]


def test_the_first_update_tells_all_its_events() -> None:
    """A returning player hears what happened meanwhile."""
    client = Client()
    client.welcome()
    (news,) = told(client.hear(update(9, steps=(8, 9))))
    assert isinstance(news, Updated)
    assert [step.version for step in news.fresh] == [8, 9]


def test_the_same_update_again_is_not_told() -> None:
    """After a reconnection nothing has happened."""
    assert told(playing().hear(update(3))) == []


def test_an_update_that_follows_a_stale_action_is_told() -> None:
    """The contract promises that it comes along."""
    client = playing()
    (act,) = sent(client.type("x"))
    client.hear(m.Refused(re=act.id, code="stale", text="old"))
    assert len(told(client.hear(update(3)))) == 1
    assert told(client.hear(update(3))) == []


def test_the_answer_to_an_action_is_told_also_when_its_update_came_before() -> None:
    """Two clients of one key: the other one played the same."""
    client = playing()
    (act,) = sent(client.type("x"))
    assert len(told(client.hear(update(3, re=act.id)))) == 1


def test_a_seat_found_again_is_the_current_table() -> None:
    """Lines are meant for it without `/use`."""
    client = Client()
    client.welcome()
    client.sit(table("Ana", "Bo", id="t5", state="playing"))
    assert client.model.current == "t5"


def test_a_table_one_opens_is_current_but_nobody_sits_there() -> None:
    """Its owner may add bots before sitting down."""
    client = Client()
    client.welcome()
    (new,) = sent(client.type("/new battle-sheep 2"))
    client.hear(m.Table(re=new.id, table=table(None, None, id="t7", owner="Ana")))
    assert client.model.current == "t7"
    assert client.model.at is not None
    assert not client.model.at.here


def test_another_table_does_not_take_over_from_where_one_sits() -> None:
    """A second seat elsewhere is reached with `/use`."""
    client = playing()
    client.sit(table("Ana", "Y", id="t2"))
    assert client.model.current == "t1"


def test_leaving_a_table_forgets_it() -> None:
    """Lines are for another table then, or for none."""
    client = playing()
    (leave,) = sent(client.type("/leave"))
    client.hear(m.Ok(re=leave.id))
    assert client.model.current is None
    assert client.model.tables == {}


def test_a_table_that_is_gone_is_forgotten() -> None:
    """Kicked, banned, or closed."""
    client = playing()
    (news,) = told(client.hear(m.Closed(reason="kicked", table="t1")))
    assert isinstance(news, Shut)
    assert client.model.current is None


def test_a_table_the_host_does_not_know_any_more_is_forgotten() -> None:
    """It was closed while the connection was lost."""
    client = playing()
    (act,) = sent(client.type("x"))
    client.hear(m.Refused(re=act.id, code="no-such-table", text="none"))
    assert client.model.current is None


def test_changes_come_with_what_was_before() -> None:
    """A face says what is new without remembering."""
    client = playing()
    after = table("Ana", "Bo", state="over")
    (news,) = told(client.hear(m.Table(table=after, seat=0)))
    assert isinstance(news, Changed)
    assert news.before == table("Ana", "Bo", state="playing")


def test_a_rematch_forgets_the_old_game() -> None:
    """Its last view is not taken for the new one's."""
    client = playing()
    client.hear(m.Over(table="t1", outcome={}))
    client.hear(m.Table(table=table("Ana", "Bo", state="over"), seat=0))
    client.hear(m.Table(table=table("Ana", "Bo", state="open", campaign=2), seat=0))
    assert client.model.at is not None
    assert client.model.at.update is None
    assert not client.model.at.ended


def test_the_end_of_a_game_is_told() -> None:
    """With the outcome as it came."""
    over = m.Over(table="t1", outcome={"winners": [0]})
    assert told(playing().hear(over)) == [Finished(over)]


def test_tables_to_sit_at_come_before_those_that_are_over() -> None:
    """Whoever comes to play finds a seat first; the host's order is that of its tables' age."""
    client = Client()
    client.welcome(
        table("Ana", "Bo", id="over", state="over"),
        table("Ana", "Bo", id="runs", state="playing"),
        table("Ana", "Bo", id="full"),
        table("Ana", None, id="free"),
        table(None, "Cy", id="later"),
    )
    assert [info.id for info in client.model.listed] == ["free", "later", "full", "runs", "over"]


WHOLE = {"phase": "play", "deck": ["red"], "round": 1}


def test_what_an_update_leaves_out_is_put_back() -> None:
    """In the order of a whole view, on every face and in `--headless` alike; the newest whole one counts."""
    client = playing()
    client.hear(update(4, view=WHOLE))
    (news,) = told(client.hear(update(5, view={"phase": "count", "round": 2}, same=("deck",))))
    assert isinstance(news, Updated)
    assert [*news.message.view.items()] == [("phase", "count"), ("deck", ["red"]), ("round", 2)]
    assert news.message.same is UNSET
    client.hear(update(6, view=WHOLE | {"deck": ["blue"]}))
    (news,) = told(client.hear(update(7, view={"phase": "play", "round": 1}, same=("deck",))))
    assert isinstance(news, Updated)
    assert news.message.view == WHOLE | {"deck": ["blue"]}


def test_who_lacks_what_an_update_leaves_out_says_hello_and_gets_everything_again() -> None:
    """Nothing is told of it nor acknowledged: the host would go on leaving it out."""
    client = playing()
    effects = client.hear(update(4, view={"phase": "play"}, same=("deck",)))
    assert told(effects) == []
    (hello,) = sent(effects)
    assert isinstance(hello, m.Hello)
    assert hello.brief
