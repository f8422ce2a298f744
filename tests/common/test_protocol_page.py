"""`docs/protocol.md` and `messages.py` say the same, both ways."""

import re
from pathlib import Path
from typing import get_args

from sheep_common import messages, wire
from sheep_common.messages import CODES, Message, Reply, Request, ToClient, ToHost
from sheep_support.documents import pages

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def tag(message: type[Message]) -> str:
    return str(message.__struct_config__.tag)


def tags(union: object) -> list[str]:
    return [tag(message) for message in get_args(union)]


def test_every_request_is_on_the_page_and_the_reverse() -> None:
    """Each client's message has a row, once, but for `ack`, which is no request and has one too."""
    assert sorted(row[0].strip("`") for row in pages.table(PAGE, "client to host")) == sorted(tags(ToHost))


def test_every_message_of_the_host_is_on_the_page_and_the_reverse() -> None:
    """Each has a row, once."""
    assert sorted(row[0].strip("`") for row in pages.table(PAGE, "host to client")) == sorted(tags(ToClient))


def test_every_answer_is_a_message_of_the_host() -> None:
    """And only what is no request has none."""
    for name, answer, _ in pages.table(PAGE, "client to host"):
        message = next(one for one in get_args(ToHost) if tag(one) == name.strip("`"))
        assert (answer == "none") == (not issubclass(message, Request)), name
        assert answer == "none" or answer.strip("`") in tags(ToClient), name


def test_requests_have_an_id_and_answers_a_re() -> None:
    """`ack` alone has neither."""
    no_request = [tag(one) for one in get_args(ToHost) if not issubclass(one, Request)]
    assert no_request == ["ack"]
    assert all(issubclass(one, Reply) for one in get_args(ToClient))


def test_every_message_class_is_sent_by_somebody() -> None:
    """No class is left out of the two unions, and no tag stands for two messages of one direction."""
    kinds = {
        one
        for one in vars(messages).values()
        if isinstance(one, type) and issubclass(one, Message) and one not in (Message, Request, Reply)
    }
    assert kinds == {*get_args(ToHost), *get_args(ToClient)}
    assert len(set(tags(ToHost))) == len(tags(ToHost))
    assert len(set(tags(ToClient))) == len(tags(ToClient))


def test_every_code_is_on_the_page_and_the_reverse() -> None:
    """In the section on codes."""
    listed = pages.section(PAGE, "Codes").partition(".")[0]
    assert sorted(re.findall(r"`([a-z-]+)`", listed)) == sorted(CODES)


def test_fields_that_the_page_names_for_a_host_s_message_exist() -> None:
    """What stands in code signs in a row is a field, another message, or a value."""
    values = {"hello", "open", "over", "resigned", "stopping", "replaced", "banned", "kicked", "closed"}
    for name, when in pages.table(PAGE, "host to client"):
        message = next(one for one in get_args(ToClient) if tag(one) == name.strip("`"))
        known = {*message.__struct_fields__, *tags(ToHost), *tags(ToClient), *CODES, *values}
        assert set(re.findall(r"`([a-z_-]+)`", when)) <= known, name


def test_limits_on_the_page_are_the_wire_s() -> None:
    """Frame sizes and lengths of arrays."""
    transport = " ".join(pages.section(PAGE, "Transport").split())
    assert f"at most {wire.HOST_FRAME // 1024} KiB a frame and {wire.HOST_ARRAY} entries" in transport
    assert f"a client {wire.CLIENT_FRAME // 1024 // 1024} MiB and {wire.CLIENT_ARRAY}" in transport
    assert PAGE.startswith(f"# The protocol, version {messages.PROTOCOL}\n")
