"""`--headless`: each event with just the contract's fields."""

import json

from sheep_client.core.effects import Effect
from sheep_client.core.events import Connected, Lost
from sheep_client.text_ui import json_lines
from sheep_common import messages as m
from sheep_support.clients import Client, sent, table, told

FINGERPRINT = "SHA256:x"


def printed(client: Client, *messages: m.Message) -> list[dict[str, object]]:
    """Return the objects that are printed for messages of the host."""
    return shown(client.hear(*messages))


def shown(effects: list[Effect]) -> list[dict[str, object]]:
    """Return the objects for what is told, through JSON."""
    found = [json_lines.event(news, FINGERPRINT) for news in told(effects)]
    return [json.loads(json.dumps(fields)) for fields in found if fields is not None]


def client() -> Client:
    """Return a client that was welcomed."""
    made = Client()
    made.welcome()
    return made


TABLE = {
    "id": "t1",
    "game": "battle-sheep",
    "options": {"first": "random"},
    "owner": "Ana",
    "state": "open",
    "seats": [{"name": "Ana", "here": True, "ready": False, "bot": None}, None],
}
INFO = table("Ana", None, owner="Ana", options={"first": "random"}, watchers=3)


def test_welcome() -> None:
    """The answer to hello answers no line."""
    made = Client()
    assert shown(made.welcome()) == [
        {"event": "welcome", "host": "The host", "fingerprint": FINGERPRINT, "protocol": 1, "name": "Ana"}
    ]


def test_tables() -> None:
    """A list of what `table` has."""
    made = client()
    (request,) = sent(made.type("/tables"))
    assert printed(made, m.TableList(re=request.id, tables=(INFO,))) == [
        {"event": "tables", "tables": [TABLE], "re": 1}
    ]


def test_table() -> None:
    """Nothing but the contract's fields, whatever the wire has."""
    assert printed(client(), m.Table(table=INFO, seat=0)) == [{"event": "table", **TABLE}]


def test_update() -> None:
    """The events of all steps that are new, in order."""
    steps = (
        m.Steps(version=1, events=({"type": "a"},)),
        m.Steps(version=2, events=({"type": "b"}, {"type": "c"})),
    )
    update = m.Update(table="t1", version=2, seat=0, view={"game": "x"}, legal=("p", "q"), steps=steps)
    assert printed(client(), update) == [
        {
            "event": "update",
            "table": "t1",
            "version": 2,
            "seat": 0,
            "view": {"game": "x"},
            "legal": ["p", "q"],
            "events": [{"type": "a"}, {"type": "b"}, {"type": "c"}],
        }
    ]


def test_refused() -> None:
    """By the host, with the line's number."""
    made = client()
    made.sit(INFO)
    (request,) = sent(made.type("tile 0,0 0"))
    refused = m.Refused(re=request.id, code="illegal", reason="overlap", text="no")
    assert printed(made, refused) == [
        {"event": "refused", "code": "illegal", "reason": "overlap", "text": "no", "re": 1}
    ]


def test_refused_here() -> None:
    """A line that the host never sees is answered likewise."""
    assert shown(client().type("/nonsense")) == [
        {
            "event": "refused",
            "code": "malformed",
            "reason": None,
            "text": "There is no command /nonsense; /help lists them.",
            "re": 1,
        }
    ]


def test_ok() -> None:
    """For lines that need no other answer: chat, blank lines, what is a face's."""
    made = client()
    (request,) = sent(made.type("/say hi"))
    assert printed(made, m.Ok(re=request.id)) == [{"event": "ok", "re": 1}]
    assert shown(made.type("")) == [{"event": "ok", "re": 2}]
    assert shown(made.type("/help")) == [{"event": "ok", "re": 3}]


def test_chat() -> None:
    """A phrase as its words."""
    assert printed(client(), m.Chat(table="t1", sender="Bo", text="hi")) == [
        {"event": "chat", "table": "t1", "from": "Bo", "text": "hi"}
    ]
    assert printed(client(), m.Chat(table=None, sender="Bo", phrase="thanks")) == [
        {"event": "chat", "table": None, "from": "Bo", "text": "Thank you!"}
    ]


def test_over() -> None:
    """The outcome as it came, or null."""
    outcome = {"scores": [1, 0], "tiebreaks": [1, 0], "winners": [0]}
    assert printed(client(), m.Over(table="t1", outcome=outcome), m.Over(table="t2", outcome=None)) == [
        {"event": "over", "table": "t1", "outcome": outcome},
        {"event": "over", "table": "t2", "outcome": None},
    ]


def test_the_end_is_told_once() -> None:
    """The host says it again to who comes back after a lost link."""
    over = m.Over(table="t1", outcome=None)
    assert len(printed(client(), over, over)) == 1


def test_closed() -> None:
    """The host stops, or one is off the table."""
    assert printed(client(), m.Closed(reason="stopping")) == [{"event": "closed", "reason": "stopping"}]


def test_a_lost_connection_is_nothing_to_a_script() -> None:
    """The contract has no word for it; the welcome that follows tells of it."""
    made = client()
    assert shown(made.feed(Lost())) == []
    made.feed(Connected())
    welcome = m.Welcome(re=made.model.pending[-1].request.id, protocol=1, host="H", name="Ana")
    assert [fields["event"] for fields in printed(made, welcome)] == ["welcome"]
