"""Odd names wherever a player may give one: refused in one line that any terminal can show."""

import pytest
from sheep_client.connection import identity
from sheep_client.connection.errors import ClientError
from sheep_client.core.command_words import LineError
from sheep_client.core.commands import read
from sheep_client.core.reports import Denied
from sheep_client.text_ui.line_view import PlainFace
from sheep_common import messages as m
from sheep_support.clients import Client, table
from sheep_support.odd import ODD

odd = pytest.mark.parametrize("name", ODD.values(), ids=ODD)


@odd
def test_an_odd_name_of_ones_own_is_wrong_usage(name: str) -> None:
    with pytest.raises(ClientError, match="--name") as error:
        identity.choose_name(name)
    assert error.value.status == 2
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 200


TAKEN = ("sit", "history")
"""Commands that do without a name."""


@pytest.mark.parametrize("name", [name for name in ODD.values() if name.strip() != "Ana"])
@pytest.mark.parametrize(
    "command", ["sit", "watch", "use", "new", "bot", "kick", "ban", "stand-in", "phrase", "history", "vote"]
)
def test_an_odd_name_in_a_command_is_refused_here_in_words(command: str, name: str) -> None:
    """Nothing goes to the host but what it can be asked, and what is shown is clean."""
    client = Client()
    client.welcome()
    client.sit(table("Ana", "Bo", state="playing"))
    line = f"/{command} {name}" + " 2" * (command == "new")
    if command in TAKEN and not name.strip():
        assert isinstance(read(client.model, line), m.Request)
        return
    with pytest.raises(LineError) as error:
        read(client.model, line)
    refused = m.Refused(code=error.value.code, text=str(error.value))
    assert refused.code in m.CODES
    denied = Denied(refused, 1, words=error.value.text, values=error.value.values)
    lines = PlainFace(80).tell(denied, client.model).lines
    assert lines
    assert all(shown.isprintable() and len(shown) <= 80 for shown in lines)


@odd
def test_an_odd_name_as_a_whole_line_is_answered(name: str) -> None:
    """As an action or a command that there is not."""
    client = Client()
    client.welcome()
    client.sit(table("Ana", "Bo", state="open"))
    for line in (name, f"/{name}"):
        meant = PlainFace(80).meant(line, client.model)
        if isinstance(meant, str):
            effects = client.type(meant)
            assert len(effects) == 1
        else:
            assert all(shown.isprintable() for shown in meant.lines)
