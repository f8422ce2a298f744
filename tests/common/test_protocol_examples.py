"""The examples and figures of `docs/protocol.md`: what it shows is what the code sends, takes and counts."""

import json
import re
import unicodedata
from pathlib import Path
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from sheep_client.text_ui.code_text import PHRASES
from sheep_common import password, wire
from sheep_common.games.battle_sheep import GAME
from sheep_common.messages import Message, ToHost
from sheep_common.net import discovery, info
from sheep_host.bounds import Bounds
from sheep_host.core.state.limits import Limits
from sheep_support.documents import pages

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^\*\*(.+?)\*\*\n\n```json\n(.*?)```\n\n```hex\n(.*?)```$", re.MULTILINE | re.DOTALL)
EXAMPLES = {name: (text, bytes.fromhex(digits)) for name, text, digits in EXAMPLE.findall(PAGE)}


def rows(title: str) -> list[list[str]]:
    """Return the cells of the table of a section, without the marks of code."""
    found = pages.table(pages.section(PAGE, title))
    return [[cell.strip("`") for cell in row] for row in found]


def with_bytes(fields: dict[str, Any]) -> dict[str, Any]:
    """Put bytes where the page writes `hex:`."""
    return {
        name: bytes.fromhex(value[4:]) if isinstance(value, str) and value.startswith("hex:") else value
        for name, value in fields.items()
    }


def decoded(name: str) -> Message:
    """Read an example as its receiver does."""
    text, frame = EXAMPLES[name]
    to_host = json.loads(text)["type"] in [one.__struct_config__.tag for one in get_args(ToHost)]
    return wire.decode_to_host(frame) if to_host else wire.decode_to_client(frame)


# --- examples -------------------------------------------------------------------------------


def test_the_page_has_the_examples_that_a_client_needs() -> None:
    """One of each message that cannot be done without, both ways, and a proof."""
    assert [*EXAMPLES] == ["hello", "welcome", "act", "update", "ack", "refused", "hello with a proof"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_s_frame_holds_what_it_says(name: str) -> None:
    """Unpacked by any msgpack it is that map, whole."""
    text, frame = EXAMPLES[name]
    assert msgpack.unpackb(frame) == with_bytes(json.loads(text))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_what_the_code_sends(name: str) -> None:
    """Byte for byte, and it is taken by who gets it."""
    assert wire.encode(decoded(name)) == EXAMPLES[name][1]


def test_the_update_answers_the_act() -> None:
    """With the view and the events to which that action leads."""
    act, update = json.loads(EXAMPLES["act"][0]), json.loads(EXAMPLES["update"][0])
    step = GAME.apply(GAME.initial(2, {}), 0, act["action"])
    assert update["view"] == json.loads(msgspec.json.encode(GAME.view(step.state, 0)))
    assert update["steps"][-1]["events"] == json.loads(msgspec.json.encode(step.seen_by(0)))
    assert (update["re"], update["version"]) == (act["id"], act["version"] + 1)


def test_the_proof_is_made_as_the_page_says() -> None:
    """From its password and keys, also from a password that is typed in decomposed characters."""
    text = pages.section(PAGE, "Examples")
    value = dict(rows("Examples"))
    typed = re.search(r"with the password `(.+?)`", text)
    assert typed is not None
    assert unicodedata.normalize("NFD", typed[1]) != typed[1]
    for form in ("NFC", "NFD"):
        secret = password.secret(unicodedata.normalize(form, typed[1]), value["host's key"])
        assert secret.hex() == value["secret"]
    assert password.proof(secret, value["player's key"]).hex() == value["proof"]
    assert json.loads(EXAMPLES["hello with a proof"][0])["proof"] == f"hex:{value['proof']}"
    assert info.fingerprint(value["host's key"]) == value["its fingerprint"]


# --- figures --------------------------------------------------------------------------------


def test_limits_are_those_of_the_code() -> None:
    """Each by its name; what the host's side alone meets is not listed."""
    known = msgspec.structs.asdict(Limits()) | msgspec.structs.asdict(Bounds())
    for name, amount, _ in rows("Limits"):
        assert float(amount) == known[name], name


def test_every_limit_of_a_client_s_pace_is_listed() -> None:
    """Those that a well-meaning client can run into."""
    listed = {name for name, _, _ in rows("Limits")}
    assert {name for name in Limits.__struct_fields__ if name.endswith(("_a_second", "_at_once"))} <= listed
    assert {name for name in Limits.__struct_fields__ if name.endswith(("_a_key", "_an_address"))} <= listed


def test_phrases_are_those_of_the_code() -> None:
    """In its order, with the English that it shows."""
    assert rows("Chat") == [[code, text] for code, text in PHRASES.items()]


def test_discovery_is_described_as_it_is() -> None:
    """The service, the names, and every key of the TXT record, which are those of the information line."""
    text = " ".join(pages.section(PAGE, "Finding a host").split())
    known = info.Info(host="The barn", key=dict(rows("Examples"))["host's key"], port=7437)
    assert f"`{discovery.SERVICE}`" in text
    mark = discovery.server(known).removeprefix("sheepfold-").removesuffix(".local.")
    assert re.fullmatch("[0-9a-f]{8}", mark)
    assert discovery.instance(known) == f"The barn ({mark}).{discovery.SERVICE}"
    keys = text.partition("same facts as the line: ")[2].partition("; numbers")[0]
    assert re.findall(r"`([a-z]+)`", keys) == [*discovery.properties(known)]
    line = re.search(r"^    (\{.*\})$", pages.section(PAGE, "Finding a host"), re.MULTILINE)
    assert line is not None
    assert re.findall(r'"([a-z]+)":', line[1]) == [*json.loads(info.line(known))]
